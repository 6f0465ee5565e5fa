"""Pages of lists and numbers over time, shared by both stores."""

from collections import defaultdict
from collections.abc import Collection
from datetime import date, datetime

from dnam.audience import Audience
from dnam.domain import Action, DailyCount, Fact, FactCursor, GuildCount, PersonCount, Status
from dnam.ports.hidden_until_stored import Hidden
from dnam.stores.actions import FIRST_DAY, to_action
from dnam.stores.database import Database
from dnam.stores.plain_rows import value_of
from dnam.stores.rows import audience_params, micros, storable, to_fact, to_person

_LAST = 2**63 - 1
_ANY = -1
"""Stands for any subject or guild in a query."""
_NOBODY = Audience(origins=frozenset())


class ListingRows:
    """`ports.ListingStore` over named queries."""

    _database: Database
    hidden: Hidden

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
        params = {
            **audience_params(audience or _NOBODY),
            "everything": audience is None,
            "guild": guild,
            "statuses": [status.value for status in statuses],
            "subject": _ANY if subject is None else subject,
            "updated_at": micros(after[0]) if after else _LAST,
            "id": after[1] if after else "",
            "about": after[2] if after else 0,
            "origin": after[3] if after else "",
            "limit": limit,
        }
        facts = [to_fact(row) for row in await self._database.read("page_facts", params)]
        return [fact for fact in facts if not self.hidden.fact(fact)]

    async def page_people(
        self,
        guild: int,
        audience: Audience | None,
        *,
        named: str = "",
        after: tuple[str, int] = ("", 0),
        limit: int = 50,
    ) -> list[PersonCount]:
        params = {
            **audience_params(audience or _NOBODY),
            "everything": audience is None,
            "guild": guild,
            "pattern": f"%{_escaped(storable(named))}%",
            "name": storable(after[0]),
            "person": after[1],
            "limit": limit,
        }
        rows = await self._database.read("page_people", params)
        return [PersonCount(person=to_person(row[:3]), facts=row[3], messages=int(row[4])) for row in rows]

    async def page_actions(
        self,
        *,
        guild: int | None = None,
        kind: str = "",
        heard: Collection[str] | None = None,
        after: tuple[datetime, int] | None = None,
        limit: int = 50,
    ) -> list[tuple[int, Action]]:
        params = {
            "guild": _ANY if guild is None else guild,
            "kind": storable(kind),
            "everything": heard is None,
            "origins": sorted(heard or ()),
            "at": micros(after[0]) if after else _LAST,
            "number": after[1] if after else _LAST,
            "limit": limit,
        }
        rows = await self._database.read("page_actions", params)
        return [(row[0], to_action(row[1:])) for row in rows]

    async def guild_counts(self) -> list[GuildCount]:
        rows = await self._database.read("guild_counts", {})
        return [value_of(GuildCount, row) for row in rows]

    async def daily_counts(self, guild: int, since: datetime) -> list[DailyCount]:
        days: defaultdict[int, dict[str, int]] = defaultdict(dict)
        for what, day, count in await self._database.read(
            "daily_counts", {"guild": guild, "since": micros(since)}
        ):
            days[day][what] = count
        return [
            DailyCount(day=date.fromordinal(FIRST_DAY + day), **counts)
            for day, counts in sorted(days.items())
        ]


def _escaped(text: str) -> str:
    """Return a text in which no sign has a meaning in a LIKE pattern."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
