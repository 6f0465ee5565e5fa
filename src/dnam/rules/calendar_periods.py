"""Days, months and seasons of the calendar, by how far they are from today."""

from datetime import date, timedelta

SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
"""The month each begins with."""


def day_of(year: int, month: int, day: int) -> date | None:
    """Return a date, or None when there is no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def whole_month(year: int, month: int) -> tuple[date, date]:
    """Return a month's first and last day; months beyond 12 or below 1 are those of other years."""
    first = date(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def period(unit: str, step: int, today: date) -> tuple[date, date]:
    """Return the first and last day of the period so many away from that of today."""
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
    """Return a season's three months: the one that is or comes, the next once it has begun, or the last."""
    year = today.year
    over = today > whole_month(year, month + 2)[1]
    if step < 0:
        year -= 0 if over else 1
    elif over or (step > 0 and today >= date(year, month, 1)):
        year += 1
    return date(year, month, 1), whole_month(year, month + 2)[1]
