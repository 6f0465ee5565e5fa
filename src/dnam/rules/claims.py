"""Claims: what people say of others, and whether it waits to be accepted."""

from collections.abc import Iterable
from dataclasses import replace

from dnam.domain import LORE, Fact, Status
from dnam.rules.fact_merge import Outcome


def awaited(fact: Fact) -> frozenset[int]:
    """Return the people a fact is about or names besides who said it: a claim waits for them."""
    return frozenset({fact.subject, *fact.named}) - {LORE, fact.asserted_by}


def waiting(fact: Fact) -> frozenset[int]:
    """Return the people who have not accepted a claim yet."""
    return frozenset(fact.waits) or awaited(fact)


def held_back(facts: Iterable[Fact], before: Iterable[Fact]) -> tuple[Fact, ...]:
    """Let what somebody said of others wait for them, except for those who accepted these very words."""
    known = {(fact.key, fact.text): fact for fact in before}

    def claim(fact: Fact) -> Fact:
        old = known.get((fact.key, fact.text))
        waits = awaited(fact)
        if old is not None and old.status is Status.ACTIVE:
            return fact
        if old is not None and old.status is Status.CLAIMED:
            waits &= waiting(old)
        if fact.status is not Status.ACTIVE or not waits:
            return fact
        return replace(fact, status=Status.CLAIMED, waits=tuple(sorted(waits)))

    return tuple(map(claim, facts))


def accepted(fact: Fact, by: int) -> Fact:
    """Return a claim as it is once one of those it waits for accepts it."""
    waits = waiting(fact) - {by}
    status = Status.CLAIMED if waits else Status.ACTIVE
    return replace(fact, waits=tuple(sorted(waits)), status=status)


def taken_away(fact: Fact, by: int) -> Fact:
    """Return a fact as forgotten; when a named person did it, others cannot bring it back by repeating it."""
    waits = (by,) if by in fact.named else ()
    return replace(fact, status=Status.FORGOTTEN, pinned=False, waits=waits)


def as_saved(outcome: Outcome, saved: Iterable[Fact]) -> Outcome:
    """Return an outcome with its fact as it was saved: it may be waiting."""
    by_key = {fact.key: fact for fact in saved}
    return replace(outcome, fact=outcome.fact and by_key.get(outcome.fact.key, outcome.fact))
