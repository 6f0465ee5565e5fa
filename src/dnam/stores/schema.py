"""Which migrations a memory still needs, and trying them without keeping them."""

import asyncio
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import apsw

from dnam.stores.queries import Dialect, Migration, migrations
from dnam.stores.sqlite_file import FileLock, faults_of, migrate, schema_of


@dataclass(frozen=True, kw_only=True, slots=True)
class SchemaStatus:
    version: int
    """0 when there is none yet."""
    pending: tuple[Migration, ...]
    """The migrations that are left, in order."""


def is_postgres(location: str) -> bool:
    return location.startswith(("postgresql://", "postgres://"))


def newest(location: str) -> int:
    """Return the newest schema version of a store there that this dnam knows."""
    return migrations("postgres" if is_postgres(location) else "sqlite")[-1].version


async def schema_status(location: str) -> SchemaStatus:
    """Return how far the schema of a memory is; changes nothing. Raises StoreError, StoreTooNew."""
    dialect: Dialect = "sqlite"
    if is_postgres(location):
        from dnam.stores.postgres_pool import version_at  # noqa: PLC0415 (only the driver that is needed)

        dialect, version = "postgres", await version_at(location)
    else:
        version = await asyncio.to_thread(_file_version, location)
    steps = tuple(step for step in migrations(dialect) if step.version > version)
    return SchemaStatus(version=version, pending=steps)


def _file_version(location: str) -> int:
    path = Path(location).expanduser().resolve()
    with faults_of(str(path)):
        return schema_of(path) if path.exists() else 0


async def try_pending(location: str) -> None:
    """Run the migrations that are left, in a transaction that is taken back. Raises StoreError."""
    if is_postgres(location):
        from dnam.stores.postgres_pool import try_migrations  # noqa: PLC0415 (only the driver that is needed)

        await try_migrations(location)
    else:
        await asyncio.to_thread(_try_on_file, location)


def _try_on_file(location: str) -> None:
    path = Path(location).expanduser().resolve()  # two names of one file share one lock
    with faults_of(str(path)):
        lock = FileLock(path) if path.exists() else None
        try:
            with closing(apsw.Connection(str(path) if lock else ":memory:")) as db:
                db.execute("BEGIN IMMEDIATE")
                migrate(db, up_to=None)
                db.execute("ROLLBACK")
        finally:
            if lock is not None:
                lock.release()
