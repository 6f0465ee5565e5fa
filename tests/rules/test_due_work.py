"""What falls due, from counts and times alone."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.domain import Unread
from dnam.rules.extraction_due import reading_is_due
from dnam.rules.fact_notes import fresh_start
from scene import NOON

QUIET = timedelta(minutes=10)


def waiting(count: int, *, silent: timedelta) -> Unread:
    """Return a place where so many messages wait, the newest said so long ago."""
    newest = NOON - silent
    return Unread(guild=5, channel=7, origin="g5", count=count, oldest=newest, newest=newest)


@pytest.mark.parametrize(
    ("count", "minutes", "due"),
    [(9, 0, False), (10, 0, True), (5, 9.9, False), (5, 10, True), (4, 60, False), (1, 3 * 1440, True)],
)
def test_reading_is_due_when_enough_has_gathered_or_a_place_is_quiet(
    count: int, minutes: float, due: bool
) -> None:
    """R-04, DC-66: a full buffer, half of one and ten minutes of silence, or three days."""
    place = waiting(count, silent=timedelta(minutes=minutes))
    assert reading_is_due(place, at=NOON, every=10, quiet=QUIET) is due


def test_every_message_can_be_read_at_once() -> None:
    """R-04: the clanker preset reads each message (CL-14, CL-20)."""
    assert reading_is_due(waiting(1, silent=timedelta()), at=NOON, every=1, quiet=QUIET)


@given(st.integers(1, 50), st.integers(0, 100), st.integers(1, 50), st.integers(0, 60))
def test_what_is_due_stays_due(count: int, minutes: int, more: int, later: int) -> None:
    """R-09: neither more messages nor more silence make it less due."""
    now = reading_is_due(waiting(count, silent=timedelta(minutes=minutes)), at=NOON, every=10, quiet=QUIET)
    then = waiting(count + more, silent=timedelta(minutes=minutes + later))
    assert not now or reading_is_due(then, at=NOON, every=10, quiet=QUIET)


def test_each_conversation_begins_anew_by_itself() -> None:
    """R-08: the mark of a fresh start belongs to one session."""
    assert fresh_start("discord:dm:1") != fresh_start("discord:channel:1")
