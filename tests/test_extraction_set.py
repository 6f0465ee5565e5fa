"""The labelled set: at least 0.95 of what the rules extract is right, 0.6 of what is stated is extracted."""

import json
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dnam.evaluation.extraction import Extracted, Line, score
from dnam.model import LORE, Kind, Person
from dnam.rules.statements import Statement, extract

SET = Path(__file__).parent.parent / "evals" / "extraction.jsonl"
SAID = datetime(2026, 11, 12, 12, tzinfo=UTC)


@pytest.fixture(scope="module", name="lines")
def read_lines() -> list[Line]:
    return [json.loads(line) for line in SET.read_text(encoding="utf-8").splitlines()]


def by_rules(line: Line) -> Sequence[Extracted]:
    author = Person(id=1, name=line["author"])
    found = extract(line["text"], author=author, at=SAID, context=line["context"])
    return [Extracted(about=about(one), kind=one.upsert.kind, text=one.upsert.text) for one in found]


def about(statement: Statement) -> str:
    if statement.about == LORE:
        return "lore"
    return f"other:{statement.about_name}" if statement.about_name else "author"


def test_the_rules_are_precise_and_find_most(lines: list[Line]) -> None:
    """R-21: what people state is found without a model, and hardly anything else (N-08, X-08)."""
    figures = score(lines, by_rules)
    assert figures["precision"] >= 0.95
    assert figures["recall"] >= 0.6


def test_the_rules_stay_as_good_as_they_are(lines: list[Line]) -> None:
    """R-21: a change of the rules that loses what they could do is seen."""
    figures = score(lines, by_rules)
    assert figures["wrong"] == []
    assert figures["recall"] >= 0.95


def test_the_set_is_large_and_half_of_it_traps(lines: list[Line]) -> None:
    """N-18: at least 330 lines, ids once, traps without expectations, every kind of trap several times."""
    traps = [line for line in lines if line["trap"]]
    assert len(lines) >= 330
    assert 0.45 <= len(traps) / len(lines) <= 0.6
    assert max(Counter(line["id"] for line in lines).values()) == 1
    assert all(bool(line["trap"]) != bool(line["expect"]) for line in lines)
    assert min(Counter(line["trap"] for line in traps).values()) >= 4


def test_the_set_covers_every_kind(lines: list[Line]) -> None:
    """R-05: each kind of fact is expected somewhere."""
    kinds = {kind for line in lines for expected in line["expect"] for kind in expected["kinds"]}
    assert kinds == set(Kind)


LINE = {
    "id": "a",
    "expect": [
        {"about": "author", "kinds": ["fact", "profile"], "must": ["oslo"], "must_not": ["next week"]}
    ],
}


@pytest.mark.parametrize(
    ("facts", "precision", "recall"),
    [
        ([], 1.0, 0.0),
        ([("author", "profile", "Lives in Oslo")], 1.0, 1.0),
        ([("author", "profile", "Lives in Oslo"), ("author", "fact", "In Oslo")], 0.5, 1.0),
        ([("author", "tool", "Lives in Oslo")], 0.0, 0.0),
        ([("other:Bob", "fact", "Lives in Oslo")], 0.0, 0.0),
        ([("author", "fact", "In Oslo next week")], 0.0, 0.0),
    ],
)
def test_a_score_counts_each_expectation_once(
    facts: list[tuple[str, str, str]], precision: float, recall: float
) -> None:
    """N-18: right is what matches about, kind, must and must_not; else it is wrong; the unmet is missed."""
    found = [Extracted(about=about_, kind=kind, text=text) for about_, kind, text in facts]
    figures = score([LINE], lambda _: found)
    assert (figures["precision"], figures["recall"]) == (precision, recall)
    assert figures["wrong"] == (["a"] if precision < 1 else [])
    assert figures["missed"] == (["a"] if recall < 1 else [])
