"""Review: which facts a person should look at side by side."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from dnam.domain import Fact, HeldFact, Kind, Source, SourceType, Status
from dnam.rules.review import pairs_to_review

AT = datetime(2026, 3, 1, tzinfo=UTC)


def fact(text: str, id_: str, **more: object) -> Fact:
    """A fact about Ann."""
    made = Fact(
        id=id_,
        guild=1,
        subject=5,
        origin="g1",
        kind=Kind.FACT,
        text=text,
        asserted_by=5,
        created_at=AT,
        updated_at=AT,
        source=Source(type=SourceType.MANUAL),
    )
    return replace(made, **more)  # type: ignore[arg-type]  # fields of a fact


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Lives in Oslo", "Lives in Bergen", "contradiction"),
        ("Likes mushrooms", "Dislikes mushrooms", "contradiction"),
        ("Uses Home Assistant for watering", "Uses Home Assistant for watering plants", "near-duplicate"),
        ("Works at Acme", "Is working for Acme", "near-duplicate"),
        ("Has a cat called Miso", "Is learning Portuguese", None),
        ("Likes tea", "Likes coffee", None),
    ],
)
def test_what_does_not_fit_together_is_listed(one: str, other: str, kind: str | None) -> None:
    """N-16: near-duplicates and contradictions are found without a model; what fits together is not."""
    pairs = pairs_to_review(HeldFact(fact=f) for f in (fact(one, "durable-1"), fact(other, "durable-2")))
    assert [pair.kind for pair in pairs] == ([kind] if kind else [])


def test_only_active_facts_about_the_same_person_are_compared() -> None:
    """N-16: history, and what is known of somebody else, stay out of it."""
    home = fact("Lives in Oslo", "durable-1")
    others: list[dict[str, object]] = [{"status": Status.SUPERSEDED}, {"subject": 6}, {"guild": 2}]
    elsewhere = [fact("Lives in Bergen", "durable-2", **other) for other in others]
    assert pairs_to_review(HeldFact(fact=each) for each in (home, *elsewhere)) == []


def test_contradictions_come_first_then_what_means_the_same() -> None:
    """N-16: facts are compared by slots and by vectors, without a model."""
    directions = {
        "Lives in Oslo": (1, 0, 0),
        "Owns a sailing boat": (0, 1, 0),
        "Has something to go out on the fjord with": (0, 0.99, 0.1),
        "Lives in Berlin": (0.6, 0, 0.8),
    }
    facts = [
        HeldFact(
            fact=fact(text, f"durable-{nth}", updated_at=AT + timedelta(days=nth)),
            vector=np.array(direction, np.float32),
        )
        for nth, (text, direction) in enumerate(directions.items())
    ]
    assert [(pair.newer.text, pair.older.text, pair.kind) for pair in pairs_to_review(facts)] == [
        ("Lives in Berlin", "Lives in Oslo", "contradiction"),
        ("Has something to go out on the fjord with", "Owns a sailing boat", "near-duplicate"),
    ]
