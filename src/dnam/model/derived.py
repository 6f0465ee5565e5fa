"""What is made of messages: summaries, short-term memory, days, and a person's profile."""

from dataclasses import dataclass
from datetime import date, datetime

from dnam.model.facts import Fact


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    """What a session has been about, compressed and replaced as it goes on."""

    session: str
    guild: int
    origin: str
    """Who could hear all it was made from."""
    sequence: int
    """Grows with each summary; an older one never replaces a newer."""
    text: str
    updated_at: datetime
    offline: bool = False
    """Made without a language model; made anew when there is one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ShortTermEntry:
    """One entry of short-term memory: what was just talked about in a public channel."""

    guild: int
    message: int
    channel: int
    channel_name: str
    origin: str
    text: str
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Day:
    """What one day was like for one person, as everyone of one origin could have seen it."""

    guild: int
    origin: str
    date: date
    person: int
    text: str
    quoted: bool = False
    """Made without a language model, of the person's own words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DayMark:
    """How far a day has been summed up, for everyone of one origin at once."""

    guild: int
    origin: str
    date: date
    begins: datetime
    ends: datetime
    newest: datetime | None
    """The latest message it covers; None when it has to be made anew."""
    made_at: datetime
    tried_at: datetime | None = None
    """When a model was last asked; None when none ever was."""
    offline: bool = False
    """Made without a language model; made anew when there is one."""
    refused: bool = False
    """A model will not do it: it is not asked again for the same."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CachedText:
    """What a model made of a person's facts and days, kept for as long as they stay the same."""

    guild: int
    person: int
    origins: tuple[str, ...]
    """Who could hear all it was made from."""
    task: str
    inputs: str
    """The hash of what it was made from."""
    text: str
    refused: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Profile:
    """What is known of a person and what happened to them lately, for one audience."""

    person: int
    name: str
    aliases: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    today: tuple[Day, ...] = ()
    days: tuple[Day, ...] = ()
    """Earlier days of the last week, newest first."""
    merged: str = ""
    """All of it in one piece, by a model; empty where none was needed or none has answered."""
    text: str = ""
    """All of it to be read: merged, or joined from its parts."""
