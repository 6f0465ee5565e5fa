"""Dates: the times people name, counted from the moment they speak."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dnam.rules.dates import When, bounds, find_when

THURSDAY = datetime(2026, 11, 12, 12, tzinfo=UTC)


def days(text: str, *, past: bool = False) -> str:
    return str(find_when(text, THURSDAY, past=past))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("tomorrow", "2026-11-13"),
        ("on Friday", "2026-11-13"),
        ("on thursday", "2026-11-19"),
        ("next friday", "2026-11-20"),
        ("this weekend", "2026-11-14 to 2026-11-15"),
        ("next week", "2026-11-16 to 2026-11-22"),
        ("next month", "2026-12-01 to 2026-12-31"),
        ("next summer", "2027-06-01 to 2027-08-31"),
        ("in two weeks", "2026-11-23 to 2026-11-29"),
        ("in 3 days", "2026-11-15"),
        ("in May", "2027-05-01 to 2027-05-31"),
        ("in November", "2026-11-01 to 2026-11-30"),
        ("on the 21st", "2026-11-21"),
        ("on the 3rd", "2026-12-03"),
        ("on Dec 24th", "2026-12-24"),
        ("on the 14th of march", "2027-03-14"),
        ("in 2028", "2028-01-01 to 2028-12-31"),
        ("2026-12-24", "2026-12-24"),
    ],
)
def test_what_is_ahead_becomes_days(said: str, meant: str) -> None:
    """N-09: a relative time is the next such time after the moment it was said."""
    assert days(f"I'm in Rome {said}") == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("yesterday", "2026-11-11"),
        ("last week", "2026-11-02 to 2026-11-08"),
        ("last month", "2026-10-01 to 2026-10-31"),
        ("last friday", "2026-11-06"),
        ("on monday", "2026-11-09"),
        ("in May", "2026-05-01 to 2026-05-31"),
        ("in December", "2025-12-01 to 2025-12-31"),
        ("on the 3rd", "2026-11-03"),
        ("two years ago", "2024-01-01 to 2024-12-31"),
        ("in 2019", "2019-01-01 to 2019-12-31"),
        ("last summer", "2026-06-01 to 2026-08-31"),
    ],
)
def test_what_has_been_becomes_days(said: str, meant: str) -> None:
    """N-09: with a verb in the past, the same words look back."""
    assert days(f"moved {said}", past=True) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("until the 3rd", "until 2026-12-03"),
        ("until next friday", "until 2026-11-20"),
        ("since 2018", "since 2018-01-01"),
        ("from monday to friday", "2026-11-16 to 2026-11-20"),
        ("from friday until monday", "2026-11-13 to 2026-11-16"),
        ("from the 3rd to the 10th of december", "2026-12-03 to 2026-12-10"),
        ("dec 3-10", "2026-12-03 to 2026-12-10"),
        ("from december 28 to january 4", "2026-12-28 to 2027-01-04"),
    ],
)
def test_stretches_have_two_ends_or_an_open_one(said: str, meant: str) -> None:
    """N-09: "until" leaves the beginning open, "since" the end."""
    assert days(f"away {said}") == meant


@pytest.mark.parametrize(
    "said",
    [
        "I may go, I sat in the sun",
        "every monday and on fridays",
        "12/03",
        "for the 3rd time",
        "the 4th grade",
        "soon, one day, later",
        "march on",
        "",
    ],
)
def test_what_is_no_date_or_could_be_two_is_none(said: str) -> None:
    """N-09: nothing is guessed; habits, ordinals and ambiguous numbers are no dates."""
    assert find_when(said, THURSDAY) is None


def test_the_words_of_a_time_are_known_with_their_preposition() -> None:
    """N-09: so that they can be taken out of what is stored."""
    said = "I'm in Rome from monday to friday with Ana"
    when = find_when(said, THURSDAY)
    assert when is not None
    assert said[: when.start] + said[when.end :] == "I'm in Rome  with Ana"


def test_a_stretch_begins_at_midnight_and_is_over_after_its_last_day() -> None:
    """N-09: valid-from and expiry are moments in the time zone of the speaker's moment."""
    when = When(start=0, end=0, first=date(2026, 11, 16), last=date(2026, 11, 22))
    begin, over = bounds(when, THURSDAY)
    assert begin == datetime(2026, 11, 16, tzinfo=UTC)
    assert over == datetime(2026, 11, 23, tzinfo=UTC)


@settings(deadline=None, max_examples=200)
@given(
    st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)),
    st.sampled_from(
        (
            *("tomorrow", "next week", "in may", "on friday", "in two weeks", "until the 31st"),
            *("next winter", "feb 29", "in 2 months", "this weekend"),
        )
    ),
)
def test_days_ahead_are_never_over(at: datetime, said: str) -> None:
    """N-09: at every moment of any year, what is ahead ends today or later, and begins before it ends."""
    when = find_when(said, at)
    assert when is None or (when.last is not None and when.last >= at.date())
    assert when is None or when.first is None or when.last is None or when.first <= when.last


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=200), st.booleans())
def test_any_text_can_be_asked(text: str, past: bool) -> None:
    """N-09: no text is too strange; a time found lies within it."""
    when = find_when(text, THURSDAY, past=past)
    assert when is None or 0 <= when.start < when.end <= len(text)
