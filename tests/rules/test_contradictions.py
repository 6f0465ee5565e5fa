"""Slots: which facts cannot both be true."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.rules.contradictions import replaces, same_value

PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "evals" / "slots.jsonl").read_text().splitlines()
]


def test_a_newer_fact_replaces_what_it_leaves_no_room_for() -> None:
    """Another value, the opposite, the end, another count; else both stay (N-15, N-16, UM-15, R-14)."""
    found = [(pair, replaces(pair["new"], pair["old"], evidence=pair.get("said", ""))) for pair in PAIRS]
    assert [pair for pair, replaced in found if replaced is not pair["replaces"]] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [("I live in Berlin", "User moved to Berlin."), ("Works at Acme", "is working for acme")],
)
def test_the_same_value_in_other_words_is_no_contradiction(old: str, new: str) -> None:
    """A slot filled with what it holds already is the same statement (DC-21, N-16)."""
    assert same_value(new, old)
    assert not replaces(new, old)


@given(st.one_of(st.text(), st.builds("lives in {}".format, st.text())))
def test_a_statement_never_contradicts_itself(said: str) -> None:
    """Whatever is said agrees with itself (N-16)."""
    assert not replaces(said, said)
