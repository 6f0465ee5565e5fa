"""The labelled set of English lines: what rules learn, and what they leave alone.

The rows were not chosen on it, and most of its traps were written to fool an older reader. It guards against
getting worse; figures of quality come from texts nobody here has seen (docs/evaluation.md).
"""

import json
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from dnam.domain import LORE, Kind, Message, Person, Place, Visibility
from dnam.evaluation.extraction import Extracted, Line, score
from dnam.rules.statement_facts import learn

SET = Path(__file__).parent.parent / "evals" / "extraction.jsonl"
SAID = datetime(2026, 11, 12, 12, tzinfo=UTC)
PLACE = Place(guild=1, channel=2, name="general", visibility=Visibility.PUBLIC)
PRECISION, RECALL = 0.85, 0.52


@pytest.fixture(scope="module", name="lines")
def read_lines() -> list[Line]:
    return [json.loads(line) for line in SET.read_text(encoding="utf-8").splitlines()]


def by_rules(line: Line) -> Sequence[Extracted]:
    """Let a line be said after its context, by people who are who they are called."""
    names = dict.fromkeys([line["author"], *(said.partition(":")[0].strip() for said in line["context"])])
    people = {number: Person(id=number, name=name) for number, name in enumerate(names, 1)}
    ids = {person.name: id_ for id_, person in people.items()}
    before = [
        Message(
            id=100 + number,
            place=PLACE,
            author=people[ids[said.partition(":")[0].strip()]],
            text=said.partition(":")[2].strip(),
            sent_at=SAID - timedelta(minutes=9 - number),
        )
        for number, said in enumerate(line["context"])
    ]
    message = Message(id=200, place=PLACE, author=people[1], text=line["text"], sent_at=SAID)
    found = learn(message, before, people, chars=2_000, limit=3)
    about = {1: "author", LORE: "lore"}
    return [
        Extracted(about=about.get(subject) or f"other:{people[subject].name}", kind=one.kind, text=one.text)
        for subject, one in found
    ]


def test_the_rules_stay_as_good_as_they_are(lines: list[Line]) -> None:
    """R-21: a change of the rules that loses what they could do is seen (N-08, X-08)."""
    figures = score(lines, by_rules)
    assert figures["precision"] >= PRECISION
    assert figures["recall"] >= RECALL


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
