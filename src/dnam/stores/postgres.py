"""The shared store: a PostgreSQL database with pgvector, used by any number of processes.

Implements `ports.Store`; connections, retries and migrations are in `postgres_pool.py`.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import numpy as np

from dnam.audience import Audience, origin_of
from dnam.domain import GAP, Candidates, HeldFact, Message, Place, Positions, Vector
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
from dnam.stores.message_positions import HOUR
from dnam.stores.messages import candidates_of
from dnam.stores.people import NameRows
from dnam.stores.postgres_messages import Entry, add_all, delete_all, place_all
from dnam.stores.postgres_pool import (
    OneOfMany,
    PostgresPool,
    change,
    open_pool,
    run,
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

RECENT = 2048
"""Vectors compared, of each place's messages and of facts: the latest; older ones are found by words."""
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
            return (await self._add([(message, words, cues)]))[0]

    async def add_messages(self, messages: Sequence[Entry]) -> list[bool]:
        async with AsyncExitStack() as locked:  # nothing else is stored in their channels meanwhile
            for channel in sorted({message.place.channel for message, _, _ in messages}):
                lock = self._channel_locks.setdefault(channel, asyncio.Lock())
                await locked.enter_async_context(lock)
            return await self._add(messages)

    async def place_messages(self, place: Place, messages: Sequence[int]) -> list[int]:
        return await self._pool.working(
            lambda connection: place_all(connection, place, messages), repeatable=True, together=True
        )

    async def _add(self, messages: Sequence[Entry]) -> list[bool]:
        known = [self._held_or_erased(message) for message, _, _ in messages]
        return await self._pool.working(
            lambda connection: add_all(connection, messages, known), repeatable=True, together=True
        )

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
            lambda connection: delete_all(connection, guild, messages), repeatable=True, together=True
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

        async def look_for(
            query: str, some: Sequence[str], where: int | None = None, **more: int
        ) -> dict[str, Positions]:
            matches = [tsquery(message_query(audience, word, voices, where)) for word in some]
            params = {"words": list(some), "matches": matches, "limit": limit, **more}
            rows = await self._pool.read(query, params)
            return {word: np.sort(_numbers(spots)) for word, spots in rows}

        if here is None:
            return await look_for("find_terms", words, channel)
        positions_of = await look_for("find_some_terms", words, channel)
        common = [word for word, positions in positions_of.items() if len(positions) >= limit]
        if common:  # of these the latest matter: of the channel, and of the latest messages of its guild
            near, recent = await asyncio.gather(
                look_for("find_terms", common, here), look_for("find_recent_terms", common, channel=here)
            )
            for word in common:
                positions_of[word] = np.union1d(positions_of[word], np.union1d(near[word], recent[word]))
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

    async def read_candidates(
        self, audience: Audience, positions: Positions, *, model: str | None
    ) -> Candidates:
        params = {**audience_params(audience), "spots": positions.tolist(), "model": model}
        ((*numbers, vectors),) = await self._pool.read("read_candidates", params)
        return candidates_of([_numbers(column) for column in numbers], vectors or [])

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
            nearby |= {"recent": RECENT, "limit": limit}
            numbers |= {row[0] for row in await self._pool.read("near_facts", nearby)}
        params = {**audience_params(audience), "numbers": sorted(numbers), "at": micros(at), "model": model}
        return self._shown_facts(await self._held("read_facts", params))

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


def _numbers(sent: bytes | None) -> Positions:
    """Return the numbers of a column that was sent as bytes."""
    return np.frombuffer(sent or b"", ">i8").astype(np.int64)


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


async def open_postgres(
    url: str, *, pool: int = 10, statement_timeout: float = 30.0, readonly: bool = False
) -> PostgresStore:
    """Open a PostgreSQL database, creating or migrating its schema. Raises StoreTooNew, StoreError.

    `pool` is the connection limit of this process, `statement_timeout` the seconds one query may take.
    `readonly` changes nothing, and raises StoreError where there is no memory yet.
    """
    connections = await open_pool(url, size=pool, statement_timeout=statement_timeout, readonly=readonly)
    store = PostgresStore(without_secrets(url), connections)
    await store.load_key()
    if not readonly:
        await store.index_facts()
    return store
