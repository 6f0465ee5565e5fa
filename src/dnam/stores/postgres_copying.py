"""Copying a whole memory out of a PostgreSQL database and into one."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dnam.errors import StoreError
from dnam.ports.copying import TableRows
from dnam.stores.copying import (
    BATCH,
    COMPUTED_TABLES,
    META,
    MOVING,
    NOT_EMPTY,
    TABLES,
    as_row,
    copied,
    insert_into,
    message_terms,
)
from dnam.stores.postgres_pool import change, run, sent
from dnam.stores.privacy import KEY

if TYPE_CHECKING:
    from dnam.stores.postgres_pool import Connection

LONGEST_SECONDS = 3600.0
"""How long one step of a copy may take."""


async def dumped(connection: "Connection") -> AsyncIterator[TableRows]:
    """Yield every row as of one moment."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        await connection.execute("SET LOCAL statement_timeout = 0")
        await connection.execute("SET LOCAL synchronize_seqscans = off")  # the same order each time
        key = await run(connection, "get_meta", {"name": KEY})
        yield META, [{"name": KEY, "value": key[0][0]}]
        for table in TABLES:
            columns = copied(table, await _columns(connection, table))
            query = f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608 (our own names)
            cursor = await connection.cursor(query, timeout=LONGEST_SECONDS)
            while rows := await cursor.fetch(BATCH):
                yield table, [as_row(columns, tuple(row)) for row in rows]


async def loaded(
    connection: "Connection", batches: Iterable[TableRows], location: str, *, replace: bool
) -> None:
    """Write dumped rows, within the caller's transaction."""
    await connection.execute("SET LOCAL statement_timeout = 0")
    if replace:
        every = ", ".join((*TABLES, *sorted(await _tables(connection) & COMPUTED_TABLES)))
        await connection.execute(f"TRUNCATE {every}", timeout=LONGEST_SECONDS)
    await _refuse_full(connection, location)
    iterator = iter(batches)
    while (batch := await asyncio.to_thread(_next, iterator)) is not None:
        await _insert(connection, *batch)
    await _continue_slots(connection)


async def load_part(
    connection: "Connection", batches: Iterable[TableRows], location: str, total: int
) -> None:
    """Write the next rows of a copy in parts, within the caller's transaction."""
    await connection.execute("SET LOCAL statement_timeout = 0")
    if not await run(connection, "get_meta", {"name": MOVING}):
        await _refuse_full(connection, location)
    for batch in batches:
        await _insert(connection, *batch)
    await change(connection, "set_meta", {"name": MOVING, "value": str(total)})


async def end_parts(connection: "Connection") -> None:
    """Note that a copy in parts is whole."""
    await _continue_slots(connection)
    await connection.execute("DELETE FROM meta WHERE name = $1", MOVING)


async def _refuse_full(connection: "Connection", location: str) -> None:
    for table in TABLES:
        if await connection.fetchval(f"SELECT 1 FROM {table} LIMIT 1"):  # noqa: S608 (our own names)
            raise StoreError(NOT_EMPTY.format(location))


async def _continue_slots(connection: "Connection") -> None:
    await connection.execute("SELECT setval('place_slots', coalesce(max(slot), 0) + 1, false) FROM places")


def _next(iterator: Iterator[TableRows]) -> TableRows | None:
    return next(iterator, None)


async def _insert(connection: "Connection", table: str, rows: Sequence[Mapping[str, Any]]) -> None:
    insert = insert_into(table, rows, await _columns(connection, table) if table in TABLES else ())
    names = list(insert.columns)
    marks = [f"${nth}" for nth in range(1, len(names) + 1)]
    values = [insert.values(row) for row in rows]
    if table == "messages":
        names.append("terms")
        marks.append(f"array_to_tsvector(${len(names)}::text[])")
        values = [[*row, message_terms(each)] for row, each in zip(values, rows, strict=True)]
    again = " ON CONFLICT (name) DO UPDATE SET value = excluded.value" if table == META else ""
    sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(marks)}){again}"  # noqa: S608
    await sent(connection.executemany(sql, values, timeout=LONGEST_SECONDS))


async def _tables(connection: "Connection") -> set[str]:
    rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return {row[0] for row in rows}


async def _columns(connection: "Connection", table: str) -> list[str]:
    rows = await connection.fetch(
        "SELECT column_name FROM information_schema.columns "
        "WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position",
        table,
    )
    return [row[0] for row in rows]
