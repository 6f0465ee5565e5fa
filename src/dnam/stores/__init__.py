"""Stores behind `ports.Store`: a SQLite file, or a PostgreSQL database shared by processes."""

from pathlib import Path

from dnam.errors import StoreError
from dnam.optional_packages import require
from dnam.ports import Store
from dnam.settings import Settings


async def open_store(
    location: str | Path, *, readonly: bool = False, pool: int = 10, statement_timeout: float = 30.0
) -> Store:
    """Open a store: a `postgresql://` address, or else a file. Raises StoreError.

    `readonly` changes nothing, and needs a memory to be there. `pool` (connections) and `statement_timeout`
    (seconds) apply to PostgreSQL.
    """
    if str(location).startswith(("postgresql://", "postgres://")):
        require("postgres", "A memory in PostgreSQL")
        from dnam.stores.postgres import open_postgres  # noqa: PLC0415 (only the driver that is needed)

        return await open_postgres(
            str(location), pool=pool, statement_timeout=statement_timeout, readonly=readonly
        )
    from dnam.stores.sqlite import open_sqlite  # noqa: PLC0415 (only the driver that is needed)

    return await open_sqlite(location, readonly=readonly)


def shown_location(location: str) -> str:
    """Return where a memory is as it may be shown: no user, no password, no options."""
    if "://" not in location:
        return location
    from dnam.stores.postgres_pool import without_secrets  # noqa: PLC0415 (only the driver that is needed)

    return without_secrets(location)


async def open_configured(settings: Settings, *, readonly: bool = False) -> Store:
    """Open the store that the settings name. Raises StoreError, also when a move into it broke off."""
    store = await open_store(
        settings.location,
        readonly=readonly,
        pool=settings.postgres_pool,
        statement_timeout=settings.statement_timeout_seconds,
    )
    if await store.loaded_rows() is None:
        return store
    await store.close()
    raise StoreError(f"A move into {store.location} was broken off: run the same `dnam move` again to go on.")
