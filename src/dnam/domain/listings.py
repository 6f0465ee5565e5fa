"""Numbers about people and days, as lists and charts show them."""

from dataclasses import dataclass
from datetime import date, datetime

from dnam.domain.facts import Fact
from dnam.domain.messages import Person

FactCursor = tuple[datetime, str, int, str]
"""Where a page of facts ends: when the last one was changed, its id, subject and origin."""


def cursor_of(fact: Fact) -> FactCursor:
    """Return the cursor for the page after this fact."""
    return (fact.updated_at, fact.id, fact.subject, fact.origin)


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonCount:
    """A person of a guild, and how much is stored of them there."""

    person: Person
    facts: int
    messages: int


@dataclass(frozen=True, kw_only=True, slots=True)
class GuildCount:
    """A guild, and how much is stored of it; guild 0 is all direct messages together."""

    guild: int
    name: str
    channels: int
    messages: int
    facts: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DailyCount:
    """What happened in a guild on one day (UTC)."""

    day: date
    messages: int = 0
    facts: int = 0
    errors: int = 0
