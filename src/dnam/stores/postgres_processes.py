"""Several processes on one PostgreSQL database: turns, leases, and news of each other's changes.

A turn is one transaction on one connection, under advisory locks that end with it: whatever the work inside
reads is what the turn before it has saved, and a lost connection loses the lock and the changes alike.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4
from zlib import crc32

from dnam.errors import StoreError
from dnam.ports.processes import Turn
from dnam.stores.postgres_pool import LOST, PostgresPool, run
from dnam.stores.rows import Params

if TYPE_CHECKING:
    from dnam.stores.postgres_pool import Connection

T = TypeVar("T")

EVERYTHING, GUILDS, PEOPLE = 0x646E01, 0x646E02, 0x646E03
"""Classes of advisory locks: always taken in this order."""
SETTINGS = 0x646E04
"""A class of locks, each shared by the processes that have the same settings, as long as they listen."""
CHANNEL = "dnam_changed"
RECONNECT_SECONDS = 1.0


class PostgresProcesses:
    """`ports.ProcessStore` in a PostgreSQL database."""

    _pool: PostgresPool

    def __init__(self) -> None:
        self._process = uuid4().hex
        self._leased = False
        self._listening: set[asyncio.Task[None]] = set()
        self._backends: set[int] = set()
        """The server's processes that listen for this one."""

    async def in_turn(self, turn: Turn, work: Callable[[], Awaitable[T]], *, together: bool = True) -> T:
        if not together:
            return await self._for_long(work)

        async def locked(connection: "Connection") -> T:
            await _lock(connection, turn)
            async with self._pool.bound_to(connection):
                result = await work()
            await run(connection, "announce", {"process": self._process})
            return result

        return await self._pool.working(locked, repeatable=True, together=True)

    async def _for_long(self, work: Callable[[], Awaitable[T]]) -> T:
        async def locked(connection: "Connection") -> T:
            await connection.execute("SET statement_timeout = 0")
            await run(connection, "lock_all_for_long", {"class_": EVERYTHING})
            try:
                return await work()
            finally:
                await run(connection, "unlock_all", {"class_": EVERYTHING})
                await run(connection, "announce", {"process": self._process})

        return await self._pool.beside(locked)  # its lock ends with its connection, whatever happens

    async def lease(self, work: str, *, seconds: float) -> bool:
        self._leased = True
        leased = {"name": work, "process": self._process, "seconds": seconds}
        return (await self._pool.write([("lease", leased)]))[0] > 0

    async def release(self, work: str) -> None:
        await self._pool.write([("release", {"name": work, "process": self._process})])

    async def follow_changes(self, changed: Callable[[], None], settings: str) -> bool:
        heard, lock = asyncio.Event(), {"class_": SETTINGS, "key": crc32(settings.encode()) >> 1}
        listen = self._listen(changed, heard, lock)
        # In a context of its own: it outlives whoever opens the store, and is part of nobody's turn.
        self._listening.add(Context().run(asyncio.create_task, listen, name="listen"))
        await heard.wait()
        return not await self._pool.read("unequal", {**lock, "own": list(self._backends)})

    async def followers(self) -> int:
        rows = await self._pool.read("followers", {"class_": SETTINGS, "own": list(self._backends)})
        return int(rows[0][0])

    async def _listen(self, changed: Callable[[], None], heard: asyncio.Event, lock: Params) -> None:
        """Listen on a connection of its own; after a lost one anything may have changed."""

        def hear(_connection: Any, _pid: int, _channel: str, process: object) -> None:
            if process != self._process:
                changed()

        async def listen(connection: "Connection") -> None:
            ended = asyncio.Event()
            connection.add_termination_listener(lambda _: ended.set())
            await connection.add_listener(CHANNEL, hear)
            await run(connection, "share_settings", lock)
            self._backends.add(connection.get_server_pid())
            if heard.is_set():
                changed()  # nobody knows what was missed meanwhile
            heard.set()
            await ended.wait()

        while True:
            try:
                await self._pool.beside(listen)
            except (StoreError, *LOST):
                heard.set()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _stop(self) -> None:
        """Stop listening and end every lease; called before the pool is closed."""
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        self._listening.clear()
        if not self._leased:  # a reader may not even try
            return
        with suppress(StoreError):  # a lease that cannot be ended now ends by itself
            await self._pool.write([("release_everything", {"process": self._process})])


async def _lock(connection: "Connection", turn: Turn) -> None:
    if turn.guild is None:
        await run(connection, "lock_all", {"class_": EVERYTHING})
        return
    shared = turn.people and not turn.whole
    guild = {"everything": EVERYTHING, "class_": GUILDS, "guild": turn.guild}
    await run(connection, "share_guild" if shared else "lock_guild", guild)
    if turn.people:
        await run(connection, "lock_people", {"class_": PEOPLE, "people": list(turn.people)})
