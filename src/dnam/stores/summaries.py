"""Reading marks, summaries and short-term memory as rows, shared by both stores."""

from collections.abc import Sequence
from datetime import datetime

from dnam.audience import Audience, session_key
from dnam.domain import Message, Place, ShortTermEntry, Summary, Unread
from dnam.stores.database import Database, Step
from dnam.stores.messages import MessageReader
from dnam.stores.plain_rows import params_of, value_of
from dnam.stores.rows import maybe_micros, micros, to_place


class LayerRows(MessageReader):
    """`ports.LayerStore` over named queries."""

    _database: Database

    async def unread_places(self, *, level: int, since: datetime) -> list[Unread]:
        rows = await self._database.read("unread_places", {"level": level, "since": micros(since)})
        return [value_of(Unread, row) for row in rows]

    async def unread_messages(
        self, place: Unread, *, level: int, since: datetime, limit: int
    ) -> list[Message]:
        where = {"guild": place.guild, "channel": place.channel, "origin": place.origin}
        params = {**where, "level": level, "since": micros(since), "limit": limit}
        return await self._shown_messages("unread_messages", params)

    async def mark_read(self, messages: Sequence[Message], *, level: int) -> None:
        await self._database.write(read_steps(messages, level))

    async def still_unread(self, messages: Sequence[Message], *, level: int) -> list[Message]:
        if not messages:
            return []
        guild, ids = messages[0].place.guild, [message.id for message in messages]
        rows = await self._database.read("still_unread", {"guild": guild, "ids": ids, "level": level})
        texts = {row[0]: row[1] for row in rows}
        return [message for message in messages if texts.get(message.id) == message.text]

    async def hide_messages(self, guild: int, messages: Sequence[int], *, hidden: bool) -> None:
        rows = [{"guild": guild, "id": message, "hidden": hidden} for message in sorted(messages)]
        await self._database.write([("hide_message", row) for row in rows])

    async def count_turn(self, place: Place) -> int:
        session = session_key(place)
        row = {"guild": place.guild, "channel": place.channel, "session": session}
        await self._database.write([("count_turn", row)], repeatable=False)
        rows = await self._database.read("get_turns", {"session": session})
        return int(rows[0][0]) if rows else 0

    async def reset_turns(self, session: str) -> None:
        await self._database.write([("reset_turns", {"session": session})])

    async def due_places(self, *, turns: int) -> list[Place]:
        return [to_place(row) for row in await self._database.read("due_sessions", {"turns": turns})]

    async def get_summary(self, session: str) -> Summary | None:
        rows = await self._database.read("get_summary", {"session": session})
        return value_of(Summary, rows[0]) if rows and not self.hidden else None

    async def all_summaries(self) -> list[Summary]:
        rows = await self._database.read("all_summaries", {})
        return [value_of(Summary, row) for row in rows if not self.hidden]

    async def put_summary(self, summary: Summary, messages: Sequence[int]) -> bool:
        link = {"session": summary.session, "sequence": summary.sequence}
        steps: list[Step] = [("put_summary", params_of(summary))]
        steps += [("add_summary_source", {**link, "message": message}) for message in messages]
        return (await self._database.write(steps))[0] > 0

    async def drop_summary(self, session: str) -> bool:
        return sum(await self._database.write([("drop_summary", {"session": session})])) > 0

    async def add_recent(self, recent: ShortTermEntry, *, keep: int, since: datetime) -> None:
        trim = {"guild": recent.guild, "since": micros(since), "limit": keep}
        await self._database.write([("add_short_term", params_of(recent)), ("trim_short_term", trim)])

    async def recents(self, audience: Audience, *, since: datetime, limit: int) -> list[ShortTermEntry]:
        params = {"origins": sorted(audience.origins), "since": micros(since), "limit": limit}
        return [
            value_of(ShortTermEntry, row)
            for row in await self._database.read("short_term", params)
            if not self.hidden
        ]

    async def drop_derived(self, guild: int, messages: Sequence[int]) -> int:
        return sum((await self._database.write(_drop_steps(guild, messages)))[1:-1])


def _drop_steps(guild: int, messages: Sequence[int]) -> list[Step]:
    these = {"guild": guild, "ids": list(messages)}
    drops = [("drop_summaries_covering", these), ("drop_short_term", these)]
    drops += [("drop_days_covering", these), ("drop_contexts_covering", these)]
    # The stamps first: what another process is about to store of these messages is stored before, and
    # dropped here, or waits for the new stamp, and is refused.
    return [("bump_stamps", these), *drops, ("reopen_days_covering", these)]


def hide_steps(messages: Sequence[tuple[int, int]]) -> list[Step]:
    """Return the steps that hide messages, by guild and id, and drop what was derived from them."""
    steps: list[Step] = []
    for guild in sorted({guild for guild, _ in messages}):
        ids = sorted({id_ for of, id_ in messages if of == guild})
        steps += [("hide_message", {"guild": guild, "id": id_, "hidden": True}) for id_ in ids]
        steps += _drop_steps(guild, ids)
    return steps


def read_steps(messages: Sequence[Message], level: int) -> list[Step]:
    """Return the steps that mark messages as read: one for all that were not edited."""
    alike: dict[tuple[int, int], list[int]] = {}
    for message in messages:
        edited_at = maybe_micros(message.edited_at)
        alike.setdefault((message.place.guild, -1 if edited_at is None else edited_at), []).append(message.id)
    return [
        (
            "set_read_level",
            {"guild": guild, "ids": ids, "level": level, "edited_at": None if edited < 0 else edited},
        )
        for (guild, edited), ids in sorted(alike.items())
    ]
