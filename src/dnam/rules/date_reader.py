"""A small parser of times: forms of phrases (`date_words`), tried at each place of a text, give days."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import re2

from dnam.languages import Language
from dnam.languages.language import UNITS
from dnam.languages.patterns import UNSPACED
from dnam.rules.calendar_periods import SEASONS, day_of, period, whole_month
from dnam.rules.date_words import items, may_name_time

_LETTERS = re2.compile(rf"[{UNSPACED}]")
RELATIVE = 2
"""The rank of times that depend on when they are said."""
_LEADS = ("until", "since", "from", "on", "around", "the")
_TAILS = ("until_after", "since_after", "on_after")
_LICENCES = ("until", "since", "from")
"""What makes a time of any word that may be one: "until sun"."""
_NUMERIC = {".": {"d.m."}, "/": {"d/m"}, "-": {"d.m.", "d/m"}}
_Values = Mapping[str, int]
_NOTHING: _Values = MappingProxyType({})
_GRAMMAR = """
numeric: numeric
days_of_month: day=begin nth_after? to|and the? day nth_after? of? month
date: weekday? the? nth? day nth_after? of? month
date: year year_mark count=month month_mark count=day nth_after?
date: count=month month_mark count=day nth_after?
date month-day: weekday? comma? month the? day nth_after?
near: near
counted: ago few|count unit ago_after?
counted: ahead few|count unit ahead_after?
counted: few|count unit ago_after=ago
counted: few|count unit ahead_after=ahead
counted: few|count unit
counted unit-alone: ago singular=unit
counted unit-alone: ahead singular=unit
counted unit-alone: singular=unit ago_after=ago
counted unit-alone: singular=unit ahead_after=ahead
counted: turn few|count unit
turned: weekday turn unit
turned: turn unit of? weekday
turned: period of? weekday
turned: turn unit day nth_after
turned: period day nth_after
turned: period
turned: turn unit
turned: unit turn_after=turn
turned_name: turn weekday|month
turned_name: weekday|month turn_after=turn
weekday: weekday
month: year year_mark count=month month_mark
month: count=month month_mark
month: month
unit_year: unit of? year
year: year year_mark?
nth: day nth_after
nth: nth day
"""
"""How times are put together: the method that reads them, how they must be `written` in the language, and the
roles of the phrases. What has a "?" may be missing, "|" is or, behind "=" is the name the method knows it by.
The first that fits counts."""


class _Form(NamedTuple):
    """A line of the grammar; its parts are roles, the name the reader knows them by, and whether needed."""

    reader: str
    written: frozenset[str]
    parts: tuple[tuple[tuple[str, ...], str, bool], ...]


def _form(line: str) -> _Form:
    (reader, *written), form = line.partition(":")[0].split(), line.partition(":")[2].split()
    named = [(*part.rstrip("?").partition("=")[::2], not part.endswith("?")) for part in form]
    parts = tuple((tuple(roles.split("|")), name, needed) for roles, name, needed in named)
    return _Form(reader, frozenset(written), parts)


_FORMS = tuple(_form(line) for line in _GRAMMAR.strip().split("\n"))


@lru_cache(maxsize=4096)
def _forms_of(roles: frozenset[str], following: frozenset[str], written: frozenset[str]) -> tuple[_Form, ...]:
    """Return the forms that phrases with these roles may begin, in a language written like this."""
    return tuple(form for form in _FORMS if form.written <= written and _may_begin(form, (roles, following)))


def _may_begin(form: _Form, phrases: Sequence[frozenset[str]]) -> bool:
    at = 0
    for roles, _, needed in form.parts:
        if at == len(phrases):
            break
        if not phrases[at].isdisjoint(roles):
            at += 1
        elif needed:
            return False
    return at > 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Time:
    """A time as it was read. `stop` is the item behind it, `point` where it begins without preposition."""

    first: date
    last: date
    stop: int
    start: int = 0
    point: int = 0
    end: int = 0
    lead: str = ""
    count: int = 0
    unit: str = ""
    counted_back: bool = False
    to_now: bool = False
    vague: bool = False
    form: str = ""

    @property
    def rank(self) -> int:
        """How exactly it is named: a date, a month or year, and what depends on the day it is said."""
        return {"numeric": 0, "date": 0, "days_of_month": 0, "month": 1, "unit_year": 1}.get(
            self.form, RELATIVE
        )


class Reader:
    """Reads the times of one text in one language. Each step looks a few phrases ahead, never further."""

    def __init__(self, text: str, language: Language, today: date, *, past: bool) -> None:
        self._text, self._today, self._past, self._looks_back = text, today, past, past
        self._items = items(text, language) if may_name_time(text, language) else ()
        self._written = frozenset(language.dates.get("written", ()))
        self._stop_words = language.stop
        self._second = -1
        """Where the second time of a stretch may begin: any word that may be a time is one there."""

    def times(self) -> Iterator[Time]:
        at = 0
        while at < len(self._items):
            named = self._stretch(at) if self._items[at].means else None
            if named is not None:
                yield named
            at = named.stop if named is not None else at + 1

    def _is(self, at: int, *roles: str) -> bool:
        return 0 <= at < len(self._items) and not self._items[at].means.keys().isdisjoint(roles)

    def _stretch(self, at: int) -> Time | None:
        """Read a time with what stands before and behind it, and a second one it is joined with."""
        leads: set[str] = set()
        begin, self._past = at, self._looks_back
        preposition = at if self._is(at, "from") else at - 1
        if self._is(preposition, "from") and self._is(preposition - 1, "unit"):
            return None  # "a week from tomorrow" is not tomorrow
        while (named := self._point(begin)) is None:
            if begin - at > 3 or not self._is(begin, *_LEADS):
                return None
            leads.update(self._items[begin].means)
            self._past = self._looks_back or ("since" in leads and "from" not in leads)
            begin += 1
        joined = self._joined(named, also_and="from" in leads)
        last, stop = joined or (named.last, named.stop)
        for _ in range(2):
            if self._is(stop, *_TAILS):
                leads.update(role.removesuffix("_after") for role in self._items[stop].means)
                stop += 1
        start, point, end = self._items[at].start, self._items[begin].start, self._items[stop - 1].end
        if not self._stands_alone(start, end):
            return None
        closed = joined or named.lead
        lead = "" if closed else next((role for role in ("until", "since") if role in leads), "")
        return replace(named, last=last, stop=stop, start=start, point=point, end=end, lead=lead)

    def _joined(self, named: Time, *, also_and: bool) -> tuple[date, int] | None:
        """Return the last day of "monday to friday" and "May 3-10", and the place behind it."""
        at = named.stop + 1
        if not (self._is(named.stop, "to") or (also_and and self._is(named.stop, "and"))):
            return None
        self._second = at
        begin = at + 1 if self._is(at, *_LEADS) and not self._point(at) else at
        if until := self._point(begin):
            week = 7 if 0 < (named.first - until.last).days < 7 else 0  # "from friday to monday"
            return max(until.last + timedelta(days=week), named.first), until.stop
        day = self._items[at].means["day"] if self._is(at, "day") else 0
        last = day_of(named.first.year, named.first.month, day)
        if not last or named.first != named.last or last < named.first:
            return None
        return last, at + 2 if self._is(at + 1, "nth_after") else at + 1

    def _stands_alone(self, start: int, end: int) -> bool:
        """Return whether a time is no part of a longer word, as in "sunday-best"."""
        before, behind = self._text[max(start - 1, 0) : start], self._text[end : end + 2]
        attached = before.isalnum() or before in ("_", "-")
        inside = behind[:1].isalnum() or behind[:1] == "_" or (behind[:1] == "-" and behind[1:].isalnum())
        spaced = not attached or _LETTERS.search(before + self._text[start])
        return bool(spaced and (not inside or _LETTERS.search(self._text[end - 1] + behind[:1])))

    def _licensed(self, at: int, stop: int, *roles: str) -> bool:
        """Return whether what stands around makes a time of it: "in may", "bis So", "on the 3rd", "3日に"."""
        allowed = (*_LICENCES, *roles)
        between = ("around", "the") if self._is(at, "day", "numeric") else ("around",)
        before = at - 2 if self._is(at - 1, *between) and not self._is(at - 1, *allowed) else at - 1
        behind = self._is(stop, *(f"{role}_after" for role in allowed))
        return at == self._second or behind or self._is(before, *allowed)

    def _point(self, at: int) -> Time | None:
        """Read what stands at a place by the first form that fits."""
        if at >= len(self._items) or not self._items[at].means:
            return None
        following = self._items[at + 1].means if at + 1 < len(self._items) else _NOTHING
        for form in _forms_of(frozenset(self._items[at].means), frozenset(following), self._written):
            values, stop = dict[str, int](), at
            for roles, name, needed in form.parts:
                means = self._items[stop].means if stop < len(self._items) else _NOTHING
                for role in roles:
                    if role in means:
                        values[name or role] = means[role]
                        stop += 1
                        break
                else:
                    if needed:
                        break
            else:
                named: Time | None = getattr(self, f"_{form.reader}")(values, at, stop)
                if named is not None:
                    return replace(named, form=form.reader)
        return None

    def _one_day(self, day: date | None, stop: int) -> Time | None:
        return Time(first=day, last=day, stop=stop) if day else None

    def _nearest(self, days: Iterable[date | None]) -> date | None:
        """Return the first of these from today on, or until today when looking back."""
        known = (day for day in days if day and (day == self._today or (day < self._today) is self._past))
        return next(known, None)

    def _year_at(self, at: int) -> tuple[int, int]:
        """Return the year that stands here, maybe after "of" or a comma, or 0; and the place behind it."""
        begin = at + 1 if self._is(at, "of", "comma") else at
        if not self._is(begin, "year"):
            return 0, at
        unit = self._is(begin + 1, "unit") and UNITS[self._items[begin + 1].means["unit"]] == "year"
        return self._items[begin].means["year"], begin + 2 if unit else begin + 1

    def _numeric(self, _: _Values, at: int, stop: int) -> Time | None:
        """Read 2026-05-03, 3.5.2026, and "am 3.5."."""
        word = self._items[at].word.rstrip(".")
        sign = next((sign for sign in "-./" if sign in word), "-")
        numbers = [int(part) for part in word.split(sign) if part.isdecimal() and len(part) < 5]
        if len(numbers) != word.count(sign) + 1 or len(numbers) not in (2, 3):
            return None
        if len(numbers) == 3 and (numbers[0] > 31 or (numbers[2] > 999 and self._written & _NUMERIC[sign])):
            return self._one_day(day_of(*numbers if numbers[0] > 31 else reversed(numbers)), stop)
        if len(numbers) == 3 or not self._written & _NUMERIC[sign] or not self._licensed(at, stop, "on"):
            return None
        return self._date({"day": numbers[0], "month": numbers[1]}, at, stop)

    def _date(self, m: _Values, _: int, stop: int) -> Time | None:
        year, stop = (m["year"], stop) if "year" in m else self._year_at(stop)
        years = (self._today.year + (-n if self._past else n) for n in range(9))  # for 29 February
        nearest = self._nearest(day_of(each, m["month"], m["day"]) for each in years)
        return self._one_day(day_of(year, m["month"], m["day"]) if year else nearest, stop)

    def _days_of_month(self, m: _Values, at: int, stop: int) -> Time | None:
        last = self._date(m, at, stop)
        first = day_of(last.first.year, last.first.month, m["begin"]) if last else None
        return replace(last, first=first, lead="from") if last and first and first <= last.first else None

    def _near(self, m: _Values, _: int, stop: int) -> Time:
        day = self._today + timedelta(days=m["near"])
        return Time(first=day, last=day, stop=stop, counted_back=m["near"] < 0)

    def _counted(self, m: _Values, at: int, stop: int) -> Time | None:
        """Read in two weeks, three days ago, the past year, and how long it has been so: "seit 4 Jahren"."""
        to_now = m.get("turn", 0) < 0
        back = to_now or "ago" in m or (not {"ahead", "turn"} & m.keys() and self._is(at - 1, "since"))
        count, unit = m.get("count", m.get("few", 1)), UNITS[m["unit"]]
        if unit in SEASONS or not (back or "ahead" in m):
            return None
        first, last = period(unit, -count if back else count, self._today)
        shown = Time(first=first, last=self._today if to_now else last, stop=stop, count=count, unit=unit)
        return replace(shown, counted_back=back, to_now=to_now, vague=to_now or "few" in m)

    def _turned(self, m: _Values, _: int, stop: int) -> Time | None:
        """Read next week, la semana que viene, and a day of it: 来週の金曜日, 下个月12号."""
        step, number = divmod(m["period"], len(UNITS)) if "period" in m else (m["turn"], m["unit"])
        unit = UNITS[number]
        first, last = period(unit, step, self._today)
        if unit == "day" or ("weekday" in m and unit != "week") or ("day" in m and unit != "month"):
            return None
        if "weekday" in m or "day" in m:
            days = timedelta(days=m["weekday"] if "weekday" in m else m["day"] - 1)
            return self._one_day(first + days, stop) if first + days <= last else None
        back = step < 0 and unit not in SEASONS
        return Time(first=first, last=last, stop=stop, count=2, unit=unit, counted_back=back, to_now=back)

    def _turned_name(self, m: _Values, at: int, stop: int) -> Time | None:
        """Read last friday and this May."""
        step, today = m["turn"], self._today
        if "weekday" in m and self._is_habit(at, stop):
            return None
        if "month" in m:
            later = (step > 0 and m["month"] <= today.month) - (step < 0 and m["month"] >= today.month)
            first, last = whole_month(today.year + later, m["month"])
            return Time(first=first, last=last, stop=stop)
        day = period("week", step, today)[0] + timedelta(days=m["weekday"])
        if step < 0 or (step == 0 and (self._past or day < today)):
            day = self._next_day(m["weekday"], back=step < 0 or self._past)
        return Time(first=day, last=day, stop=stop, counted_back=step < 0)

    def _next_day(self, weekday: int, *, back: bool) -> date:
        days = (self._today.weekday() - weekday if back else weekday - self._today.weekday()) % 7 or 7
        return self._today + timedelta(days=-days if back else days)

    def _is_habit(self, at: int, stop: int) -> bool:
        """Return whether a weekday is any of its kind: "los lunes y martes", "the last friday of a month"."""
        first = at - 2 if self._is(at - 1, "and") and self._is(at - 2, "weekday") else at
        numbered = self._is(first - 1, "nth_after") and self._is(first - 3, "every")  # "every 2nd friday"
        in_unit = self._is(stop + 1, "unit") or self._is(stop + 2, "unit")
        of_unit = self._is(stop, "of", "from") and in_unit
        return self._is(first - 1, "every") or numbered or of_unit or self._is(stop, "every_after")

    def _weekday(self, m: _Values, at: int, stop: int) -> Time | None:
        unsure = self._is(at, "unsure") and not self._licensed(at, stop, "on")
        if unsure or self._is_habit(at, stop):
            return None
        return self._one_day(self._next_day(m["weekday"], back=self._past), stop)

    def _month(self, m: _Values, at: int, stop: int) -> Time | None:
        """Read a whole month; it is none if the number beside it is no valid day ("May 45")."""
        year, behind = (m["year"], stop) if "year" in m else self._year_at(stop)
        unsure = self._is(at, "unsure") and not self._licensed(at, stop, "on")
        numbered = self._is(stop + 1 if self._is(stop, "the") else stop, "number")
        before = at - 2 if self._is(at - 1, "of") else at - 1
        if self._is(before, "number", "nth_after", "every") or (not year and (unsure or numbered)):
            return None
        if not 1 <= m["month"] <= 12:
            return None
        away = -(m["month"] > self._today.month) if self._past else m["month"] < self._today.month
        first, last = whole_month(year or self._today.year + away, m["month"])
        return Time(first=first, last=last, stop=behind)

    def _year(self, m: _Values, at: int, stop: int) -> Time | None:
        _, behind = self._year_at(at)
        if "year_mark" not in m and behind == stop and not self._licensed(at, stop, "on"):
            return None
        return Time(first=date(m["year"], 1, 1), last=date(m["year"], 12, 31), stop=max(stop, behind))

    def _unit_year(self, m: _Values, _: int, stop: int) -> Time | None:
        """Read summer 2021 and año 2021."""
        if UNITS[m["unit"]] not in (*SEASONS, "year"):
            return None
        first, last = period(UNITS[m["unit"]], 0, date(m["year"], 1, 1))
        return Time(first=first, last=last, stop=stop)

    def _nth(self, m: _Values, at: int, stop: int) -> Time | None:
        """Read the nearest day of that number: "the 3rd" said on the 12th is next month's."""
        behind = self._items[stop].word if stop < len(self._items) else ""
        named = self._is(at - 1, "the") and not behind.isalnum() and self._items[stop - 1].word.isalpha()
        if not named and not self._licensed(at, stop, "on"):
            return None
        goes_on = behind in self._stop_words or self._is(stop, *_LEADS, *_TAILS, "to", "near")
        if (behind.isalnum() and not goes_on) or self._is(stop, "of"):
            return None  # "on the 3rd floor"
        away = [-n if self._past else n for n in range(4)]
        months = (whole_month(self._today.year, self._today.month + n)[0] for n in away)
        days = (day_of(month.year, month.month, m["day"]) for month in months)
        return self._one_day(self._nearest(days), stop)
