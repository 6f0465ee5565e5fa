"""The time a question speaks of: "last May", "three weeks ago", "on Friday", always looking back.

Plans look ahead and are read by `rules/dates.py`; a question about memory is about what has been.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
import regex
from numpy.typing import NDArray

_MONTHS = {
    name: number
    for number, names in enumerate(
        "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug "
        "september/sept/sep october/oct november/nov december/dec".split(),
        1,
    )
    for name in names.split("/")
}
_COUNTS = dict(
    zip(
        (
            "a",
            "an",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "couple",
            "few",
        ),
        (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 2, 3),
        strict=True,
    )
)
_DAYS = {"day": 1.0, "week": 7.0, "weekend": 7.0, "month": 30.4, "year": 365.25}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_MONTH = "(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_COUNT = r"(?P<count>\d{1,3}|" + "|".join(_COUNTS) + ")"
_UNIT = r"(?P<unit>day|week|weekend|month|year)s?"
_AGO = rf"\b{_COUNT}(?:\s+of)?\s+{_UNIT}\s+(?:ago|before today|back)\b"
_LAST = rf"\b(?:last|past|previous)\s+(?:{_COUNT}\s+)?{_UNIT}\b"
_LAST_WEEKDAY = rf"\b(?:last|past)\s+(?:{'|'.join(_WEEKDAYS)})\b"
_YESTERDAY = r"\byesterday\b"
_COUNTED_BACK = regex.compile("|".join((_AGO, _LAST, _LAST_WEEKDAY, _YESTERDAY)), flags=regex.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time."""

    start: datetime
    end: datetime

    def days_outside(self, sent_at: NDArray[np.int64]) -> NDArray[np.float64]:
        """Say how many days before or after it something was sent (microseconds), 0 within."""
        start, end = self.start.timestamp() * 1e6, self.end.timestamp() * 1e6
        outside: NDArray[np.float64] = np.maximum(np.maximum(start - sent_at, sent_at - end), 0.0)
        return outside / 86_400e6


Reader = Callable[[dict[str, str], datetime], Span | None]


def span_of(text: str, at: datetime) -> Span | None:
    """Give the time a question speaks of, seen from a moment; None when it names none."""
    folded = text.casefold()
    for pattern, read in _GRAMMAR:
        if found := pattern.search(folded):
            groups = {name: value for name, value in found.groupdict().items() if value}
            return read(groups, at)
    return None


def timeless(text: str) -> str:
    """Give a question without times counted back from now: what was said then was not said "two weeks ago".

    Dates and weekdays stay, because messages name those too.
    """
    return _COUNTED_BACK.sub(" ", text)


def _date(groups: dict[str, str], at: datetime) -> Span | None:
    month = _MONTHS.get(groups["month"]) or int(groups["month"])
    day = int(groups.get("day", 0))
    past = (month, day or 1) <= (at.month, at.day)
    year = int(groups["year"]) if "year" in groups else at.year if past else at.year - 1
    try:
        start = at.replace(year=year, month=month, day=day or 1, hour=0, minute=0, second=0, microsecond=0)
    except ValueError:
        return None
    return Span(start, start + timedelta(days=1 if day else 31))


def _whole_year(groups: dict[str, str], at: datetime) -> Span:
    start = at.replace(year=int(groups["year"]), month=1, day=1, hour=0, minute=0, second=0, microsecond=0)
    return Span(start, start + timedelta(days=366))


def _ago(groups: dict[str, str], at: datetime) -> Span:
    unit = _DAYS[groups["unit"]]
    middle = at - timedelta(days=_number(groups) * unit)
    around = timedelta(days=0.75 if unit == 1 else unit / 2)
    return Span(middle - around, middle + around)


def _last(groups: dict[str, str], at: datetime) -> Span:
    unit = _DAYS[groups["unit"]]
    days = _number(groups) * unit if "count" in groups else 2 * unit
    return Span(at - timedelta(days=days), at)


def _weekday(groups: dict[str, str], at: datetime) -> Span:
    back = (at.weekday() - _WEEKDAYS.index(groups["weekday"])) % 7 or 7
    start = at.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=back)
    return Span(start, start + timedelta(days=1))


def _yesterday(_: dict[str, str], at: datetime) -> Span:
    today = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return Span(today - timedelta(days=1), today)


def _today(_: dict[str, str], at: datetime) -> Span:
    return Span(at - timedelta(days=1), at)


def _number(groups: dict[str, str]) -> int:
    word = groups.get("count", "1")
    return int(word) if word.isdecimal() else _COUNTS[word]


_GRAMMAR: tuple[tuple["regex.Pattern[str]", Reader], ...] = tuple(
    (regex.compile(pattern), read)
    for pattern, read in (
        (rf"\b{_MONTH}\s+{_DAY}(?:\s*,?\s*{_YEAR})?\b", _date),
        (rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}(?:\s*,?\s*{_YEAR})?", _date),
        (rf"\b{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)\b", _date),
        (rf"\b{_MONTH},?\s+(?:of\s+)?{_YEAR}\b", _date),
        (rf"\b(?:in|during|of|since|last|this|early|late|mid|around|by)[ -]{_MONTH}", _date),
        (_AGO, _ago),
        (_LAST, _last),
        (rf"\b(?:last|past|on|this)\s+(?P<weekday>{'|'.join(_WEEKDAYS)})\b", _weekday),
        (_YESTERDAY, _yesterday),
        (r"\b(?:today|tonight)\b", _today),
        (rf"\bin\s+{_YEAR}\b", _whole_year),
    )
)
