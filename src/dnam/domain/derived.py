"""Values derived from messages: summaries, short-term memory, days and profiles."""

from dataclasses import dataclass
from datetime import date, datetime

from dnam.domain.facts import Fact


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    """The rolling summary of a session, replaced as the session goes on."""

    session: str
    guild: int
    origin: str
    """Who could hear everything it was made from."""
    sequence: int
    """Grows with each summary; an older one never replaces a newer one."""
    text: str
    updated_at: datetime
    offline: bool = False
    """Made without a language model; replaced when one is available."""


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
    """One person's day, as everyone of one origin could have seen it."""

    guild: int
    origin: str
    date: date
    person: int
    text: str
    quoted: bool = False
    """Made without a language model, from the person's own words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DayMark:
    """How far a day has been summarised, for everyone of one origin at once."""

    guild: int
    origin: str
    date: date
    begins: datetime
    ends: datetime
    newest: datetime | None
    """When the latest message it covers was sent; None if the day must be made again."""
    made_at: datetime
    tried_at: datetime | None = None
    """When a model was last called for it; None if never."""
    offline: bool = False
    """Made without a language model; replaced when one is available."""
    refused: bool = False
    """A model refused: it is not called again for the same input."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CachedText:
    """A text a model made from a person's facts and days, valid while these stay the same."""

    guild: int
    person: int
    origins: tuple[str, ...]
    """Who could hear everything it was made from."""
    task: str
    inputs: str
    """Hash of what it was made from."""
    text: str
    refused: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Profile:
    """A person's facts and recent days, for one audience."""

    person: int
    name: str
    aliases: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    today: tuple[Day, ...] = ()
    days: tuple[Day, ...] = ()
    """Earlier days of the last week, newest first."""
    merged: str = ""
    """Facts and days merged by a model; empty if none was needed or none answered."""
    text: str = ""
    """The whole text: merged, or joined from its parts."""
