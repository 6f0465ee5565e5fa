"""Whom a text names: by a mention, which is certain, or by a name that exactly one member bears.

Never a guess. A name counts as a whole word, written exactly as its bearer writes it, of at least three
characters; of two in scripts without spaces. Particles may follow a name (`particles` in the language files).
Words that are used for other things as well are left alone: function words, words in small letters that do
not follow "my friend", what stands after "in" as a place does, and at the beginning of a sentence verbs and
words that often stand there.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

import re2

from dnam.domain import Person
from dnam.languages import detect, listed
from dnam.languages.patterns import UNSPACED, encodable
from dnam.rules.text import collapse

SHORTEST = 3
SHORTEST_COMPACT = 2
LONGEST = 32
"""The longest name on Discord."""
LONGEST_COMPACT = 8
"""The longest name that is looked for where no space tells words apart."""
SIGNS = 4
"""The most punctuation marks and symbols beside a name that may be part of it."""
MOST_PARTICLES = 3

_MENTION = re2.compile(r"<@!?(\d{1,19})>")
_RUN = re2.compile(
    rf"[{UNSPACED}々]+|[^\s{UNSPACED}々\p{{P}}\p{{S}}](?:[^\s{UNSPACED}々\p{{P}}\p{{S}}]|[_.-])*"
)
_COMPACT = re2.compile(r"[\p{Han}\p{Katakana}\p{Hangul}ー々]+")
_NO_SPACES = re2.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}ー々]+")
_HANGUL = re2.compile(r"\p{Hangul}+")
_EDGES = re2.compile(r"^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$")
_SENTENCE_ENDS = frozenset(".!?…:;\n。！？")
_WORD = re2.compile(r"[\p{L}\p{M}\p{N}_]+")


def mentioned_in(text: str) -> list[int]:
    if "<@" not in text:
        return []
    return [id_ for digits in _MENTION.findall(encodable(text)) if (id_ := int(digits)) < 2**63]


def named_in(
    text: str, *, mentioned: Iterable[Person], bearers: Sequence[Person], besides: Collection[int]
) -> tuple[int, ...]:
    """Return everyone a text names but `besides`, ascending.

    `mentioned` are those whose mention stood in what was said, and may stand in the text by name by now;
    `bearers` everyone known there whose name is found in the text.
    """
    text = encodable(text)
    written = collapse(text)
    named = set(mentioned_in(text))
    named |= {person.id for person in mentioned if person.name and _places(person.name, written)}
    taken: list[tuple[int, int]] = []
    for name in sorted({person.name for person in bearers}, key=len, reverse=True):
        places = _places(name, written)
        free = [(a, b) for a, b in places if not any(a < last and first < b for first, last in taken)]
        taken += free
        meant = {person.id for person in bearers if person.name == name}
        if len(meant) == 1 and any(_is_name(name, written, at) for at in free):
            named |= meant
    bots = {person.id for person in (*mentioned, *bearers) if person.bot}
    return tuple(sorted(named - bots - {*besides}))


def could_be_names(text: str) -> set[str]:
    """Return every word and run of words of a text that could be somebody's name in it, signs included."""
    text = encodable(text)
    words = [(run.start(), run.start() + len(run.group().rstrip(".-"))) for run in _RUN.finditer(text)]
    runs = {
        (start, end)
        for first, (start, _) in enumerate(words)
        for _, end in words[first : first + LONGEST // 2]
        if end - start <= LONGEST
    }
    runs |= {part for word in words for part in _within(text, word)}
    names = {text[start:end] for start, end in runs if _is_name(text[start:end], text, (start, end))}
    return names | {name for run in runs for name in _with_signs(text, run)}


def bare(name: str) -> str:
    """Return a name without the signs around it, as others write it; a name of signs alone as it is."""
    return str(_EDGES.sub("", name)) or name


def _within(text: str, word: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Return the parts of a word that can be a name where no space tells words apart, or before particles."""
    start, end = word
    written = text[start:end]
    if _NO_SPACES.fullmatch(written):
        for begin in range(start, end - 1):
            for stop in range(begin + SHORTEST_COMPACT, min(end, begin + LONGEST_COMPACT) + 1):
                yield begin, stop
    elif _HANGUL.fullmatch(written):
        for stop in range(start + SHORTEST_COMPACT, end):
            if _are_particles(text[stop:end]):
                yield start, stop


def _with_signs(text: str, run: tuple[int, int]) -> Iterator[str]:
    """Return a run of words with each number of the signs that stand right beside it."""
    first, last = run
    while first > 0 and run[0] - first < SIGNS and _is_sign(text[first - 1]):
        first -= 1
    while last < len(text) and last - run[1] < SIGNS and _is_sign(text[last]):
        last += 1
    for begin in range(first, run[0] + 1):
        for stop in range(run[1], last + 1):
            if (begin, stop) != run:
                yield text[begin:stop]


def _is_sign(letter: str) -> bool:
    return not letter.isspace() and not letter.isalnum()


def _places(name: str, text: str) -> list[tuple[int, int]]:
    """Return where a name stands as a whole word."""
    name = collapse(name)
    places: list[tuple[int, int]] = []
    at = text.find(name) if name else -1
    while at >= 0:
        if _begins(text, at, name) and _ends(text, at + len(name), name):
            places.append((at, at + len(name)))
        at = text.find(name, at + 1)
    return places


def _begins(text: str, at: int, name: str) -> bool:
    """Return whether no more of a word stands before a name."""
    before = text[at - 1 : at] if at else ""
    if _HANGUL.match(name[0]):
        return not _HANGUL.match(before) and not _is_letter(before)
    return not _is_letter(name[0]) or not _is_letter(before)


def _ends(text: str, end: int, name: str) -> bool:
    """Return whether no more of a word stands behind a name but particles."""
    behind = text[end : end + 1]
    if _HANGUL.match(name[-1]):
        rest = _HANGUL.match(text[end : end + LONGEST])
        return not _is_letter(behind) and (rest is None or _are_particles(rest.group()))
    if not _is_letter(name[-1]):
        return True
    return not _is_letter(behind) and not (behind == "-" and text[end + 1 : end + 2].isalpha())


def _is_letter(letter: str) -> bool:
    """Return whether a letter belongs to a word; scripts without spaces leave none beside a name."""
    return (
        bool(letter)
        and (letter.isalnum() or letter == "_")
        and not _NO_SPACES.match(letter)
        and not _HANGUL.match(letter)
    )


def _are_particles(text: str, most: int = MOST_PARTICLES) -> bool:
    """Return whether a text is nothing but a few particles."""
    if not text:
        return most < MOST_PARTICLES
    return most > 0 and any(
        text.startswith(one) and (text == one or _are_particles(text[len(one) :], most - 1))
        for one in listed("particles")
    )


def _is_name(name: str, text: str, at: tuple[int, int]) -> bool:  # noqa: PLR0911 (one for each reason)
    """Return whether a word that somebody bears as a name can hardly mean anything else there."""
    shortest = SHORTEST_COMPACT if _COMPACT.fullmatch(name) else SHORTEST
    folded, near = name.casefold(), text[max(at[0] - LONGEST, 0) : at[0]]
    # "mia" is a word in Italian, and "Likes Mia" too short to tell its language; "Mia" is none
    is_word = folded in _stops(text) and (name == name.lower() or _opens_sentence(near))
    if len(name) < shortest or is_word or (shortest == SHORTEST_COMPACT and folded in listed("everyday")):
        return False
    if not name.isalpha() or name.lower() == name.upper():
        return True
    last = next(iter(_WORD.findall(near)[-1:]), "").casefold()
    if last in listed("people"):
        return True
    if name == name.lower() or last in listed("places"):
        return False
    if not _opens_sentence(near):
        return True
    if name.lower().endswith(tuple(listed("verb_ends"))) or folded in listed("everyday"):
        return False
    return _goes_on(text[at[1] : at[1] + LONGEST])


@lru_cache(maxsize=64)
def _stops(text: str) -> frozenset[str]:
    """Return the function words of the language a text is in."""
    return next((language.stop for language in detect(text)), frozenset())


def _opens_sentence(before: str) -> bool:
    written = before.rstrip(" \"'“”«»(")
    return not written or written[-1] in _SENTENCE_ENDS


def _goes_on(behind: str) -> bool:
    """Return whether what follows a name at the beginning of a sentence tells something of its bearer."""
    if _COMPACT.match(behind) or _NO_SPACES.match(behind):
        return True
    rest = behind.removeprefix("'s").removeprefix("’s")
    if rest.lstrip()[:1] in (":", "(", "-", "–", "—") and rest != rest.lstrip()[:1]:
        return True
    word = _WORD.match(rest.removeprefix(",").lstrip())
    follows = word.group() if word and rest[:1] in (" ", ",") else ""
    return follows[:1].islower() and follows not in listed("prepositions")
