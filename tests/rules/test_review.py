"""Review: which facts a person should look at side by side."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from dnam.domain import Fact, Kind, Source, Status
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
        source=Source(type="manual"),
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
    pairs = pairs_to_review([fact(one, "durable-1"), fact(other, "durable-2")])
    assert [pair.kind for pair in pairs] == ([kind] if kind else [])


def test_only_active_facts_about_the_same_person_are_compared() -> None:
    """N-16: history, and what is known of somebody else, stay out of it."""
    home = fact("Lives in Oslo", "durable-1")
    elsewhere = [
        replace(home, text="Lives in Bergen", **given)
        for given in (  # type: ignore[arg-type]  # fields
            {"status": Status.SUPERSEDED},
            {"subject": 6},
            {"guild": 2},
        )
    ]
    assert pairs_to_review([home, *elsewhere]) == []
