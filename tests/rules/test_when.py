"""The time a question speaks of, always looking back."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dnam.rules.when import Span, span_of

NOW = datetime(2025, 6, 18, 15, 30, tzinfo=UTC)  # a Wednesday


def day(month: int, number: int, year: int = 2025) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


DAYS = {
    "what did I say yesterday?": (day(6, 17), 1),
    "who won on Friday": (day(6, 13), 1),
    "who won last Wednesday": (day(6, 11), 1),
    "what happened on May 5": (day(5, 5), 1),
    "what happened on the 5th of May, 2023": (day(5, 5, 2023), 1),
    "what happened on 2024-12-24?": (day(12, 24, 2024), 1),
    "the party on December 24": (day(12, 24, 2024), 1),
    "who joined in March 2024": (day(3, 1, 2024), 31),
    "who joined in august": (day(8, 1, 2024), 31),
    "who joined in 2023": (day(1, 1, 2023), 366),
}


@pytest.mark.parametrize(("text", "span"), DAYS.items())
def test_a_named_time_is_the_last_one_of_that_name(text: str, span: tuple[datetime, int]) -> None:
    """Dates, weekdays, months and years are read as what has been (N-09, N-21)."""
    start, days = span
    assert span_of(text, NOW) == Span(start, start + timedelta(days=days))


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
    "text", ["", "what may I say", "march on", "I have 3 dogs", "on February 30", "in 1066", "2025-13-45"]
)
def test_a_question_without_a_time_has_none(text: str) -> None:
    """What is no date is not guessed into one (N-09)."""
    assert span_of(text, NOW) is None


@settings(deadline=None)
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
