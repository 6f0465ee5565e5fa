"""Days and cached texts as rows, shared by both stores."""

from collections.abc import Sequence
from datetime import date, datetime

from dnam.domain import CachedText, Day, DayMark, Message
from dnam.stores.database import Database, Step
from dnam.stores.messages import MessageReader
from dnam.stores.rows import Params, Row, maybe_micros, maybe_moment, micros, moment, storable


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
        return [_mark(row) for row in rows]

    async def days(self, guild: int, origin: str, first: date, last: date) -> list[Day]:
        return [
            Day(guild=row[0], origin=row[1], date=date.fromisoformat(row[2]), person=row[3], text=row[4])
            for row in await self._database.read("days", _from_to(guild, origin, first, last))
            if not self.hidden
        ]

    async def put_day(self, mark: DayMark, days: Sequence[Day], *, stamp: int) -> bool:
        key: Params = {"guild": mark.guild, "origin": mark.origin, "day": mark.date.isoformat()}
        key |= {"stamp": stamp, "origins": [mark.origin]}
        progress = {
            "begins": micros(mark.begins),
            "ends": micros(mark.ends),
            "newest": maybe_micros(mark.newest),
            "made_at": micros(mark.made_at),
            "tried_at": maybe_micros(mark.tried_at),
            "offline": mark.offline,
            "refused": mark.refused,
        }
        locks = _held(mark.guild, [mark.origin])
        steps: list[Step] = [*locks, ("put_day_mark", {**key, **progress}), ("clear_day", key)]
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
        row: Params = {
            "guild": text.guild,
            "person": text.person,
            "key": _spaced(text.origins),
            "origins": sorted(text.origins),
            "task": text.task,
            "inputs": text.inputs,
            "text": storable(text.text),
            "refused": text.refused,
            "stamp": stamp,
        }
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


def _mark(row: Row) -> DayMark:
    guild, origin, day, begins, ends, newest, made_at, tried_at, offline, refused = row
    return DayMark(
        guild=guild,
        origin=origin,
        date=date.fromisoformat(day),
        begins=moment(begins),
        ends=moment(ends),
        newest=maybe_moment(newest),
        made_at=moment(made_at),
        tried_at=maybe_moment(tried_at),
        offline=bool(offline),
        refused=bool(refused),
    )
