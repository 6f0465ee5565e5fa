"""The times people name, counted from a moment: "next week" and that moment give a first and a last day.

The words come from [dates] of the language files; `date_words` looks them up and `date_reader` reads times
from them. Only what is plain is a time: a bare "may", "sun" or "12/03" is none. Days are those of the
moment's own time zone.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dnam.languages import Language, detect
from dnam.rules.date_reader import RELATIVE, Reader, Time

_COUNTED = frozenset({"near", "counted", "turned", "turned_name"})
"""The forms of times that mean another day when they are said on another."""
_LENGTHS = {"day": 1.0, "week": 7.0, "weekend": 7.0, "month": 30.4, "year": 365.25}


@dataclass(frozen=True, kw_only=True, slots=True)
class When:
    """A stretch of days a text names; an open side is None."""

    start: int
    """Where the words of the time begin in the text, their preposition included."""
    end: int
    first: date | None
    last: date | None

    def __str__(self) -> str:
        """Write the days as they stand in a fact."""
        if self.first is None:
            return f"until {self.last}"
        if self.last is None:
            return f"since {self.first}"
        return f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class Span:
    start: datetime
    end: datetime

    def days_outside(self, sent_at: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how many days before or after it something was sent (microseconds), 0 within."""
        start, end = self.start.timestamp() * 1e6, self.end.timestamp() * 1e6
        outside: NDArray[np.float64] = np.maximum(np.maximum(start - sent_at, sent_at - end), 0.0)
        return outside / 86_400e6


def find_when(
    text: str, at: datetime, *, past: bool = False, language: Language | None = None
) -> When | None:
    """Return the first time a text names, counted from the moment it was said; `past` looks back, not ahead.

    Without a language, those the text is likely in are tried, and the time that begins first counts.
    """
    read = [Reader(text, each, at.date(), past=past) for each in ([language] if language else detect(text))]
    times = [next((time for time in each.times() if not time.vague), None) for each in read]
    named = min((time for time in times if time), key=lambda time: time.start, default=None)
    if named is None:
        return None
    first = None if named.lead == "until" else named.first
    last = None if named.lead == "since" else named.last
    return When(start=named.start, end=named.end, first=first, last=last)


def with_day(text: str, at: datetime) -> str:
    """Return a text with the day that its first time counted from now means: "tomorrow (2026-03-05)".

    A bare weekday may be the last or the next one, and a date needs no other: both stay as they are.
    """
    return _with_day(text, at.date())


@lru_cache(maxsize=4096)
def _with_day(text: str, at: date) -> str:
    for language in detect(text):
        times = (one for one in Reader(text, language, at, past=False).times() if not one.vague)
        named = next((one for one in times if one.form in _COUNTED), None)
        if named is None:
            continue
        first, last = named.first, named.last
        if named.form == "counted" and named.unit in ("day", "week") and named.count:
            days = named.count * (7 if named.unit == "week" else 1) * (-1 if named.counted_back else 1)
            first = last = at + timedelta(days=days)
        if last - first < timedelta(days=8):
            day = f"{first}" if first == last else f"{first} to {last}"
            return f"{text[: named.end]} ({day}){text[named.end :]}"
    return text


def bounds(when: When, at: datetime) -> tuple[datetime | None, datetime | None]:
    """Return the moments a stretch of days begins and is over, in the time zone of `at`."""
    begin = datetime.combine(when.first, time(), at.tzinfo) if when.first else None
    over = datetime.combine(when.last + timedelta(days=1), time(), at.tzinfo) if when.last else None
    return begin, over


def span_of(text: str, at: datetime) -> Span | None:
    """Return the time a question speaks of, looking back from a moment; None when it names none.

    A date counts before a month, and both before what is counted from now.
    """
    for language in detect(text):
        times = [*Reader(text, language, at.date(), past=True).times()]
        been = [named for named in times if named.rank < RELATIVE or named.first <= at.date()]
        if been:
            return _span(min(been, key=lambda named: named.rank), at)
    return None


def timeless(text: str) -> str:
    """Return a question without times counted back from now: what was said then was not said "two weeks ago".

    Dates and weekdays stay, because messages name those too.
    """
    for language in detect(text)[:1]:
        for named in reversed([*Reader(text, language, date(2000, 1, 1), past=True).times()]):
            if named.counted_back:
                text = f"{text[: named.point]} {text[named.end :]}"
    return text


def _span(named: Time, at: datetime) -> Span:
    if named.form == "near" and named.first == at.date():
        return Span(at - timedelta(days=1), at)
    if named.counted_back and named.unit:
        days = _LENGTHS[named.unit]
        middle = at - timedelta(days=named.count * days)
        around = timedelta(days=0.75 if days == 1 else days / 2)
        return Span(middle, at) if named.to_now else Span(middle - around, middle + around)
    begin = datetime.combine(named.first, time(), at.tzinfo)
    return Span(begin, datetime.combine(named.last + timedelta(days=1), time(), at.tzinfo))
