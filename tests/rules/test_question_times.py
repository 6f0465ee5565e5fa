"""The time a question speaks of, always looking back."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.rules.dates import Span, span_of, timeless

NOW = datetime(2025, 6, 18, 15, 30, tzinfo=UTC)  # a Wednesday


TABLE = Path(__file__).parent.parent.parent / "evals" / "question_times.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]


def day(month: int, number: int, year: int = 2025) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["question"])
def test_a_named_time_is_the_last_one_of_that_name(row: dict[str, Any]) -> None:
    """Dates, weekdays, months and years are read as what has been; what is no date is none (N-09, N-21)."""
    first = row["first"] and datetime.fromisoformat(row["first"]).replace(tzinfo=UTC)
    wanted = Span(first, first + timedelta(days=row["days"])) if first else None
    assert span_of(row["question"], NOW) == wanted


@pytest.mark.parametrize(
    ("text", "days"),
    {"three weeks ago": 21, "a day ago": 1, "2 years ago": 730.5, "a couple of months ago": 60.8}.items(),
)
def test_so_long_ago_is_around_that_time(text: str, days: float) -> None:
    """The middle of the span is where the words point (N-09, N-21)."""
    span = span_of(f"what was that {text}?", NOW)
    assert span is not None
    assert span.start < NOW - timedelta(days=days) < span.end


def test_the_last_weeks_end_now() -> None:
    """A stretch that reaches to the present (N-09)."""
    assert span_of("the past 2 weeks", NOW) == Span(NOW - timedelta(days=14), NOW)
    assert span_of("anything today?", NOW) == Span(NOW - timedelta(days=1), NOW)


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("what did we say two weeks ago about tea", "what did we say about tea"),
        ("who won last friday", "who won"),
        ("who won on May 5", "who won on May 5"),
        ("was haben wir vor zwei Wochen über Tee gesagt", "was haben wir über Tee gesagt"),
    ],
)
def test_times_counted_back_are_not_looked_for(question: str, left: str) -> None:
    """What was said then was not said "two weeks ago"; dates may have been named (N-21)."""
    assert " ".join(timeless(question).split()) == left


@given(
    st.lists(st.sampled_from("last 31 feb may ago 2024 in on friday 999 years 29 weeks a the 00 - ,".split()))
)
def test_no_question_breaks_the_reading_of_time(words: list[str]) -> None:
    """Any heap of such words gives a span that begins before it ends, or none (N-09)."""
    span = span_of(" ".join(words), datetime(2024, 2, 29, tzinfo=UTC))
    assert span is None or span.start < span.end


def test_a_message_within_the_time_is_no_day_outside() -> None:
    """Distance is counted in days, before and after alike (N-21)."""
    span = Span(day(5, 5), day(5, 6))
    moments = [day(5, 3), day(5, 5), day(5, 6), day(5, 9)]
    sent_at = np.array([int(at.timestamp() * 1e6) for at in moments])
    assert span.days_outside(sent_at).tolist() == [2, 0, 0, 3]
