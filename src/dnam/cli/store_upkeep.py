"""The schema of a memory, and moving it between the stores, printed for people."""

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack

from dnam.cli.operations import opened, print_json, tell
from dnam.cli.transfers import messages_and_facts, shown
from dnam.errors import StoreError
from dnam.settings import Settings, settings_for
from dnam.stores import open_store, shown_location
from dnam.stores.schema import schema_status, try_pending
from dnam.transfer.backups import refuse_shared
from dnam.transfer.moving import move


def migrate_memory(settings: Settings, *, as_json: bool) -> None:
    """Open a memory that is not up to date, which migrates it, and print its version."""

    async def migrate() -> int:
        if (await schema_status(settings.location)).pending:
            async with opened(settings):
                pass
        return (await schema_status(settings.location)).version

    version = asyncio.run(migrate())
    says = f"The memory in {shown_location(settings.location)} has schema version {version}, the newest."
    tell({"version": version, "left": []}, says, as_json=as_json)


def print_steps(settings: Settings, *, dry: bool, as_json: bool) -> None:
    """Print which migrations are left, and with `dry` try them first."""

    async def look() -> tuple[int, list[str]]:
        status = await schema_status(settings.location)
        if dry and status.pending:
            await try_pending(settings.location)
        return status.version, [f"{step.version:04} {step.name}" for step in status.pending]

    version, pending = asyncio.run(look())
    if as_json:
        print_json({"version": version, "left": pending, "tried": dry})
        return
    if not pending:
        print(f"The schema has version {version}, the newest: nothing is left to do.")
        return
    tried = "Tried and taken back" if dry else "Left to do"
    now = f"The schema has version {version}." if version else "There is no memory yet."
    print(f"{now} {tried}, from the first to the last:")
    for step in pending:
        print(f"  {step}")


def move_memory(settings: Settings, source: str, target: str, *, as_json: bool) -> None:
    """Copy a whole memory into an empty store, and print how many rows arrived."""
    stores = [settings_for(each, None).location for each in (source, target)]

    async def copy() -> Mapping[str, int]:
        timeout = settings.statement_timeout_seconds
        if not (await schema_status(stores[0])).version:
            raise StoreError(f"There is no memory in {shown_location(stores[0])} to move.")
        async with AsyncExitStack() as opened:
            both = []
            for place in stores:  # nobody else may write to either
                store = await open_store(place, statement_timeout=timeout)
                opened.push_async_callback(store.close)
                await refuse_shared(store)
                both.append(store)
            return await move(both[0], both[1], shown("moved"))

    counts = asyncio.run(copy())
    if as_json:
        print_json({"rows": dict(counts)})
        return
    print(
        f"Moved {messages_and_facts(counts)}; both places "
        "have the same rows, and vectors are made anew once it runs. Set `store` to the new place, and start "
        "again."
    )
