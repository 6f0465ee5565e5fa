"""Numbers over time: read in the background, drawn as SVG without a style or a script.

Counting a guild's messages takes longer the more there are. A count is used for twenty times as long as it
took, and a page waits for a new one only for a moment: a large guild's page costs what a small one's does.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from dnam.domain import DailyCount, Spending
from dnam.memory import Memory

DAYS = 30
REUSED = 20
"""How many times as long as a count took it is used."""
WAIT_SECONDS = 0.25
"""How long a page waits for a new count before it shows the last one."""
WIDTH, HEIGHT, FOOT = 600, 120, 18


@dataclass(frozen=True, kw_only=True, slots=True)
class GuildNumbers:
    """The numbers of a guild over the last days."""

    at: datetime
    days: tuple[date, ...]
    messages: tuple[int, ...]
    facts: tuple[int, ...]
    errors: tuple[int, ...]
    calls: tuple[int, ...]
    cost: tuple[float, ...]
    people: int
    unread: int
    """Messages that nobody has read for facts yet."""


class Numbers:
    """Keeps the latest numbers of each guild."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._known: dict[int, GuildNumbers] = {}
        self._until: dict[int, float] = {}
        self._counting: dict[int, asyncio.Task[None]] = {}

    async def of(self, guild: int) -> GuildNumbers:
        """Return a guild's numbers: the last known ones, unless there are none yet."""
        known = self._known.get(guild)
        if known is None or asyncio.get_running_loop().time() > self._until[guild]:
            task = self._counting.get(guild)
            if task is None or task.done():
                task = self._counting[guild] = asyncio.create_task(self._count(guild), name="count")
            await asyncio.wait({task}, timeout=None if known is None else WAIT_SECONDS)
            if known is None:
                await task  # its failure is the caller's
        return self._known[guild]

    def forget(self) -> None:
        """Drop what is known: something was erased."""
        self._known.clear()

    async def _count(self, guild: int) -> None:
        store, now, loop = self._memory.store, self._memory.clock.now(), asyncio.get_running_loop()
        began = loop.time()
        today = now.date()
        days = tuple(today - timedelta(days=back) for back in reversed(range(DAYS)))
        since = now - timedelta(days=DAYS)
        counts = {each.day: each for each in await store.daily_counts(guild, since)}
        spending = await store.spending(since, guild=guild)
        unread = await store.unread_places(level=1, since=since)
        each = [counts.get(day, DailyCount(day=day)) for day in days]
        self._known[guild] = GuildNumbers(
            at=now,
            days=days,
            messages=tuple(count.messages for count in each),
            facts=tuple(count.facts for count in each),
            errors=tuple(count.errors for count in each),
            calls=tuple(_sum_on(day, spending).calls for day in days),
            cost=tuple(_sum_on(day, spending).cost for day in days),
            people=len(await store.people(guild)),
            unread=sum(place.count for place in unread if place.guild == guild),
        )
        self._until[guild] = loop.time() + REUSED * (loop.time() - began)


@dataclass(frozen=True, slots=True)
class _Spent:
    calls: int
    cost: float


def _sum_on(day: date, spending: Sequence[Spending]) -> _Spent:
    on_day = [each for each in spending if each.day == day]
    return _Spent(sum(each.calls for each in on_day), sum(each.usage.cost_usd for each in on_day))


@dataclass(frozen=True, kw_only=True, slots=True)
class Bar:
    """One bar of a chart."""

    x: float
    y: float
    width: float
    height: float
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Chart:
    """A bar chart; `templates/chart.html` draws it."""

    title: str
    total: str
    bars: tuple[Bar, ...]
    first: date
    last: date
    empty: bool


def chart(title: str, days: Sequence[date], values: Sequence[float], unit: str = "") -> Chart:
    """Return a bar chart of a number for each day."""
    most = max(values, default=0) or 1
    step = WIDTH / max(len(values), 1)
    bars = []
    for nth, (day, value) in enumerate(zip(days, values, strict=True)):
        height = (HEIGHT - FOOT) * value / most
        height = max(height, 2.0) if value else 0.0
        bars.append(
            Bar(
                x=round(nth * step + 1, 2),
                y=round(HEIGHT - FOOT - height, 2),
                width=round(step - 2, 2),
                height=round(height, 2),
                label=f"{day}: {_shown(value, unit)}",
            )
        )
    return Chart(
        title=title,
        total=_shown(sum(values), unit),
        bars=tuple(bars),
        first=days[0],
        last=days[-1],
        empty=not any(values),
    )


def _shown(value: float, unit: str) -> str:
    return f"{unit}{value:,.2f}" if unit else f"{value:,.0f}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """One day of a calendar."""

    day: date
    x: int
    y: int
    level: int
    """0 for nothing, 4 for the most."""
    count: int


CELL = 18


def calendar(counts: Sequence[tuple[date, int]]) -> tuple[tuple[Cell, ...], int]:
    """Return the cells of a heat map, a column for each week, and its width."""
    if not counts:
        return (), 0
    most = max(count for _, count in counts) or 1
    first = counts[0][0] - timedelta(days=counts[0][0].weekday())
    cells = tuple(
        Cell(
            day=day,
            x=(day - first).days // 7 * CELL,
            y=day.weekday() * CELL,
            level=0 if not count else 1 + min(3, 4 * count // (most + 1)),
            count=count,
        )
        for day, count in counts
    )
    return cells, cells[-1].x + CELL
