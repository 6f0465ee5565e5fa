"""A question as search reads it, and what is noted of a message so that it can be judged later."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntFlag

import regex

from dnam.model import Message, Vector
from dnam.rules.text import query_words
from dnam.rules.when import Span, timeless

FIRST_PERSON_WORDS = regex.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|mine|we|we're|we've|our|me)\b")
_WHEN = regex.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|ago|next|week|weekend|month|year|monday|tuesday|wednesday|thursday"
    r"|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december"
    r"|recently|morning|just|since)\b"
)
_NUMBER = regex.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|couple|first|second|third|few|several|twice|once)\b"
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
    found = Cue.BOT if message.author.bot else Cue(0)
    found |= Cue.QUESTION if text.rstrip().endswith("?") else Cue(0)
    found |= Cue.FIRST_PERSON if FIRST_PERSON_WORDS.search(text) else Cue(0)
    found |= Cue.TIME if _WHEN.search(text) else Cue(0)
    found |= Cue.NUMBER if _NUMBER.search(text) else Cue(0)
    found |= Cue.ASKS if "?" in text else Cue(0)
    return int(found)


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
