"""Claims: what people say of others, held back where it must be, and how much one person may have kept."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from dnam.model import LORE, Fact, Status

HOUR = timedelta(hours=1)


def held_back(facts: Iterable[Fact], before: Iterable[Fact]) -> tuple[Fact, ...]:
    """Let what somebody said of another wait for that other, unless they have accepted these very words."""
    accepted = {(fact.key, fact.text) for fact in before if fact.status is Status.ACTIVE}

    def waits(fact: Fact) -> bool:
        hearsay = fact.subject not in (LORE, fact.asserted_by)
        return hearsay and fact.status is Status.ACTIVE and (fact.key, fact.text) not in accepted

    return tuple(replace(fact, status=Status.CLAIMED) if waits(fact) else fact for fact in facts)


def too_many(facts: Iterable[Fact], person: int, *, at: datetime, limit: int) -> bool:
    """Say whether a person has had as much kept within the last hour as one may."""
    new = sum(1 for fact in facts if fact.asserted_by == person and fact.created_at > at - HOUR)
    return bool(limit) and new >= limit
