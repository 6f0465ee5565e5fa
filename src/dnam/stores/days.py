"""Days and cached texts as rows, shared by both stores."""

from collections.abc import Sequence
from datetime import date, datetime

from dnam.domain import CachedText, Day, DayMark, Message
from dnam.stores.database import Database, Step
from dnam.stores.messages import MessageReader
from dnam.stores.plain_rows import params_of, value_of
from dnam.stores.rows import Params, micros, moment, storable


class DayRows(MessageReader):
    """`ports.DayStore` over named queries."""

    _database: Database

    async def stamp(self, guild: int, origins: Sequence[str]) -> int:
        rows = await self._database.read("get_stamp", {"guild": guild, "origins": sorted(origins)})
        return int(rows[0][0])

    async def day_messages(self, guild: int, origin: str, begins: datetime, ends: datetime) -> list[Message]:
        return await self._shown_messages("day_messages", _within(guild, origin, begins, ends))

    async def newest_message(
        self, guild: int, origin: str, begins: datetime, ends: datetime
    ) -> datetime | None:
        rows = await self._database.read("newest_message", _within(guild, origin, begins, ends))
        return moment(rows[0][0]) if rows else None

    async def day_marks(self, guild: int, origin: str, first: date, last: date) -> list[DayMark]:
        rows = await self._database.read("day_marks", _from_to(guild, origin, first, last))
        return [value_of(DayMark, row) for row in rows]

    async def days(self, guild: int, origin: str, first: date, last: date) -> list[Day]:
        return [
            value_of(Day, row)
            for row in await self._database.read("days", _from_to(guild, origin, first, last))
            if not self.hidden
        ]

    async def put_day(self, mark: DayMark, days: Sequence[Day], *, stamp: int) -> bool:
        key: Params = {"guild": mark.guild, "origin": mark.origin, "day": mark.date.isoformat()}
        key |= {"stamp": stamp, "origins": [mark.origin]}
        locks = _held(mark.guild, [mark.origin])
        steps: list[Step] = [*locks, ("put_day_mark", {**params_of(mark), **key}), ("clear_day", key)]
        steps += [
            ("put_day", {**key, "person": day.person, "text": storable(day.text)})
            for day in sorted(days, key=lambda day: day.person)
        ]
        return (await self._database.write(steps))[len(locks)] > 0

    async def get_composed(
        self, guild: int, person: int, origins: Sequence[str], task: str
    ) -> CachedText | None:
        params = {"guild": guild, "person": person, "key": _spaced(origins), "task": task}
        rows = await self._database.read("get_context", params)
        if not rows or self.hidden:
            return None
        inputs, text, refused = rows[0]
        return CachedText(
            guild=guild,
            person=person,
            origins=tuple(sorted(origins)),
            task=task,
            inputs=inputs,
            text=text,
            refused=bool(refused),
        )

    async def put_composed(self, text: CachedText, *, stamp: int) -> bool:
        origins = sorted(text.origins)
        row = {**params_of(text), "key": _spaced(origins), "origins": origins, "stamp": stamp}
        return (await self._database.write([*_held(text.guild, text.origins), ("put_context", row)]))[-1] > 0


def _held(guild: int, origins: Sequence[str]) -> list[Step]:
    """Return the steps that keep stamps from moving until the transaction ends; all lock in one order."""
    return [("hold_stamp", {"guild": guild, "origin": origin}) for origin in sorted(origins)]


def _within(guild: int, origin: str, begins: datetime, ends: datetime) -> Params:
    return {"guild": guild, "origin": origin, "begins": micros(begins), "ends": micros(ends)}


def _from_to(guild: int, origin: str, first: date, last: date) -> Params:
    return {"guild": guild, "origin": origin, "first": first.isoformat(), "last": last.isoformat()}


def _spaced(origins: Sequence[str]) -> str:
    """Join origins with spaces around each, so that SQL can find one as a whole word."""
    return f" {' '.join(sorted(origins))} "
