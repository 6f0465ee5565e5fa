"""Temporary empty stores, for measurements only."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit, urlunsplit

from dnam.errors import BadInput


@asynccontextmanager
async def scratch(location: str) -> AsyncIterator[str]:
    """Yield the location of an empty store: a file, or a new database on the server at `location`.

    The database at `location` itself is never touched. Raises BadInput, StoreError.
    """
    if location.startswith(("postgresql://", "postgres://")):
        async with _database(location) as url:
            yield url
        return
    if location:
        raise BadInput(
            f"{location} is no postgresql:// address. Leave it out to use a SQLite file of its own for each."
        )
    with tempfile.TemporaryDirectory(prefix="dnam-") as folder:
        yield str(Path(folder) / "memory.sqlite3")


@asynccontextmanager
async def _database(url: str) -> AsyncIterator[str]:
    from dnam.stores.postgres_pool import owner_does  # noqa: PLC0415 (only the driver that is needed)

    name = f"dnam_scratch_{token_hex(6)}"
    await owner_does(url, f"CREATE DATABASE {name}")
    try:
        yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
    finally:
        await owner_does(url, f"DROP DATABASE {name} WITH (FORCE)")
