"""The hourly limit: how many new facts one person may bring in, whatever door they come through."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from dnam.domain import Fact

HOUR = timedelta(hours=1)


def over_hourly_limit(facts: Iterable[Fact], person: int, *, at: datetime, limit: int) -> bool:
    """Return whether a person has reached the hourly limit of new facts; 0 is no limit."""
    new = sum(1 for fact in facts if fact.asserted_by == person and fact.created_at > at - HOUR)
    return bool(limit) and new >= limit
