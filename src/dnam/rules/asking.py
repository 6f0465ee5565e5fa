"""A question as search reads it, and what is noted of a message so that it can be judged later."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntFlag

import regex

from dnam.model import Message, Vector
from dnam.rules.text import query_words
from dnam.rules.when import Span, timeless

FIRST_PERSON_WORDS = regex.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|mine|we|we're|we've|our|me)\b")
_WORD = re.compile(r"\w+")
_DIGIT = re.compile(r"\d")
_FIRST_PERSON = frozenset("i my mine we our me".split())
_TIMES = frozenset(
    "yesterday today tonight tomorrow last ago next week weekend month year monday tuesday wednesday thursday"
    " friday saturday sunday january february march april june july august september october november"
    " december recently morning just since".split()
)
_NUMBERS = frozenset(
    "one two three four five six seven eight nine ten dozen couple first second third few several twice"
    " once".split()
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A question with its participants' names and its time told apart from what it asks about."""

    words: tuple[str, ...]
    named: int | None
    """The one participant it names, if it names exactly one."""
    people: tuple[int, ...]
    """Every participant it names."""
    text: str
    """With they and their in place of names: people rarely write their own name. And without "a week ago"."""


def read_question(text: str, people: Mapping[int, str]) -> Reading:
    """Find which participants a question names, and what else it asks."""
    asked = query_words(text)
    named: set[int] = set()
    names: set[str] = set()
    for person, name in people.items():
        if parts := set(query_words(name)) & set(asked):
            named.add(person)
            names |= parts
    spoken = regex.findall(r"[\p{L}\p{M}\p{N}]+", text) if names else []
    for part in {part for part in spoken if names.issuperset(query_words(part) or [""])}:
        text = regex.sub(rf"\b{regex.escape(part)}['’]s\b", "their", text)
        text = regex.sub(rf"\b{regex.escape(part)}\b", "they", text)
    if query_words(timeless(text)):  # a question of nothing but a time is asked as it stands
        text = timeless(text)
    return Reading(
        words=tuple(word for word in query_words(text) if word not in names),
        named=next(iter(named)) if len(named) == 1 else None,
        people=tuple(sorted(named)),
        text=text,
    )


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
    text = message.text[:1000].casefold().replace("’", "'")
    said = set(_WORD.findall(text))
    shown = {
        Cue.BOT: message.author.bot,
        Cue.QUESTION: text.rstrip().endswith("?"),
        Cue.FIRST_PERSON: not said.isdisjoint(_FIRST_PERSON),
        Cue.TIME: not said.isdisjoint(_TIMES),
        Cue.NUMBER: _DIGIT.search(text) is not None or not said.isdisjoint(_NUMBERS),
        Cue.ASKS: "?" in text,
    }
    return sum(cue.value for cue, is_so in shown.items() if is_so)


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
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
    """The store's number for the channel it is asked in: the upper half of that channel's spots."""
    span: Span | None = None
    """The time it speaks of."""
    heard: int = 1
    """How many messages the audience could have heard."""
