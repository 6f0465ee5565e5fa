"""The shared store: a PostgreSQL database with pgvector, used by any number of processes.

Implements `ports.Store`; connections, retries and migrations are in `postgres_pool.py`.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

import numpy as np

from dnam.audience import Audience, origin_of
from dnam.domain import GAP, HeldFact, Message, Positions, Vector
from dnam.errors import StoreError
from dnam.ports.copying import TableRows
from dnam.ports.hidden_until_stored import Hidden
from dnam.rules.fact_ranking import most_shared
from dnam.stores import postgres_copying
from dnam.stores.actions import ActionRows
from dnam.stores.copying import rows_loaded
from dnam.stores.days import DayRows
from dnam.stores.facts import FactRows
from dnam.stores.index_terms import fact_query, may_begin, message_query, terms_of, tsquery
from dnam.stores.listings import ListingRows
from dnam.stores.message_positions import HOUR, ChannelSequence, Neighbours, follow, squeeze
from dnam.stores.people import NameRows
from dnam.stores.postgres_pool import (
    OneOfMany,
    PostgresPool,
    change,
    open_pool,
    run,
    run_each,
    without_secrets,
)
from dnam.stores.postgres_processes import PostgresProcesses
from dnam.stores.privacy import PrivacyRows
from dnam.stores.retention import RetentionRows
from dnam.stores.rows import (
    Params,
    audience_params,
    edit_params,
    maybe_micros,
    message_params,
    micros,
    people_params,
    place_params,
)
from dnam.stores.summaries import LayerRows

if TYPE_CHECKING:
    from dnam.stores.postgres_pool import Connection

T = TypeVar("T")

RECENT = 2048
"""Vectors compared per place: the latest, as in SQLite; older messages are found by words."""
_LATEST = 2000
"""Facts compared per word: the latest."""


class PostgresStore(
    LayerRows,
    DayRows,
    FactRows,
    NameRows,
    ActionRows,
    ListingRows,
    PrivacyRows,
    RetentionRows,
    PostgresProcesses,
):
    """`ports.Store` in a PostgreSQL database."""

    def __init__(self, location: str, pool: PostgresPool) -> None:
        super().__init__()
        self._location = location
        self._pool = self._database = pool
        self.hidden = Hidden()
        # One lock per channel: its messages are added in order of arrival, whichever connection is free.
        self._channel_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @property
    def location(self) -> str:
        return self._location

    async def add_message(self, message: Message, words: Sequence[str], cues: int = 0) -> bool:
        known = self._held_or_erased(message)
        async with self._channel_locks.setdefault(message.place.channel, asyncio.Lock()):
            row = (await self._pool.read("take_message", _row(message, words, cues, known)))[0]
            if any(row):
                return bool(row[1])
            return await self._pool.working(
                lambda connection: _add(connection, message, words, cues), repeatable=True, together=True
            )

    async def add_messages(self, messages: Sequence[tuple[Message, Sequence[str], int]]) -> list[bool]:
        async def work(connection: "Connection") -> list[bool]:
            given = [_row(*each, self._held_or_erased(each[0])) for each in messages]
            rows = await run_each(connection, "take_message", given)
            return [
                bool(row[1]) if any(row) else await self._take(connection, *each)
                for row, each in zip(rows, messages, strict=True)
            ]

        return await self._in_order(messages, work)

    async def place_messages(self, messages: Sequence[tuple[Message, Sequence[str], int]]) -> None:
        async def work(connection: "Connection") -> None:
            for each in messages:
                if await _delete(connection, each[0].place.guild, [each[0].id]):
                    await self._take(connection, *each)

        await self._in_order(messages, work)

    async def _in_order(
        self,
        messages: Sequence[tuple[Message, Sequence[str], int]],
        work: Callable[["Connection"], Awaitable[T]],
    ) -> T:
        """Store messages while nothing else is stored in their channels."""
        async with AsyncExitStack() as locked:
            for channel in sorted({message.place.channel for message, _, _ in messages}):
                lock = self._channel_locks.setdefault(channel, asyncio.Lock())
                await locked.enter_async_context(lock)
            return await self._pool.working(work, repeatable=True, together=True)

    async def _take(
        self, connection: "Connection", message: Message, words: Sequence[str], cues: int
    ) -> bool:
        known = self._held_or_erased(message)
        row = (await run(connection, "take_message", _row(message, words, cues, known)))[0]
        return bool(row[1]) if any(row) else await _add(connection, message, words, cues)

    async def edit_message(
        self, guild: int, message: int, text: str, words: Sequence[str], edited_at: datetime, *, cues: int = 0
    ) -> bool:
        async def work(connection: "Connection") -> bool:
            for position, channel, author, origin in await run(
                connection, "message_keys", {"guild": guild, "id": message}
            ):
                edited = {"guild": guild, "id": message, **edit_params(text, words, edited_at, cues)}
                edited["terms"] = terms_of(origin, author, channel, words)
                if await change(connection, "edit_message", edited):
                    await change(connection, "drop_vector", {"guild": guild, "spot": position})
                    return True
            return False

        return await self._pool.working(work, repeatable=True, together=True)

    async def delete_messages(self, guild: int, messages: Sequence[int]) -> int:
        return await self._pool.working(
            lambda connection: _delete(connection, guild, messages), repeatable=True, together=True
        )

    async def find_words(
        self,
        audience: Audience,
        words: Sequence[str],
        *,
        channel: int | None = None,
        here: int | None = None,
        limit: int = 1000,
    ) -> Mapping[str, Positions]:
        voices = []
        if audience.alone is not None:
            voices = [row[0] for row in await self._pool.read("voices_of", {"person": audience.alone})]

        async def look_for(some: Sequence[str], where: int | None) -> dict[str, Positions]:
            matches = [tsquery(message_query(audience, word, voices, where)) for word in some]
            params = {"words": list(some), "matches": matches, "limit": limit}
            rows = {row[0]: row[1] for row in await self._pool.read("find_terms", params)}
            return {word: np.array(rows[word][::-1], np.int64) for word in some}

        positions_of = await look_for(words, channel)
        common = [word for word, positions in positions_of.items() if len(positions) >= limit]
        if here is not None and common:
            near = await look_for(common, here)
            positions_of |= {word: np.union1d(positions_of[word], near[word]) for word in common}
        return positions_of

    async def find_near(self, audience: Audience, vector: Vector, *, model: str, limit: int) -> Positions:
        params = {
            **audience_params(audience),
            "model": model,
            "dims": len(vector),
            "vector": vector,
            "recent": RECENT,
            "limit": limit,
        }
        return np.array([row[0] for row in await self._pool.read("find_near", params)], np.int64)

    async def put_message_vectors(self, model: str, vectors: Sequence[tuple[Message, Vector]]) -> None:
        rows = {(message.place.guild, message.id): (message, vector) for message, vector in vectors}
        put = {
            "model": model,
            "guilds": [guild for guild, _ in rows],
            "ids": [id_ for _, id_ in rows],
            "edits": [maybe_micros(message.edited_at) for message, _ in rows.values()],
            "vectors": [OneOfMany(vector) for _, vector in rows.values()],
        }
        await self._pool.write([("put_vectors", put)])

    async def find_facts(
        self,
        audience: Audience,
        words: Sequence[str],
        vector: Vector | None,
        *,
        model: str | None,
        at: datetime,
        limit: int,
    ) -> list[HeldFact]:
        postings = await self._fact_numbers(audience, words, begun=False)
        begun = [word for word in words if may_begin(word) and not len(postings[word])]
        if begun:
            postings |= await self._fact_numbers(audience, begun, begun=True)
        numbers = set(most_shared(list(postings.values()), limit).tolist())
        if vector is not None and model is not None:
            everything = tsquery(fact_query(audience, ""))
            nearby = {"match": everything, "model": model, "dims": len(vector), "vector": vector}
            numbers |= {row[0] for row in await self._pool.read("near_facts", {**nearby, "limit": limit})}
        params = {**audience_params(audience), "numbers": sorted(numbers), "at": micros(at), "model": model}
        return await self._shown_facts(await self._pool.read("read_facts", params))

    async def _fact_numbers(
        self, audience: Audience, words: Sequence[str], *, begun: bool
    ) -> dict[str, Positions]:
        matches = [tsquery(fact_query(audience, word), begun=begun) for word in words]
        params = {"words": list(words), "matches": matches, "limit": _LATEST}
        rows = await self._pool.read("find_fact_terms", params)
        return {row[0]: np.array(row[1], np.int64) for row in rows}

    async def check(self) -> list[str]:
        return [f"{count} {what}." for what, count in await self._pool.read("disagreements", {}) if count]

    async def purge(self) -> None:
        """Vacuum all tables; `docs/privacy.md` says what the server keeps all the same."""
        await self._pool.vacuum()

    async def dump(self) -> AsyncIterator[TableRows]:
        async with self._pool.dedicated() as connection:
            async for batch in postgres_copying.dumped(connection):
                yield batch

    async def load(self, rows: Iterable[TableRows], *, replace: bool = False) -> None:
        where = self._location
        await self._pool.working(
            lambda connection: postgres_copying.loaded(connection, rows, where, replace=replace),
            repeatable=False,
            together=True,
        )
        await self.load_key()
        await self.index_facts()

    async def load_part(self, rows: Sequence[TableRows], *, total: int) -> None:
        where = self._location
        await self._pool.working(
            lambda connection: postgres_copying.load_part(connection, rows, where, total),
            repeatable=False,
            together=True,
        )

    async def loaded_rows(self) -> int | None:
        return await rows_loaded(self._database)

    async def end_parts(self) -> None:
        await self._pool.working(postgres_copying.end_parts, repeatable=True, together=True)
        await self.load_key()
        await self.index_facts()

    async def backup(self, target: Path) -> None:
        raise StoreError(f"The database {self._location} is backed up with pg_dump, not to {target}.")

    async def close(self) -> None:
        await self._stop()
        await self._pool.close()


def _row(message: Message, words: Sequence[str], cues: int, known: Params) -> Params:
    """Return what `take_message` stores of a message."""
    people = people_params(message)
    return {
        **place_params(message.place),
        **message_params(message, words, 0, cues),
        **known,
        "terms": terms_of(origin_of(message.place), message.author.id, message.place.channel, words),
        "people": [row["person"] for row in people],
        "names": [row["name"] for row in people],
        "bots": [row["bot"] for row in people],
        "hour": HOUR,
        "gap": GAP,
    }


async def _add(connection: "Connection", message: Message, words: Sequence[str], cues: int) -> bool:
    """Store a message, its terms and names; `get_place` locks the channel's row until the commit."""
    place, origin = message.place, origin_of(message.place)
    position, standing = await _place(connection, message)
    terms = terms_of(origin, message.author.id, place.channel, words)
    row = {**message_params(message, words, position, cues), "terms": terms}
    if not await run(connection, "add_message", row):
        return False
    moved = {**place_params(place), "seq": standing.seq, "last_at": standing.last_at}
    await change(connection, "move_place", moved)
    for person in people_params(message):
        await change(connection, "see_person", person)
    voice = {"person": message.author.id, "guild": place.guild, "origin": origin}
    await change(connection, "raise_voice", voice)
    return True


async def _delete(connection: "Connection", guild: int, messages: Sequence[int]) -> int:
    deleted = await run(connection, "drop_messages", {"guild": guild, "ids": list(messages)})
    by_voice = Counter((row[0], row[1]) for row in deleted)
    for author, origin in sorted(by_voice):
        voice = {"person": author, "guild": guild, "origin": origin}
        await change(connection, "lower_voice", {**voice, "gone": by_voice[author, origin]})
        await change(connection, "drop_silent_voice", voice)
    return len(deleted)


async def _place(connection: "Connection", message: Message) -> tuple[int, ChannelSequence]:
    key = {"guild": message.place.guild, "channel": message.place.channel}
    sent_at = micros(message.sent_at)
    rows = await run(connection, "get_place", key)
    if not rows:
        visibility = message.place.visibility.value
        await change(connection, "add_place", {**key, "visibility": visibility, "last_at": sent_at})
        rows = await run(connection, "get_place", key)
    standing = ChannelSequence(slot=rows[0][0], seq=rows[0][1], last_at=rows[0][2])
    if sent_at >= standing.last_at:
        return follow(standing, sent_at)
    span = {"first": standing.first, "last": standing.last}
    before = await run(connection, "message_before", {**key, **span, "sent_at": sent_at, "id": message.id})
    taken = before and await run(connection, "position_taken", {"spot": before[0][0] + 1})
    near = Neighbours(
        before=before[0][0] if before else None,
        before_at=before[0][1] if before else 0,
        taken=bool(taken),
        top=(await run(connection, "top_position", span))[0][0],
    )
    return squeeze(standing, sent_at, near)


async def open_postgres(url: str, *, pool: int = 10, statement_timeout: float = 30.0) -> PostgresStore:
    """Open a PostgreSQL database, creating or migrating its schema. Raises StoreTooNew, StoreError.

    `pool` is the connection limit of this process, `statement_timeout` the seconds one query may take.
    """
    connections = await open_pool(url, size=pool, statement_timeout=statement_timeout)
    store = PostgresStore(without_secrets(url), connections)
    await store.load_key()
    await store.index_facts()
    return store
