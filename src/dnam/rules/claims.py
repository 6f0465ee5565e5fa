"""Claims: what people say of others, held back where it must be, and how much one person may have kept."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from dnam.model import LORE, Fact, Status
from dnam.rules.merge import Outcome

HOUR = timedelta(hours=1)


def awaited(fact: Fact) -> frozenset[int]:
    """Say whom a fact concerns besides who said it: where claims wait, it waits for them."""
    return frozenset({fact.subject}) - {LORE, fact.asserted_by}


def held_back(facts: Iterable[Fact], before: Iterable[Fact]) -> tuple[Fact, ...]:
    """Let what somebody said of another wait for that other, unless they have accepted these very words."""
    accepted = {(fact.key, fact.text) for fact in before if fact.status is Status.ACTIVE}

    def waits(fact: Fact) -> bool:
        new = fact.status is Status.ACTIVE and (fact.key, fact.text) not in accepted
        return new and bool(awaited(fact))

    return tuple(replace(fact, status=Status.CLAIMED) if waits(fact) else fact for fact in facts)


def as_saved(outcome: Outcome, saved: Iterable[Fact]) -> Outcome:
    """Give what became of a proposal with its fact as it was saved: it may wait."""
    by_key = {fact.key: fact for fact in saved}
    return replace(outcome, fact=outcome.fact and by_key.get(outcome.fact.key, outcome.fact))


def too_many(facts: Iterable[Fact], person: int, *, at: datetime, limit: int) -> bool:
    """Say whether a person has had as much kept within the last hour as one may."""
    new = sum(1 for fact in facts if fact.asserted_by == person and fact.created_at > at - HOUR)
    return bool(limit) and new >= limit
