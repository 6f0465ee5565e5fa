"""Retention as rows, shared by both stores."""

from datetime import datetime

from dnam.domain import Cutoffs, Fact, MessagePointer
from dnam.stores.database import Database
from dnam.stores.plain_rows import params_of, value_of
from dnam.stores.rows import Params, micros, to_fact

_EXPIRE = {
    "expire_short_term": "short-term entries",
    "expire_rolling": "summaries",
    "expire_days": "days",
    "expire_day_marks": "",
    "expire_actions": "log lines",
    "expire_quotes": "",
}
"""Queries that delete expired rows, and the label of each count; an empty label is not reported."""


class RetentionRows:
    """The part of `ports.PrivacyStore` that applies retention periods."""

    _database: Database

    async def expired_messages(
        self, before: datetime, *, limit: int, guild: int | None = None
    ) -> list[MessagePointer]:
        params = {"messages": micros(before), "limit": limit, "guild": -1 if guild is None else guild}
        rows = await self._database.read("expired_messages", params)
        return [value_of(MessagePointer, row) for row in rows]

    async def expired_facts(self, cutoffs: Cutoffs) -> list[Fact]:
        return [to_fact(row) for row in await self._database.read("expired_facts", _params(cutoffs))]

    async def expire(self, cutoffs: Cutoffs) -> dict[str, int]:
        changed = await self._database.write([(query, _params(cutoffs)) for query in _EXPIRE])
        counted = zip(_EXPIRE.values(), changed, strict=True)
        return {what: count for what, count in counted if what}

    async def expire_quotes(self, guild: int, before: datetime) -> None:
        await self._database.write([("expire_quotes_of", {"guild": guild, "messages": micros(before)})])

    async def overdue(self, cutoffs: Cutoffs) -> dict[str, int]:
        return {row[0]: row[1] for row in await self._database.read("overdue", _params(cutoffs))}


def _params(cutoffs: Cutoffs) -> Params:
    """Return the cutoffs as query parameters; without a cutoff, 0 matches nothing."""
    day = cutoffs.days.date().isoformat() if cutoffs.days else ""
    return {**{name: at or 0 for name, at in params_of(cutoffs).items()}, "day": day}
