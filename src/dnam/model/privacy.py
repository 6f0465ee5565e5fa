"""Values of erasing: what is to go, where a message was, and what went."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """Whose memory is meant: a person's everywhere, a channel's with its threads, or a guild's."""

    kind: Literal["person", "channel", "guild"]
    id: int
    guild: int = 0
    """The guild of a channel, or the guild itself."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConsentChoice:
    """What somebody has decided: a person for themself everywhere, a manager for a channel or a guild."""

    about: Literal["person", "notice", "claims", "channel", "guild", "hearsay"]
    subject: int
    choice: str
    guild: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class MessagePointer:
    """Which message, and when it was sent: enough to remove it and what shows its day."""

    guild: int
    id: int
    sent_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Erased:
    """What is no longer there, for whoever holds copies of it."""

    people: frozenset[int] = frozenset()
    sessions: frozenset[str] = frozenset()
    messages: Mapping[tuple[int, int], datetime] = field(default_factory=dict)
    """By guild and id: when it was sent."""
    facts: Mapping[tuple[int, int, str, str], str] = field(default_factory=dict)
    """By key: what it said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cutoffs:
    """The moments before which each kind of memory is over; None keeps it for ever."""

    messages: datetime
    short_term: datetime
    rolling: datetime | None
    days: datetime | None
    facts: datetime | None
    history: datetime | None
    actions: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """How much went, by what it was."""

    counts: Mapping[str, int]
