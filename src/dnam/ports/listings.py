"""The store port for pages of lists, and for numbers over time: what a dashboard shows."""

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from dnam.audience import Audience
from dnam.domain import Action, DailyCount, Fact, FactCursor, GuildCount, PersonCount, Status


class ListingStore(Protocol):
    """Pages of a guild's facts, people and log; an audience of None is whoever runs the memory.

    A page starts after the last entry of the one before it (`after`), so that entries that come and go
    between two pages are neither repeated nor skipped. Muted facts are never listed.
    """

    async def page_facts(
        self,
        guild: int,
        audience: Audience | None,
        *,
        statuses: Collection[Status],
        subject: int | None = None,
        after: FactCursor | None = None,
        limit: int = 50,
    ) -> list[Fact]:
        """Return the audible facts of these statuses, of a subject or of all, last changed first."""

    async def page_people(
        self,
        guild: int,
        audience: Audience | None,
        *,
        named: str = "",
        after: tuple[str, int] = ("", 0),
        limit: int = 50,
    ) -> list[PersonCount]:
        """Return who was seen in a guild and has not opted out, by name, with their audible counts.

        `named` is a part of the name, in any case; `after` is the last name and id of the page before.
        """

    async def page_actions(
        self,
        *,
        guild: int | None = None,
        kind: str = "",
        heard: Collection[str] | None = None,
        after: tuple[datetime, int] | None = None,
        limit: int = 50,
    ) -> list[tuple[int, Action]]:
        """Return numbered lines of the log, newest first; `after` is the time and number of the last one.

        With `heard`, only lines with one of these origins, or with none.
        """

    async def guild_counts(self) -> list[GuildCount]:
        """Return every guild something is stored of, by id, with how much."""

    async def daily_counts(self, guild: int, since: datetime) -> list[DailyCount]:
        """Return how many messages were sent, facts learned and errors logged on each day (UTC)."""
