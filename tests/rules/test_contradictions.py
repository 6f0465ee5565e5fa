"""Slots: which facts cannot both be true."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.rules.contradictions import concern_of, concerns, replaces, same_value, sense_of
from dnam.rules.text import same_content

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


def test_every_fact_that_a_new_one_changes_is_among_those_it_concerns() -> None:
    """What is looked up by its sense leaves out nothing that a merge would say again or replace (N-16)."""
    texts = [*dict.fromkeys(text for pair in PAIRS for text in (pair["old"], pair["new"]))]
    concern, sense = {t: concern_of(t) for t in texts}, {t: sense_of(t) for t in texts}
    missed = [
        (new, old)
        for new in texts
        for old in texts
        if not concerns(concern[new], sense[old])
        and (same_content(new, old) or same_value(new, old) or replaces(new, old, evidence="now"))
    ]
    assert missed == []


@given(st.text(max_size=30), st.sampled_from(["{}", "likes {}", "no longer likes {}", "not {}", "{}s"]))
def test_whatever_the_words_a_denial_concerns_what_it_denies(words: str, form: str) -> None:
    """The same holds for words that nobody foresaw (N-16)."""
    old, new = f"likes {words}", form.format(words)
    if same_content(new, old) or same_value(new, old) or replaces(new, old):
        assert concerns(concern_of(new), sense_of(old))
