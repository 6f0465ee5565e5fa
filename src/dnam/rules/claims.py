"""Claims: what people say of others, held back where it must be, and how much one person may have kept."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from dnam.model import LORE, Fact, Status
from dnam.rules.merge import Outcome

HOUR = timedelta(hours=1)


def awaited(fact: Fact) -> frozenset[int]:
    """Say whom a fact is about or names besides who said it: where claims wait, it waits for them."""
    return frozenset({fact.subject, *fact.named}) - {LORE, fact.asserted_by}


def waiting(fact: Fact) -> frozenset[int]:
    """Say whose word a claim still waits for."""
    return frozenset(fact.waits) or awaited(fact)


def held_back(facts: Iterable[Fact], before: Iterable[Fact]) -> tuple[Fact, ...]:
    """Let what somebody said of others wait for them, but for those who have accepted these very words."""
    known = {(fact.key, fact.text): fact for fact in before}

    def judged(fact: Fact) -> Fact:
        old = known.get((fact.key, fact.text))
        waits = awaited(fact)
        if old is not None and old.status is Status.ACTIVE:
            return fact
        if old is not None and old.status is Status.CLAIMED:
            waits &= waiting(old)
        if fact.status is not Status.ACTIVE or not waits:
            return fact
        return replace(fact, status=Status.CLAIMED, waits=tuple(sorted(waits)))

    return tuple(map(judged, facts))


def accepted(fact: Fact, by: int) -> Fact:
    """Give a claim as it stands once one of those it waits for accepts it."""
    waits = waiting(fact) - {by}
    status = Status.CLAIMED if waits else Status.ACTIVE
    return replace(fact, waits=tuple(sorted(waits)), status=status)


def taken_away(fact: Fact, by: int) -> Fact:
    """Give a fact that somebody has forgotten; whoever is named in it keeps others from saying it again."""
    waits = (by,) if by in fact.named else ()
    return replace(fact, status=Status.FORGOTTEN, pinned=False, waits=waits)


def as_saved(outcome: Outcome, saved: Iterable[Fact]) -> Outcome:
    """Give what became of a proposal with its fact as it was saved: it may wait."""
    by_key = {fact.key: fact for fact in saved}
    return replace(outcome, fact=outcome.fact and by_key.get(outcome.fact.key, outcome.fact))


def too_many(facts: Iterable[Fact], person: int, *, at: datetime, limit: int) -> bool:
    """Say whether a person has had as much kept within the last hour as one may."""
    new = sum(1 for fact in facts if fact.asserted_by == person and fact.created_at > at - HOUR)
    return bool(limit) and new >= limit
