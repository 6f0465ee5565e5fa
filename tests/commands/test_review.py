"""`review`: what is known twice, or cannot all be so."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np

from dnam.domain import Fact, HeldFact, Kind, Source, SourceType
from dnam.rules.review import doubts

NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)


def known(number: int, text: str, *direction: float) -> HeldFact:
    """Return a fact with a vector that points into a direction."""
    at = NOON + timedelta(days=number)
    source = Source(type=SourceType.MANUAL)
    fact = Fact(
        id=f"durable-{number}", guild=1, subject=7, kind=Kind.FACT, text=text, origin="g1", asserted_by=7,
        source=source, created_at=at, updated_at=at,
    )  # fmt: skip
    return HeldFact(fact=fact, vector=np.array(direction, np.float32) if direction else None)


def test_contradictions_come_first_then_what_is_almost_the_same() -> None:
    """N-16: found by slots and vectors, without a model."""
    facts = [
        known(1, "Lives in Oslo", 1, 0, 0),
        known(2, "Owns a sailing boat", 0, 1, 0),
        known(3, "Has a boat for sailing", 0, 0.99, 0.1),
        known(4, "Lives in Berlin", 0.6, 0, 0.8),
    ]
    found = [(pair.newer.text, pair.older.text, pair.contradict) for pair in doubts(facts)]
    assert found == [
        ("Lives in Berlin", "Lives in Oslo", True),
        ("Has a boat for sailing", "Owns a sailing boat", False),
    ]


def test_what_has_nothing_to_do_with_each_other_is_left_alone() -> None:
    """N-16: other values of a slot that may have several are no contradiction."""
    facts = [known(1, "Likes tea"), known(2, "Likes coffee"), known(3, "Plays chess")]
    assert doubts(facts) == []
    assert doubts([replace(facts[0], vector=None)]) == []
