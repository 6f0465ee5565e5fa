"""Numbers over time, read in the background: a page waits for them only for a moment.

Counting a guild's messages takes longer the more there are. A count is used for twenty times as long as it
took, and until the first one is done a page shows that it is counting: a large guild's page costs what a
small one's does.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from dnam.domain import DailyCount
from dnam.memory import Memory

DAYS = 30
REUSED = 20
"""How many times as long as a count took it is used."""
WAIT_SECONDS = 0.01
"""How long a page waits for a new count before it shows the last one, or none."""
CELL = 18
"""The size of a day in the calendar."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GuildNumbers:
    """The numbers of a guild over the last days, each a tuple with one number for each day."""

    at: datetime
    days: tuple[date, ...]
    messages: tuple[int, ...] = ()
    facts: tuple[int, ...] = ()
    errors: tuple[int, ...] = ()
    calls: tuple[int, ...] = ()
    cost: tuple[float, ...] = ()
    people: int = 0
    unread: int = 0
    """Messages that nobody has read for facts yet."""
    counted: bool = True
    """Whether this is a count, and not only the days of one that is being made."""
    changes: int = 0
    """How often the memory had changed when the count began."""
    current: bool = False
    """Whether nothing has changed since: else a page asks again."""


class Numbers:
    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._latest: dict[int, GuildNumbers] = {}
        self._until: dict[int, float] = {}
        self._counting: dict[int, asyncio.Task[None]] = {}
        self._changes = 0
        memory.watch(self._note_change)

    async def of(self, guild: int) -> GuildNumbers:
        """Return a guild's numbers: new ones if they are there in a moment, else the last ones or none."""
        if guild not in self._latest or asyncio.get_running_loop().time() > self._until[guild]:
            task = self._counting.get(guild)
            if task is None:
                task = self._counting[guild] = asyncio.create_task(self.count(guild), name="count")
            done, _ = await asyncio.wait({task}, timeout=WAIT_SECONDS)
            if done:
                self._counting.pop(guild, None)
                await task  # its failure is the caller's
        now = self._memory.clock.now()
        latest = self._latest.get(guild) or GuildNumbers(at=now, days=_days(now), counted=False)
        return replace(latest, current=latest.counted and latest.changes == self._changes)

    def _note_change(self) -> None:
        self._changes += 1

    def forget(self) -> None:
        """Drop what is known: something was erased."""
        self._latest.clear()

    async def count(self, guild: int) -> None:
        store, now, loop = self._memory.store, self._memory.clock.now(), asyncio.get_running_loop()
        began, days, since = loop.time(), _days(now), now - timedelta(days=DAYS)
        changes = self._changes
        counts = {each.day: each for each in await store.daily_counts(guild, since)}
        spending = await store.spending(since, guild=guild)
        unread = await store.unread_places(level=1, since=since)
        daily = [counts.get(day, DailyCount(day=day)) for day in days]
        spent = [[each for each in spending if each.day == day] for day in days]
        self._latest[guild] = GuildNumbers(
            at=now,
            changes=changes,
            days=days,
            messages=tuple(count.messages for count in daily),
            facts=tuple(count.facts for count in daily),
            errors=tuple(count.errors for count in daily),
            calls=tuple(sum(each.calls for each in on_day) for on_day in spent),
            cost=tuple(sum(each.usage.cost_usd for each in on_day) for on_day in spent),
            people=len(await store.people(guild)),
            unread=sum(place.count for place in unread if place.guild == guild),
        )
        self._until[guild] = loop.time() + REUSED * (loop.time() - began)


def _days(now: datetime) -> tuple[date, ...]:
    return tuple(now.date() - timedelta(days=back) for back in reversed(range(DAYS)))


@dataclass(frozen=True, kw_only=True, slots=True)
class HeatMapCell:
    day: date
    x: int
    y: int
    level: int
    """0 for nothing, 4 for the most."""
    count: int


def calendar(days: Sequence[date], counts: Sequence[int]) -> list[HeatMapCell]:
    """Return the cells of a heat map, a column for each week; without counts all are alike."""
    most = max(counts, default=0)
    first = days[0] - timedelta(days=days[0].weekday())
    return [
        HeatMapCell(
            day=day,
            x=(day - first).days // 7 * CELL,
            y=day.weekday() * CELL,
            level=0 if not count else 1 + min(3, 4 * count // (most + 1)),
            count=count,
        )
        for day, count in zip(days, counts or [0] * len(days), strict=True)
    ]
