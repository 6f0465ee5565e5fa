"""The action log as rows, shared by both stores."""

from collections.abc import Collection
from datetime import date, datetime

from dnam.domain import Action, Spending, Usage
from dnam.stores.database import Database
from dnam.stores.rows import Params, Row, micros, moment, storable

FIRST_DAY = date(1970, 1, 1).toordinal()


class ActionRows:
    """`ports.ActionStore` over named queries."""

    _database: Database

    async def log_action(self, action: Action) -> None:
        await self._database.write([("log_action", _params(action))], repeatable=False)

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
        return _to_usage(row)

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
                usage=_to_usage(row[4:]),
            )
            for row in await self._database.read(query, params)
        ]


def _params(action: Action) -> Params:
    usage = action.usage
    return {
        "kind": action.kind,
        "at": micros(action.at),
        "guild": action.guild,
        "task": action.task,
        "model": storable(action.model),
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cost_usd": usage.cost_usd,
        "unpriced": usage.unpriced,
        "ms": action.ms,
        "outcome": storable(action.outcome),
        "detail": storable(action.detail),
        "person": action.person,
        "channel": action.channel,
        "origin": action.origin,
    }


def to_action(row: Row) -> Action:
    kind, at, guild, task, model, *usage, ms, outcome, detail, person, channel, origin = row
    return Action(
        kind=kind,
        at=moment(at),
        guild=guild,
        task=task,
        model=model,
        usage=_to_usage(usage),
        ms=ms,
        outcome=outcome,
        detail=detail,
        person=person,
        channel=channel,
        origin=origin,
    )


def _to_usage(row: Row) -> Usage:
    input_tokens, output_tokens, cost_usd, unpriced = row
    return Usage(
        input_tokens=int(input_tokens),
        output_tokens=int(output_tokens),
        cost_usd=float(cost_usd),
        unpriced=int(unpriced),
    )
