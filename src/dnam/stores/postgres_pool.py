"""Connections to PostgreSQL: a pool that retries when a connection is lost, and the migrations.

Implements `Database` for the shared queries. The driver's errors become ours in `postgres_faults.py`.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast
from urllib.parse import parse_qs, urlsplit

import asyncpg
import numpy as np

from dnam.errors import StoreAway, StoreError, StoreTooNew, describe
from dnam.log_lines import log
from dnam.stores.bit_vectors import HalfVector
from dnam.stores.copying import META, TABLES, TOKENS
from dnam.stores.database import Step
from dnam.stores.postgres_faults import CUT, faults_of, first_line
from dnam.stores.queries import Migration, migrations, numbered, refuse_unready
from dnam.stores.rows import Params, Row

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Connection = asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]

Result = TypeVar("Result")

MIGRATING = 0x646E616D
"""Key of the advisory lock held during migrations: `dnam` in ASCII."""

CHANGING_META = MIGRATING + 1
"""Key of the advisory lock held while what the store notes about itself is changed."""

TRY_ROOM = """BEGIN; CREATE TEMP TABLE room ON COMMIT DROP AS
SELECT repeat(md5(n::text), 100) FROM generate_series(1, 300) AS n; COMMIT"""
VACUUM_SECONDS = 3600.0
"""Time limit of a vacuum, in seconds."""

_SQL = numbered("postgres")
LOST = (*CUT, asyncpg.DeadlockDetectedError)
"""Errors after which nothing, or nobody knows what, was committed: repeatable work is run again."""


async def run(connection: "Connection", query: str, params: Params) -> list[Row]:
    named = _SQL[query]
    rows = await connection.fetch(named.sql, *[params[name] for name in named.names])
    return cast(list[Row], rows)


async def run_each(connection: "Connection", query: str, each: Sequence[Params]) -> list[Row]:
    """Run a query that returns one row with each of some parameters, without waiting in between."""
    named = _SQL[query]
    values = [[params[name] for name in named.names] for params in each]
    return cast(list[Row], await sent(connection.fetchmany(named.sql, values)))


async def sent(sending: Coroutine[Any, Any, Result]) -> Result:
    """Wait until many rows are sent, also when cancelled: half-way the driver would wait for ever."""
    task = asyncio.ensure_future(sending)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


async def change(connection: "Connection", query: str, params: Params) -> int:
    """Run a named query and return how many rows it changed."""
    named = _SQL[query]
    status = await connection.execute(named.sql, *[params[name] for name in named.names])
    return int(status.rpartition(" ")[2])


@dataclass(eq=False, slots=True)
class _Turn:
    """A transaction that several calls of one task share."""

    pool: "PostgresPool"
    connection: "Connection"
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    open: bool = True


_TURN: ContextVar[_Turn | None] = ContextVar("turn", default=None)


class PostgresPool:
    """A pool of connections to one database."""

    def __init__(
        self,
        location: str,
        pool: "asyncpg.Pool[asyncpg.Record]",
        connect: "Callable[[], Awaitable[asyncpg.Connection[asyncpg.Record]]]",
    ) -> None:
        self._location = location
        self._pool = pool
        self._connect = connect
        self._away_since: float | None = None

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Turn errors into ours, and log when the database is gone and when it is back."""
        try:
            with faults_of(self._location):
                yield
        except StoreAway as problem:
            if self._away_since is None:
                self._away_since = time.monotonic()
                log.warning("the database does not answer", action="store", error=describe(problem))
            raise
        if self._away_since is not None:
            seconds = round(time.monotonic() - self._away_since)
            self._away_since = None
            log.warning("the database answers again", action="store", seconds=seconds)

    async def working(
        self, work: "Callable[[Connection], Awaitable[Result]]", *, repeatable: bool, together: bool
    ) -> Result:
        """Run `work` on a connection, with `together` in a transaction; retry once if it is lost.

        Within a turn it runs on the connection of the turn and is part of its transaction, and so fails or
        is retried with it.
        """
        turn = _TURN.get()
        if turn is not None and turn.pool is self:
            async with turn.lock:  # one call at a time
                if turn.open:
                    with faults_of(self._location):
                        return await work(turn.connection)
        with self._watched():
            try:
                return await self._once(work, together=together)
            except (StoreError, *LOST) as problem:
                lost = isinstance(problem, LOST) or isinstance(problem.__cause__, LOST)
                if not lost or not repeatable or self._pool.is_closing():
                    raise
                await self._pool.expire_connections()
                return await self._once(work, together=together)

    async def _once(self, work: "Callable[[Connection], Awaitable[Result]]", *, together: bool) -> Result:
        async with self._pool.acquire() as connection:
            if not together:
                return await work(connection)
            async with connection.transaction():
                return await work(connection)

    @asynccontextmanager
    async def dedicated(self) -> "AsyncIterator[Connection]":
        """Yield a connection for work of several steps, which is not run again."""
        with self._watched():
            async with self._pool.acquire() as connection:
                yield connection

    @asynccontextmanager
    async def bound_to(self, connection: "Connection") -> "AsyncIterator[None]":
        """Run everything that this task and the tasks it starts do meanwhile on one connection."""
        turn = _Turn(pool=self, connection=connection)
        before = _TURN.set(turn)
        try:
            yield
        finally:
            async with turn.lock:  # a task that is late must not use it when somebody else has it
                turn.open = False
            _TURN.reset(before)

    async def beside(self, work: "Callable[[Connection], Awaitable[Result]]") -> Result:
        """Run work on a connection of its own, outside the pool: its session ends with it."""
        with self._watched():
            connection = await self._connect()
        try:
            with self._watched():
                return await work(connection)
        finally:
            connection.terminate()

    async def read(self, query: str, params: Params) -> list[Row]:
        return await self.working(lambda c: run(c, query, params), repeatable=True, together=False)

    async def write(self, steps: Sequence[Step], *, repeatable: bool = True) -> list[int]:
        async def work(connection: "Connection") -> list[int]:
            return [await change(connection, query, params) for query, params in steps]

        # One statement is a transaction by itself, and saves two round trips.
        return await self.working(work, repeatable=repeatable, together=len(steps) > 1)

    async def vacuum(self) -> None:
        """Vacuum every table, without the usual statement timeout."""

        async def work(connection: "Connection") -> None:
            await connection.execute("SET statement_timeout = 0")
            await connection.execute("VACUUM", timeout=VACUUM_SECONDS)

        await self.beside(work)

    async def close(self) -> None:
        if not self._pool.is_closing():
            with suppress(OSError):  # a connection that the server has just cut needs no farewell
                await self._pool.close()


async def open_pool(url: str, *, size: int, statement_timeout: float, readonly: bool = False) -> PostgresPool:
    """Migrate the schema, then connect; `readonly` refuses what would have to be migrated, and every write.

    Raises StoreError, StoreTooNew.
    """
    location = without_secrets(url)
    settings = {
        "application_name": "dnam",
        "statement_timeout": str(int(statement_timeout * 1000)),
        "jit": "off",
    }
    if readonly:
        settings["default_transaction_read_only"] = "on"
    with faults_of(location):
        async with _connected(url) as connection:
            if readonly:
                refuse_unready(location, await schema_version(connection, location), "postgres")
            else:
                await migrate(connection, location)
        pool = await asyncpg.create_pool(
            url,
            min_size=0,  # it would log each try to have one again; `_watched` logs an outage once
            max_size=size,
            command_timeout=statement_timeout + 5,
            server_settings=settings,
            init=_read_vectors,
            reset=_as_it_is,
        )
    return PostgresPool(location, pool, partial(asyncpg.connect, url, server_settings=settings))


@asynccontextmanager
async def _connected(url: str) -> "AsyncIterator[Connection]":
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


async def owner_does(url: str, statement: str) -> None:
    """Run one statement that creates or drops a database. Raises StoreError."""
    with faults_of(without_secrets(url)):
        async with _connected(url) as connection:
            await connection.execute(statement)


async def migrate(connection: "Connection", location: str) -> None:
    """Migrate a database to the newest schema; an advisory lock lets one process at a time do so."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        version = await schema_version(connection, location)
        for step in migrations("postgres"):
            if step.version > version:
                await _migrate(connection, step, location)
        if not version:  # an older memory had its tokens in a file
            await change(connection, "set_meta", {"name": TOKENS, "value": ""})


async def schema_version(connection: "Connection", location: str) -> int:
    """Return the schema version of a database; 0 when it has none. Raises StoreTooNew."""
    version = 0
    if await connection.fetchval("SELECT to_regclass('meta') IS NOT NULL"):
        rows = await run(connection, "get_meta", {"name": "schema"})
        version = int(rows[0][0]) if rows else 0
    known = migrations("postgres")[-1].version
    if version > known:
        raise StoreTooNew(
            f"The database {location} was written by a newer dnam (schema {version}, this one knows "
            f"{known}): update dnam. Nothing was changed."
        )
    return version


async def changed_meta(url: str, name: str, changed: Callable[[str | None], str]) -> None:
    """Change what the database at an address notes about itself, one process after the other.

    Raises StoreError, also where there is no memory.
    """
    location = without_secrets(url)
    with faults_of(location):
        async with _connected(url) as connection, connection.transaction():
            refuse_unready(location, await schema_version(connection, location), "postgres")
            await connection.execute("SELECT pg_advisory_xact_lock($1)", CHANGING_META)
            rows = await run(connection, "get_meta", {"name": name})
            before = str(rows[0][0]) if rows else None
            if (after := changed(before)) != before:
                await change(connection, "set_meta", {"name": name, "value": after})


async def try_writing(connection: "Connection") -> None:
    """Change no row of any table: the error of the driver says when this user, or nobody, may write.

    A table of a megabyte that goes at once, where this user may make one, shows whether there is room.
    """
    for table in (META, *TABLES):
        await connection.execute(f"DELETE FROM {table} WHERE false")  # noqa: S608 (our own names)
    if await connection.fetchval("SELECT has_database_privilege(current_database(), 'TEMP')"):
        await connection.execute(TRY_ROOM)


async def version_at(url: str) -> int:
    """Return the schema version of the database at an address. Raises StoreError."""
    with faults_of(without_secrets(url)):
        async with _connected(url) as connection:
            return await schema_version(connection, without_secrets(url))


async def try_migrations(url: str) -> None:
    """Run the migrations that are left and take them back. Raises StoreError when one fails."""
    with faults_of(without_secrets(url)):
        async with _connected(url) as connection:
            trial = connection.transaction()
            await trial.start()
            try:
                await migrate(connection, without_secrets(url))
            finally:
                await trial.rollback()


async def _migrate(connection: "Connection", step: Migration, location: str) -> None:
    try:
        await connection.execute(step.sql)
        await change(connection, "set_meta", {"name": "schema", "value": str(step.version)})
    except (asyncpg.FeatureNotSupportedError, asyncpg.UndefinedFileError) as error:
        raise StoreError(
            f"The database {location} lacks the extension pgvector ({first_line(error)}): install it on the "
            "server and run CREATE EXTENSION vector in this database as its owner."
        ) from error
    except asyncpg.UndefinedObjectError as error:
        raise StoreError(
            f"The database {location} has an old pgvector ({first_line(error)}): dnam needs 0.7 or newer. "
            "Install it on the server and run ALTER EXTENSION vector UPDATE in this database as its owner."
        ) from error
    except asyncpg.InsufficientPrivilegeError as error:
        raise StoreError(
            f"This user may not change the schema of {location} ({first_line(error)}): run `dnam migrate` "
            "as its owner; if the extension is missing, an administrator of the server first runs CREATE "
            "EXTENSION vector in this database."
        ) from error


async def _as_it_is(connection: "Connection") -> None:
    """Leave a connection as it is: nothing here changes its session, and asking costs a round trip."""


async def _read_vectors(connection: "Connection") -> None:
    schema = await connection.fetchval(
        "SELECT n.nspname FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace "
        "WHERE t.typname = 'halfvec'"
    )
    await connection.set_type_codec(
        "halfvec", schema=schema, encoder=_encoded, decoder=HalfVector, format="binary"
    )


@dataclass(frozen=True, slots=True)
class OneOfMany:
    """A vector in a list of vectors: the driver would take it for a list of numbers."""

    vector: "np.typing.NDArray[np.float32]"


def _encoded(value: "np.typing.NDArray[np.float32] | OneOfMany") -> bytes:
    vector = value.vector if isinstance(value, OneOfMany) else value
    return len(vector).to_bytes(2) + b"\0\0" + vector.astype(">f2").tobytes()


def without_secrets(url: str) -> str:
    """Return an address that may be shown: no user, no password, no options."""
    parts = urlsplit(url)
    options = parse_qs(parts.query)
    host = parts.hostname or options.get("host", ["localhost"])[0]
    port = f":{parts.port}" if parts.port else ""
    return f"postgresql://{host}{port}{parts.path}"
