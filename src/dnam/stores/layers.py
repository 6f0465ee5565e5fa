"""What is made of messages after the reply, in rows, the same for both stores."""

from collections.abc import Sequence
from datetime import datetime

from dnam.audience import Audience, session_key
from dnam.model import Message, Place, ShortTermEntry, Summary, Unread
from dnam.stores.database import Database, Step
from dnam.stores.messages import MessageReader
from dnam.stores.rows import micros, moment, storable, to_place


class LayerRows(MessageReader):
    """`ports.LayerStore` over named queries."""

    _database: Database

    async def unread_places(self, *, level: int, since: datetime) -> list[Unread]:
        """Say where messages wait to be read at this level, oldest first."""
        rows = await self._database.read("unread_places", {"level": level, "since": micros(since)})
        return [
            Unread(
                guild=row[0],
                channel=row[1],
                origin=row[2],
                count=row[3],
                oldest=moment(row[4]),
                newest=moment(row[5]),
            )
            for row in rows
        ]

    async def unread_messages(
        self, place: Unread, *, level: int, since: datetime, limit: int
    ) -> list[Message]:
        """Give the messages of a place that wait to be read at this level, oldest first."""
        where = {"guild": place.guild, "channel": place.channel, "origin": place.origin}
        params = {**where, "level": level, "since": micros(since), "limit": limit}
        return await self._messages("unread_messages", params)

    async def mark_read(self, messages: Sequence[Message], *, level: int) -> None:
        """Note that messages have been read; never lowers what is noted."""
        await self._database.write(read_steps(messages, level))

    async def hide_messages(self, guild: int, messages: Sequence[int], *, hidden: bool) -> None:
        """Leave messages out of every prompt and search, or let them in again; they stay stored."""
        rows = [{"guild": guild, "id": message, "hidden": hidden} for message in sorted(messages)]
        await self._database.write([("hide_message", row) for row in rows])

    async def count_turn(self, place: Place) -> int:
        """Count one more turn of a place's session; give how many since its last summary."""
        session = session_key(place)
        row = {"guild": place.guild, "channel": place.channel, "session": session}
        await self._database.write([("count_turn", row)], repeatable=False)
        rows = await self._database.read("get_turns", {"session": session})
        return int(rows[0][0]) if rows else 0

    async def reset_turns(self, session: str) -> None:
        """Begin to count a session's turns anew."""
        await self._database.write([("reset_turns", {"session": session})])

    async def due_places(self, *, turns: int) -> list[Place]:
        """Give the places whose sessions have had at least so many turns since their last summary."""
        return [to_place(row) for row in await self._database.read("due_sessions", {"turns": turns})]

    async def get_summary(self, session: str) -> Summary | None:
        """Give a session's summary, whoever may hear it."""
        rows = await self._database.read("get_summary", {"session": session})
        return _summary(rows[0]) if rows else None

    async def all_summaries(self) -> list[Summary]:
        """Give every summary: for projections and export."""
        return [_summary(row) for row in await self._database.read("all_summaries", {})]

    async def put_summary(self, summary: Summary, messages: Sequence[int]) -> bool:
        """Keep a summary and the messages it covers; False when a newer one is kept already."""
        key = {"session": summary.session, "guild": summary.guild}
        steps: list[Step] = [
            (
                "put_summary",
                {
                    **key,
                    "origin": summary.origin,
                    "sequence": summary.sequence,
                    "text": storable(summary.text),
                    "offline": summary.offline,
                    "updated_at": micros(summary.updated_at),
                },
            )
        ]
        link = {"session": summary.session, "sequence": summary.sequence}
        steps += [("add_summary_source", {**link, "message": message}) for message in messages]
        return (await self._database.write(steps))[0] > 0

    async def drop_summary(self, session: str) -> bool:
        """Remove a session's summary; False when there was none."""
        return sum(await self._database.write([("drop_summary", {"session": session})])) > 0

    async def add_recent(self, recent: ShortTermEntry, *, keep: int, since: datetime) -> None:
        """Keep what was just talked about, and drop what is too old or too much in its guild."""
        row = {
            "guild": recent.guild,
            "message": recent.message,
            "channel": recent.channel,
            "channel_name": storable(recent.channel_name),
            "origin": recent.origin,
            "text": storable(recent.text),
            "at": micros(recent.at),
        }
        trim = {"guild": recent.guild, "since": micros(since), "limit": keep}
        await self._database.write([("add_short_term", row), ("trim_short_term", trim)])

    async def recents(self, audience: Audience, *, since: datetime, limit: int) -> list[ShortTermEntry]:
        """Give what an audience could have heard lately, newest first."""
        params = {"origins": sorted(audience.origins), "since": micros(since), "limit": limit}
        return [
            ShortTermEntry(
                guild=row[0],
                message=row[1],
                channel=row[2],
                channel_name=row[3],
                origin=row[4],
                text=row[5],
                at=moment(row[6]),
            )
            for row in await self._database.read("short_term", params)
        ]

    async def drop_derived(self, guild: int, messages: Sequence[int]) -> int:
        """Remove the summaries, short-term entries, days and contexts made of these messages, still held."""
        these = {"guild": guild, "ids": list(messages)}
        drops = [("drop_summaries_covering", these), ("drop_short_term", these)]
        drops += [("drop_days_covering", these), ("drop_contexts_covering", these)]
        notes = [("reopen_days_covering", these), ("bump_stamps", these)]
        return sum((await self._database.write([*drops, *notes]))[: len(drops)])


def read_steps(messages: Sequence[Message], level: int) -> list[Step]:
    """Give the steps that note messages as read."""
    ordered = sorted(messages, key=lambda message: (message.place.guild, message.id))
    return [("set_read_level", {"guild": m.place.guild, "id": m.id, "level": level}) for m in ordered]


def _summary(row: Sequence[object]) -> Summary:
    session, guild, origin, sequence, text, offline, updated_at = row
    return Summary(
        session=str(session),
        guild=int(str(guild)),
        origin=str(origin),
        sequence=int(str(sequence)),
        text=str(text),
        offline=bool(offline),
        updated_at=moment(int(str(updated_at))),
    )
