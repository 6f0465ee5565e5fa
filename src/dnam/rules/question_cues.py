"""A question as search reads it, and what is noted of a message so that it can be judged later."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntFlag
from functools import cached_property, lru_cache

import regex
from cachetools import LRUCache

from dnam.domain import Message, Vector
from dnam.languages import Language, clearly, detect, languages
from dnam.languages.detecting import UNSPACED_SCRIPTS, scripts
from dnam.rules.date_words import number_words, time_words
from dnam.rules.dates import Span, timeless
from dnam.rules.question_kinds import QuestionKind
from dnam.rules.text import query_words, words

_WORD = re.compile(r"\w+")
MARKS = frozenset("?？؟")
_DIGIT = re.compile(r"\d")
_SPOKEN = regex.compile(r"\b([\p{L}\p{M}\p{N}_]++)(['’]s)?\b")
"""A word that may be a name, and whether something is said to be theirs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionReading:
    """A question with its participants' names and its time told apart from what it asks about."""

    words: tuple[str, ...]
    named: int | None
    """The one participant it names, if it names exactly one."""
    people: tuple[int, ...]
    """Every participant it names."""
    text: str
    """With they and their in place of names: people rarely write their own name. And without "a week ago"."""


class Participants:
    """The people of a guild by the words of their names: a question looks only at those it may name."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names
        self.readings: LRUCache[str, QuestionReading] = LRUCache(64)
        """The last questions as they were read: each is asked for several times, and others meanwhile."""
        self._bearers: dict[str, list[int]] = {}
        for person, name in names.items():
            for word in set(words(name)):
                self._bearers.setdefault(word, []).append(person)

    def named_by(self, text: str) -> dict[int, set[str]]:
        """Return the people whose names share words with a question, and those words.

        A name whose parts tell nothing alone, as every name in hiragana, is named by all of them.
        """
        asked = frozenset(query_words(text))
        written = frozenset(word for word in words(text) if not word.isascii())
        possible = {person for word in asked | written for person in self._bearers.get(word, ())}
        shared: dict[int, set[str]] = {}
        for person in possible:
            name, whole = self.names[person], {*words(self.names[person])}
            parts = {*query_words(name)} & asked
            if parts or (len(whole) > 1 and whole <= written):
                shared[person] = parts or whole
        return shared


def read_question(text: str, people: Participants) -> QuestionReading:
    """Find which participants a question names, and what else it asks."""
    if text not in people.readings:
        people.readings[text] = _read_question(text, people)
    return people.readings[text]


def _read_question(text: str, people: Participants) -> QuestionReading:
    named = people.named_by(text)
    names = set[str]().union(*named.values())

    def pronoun(match: "regex.Match[str]") -> str:
        is_name = names.issuperset(query_words(match[1]) or [""])
        return str(match[0]) if not is_name else "their" if match[2] else "they"

    text = _SPOKEN.sub(pronoun, text) if names else text
    without = timeless(text)
    if asked := query_words(without):  # a question of nothing but a time is asked as it stands
        text = without
    return QuestionReading(
        words=tuple(word for word in asked or query_words(text) if word not in names),
        named=next(iter(named)) if len(named) == 1 else None,
        people=tuple(sorted(named)),
        text=text,
    )


def says(text: str, listed: Callable[[Language], frozenset[str]]) -> bool:
    """Return whether a folded text has a word that English, or the language it is in, has for something."""
    return _FoldedText(text).says(listed)


class _FoldedText:
    """A text to look for several lists of words in; its language is read once, and only if needed."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._words = set(_WORD.findall(text))

    def says(self, listed: Callable[[Language], frozenset[str]]) -> bool:
        if not self._words.isdisjoint(listed(languages()["en"])):
            return True
        if self._words.isdisjoint(_in_any(listed, tuple(languages().values()))) and not self._unspaced:
            return False  # whatever its language, which takes longer to tell
        if self._language is not None:
            return not self._words.isdisjoint(listed(self._language))
        return any(len(word) > 1 and word in self._text for one in self._unspaced for word in listed(one))

    @cached_property
    def _language(self) -> Language | None:
        return clearly(self._words)

    @cached_property
    def _unspaced(self) -> list[Language]:
        written = set() if self._text.isascii() else {*scripts(self._text)}.intersection(UNSPACED_SCRIPTS)
        return [one for one in languages().values() if one.script in written]


def asks(text: str) -> bool:
    """Return whether a text asks something: it has a question mark, or begins as a question does."""
    if not MARKS.isdisjoint(text):
        return True
    first = _WORD.search(text.casefold())
    asking = _asking(first[0], tuple(languages().values())) if first else ()
    return bool(asking) and any(language in asking for language in detect(text)[:1])


@lru_cache(maxsize=4096)
def _asking(word: str, known: tuple[Language, ...]) -> tuple[Language, ...]:
    """Return the languages in which a question may begin with this word: most words begin none."""
    return tuple(language for language in known if language.has("asking", word))


@lru_cache(maxsize=16)
def _in_any(listed: Callable[[Language], frozenset[str]], known: tuple[Language, ...]) -> frozenset[str]:
    return frozenset().union(*map(listed, known))


def own_words(language: Language) -> frozenset[str]:
    return language.own


def relatives(language: Language) -> frozenset[str]:
    """Return the words for relatives and partners."""
    lists = language.rows["statements"].lists
    return frozenset().union(*(lists.get(name, ()) for name in ("family", "partner")))


class Cue(IntFlag):
    """What a message shows at a glance; noted when it is stored. QUESTION ends in one, ASKS has one."""

    BOT = 1
    QUESTION = 2
    FIRST_PERSON = 4
    TIME = 8
    NUMBER = 16
    ASKS = 32


def cues(message: Message) -> int:
    """Note what helps to judge a message later without reading it again."""
    text = message.text[:1000].casefold()
    folded = _FoldedText(text)
    shown = {
        Cue.BOT: message.author.bot,
        Cue.QUESTION: text.rstrip().endswith("?"),
        Cue.FIRST_PERSON: folded.says(own_words),
        Cue.TIME: folded.says(time_words),
        Cue.NUMBER: _DIGIT.search(text) is not None or folded.says(number_words),
        Cue.ASKS: "?" in text,
    }
    return sum(cue.value for cue, is_so in shown.items() if is_so)


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchQuery:
    """A question as the search for messages sees it."""

    text: str
    words: tuple[str, ...]
    """What it asks about, participants' names and times counted back from now left out."""
    at: datetime
    asker: int
    vector: Vector | None = None
    expected: Vector | None = None
    """What its answer looks like; its own vector with an encoder for which nobody knows."""
    kind: QuestionKind = field(default_factory=QuestionKind)
    named: int | None = None
    """The one participant it names, if it names exactly one."""
    slot: int | None = None
    """The store's number for the channel it is asked in: the upper half of that channel's positions."""
    span: Span | None = None
    heard: int = 1
    """How many messages the audience could have heard."""
    language: str = ""
    """The language in which reasons are given."""
