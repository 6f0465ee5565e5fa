"""A text into phrases that may belong to a time, by [dates] of a language file. `dates` reads the times."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import re2

from dnam.languages import Language
from dnam.languages.language import UNITS
from dnam.languages.patterns import UNSPACED

_TOKEN = re2.compile(
    r"\p{Nd}{4}-\p{Nd}{1,2}-\p{Nd}{1,2}|\p{Nd}{1,2}-\p{Nd}{1,2}-\p{Nd}{4}|\p{Nd}+(?:[.:/]\p{Nd}+)+\.?|\p{Nd}+"
    rf"|[{UNSPACED}]|[\p{{L}}\p{{M}}]+|[^\s\p{{L}}\p{{Nd}}]"
)
_WORD = re.compile(r"[^\W\d_]+")  # one class of signs: linear without RE2, and faster
_DIGIT = re.compile(r"\d")
_FEW = 12
"""The place of "a few" among the numbers."""
_Phrases = Mapping[str, tuple[tuple[tuple[str, ...], bool, Mapping[str, int]], ...]]


@dataclass(frozen=True, slots=True)
class DatePhrase:
    """A phrase of a text, where it stands, and what it may mean: role and number."""

    word: str
    start: int
    end: int
    means: Mapping[str, int]


@lru_cache(maxsize=8)  # a message is asked for each of its clauses
def may_name_time(text: str, language: Language) -> bool:
    """Return whether a text has a number or word without which no time is named: cheap, and mostly False."""
    folded = text.casefold().replace("i\u0307", "i").replace("’", "'").replace("ʼ", "'")
    signs = {*_WORD.findall(folded), *folded}
    return not _anchors(language).isdisjoint(signs) or _DIGIT.search(folded) is not None


@lru_cache(maxsize=8)  # a question is read several times
def items(text: str, language: Language) -> Sequence[DatePhrase]:
    """Cut a text into the longest phrases that mean something, and single words that do not."""
    phrases, tokens, at, known = _phrases(language), _tokens(text), 0, True
    cut: list[DatePhrase] = []
    while at < len(tokens):
        word, start, end = tokens[at]
        means: Mapping[str, int] = _written(word)
        length = 1
        # Korean endings are syllables like any other: a phrase begins a word, or follows another phrase.
        inside = "가" <= word <= "힣" and not known and "가" <= text[start - 1 : start] <= "힣"
        for words, spaced, meant in () if inside else phrases.get(word, ()):
            last = tokens[min(at + len(words), len(tokens)) - 1][2]
            if tuple(token for token, _, _ in tokens[at : at + len(words)]) == words and (
                spaced or not any(sign.isspace() for sign in text[start:last])
            ):
                means, length, end = meant, len(words), last
                break
        known = bool(means)
        cut.append(DatePhrase(word, start, end, means))
        at += length
    return cut


def _written(word: str) -> dict[str, int]:
    """Return what numbers and signs mean in every language."""
    if not word.isdecimal():
        return {"comma": 0} if word == "," else {"numeric": 0} if word[0].isdecimal() else {}
    number = int(word[:5])
    roles = {"number": True, "count": number < 1000, "day": 0 < number < 32, "year": 1900 <= number < 2100}
    return {role: number for role, is_so in roles.items() if is_so}


def _tokens(text: str) -> list[tuple[str, int, int]]:
    matches = _TOKEN.finditer(text.replace("’", "'").replace("ʼ", "'"))
    return [(one.group().casefold().replace("i\u0307", "i"), one.start(), one.end()) for one in matches]


@lru_cache(maxsize=128)
def time_words(language: Language) -> frozenset[str]:
    """Return the words a time is named with that are hardly anything else."""
    small = {*language.dates.get("unsure", ()), *language.stop}
    turns = (word for entry in language.dates.get("turns", ()) for word in entry.split("/"))
    return _anchors(language).union(turns) - small


@lru_cache(maxsize=128)
def number_words(language: Language) -> frozenset[str]:
    """Return the words for small numbers; "a" is none."""
    named = (word for entry in language.dates.get("numbers", ()) for word in entry.split("/"))
    return frozenset(named) - language.stop


@lru_cache(maxsize=128)
def _anchors(language: Language) -> frozenset[str]:
    named = frozenset({"month", "weekday", "near", "unit", "period"})
    listed = (phrase for phrases in _phrases(language).values() for phrase in phrases)
    return frozenset(words[-1] for words, _, means in listed if not named.isdisjoint(means))


@lru_cache(maxsize=128)
def _phrases(language: Language) -> _Phrases:
    """Return what phrases mean, by their first word, longest first, and whether they may hold spaces."""
    meant: dict[tuple[str, ...], tuple[bool, dict[str, int]]] = {}
    for phrase, role, value in _listed(language):
        named = phrase.removeprefix("...").strip()
        if words := tuple(word for word, _, _ in _tokens(named)):
            behind = "_after" if phrase.startswith("...") else ""
            meant.setdefault(words, (" " in named, {}))[1][f"{role}{behind}"] = value
    matches: dict[str, list[tuple[tuple[str, ...], bool, Mapping[str, int]]]] = {}
    for words in sorted(meant, key=len, reverse=True):
        matches.setdefault(words[0], []).append((words, *meant[words]))
    return {first: tuple(phrases) for first, phrases in matches.items()}


def _listed(language: Language) -> Iterator[tuple[str, str, int]]:
    """Yield every phrase of [dates] with its role and the number it stands for, by its place in its list."""
    yield from ((word, "and", 0) for word in language.words.get("joins", ()))
    yield from ((sign, "to", 0) for sign in "-–—~")
    for key, entries in language.dates.items():
        for place, entry in enumerate(entries if key != "written" else ()):
            alone, _, counted = entry.partition(",")
            for phrase in filter(None, (*alone.split("/"), *counted.split("/"))):
                yield from ((phrase, *meaning) for meaning in _meanings(key, place))
                if key == "units" and phrase in alone.split("/"):
                    yield phrase, "singular", place


def _meanings(key: str, place: int) -> Iterator[tuple[str, int]]:
    """Yield what an entry of a list means, by its place in it."""
    counted = {"months": ("month", 1), "days": ("weekday", 0), "near": ("near", -2), "units": ("unit", 0)}
    role, first = {**counted, "turns": ("turn", -1), "numbers": ("count", 1)}.get(key, (key, -place))
    if key == "numbers" and place == _FEW:
        yield "few", 3
    elif key.endswith("_turns"):
        yield "period", (place - 1) * len(UNITS) + UNITS.index(key.removesuffix("_turns"))
    else:
        yield role, place + first
    if key == "until":
        yield "to", 0
