"""A question as search reads it, and what is noted of a message so that it can be judged later."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntFlag

import regex

from dnam.domain import Message, Vector
from dnam.languages import Language, clearly, detect, languages
from dnam.languages.detecting import UNSPACED_SCRIPTS, scripts
from dnam.rules.date_words import number_words, time_words
from dnam.rules.dates import Span, timeless
from dnam.rules.text import query_words, words

_WORD = re.compile(r"\w+")
MARKS = frozenset("?？؟")
_DIGIT = re.compile(r"\d")


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
        self._bearers: dict[str, list[int]] = {}
        for person, name in names.items():
            for word in set(words(name)):
                self._bearers.setdefault(word, []).append(person)

    def named_by(self, asked: Collection[str]) -> dict[int, set[str]]:
        """Return the people whose names share words with a question, and those words."""
        possible = {person for word in asked for person in self._bearers.get(word, ())}
        shared = {person: {*query_words(self.names[person])}.intersection(asked) for person in possible}
        return {person: parts for person, parts in shared.items() if parts}


def read_question(text: str, people: Participants) -> QuestionReading:
    """Find which participants a question names, and what else it asks."""
    named = people.named_by(query_words(text))
    names = set[str]().union(*named.values())
    spoken = regex.findall(r"[\p{L}\p{M}\p{N}]+", text) if names else []
    for part in {part for part in spoken if names.issuperset(query_words(part) or [""])}:
        text = regex.sub(rf"\b{regex.escape(part)}['’]s\b", "their", text)
        text = regex.sub(rf"\b{regex.escape(part)}\b", "they", text)
    without = timeless(text)
    if query_words(without):  # a question of nothing but a time is asked as it stands
        text = without
    return QuestionReading(
        words=tuple(word for word in query_words(text) if word not in names),
        named=next(iter(named)) if len(named) == 1 else None,
        people=tuple(sorted(named)),
        text=text,
    )


def says(text: str, listed: Callable[[Language], frozenset[str]]) -> bool:
    """Return whether a folded text has a word that English, or the language it is in, has for something."""
    text_words = set(_WORD.findall(text))
    if not text_words.isdisjoint(listed(languages()["en"])):
        return True
    language = clearly(text_words)
    if language is not None:
        return not text_words.isdisjoint(listed(language))
    written = scripts(text) if not text.isascii() else ()
    unspaced = [
        one for one in languages().values() if one.script in written and one.script in UNSPACED_SCRIPTS
    ]
    return any(len(word) > 1 and word in text for one in unspaced for word in listed(one))


def asks(text: str) -> bool:
    """Return whether a text asks something: it has a question mark, or begins as a question does."""
    if not MARKS.isdisjoint(text):
        return True
    first = next(iter(_WORD.findall(text.casefold())), "")
    return any(language.has("asking", first) for language in detect(text)[:1])


def own_words(language: Language) -> frozenset[str]:
    """Return the words by which people speak of themselves."""
    return language.own


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
    shown = {
        Cue.BOT: message.author.bot,
        Cue.QUESTION: text.rstrip().endswith("?"),
        Cue.FIRST_PERSON: says(text, own_words),
        Cue.TIME: says(text, time_words),
        Cue.NUMBER: _DIGIT.search(text) is not None or says(text, number_words),
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
    named: int | None = None
    """The one participant it names, if it names exactly one."""
    slot: int | None = None
    """The store's number for the channel it is asked in: the upper half of that channel's positions."""
    span: Span | None = None
    """The time it speaks of."""
    heard: int = 1
    """How many messages the audience could have heard."""
