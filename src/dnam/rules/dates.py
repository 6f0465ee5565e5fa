"""Relative times into dates: "next week" and the moment it was said give a first and a last day.

Pure, English, and only what is plain: a bare "may", "sun" or "12/03" is no date. Days are those of the
moment's own time zone. Nothing here decides what a date means for a statement; `statements` does.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
_NUMBERS = {
    **{"a": 1, "an": 1, "one": 1, "a couple of": 2, "a couple": 2, "couple of": 2, "two": 2, "three": 3},
    **{"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12},
}
_DAY = r"(?:mon|tues?|wednes|thurs?|fri|satur|sun)day"
_SHORT_DAY = rf"(?:{_DAY}|mon|tues?|weds?|thurs?|thu|fri|sat|sun)"
_LONG_MONTH = r"(?:january|february|march|april|june|july|august|september|october|november|december)"
_MONTH = rf"(?:{_LONG_MONTH}|may|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
_NTH = r"(?:[12]?\d|3[01])(?:st|nd|rd|th)"
_YEAR = r"(?:19|20)\d\d"
_COUNT = rf"(?:\d{{1,2}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_UNIT = r"(?:day|week|month|year)"

_POINTS = (
    ("iso", r"(?P<year>20\d\d)-(?P<month>[01]\d)-(?P<day>[0-3]\d)"),
    (
        "month_day",
        rf"(?P<month>{_MONTH})\.?\s+(?:the\s+)?(?P<day>{_NTH}|[12]?\d|3[01])(?:,?\s+(?P<year>{_YEAR}))?",
    ),
    (
        "month_day",
        rf"(?:the\s+)?(?P<day>{_NTH}|[12]?\d|3[01])\s+(?:of\s+)?(?P<month>{_MONTH})"
        rf"(?:,?\s+(?P<year>{_YEAR}))?",
    ),
    ("near", r"(?P<near>today|tonight|tomorrow|tmrw?|tmw|yesterday|the\s+day\s+after\s+tomorrow)"),
    (
        "period",
        r"(?P<turn>next|this\s+coming|this|coming|last|past)\s+(?P<period>weekend|week|month|year|spring"
        r"|summer|fall|autumn|winter)",
    ),
    ("turn_day", rf"(?P<turn>next|this\s+coming|this|coming|last)\s+(?P<weekday>{_SHORT_DAY})"),
    ("turn_month", rf"(?P<turn>next|this|last)\s+(?P<month>{_MONTH})"),
    (
        "ahead",
        rf"(?:in\s+)(?P<count>{_COUNT})\s+(?P<unit>{_UNIT})s?(?:'\s*time)?"
        rf"|(?P<count2>{_COUNT})\s+(?P<unit2>{_UNIT})s?\s+from\s+(?:now|today)",
    ),
    ("ago", rf"(?P<count>{_COUNT})\s+(?P<unit>{_UNIT})s?\s+ago"),
    (
        "nth",
        rf"the\s+(?P<day>{_NTH})(?!\s+(?:grade|floor|time|one|year|century|draft|version|place|of\s+[a-z]))",
    ),
    (
        "weekday",
        rf"(?<!every )(?<!each )(?<!other )(?P<weekday>{_DAY})(?!s| (?:night|morning|evening|afternoon)s)",
    ),
    ("month", rf"(?P<month>(?!march){_LONG_MONTH})(?:\s+(?:of\s+)?(?P<year>{_YEAR}))?"),
    (
        "in_month",
        rf"(?:in|since|until|till|by|from|to|through)\s+(?:early\s+|mid\s+|late\s+)?(?P<month>{_MONTH})"
        rf"(?:\s+(?P<year>{_YEAR}))?(?!\s+(?:the\s+)?\d)",
    ),
    (
        "on_day",
        rf"(?:on|until|till|by|from|since|through|to)\s+(?P<weekday>{_SHORT_DAY})(?!s| (?:night|morning"
        rf"|evening|afternoon)s)",
    ),
    ("year", rf"(?:in|since|until|from|around|of)\s+(?P<year>{_YEAR})"),
)
_COMPILED = tuple(
    (name, re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE)) for name, pattern in _POINTS
)
_LEAD = re.compile(
    r"(?:\b(?P<until>until|till|til|through|by)|\b(?P<since>since|starting(?:\s+from|\s+on)?|as\s+of)"
    r"|\b(?P<between>from|between)"
    r"|\b(?:on|in|during|over|at|for|around|early|mid|late|the\s+(?:week|end)\s+of))\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_OWN_LEAD = re.compile(
    r"(?P<until>until|till|by|through|to)\b|(?P<since>since)\b|(?P<between>from)\b", re.IGNORECASE
)
_TO = re.compile(r"\s*(?:to|until|till|til|through|and|-|–)\s*(?:on\s+)?(?:the\s+)?$", re.IGNORECASE)
_SPAN_OF_DAYS = re.compile(
    rf"(?<![\w-])(?:(?:from|between)\s+)?(?:the\s+)?(?P<d1>{_NTH}|\d\d?)\s*(?:-|–|to|until|till|through"
    rf"|and)\s*(?:the\s+)?"
    rf"(?P<d2>{_NTH}|\d\d?)\s+(?:of\s+)?(?P<m>{_MONTH})(?:\s+(?P<y>{_YEAR}))?(?![\w-])"
    rf"|(?<![\w-])(?:(?:from|between)\s+)?(?P<mm>{_MONTH})\s+(?:the\s+)?(?P<dd1>{_NTH}|\d\d?)\s*(?:-|–|to"
    rf"|until|till|through|and)\s*(?:the\s+)?"
    rf"(?P<dd2>{_NTH}|\d\d?)(?:,?\s+(?P<yy>{_YEAR}))?(?![\w-])",
    re.IGNORECASE,
)
_HINT = re.compile(
    r"\d|next|this|coming|last|past|day|tom|tm|tonight|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|week"
    r"|month|year|"
    r"(?:on|until|till?|by|from|since)\s+(?:mon|tue|wed|thu|fri|sat|sun)",
    re.IGNORECASE,
)


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


def find_when(text: str, at: datetime, *, past: bool = False) -> When | None:
    """Find the first time a text names, counted from the moment it was said; `past` looks back, not ahead."""
    if not _HINT.search(text):
        return None
    today = at.date()
    if whole := _day_span(text, today, past=past):
        return whole
    points = sorted(_points(text, today, past=past), key=lambda when: (when.start, -when.end))
    if not points:
        return None
    found = points[0]
    after = next((point for point in points if point.start >= found.end), None)
    if after is not None and _TO.fullmatch(text[found.end : after.start] + _own_to(text, after)):
        return _joined(text, found, after)
    return _with_lead(text, found)


def bounds(when: When, at: datetime) -> tuple[datetime | None, datetime | None]:
    """Give the moments a stretch of days begins and is over, in the time zone of `at`."""
    begin = datetime.combine(when.first, time(), at.tzinfo) if when.first else None
    over = datetime.combine(when.last + timedelta(days=1), time(), at.tzinfo) if when.last else None
    return begin, over


def _own_to(text: str, point: When) -> str:
    """Give the "to" or "until" that a point such as "until Monday" carries itself."""
    lead = re.match(r"(?:to|until|till|through)\s+", text[point.start : point.end], re.IGNORECASE)
    return " to " if lead else ""


def _joined(text: str, found: When, after: When) -> When:
    first, last = found.first, after.last
    if first and last and last < first:  # "from friday to monday", "from the 28th to the 3rd"
        last = last + timedelta(days=7) if (first - last).days < 7 else last
    start = _with_lead(text, found).start
    return When(
        start=start, end=after.end, first=first, last=last if last and first and last >= first else first
    )


def _with_lead(text: str, found: When) -> When:
    """Take the preposition into account: until leaves the beginning open, since leaves the end open."""
    lead = _LEAD.search(text[: found.start]) or _OWN_LEAD.match(text[found.start : found.end])
    if lead is None:
        return found
    named = lead.groupdict()
    start = min(found.start, lead.start()) if lead.re is _LEAD else found.start
    if named.get("until"):
        return replace(found, start=start, first=None)
    if named.get("since") or named.get("between"):
        return replace(found, start=start, last=None)
    return replace(found, start=start)


def _points(text: str, today: date, *, past: bool) -> Iterator[When]:
    for name, pattern in _COMPILED:
        for match in pattern.finditer(text):
            days = _READ[name](match, today, past)
            if days is not None:
                yield When(start=match.start(), end=match.end(), first=days[0], last=days[1])


Days = tuple[date, date] | None


def _day_span(text: str, today: date, *, past: bool) -> When | None:
    match = _SPAN_OF_DAYS.search(text)
    if match is None:
        return None
    named = match.groupdict()
    month, year = _month(named["m"] or named["mm"]), named["y"] or named["yy"]
    first = _dated(year, month, named["d1"] or named["dd1"], today, past=past)
    last = _dated(year, month, named["d2"] or named["dd2"], today, past=past)
    if first is None or last is None:
        return None
    last = last.replace(year=first.year)
    return When(start=match.start(), end=match.end(), first=first, last=last) if first <= last else None


def _month(word: str) -> int:
    return next(number for number, name in enumerate(_MONTHS, 1) if name.startswith(word.lower()[:3]))


def _weekday(word: str) -> int:
    return next(number for number, name in enumerate(_DAYS) if name.startswith(word.lower()[:3]))


def _digits(word: str) -> int:
    return int(re.sub(r"\D", "", word))


def _dated(year: str | None, month: int, day: str, today: date, *, past: bool) -> date | None:
    """Give the day of a month nearest ahead, or nearest back; None when there is no such day."""
    years = (int(year),) if year else (today.year, today.year - 1 if past else today.year + 1)
    for candidate in years:
        try:
            found = date(candidate, month, _digits(day))
        except ValueError:
            continue
        if year or (found <= today if past else found >= today):
            return found
    return None


def _whole_month(year: int, month: int) -> tuple[date, date]:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    after = date(year + month // 12, month % 12 + 1, 1)
    return date(year, month, 1), after - timedelta(days=1)


def _whole_week(day: date) -> tuple[date, date]:
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=6)


def _iso(match: re.Match[str], today: date, past: bool) -> Days:
    day = (
        _dated(match["year"], int(match["month"]) or 13, match["day"], today, past=past)
        if int(match["month"]) <= 12
        else None
    )
    return (day, day) if day else None


def _month_day(match: re.Match[str], today: date, past: bool) -> Days:
    day = _dated(match["year"], _month(match["month"]), match["day"], today, past=past)
    return (day, day) if day else None


def _near(match: re.Match[str], today: date, _past: bool) -> Days:
    word = match["near"].lower()
    steps = 2 if word.startswith("the") else {"to": 0, "ye": -1}.get(word[:2], 1)
    if word.startswith("tom"):
        steps = 1
    day = today + timedelta(days=steps)
    return day, day


def _step(turn: str) -> int:
    word = turn.lower()
    return 1 if word == "next" else -1 if word in ("last", "past") else 0


def _period(match: re.Match[str], today: date, _past: bool) -> Days:
    step, period = _step(match["turn"]), match["period"].lower()
    if period in ("week", "weekend"):
        monday, sunday = _whole_week(today + timedelta(days=7 * step))
        return (monday, sunday) if period == "week" else (sunday - timedelta(days=1), sunday)
    if period == "month":
        return _whole_month(today.year, today.month + step)
    if period == "year":
        return date(today.year + step, 1, 1), date(today.year + step, 12, 31)
    return _season(_SEASONS[period], step, today)


def _season(month: int, step: int, today: date) -> Days:
    """Give a season's three months: the one that is or comes, the next once it has begun, or the last."""
    year = today.year
    begun = today >= date(year, month, 1)
    over = today > _whole_month(year, month + 2)[1]
    if step < 0:
        year -= 0 if over else 1
    elif over or (step > 0 and begun):
        year += 1
    return date(year, month, 1), _whole_month(year, month + 2)[1]


def _turn_day(match: re.Match[str], today: date, _past: bool) -> Days:
    step = _step(match["turn"])
    day = _whole_week(today + timedelta(days=7 * step))[0] + timedelta(days=_weekday(match["weekday"]))
    if step == 0 and day < today:
        day += timedelta(days=7)
    if step < 0 and (today - day).days > 7:
        day += timedelta(days=7)
    return day, day


def _turn_month(match: re.Match[str], today: date, _past: bool) -> Days:
    month, step = _month(match["month"]), _step(match["turn"])
    year = today.year + (step > 0 and month <= today.month) - (step < 0 and month >= today.month)
    return _whole_month(year, month)


def _shifted(count: str, unit: str, today: date, sign: int) -> Days:
    number = sign * (int(count) if count.isdecimal() else _NUMBERS[re.sub(r"\s+", " ", count.lower())])
    if unit.lower() == "day":
        day = today + timedelta(days=number)
        return day, day
    if unit.lower() == "week":
        return _whole_week(today + timedelta(days=7 * number))
    if unit.lower() == "month":
        return _whole_month(today.year, today.month + number)
    return date(today.year + number, 1, 1), date(today.year + number, 12, 31)


def _ahead(match: re.Match[str], today: date, _past: bool) -> Days:
    return _shifted(match["count"] or match["count2"], match["unit"] or match["unit2"], today, 1)


def _ago(match: re.Match[str], today: date, _past: bool) -> Days:
    return _shifted(match["count"], match["unit"], today, -1)


def _nth(match: re.Match[str], today: date, past: bool) -> Days:
    """Give the nearest day of that number: "the 3rd" said on the 12th is next month's."""
    number = _digits(match["day"])
    for months in range(4):
        first, last = _whole_month(today.year, today.month + (-months if past else months))
        if number > last.day:
            continue
        day = first.replace(day=number)
        if day <= today if past else day >= today:
            return day, day
    return None


def _on_weekday(match: re.Match[str], today: date, past: bool) -> Days:
    number = _weekday(match["weekday"])
    ahead = (number - today.weekday()) % 7 or 7
    day = today - timedelta(days=7 - ahead or 7) if past else today + timedelta(days=ahead)
    return day, day


def _in_month(match: re.Match[str], today: date, past: bool) -> Days:
    month = _month(match["month"])
    if match["year"]:
        return _whole_month(int(match["year"]), month)
    year = today.year - (month > today.month) if past else today.year + (month < today.month)
    return _whole_month(year, month)


def _in_year(match: re.Match[str], _today: date, _past: bool) -> Days:
    year = int(match["year"])
    return date(year, 1, 1), date(year, 12, 31)


_READ = {
    "iso": _iso,
    "month_day": _month_day,
    "near": _near,
    "period": _period,
    "turn_day": _turn_day,
    "turn_month": _turn_month,
    "ahead": _ahead,
    "ago": _ago,
    "nth": _nth,
    "weekday": _on_weekday,
    "month": _in_month,
    "in_month": _in_month,
    "on_day": _on_weekday,
    "year": _in_year,
}
