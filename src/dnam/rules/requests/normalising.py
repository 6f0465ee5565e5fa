"""A text as the words that patterns match, without whom it is said to and what is only polite.

Signs that part a sentence are words too: "," and ":" and "." and "?", so that a pattern can ask for them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

import re2

from dnam.domain import Person
from dnam.languages import Language, languages
from dnam.languages.patterns import alternatives, bare, encodable, spaced
from dnam.rules.clauses import QUESTION_MARKS, STOPS, Clause, Word, tokens
from dnam.rules.text import collapse, plain

LONGEST = 1000
"""Characters: twice the longest fact; what is longer was pasted."""
SIGNS = frozenset(",:.?")
LONGEST_PHRASE = 6
"""Words of a phrase that is left out."""
LONGEST_ELIDED = 2
"""Letters before an apostrophe that are a word of their own: "j'aime"."""

_SIGN_OF = dict.fromkeys(STOPS, ".") | dict.fromkeys(QUESTION_MARKS, "?") | dict.fromkeys(":：", ":")
_PART = re.compile(r"[^-]+")  # "opt-out" are two words


def hear(text: str, assistant: Person) -> tuple[Clause, bool]:
    """Read a text as one clause, and whether it begins with a call by name; one too long has no words."""
    written = collapse(plain(encodable(text))).replace("ʼ", "'")
    words = [*read_signs(written)] if len(written) <= LONGEST else []
    clause = Clause(written, tuple(words))
    called = " ".join(word.read for word in read_signs(plain(assistant.name))) or "bot"
    names = ("bot", f"<@{assistant.id}>", f"<@!{assistant.id}>", called, f"@{called}")
    start, end, begins = _within(_call(tuple(languages().values()), names), clause.key)
    asked = "?" in clause.key.split(" ")[end:]
    return clause._replace(words=clause.words[start:end], asked=asked), begins


def in_language(heard: Clause, language: Language) -> Clause:
    """Return a text without what is only polite in a language: greetings, "could you", small words."""
    small = language.rows["requests"].lists.phrases("small")
    start, end, request = _within(_polite(language), heard.key)
    reads = heard.key.split(" ")
    asked = (heard.asked or "?" in reads[end:]) and not request  # "could you …?" asks for no answer
    text = heard.text[: heard.words[end - 1].end] if end else ""
    words: list[Word] = []
    while start < end:
        length = small.at_start(" ".join(reads[start : start + LONGEST_PHRASE]))
        if not length and not (words and {reads[start], words[-1].read} <= SIGNS):
            words.append(heard.words[start])
        start += length or 1
    return Clause(text, tuple(words), asked=asked)


def written(clause: Clause, words: Sequence[Word], *, small: bool = False) -> str:
    """Return words as they stand in the text, with or without the small words behind them."""
    if not words:
        return ""
    following = (word.start for word in clause.words if word.start >= words[-1].end)
    end = next(following, len(clause.text)) if small else words[-1].end
    return clause.text[words[0].start : end].strip(" ,:;")


@cache
def _polite(language: Language) -> re2._Regexp:
    behind, ask = _any((language,), "polite"), _any((language,), "ask")
    before = f"{behind}|{_any((language,), 'small')}"
    return re2.compile(rf"(?:(?:{before}) )*(?:({ask}) (?:(?:{before}) )*)?(.*?)(?: (?:{behind}))*")


@lru_cache(maxsize=64)
def _call(known: tuple[Language, ...], names: tuple[str, ...]) -> re2._Regexp:
    name, polite = f"{alternatives(names)}|{_any(known, 'assistant')}", f"(?:{_any(known, 'polite')})"
    return re2.compile(rf"(?:(?:{polite} )*({name}) )?(.*?)(?:(?: {polite})* (?:{name})(?: {polite})*)?")


def _any(known: Iterable[Language], list_: str) -> str:
    """Return an expression for the phrases that languages have in a list; signs count as polite."""
    phrases = {phrase for one in known for phrase in one.rows["requests"].lists[list_]}
    return alternatives((*phrases, *(SIGNS if list_ == "polite" else ()))) or r"[^\s\S]"


def _within(frame: re2._Regexp, key: str) -> tuple[int, int, bool]:
    """Return where in the words what is framed begins and ends, and whether what leads to it is there."""
    match = frame.fullmatch(key)
    start, end = match.span(2) if match else (0, 0)
    first = key.count(" ", 0, start)
    length = key.count(" ", start, end) + 1 if end > start else 0
    return first, first + length, match is not None and match.group(1) is not None


def searched(clause: Clause, language: Language) -> str:
    """Return the words of a search that are not the request's own."""
    listed = (phrase for phrases in language.rows["requests"].lists.values() for phrase in phrases)
    own = {word for phrase in listed for word in spaced(phrase).split()} | SIGNS
    asked = [word for word in clause.words if word.read not in own]
    parts = [
        ("" if before.end == word.start else " ") + str(clause.of([word])) for before, word in pairwise(asked)
    ]
    return "".join([*(str(clause.of([word])) for word in asked[:1]), *parts]) or clause.text


def read_signs(text: str) -> Iterator[Word]:
    """Return the words and signs of a text, without accents and whatever the language."""
    endings = {key[1:] for one in languages().values() for key in one.spellings if key[0] == "'"}
    for piece, start in tokens(text):
        if not (piece[0].isalnum() or piece[0] in "<@_"):
            if piece[0] not in "()":
                yield Word(_SIGN_OF.get(piece[0], ","), start, start + len(piece))
            continue
        stem, apostrophe, ending = piece.partition("'")
        elided = apostrophe and len(stem) <= LONGEST_ELIDED and ending.casefold() not in endings
        cut = len(stem) + 1 if elided else 0
        for part in (*_PART.finditer(piece, 0, cut), *_PART.finditer(piece, cut)):
            yield Word(bare(part.group()), start + part.start(), start + part.end())
