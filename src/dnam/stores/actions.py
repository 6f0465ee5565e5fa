"""The action log as rows, shared by both stores."""

from collections.abc import Collection
from datetime import date, datetime

from dnam.domain import Action, Spending, Usage
from dnam.stores.database import Database
from dnam.stores.plain_rows import params_of, value_of
from dnam.stores.rows import Params, Row, micros

FIRST_DAY = date(1970, 1, 1).toordinal()


class ActionRows:
    """`ports.ActionStore` over named queries."""

    _database: Database

    async def log_action(self, action: Action) -> None:
        await self._database.write([("log_action", params_of(action))], repeatable=False)

    async def actions(
        self,
        *,
        guild: int | None = None,
        since: datetime | None = None,
        limit: int = 100,
        heard: Collection[str] | None = None,
    ) -> list[Action]:
        query = "all_actions"
        params: Params = {"since": micros(since) if since else 0, "limit": limit}
        if guild is not None:
            query, params = "actions_of", {**params, "guild": guild}
            if heard is not None:
                query, params = "actions_heard", {**params, "origins": sorted(heard)}
        return [to_action(row) for row in await self._database.read(query, params)]

    async def spent(self, guild: int, since: datetime) -> Usage:
        (row,) = await self._database.read("spent", {"guild": guild, "since": micros(since)})
        return value_of(Usage, row)

    async def spending(self, since: datetime, *, guild: int | None = None) -> list[Spending]:
        query, params = "all_spending", {"since": micros(since)}
        if guild is not None:
            query, params = "spending_of", {**params, "guild": guild}
        return [
            Spending(
                day=date.fromordinal(FIRST_DAY + row[0]),
                guild=row[1],
                task=row[2],
                calls=row[3],
                usage=value_of(Usage, row[4:]),
            )
            for row in await self._database.read(query, params)
        ]


def to_action(row: Row) -> Action:
    return value_of(Action, (*row[:5], value_of(Usage, row[5:9]), *row[9:]))
