"""First and last days of calendar periods (week, month, season), counted from today."""

from datetime import date, timedelta

SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
"""The first month of each."""


def day_of(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def whole_month(year: int, month: int) -> tuple[date, date]:
    """Return a month's first and last day; months above 12 or below 1 are in other years."""
    first = date(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def period(unit: str, step: int, today: date) -> tuple[date, date]:
    """Return the first and last day of the period `step` periods after today's."""
    if unit == "day":
        return today + timedelta(days=step), today + timedelta(days=step)
    if unit in ("week", "weekend"):
        monday = today + timedelta(days=7 * step - today.weekday())
        return monday + timedelta(days=5 if unit == "weekend" else 0), monday + timedelta(days=6)
    if unit == "month":
        return whole_month(today.year, today.month + step)
    if unit == "year":
        return date(today.year + step, 1, 1), date(today.year + step, 12, 31)
    return _season(SEASONS[unit], step, today)


def _season(month: int, step: int, today: date) -> tuple[date, date]:
    """Return a season's first and last day: current or coming, the next if `step` > 0, the last if < 0."""
    year = today.year
    over = today > whole_month(year, month + 2)[1]
    if step < 0:
        year -= 0 if over else 1
    elif over or (step > 0 and today >= date(year, month, 1)):
        year += 1
    return date(year, month, 1), whole_month(year, month + 2)[1]
