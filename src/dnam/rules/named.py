"""Whom a text names: by a mention, which is certain, or by a name that exactly one member bears.

Never a guess. A name counts as a whole word, written exactly as its bearer writes it, of at least three
characters. Words that are used for other things as well are left alone: function words, names in small
letters that are no first names, what stands after "in" or "at" as a place does, and at the beginning of a
sentence verbs and words that often stand there.
"""

from collections.abc import Collection, Iterable, Sequence

import regex

from dnam.model import Person
from dnam.rules.statements.names import NAMES
from dnam.rules.text import STOPWORDS, collapse

SHORTEST = 3
LONGEST_RUN = 3

_MENTION = regex.compile(r"<@!?(?P<id>\d{1,19})>")
_WORD = r"[[\p{L}\p{N}_]--[\p{Han}\p{Hiragana}\p{Katakana}]]"
"""What must not stand beside a name: more of a word. Chinese and Japanese leave no space."""
_RUN = regex.compile(r"[\p{L}\p{N}_][\p{L}\p{N}_.-]*(?<![.-])")
_SENTENCE_ENDS = regex.compile(r"(?:^|[.!?…:;]\s|\n)[\s\"'“”«»(]*$")
_GOES_ON = regex.compile(
    r"(?:['’]s)?,?\s+(?!(?:since|for|in|at|on|with|of|from|by|as|than|seit|depuis|desde)\b)\p{Ll}"
)
"""What follows a name at the beginning of a sentence."""
_PLACE = regex.compile(r"\b(?:in|at|near)\s+$", regex.IGNORECASE)
_OPENERS = frozenset(
    """
    today tomorrow yesterday tonight now then soon later never always sometimes often once twice again maybe
    perhaps probably actually everyone everybody everything nobody nothing somebody people friends family
    life time work home food water coffee tea beer wine pizza music game gaming love peace nature sun moon
    star fire ice rain snow summer winter spring autumn sunday monday tuesday wednesday thursday friday
    saturday january february march april june july august september october november december morning night
    red blue green black white gold silver one two three first last next new old good bad great best lore
    welcome thanks sorry please hello bot admin mod user member server channel discord
    heute morgen gestern immer nie alle jemand niemand leben liebe aujourd'hui demain hier toujours jamais
    tout vie amour hoy mañana ayer siempre nunca todos vida amor oggi domani ieri sempre tutti сегодня завтра
    вчера всегда никогда все жизнь любовь
    """.split()
)
"""Words that begin a sentence by themselves, whoever is called so."""
_VERB = regex.compile(r"\p{L}+(?:s|ed|ing)", regex.IGNORECASE)


def mentioned_in(text: str) -> list[int]:
    """Give the ids of those a text mentions."""
    return [id_ for match in _MENTION.finditer(text) if (id_ := int(match["id"])) < 2**63]


def named_in(
    text: str, *, mentioned: Iterable[Person], bearers: Sequence[Person], besides: Collection[int]
) -> tuple[int, ...]:
    """Give everyone a text names but `besides`, ascending.

    `mentioned` are those whose mention stood in what was said, and may stand in the text by name by now;
    `bearers` everyone known there whose name is found in the text.
    """
    said = collapse(text)
    found = set(mentioned_in(text))
    found |= {person.id for person in mentioned if person.name and _places(person.name, said)}
    taken: list[tuple[int, int]] = []
    for name in sorted({person.name for person in bearers}, key=len, reverse=True):
        free = [at for at in _places(name, said) if not any(_overlap(at, other) for other in taken)]
        taken += free
        meant = {person.id for person in bearers if person.name == name}
        if len(meant) == 1 and any(_is_name(name, said, at) for at in free):
            found |= meant
    bots = {person.id for person in (*mentioned, *bearers) if person.bot}
    return tuple(sorted(found - bots - {*besides}))


def could_be_names(text: str) -> set[str]:
    """Give every word and run of up to three words of a text that could be somebody's name in it."""
    words = [(match.start(), match.end()) for match in _RUN.finditer(text)]
    runs = {
        (start, end)
        for first, (start, _) in enumerate(words)
        for _, end in words[first : first + LONGEST_RUN]
    }
    return {text[start:end] for start, end in runs if _is_name(text[start:end], text, (start, end))}


def _places(name: str, said: str) -> list[tuple[int, int]]:
    """Say where a name stands as a whole word."""
    if not name.strip():
        return []
    begins = rf"(?<!{_WORD})" if regex.match(_WORD, name, regex.VERSION1) else ""
    ends = rf"(?!{_WORD}|-\p{{L}})" if regex.search(rf"{_WORD}$", name, regex.VERSION1) else ""
    pattern = f"{begins}{regex.escape(collapse(name))}{ends}"
    return [match.span() for match in regex.finditer(pattern, said, regex.VERSION1)]


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _is_name(name: str, said: str, at: tuple[int, int]) -> bool:
    """Say whether a word that somebody bears as a name can hardly mean anything else there."""
    if len(name) < SHORTEST or name.casefold() in STOPWORDS:
        return False
    ordinary = name.isalpha() and name.lower() != name.upper()
    if not ordinary or name.casefold() in NAMES:
        return True
    if name == name.lower() or _PLACE.search(said[: at[0]]):
        return False
    if not _SENTENCE_ENDS.search(said[: at[0]]):
        return True
    if _VERB.fullmatch(name) or name.casefold() in _OPENERS:
        return False
    return _GOES_ON.match(said, at[1]) is not None
