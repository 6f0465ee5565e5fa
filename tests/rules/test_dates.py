"""Dates: the times people name, counted from the moment they speak."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from dnam.rules.dates import When, bounds, find_when
from dnam.rules.prompt_lines import source_note
from dnam.testing.sample_data import known

THURSDAY = datetime(2026, 11, 12, 12, tzinfo=UTC)


TABLE = Path(__file__).parent.parent.parent / "evals" / "dates.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]


def test_a_time_becomes_days() -> None:
    """N-09: the next such time, or the last with a verb in the past; what may be no date is none."""
    found = [(row, find_when(row["text"], THURSDAY, past=row.get("past", False))) for row in ROWS]
    assert [(row, str(when)) for row, when in found if (when and str(when)) != row["when"]] == []


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


def test_what_is_shown_is_the_last_day() -> None:
    """F-29: a fact valid to 29 November is shown until then, not until the day it is over."""
    when = When(start=0, end=0, first=None, last=date(2026, 11, 29))
    fact = replace(known("On vacation"), expires_at=bounds(when, THURSDAY)[1])
    assert "until 2026-11-29" in source_note(fact, {}, None)


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


@given(st.text(max_size=200), st.booleans())
def test_any_text_can_be_asked(text: str, past: bool) -> None:
    """N-09: no text is too strange; a time found lies within it."""
    when = find_when(text, THURSDAY, past=past)
    assert when is None or 0 <= when.start < when.end <= len(text)
