"""Where there is no memory yet, commands that only read say so and make none, nor does a bad restore."""

import asyncio
import re
from pathlib import Path

import pytest

from conftest import Server
from dnam import Memory, Settings
from dnam.cli.operations import opened
from dnam.errors import StoreBusy
from dnam.stores import open_store
from dnam.stores.schema import schema_status
from dnam.testing import HandClock
from dnam.transfer.backups import back_up, restore
from scene import NOON
from test_cli import Dnam, dnam

__all__ = ["dnam"]
READING = (
    *(("stats",), ("people",), ("guilds",), ("spending",), ("search", "tea", "--person", "7")),
    *(("show", "--person", "7"), ("review", "--person", "7"), ("forget", "tea", "--person", "7")),
    *(
        ("erase", "person", "7"),
        ("export",),
        ("export", "--person", "7"),
        ("backup", "copy.dnam"),
        ("refresh",),
    ),
)


@pytest.fixture(params=["sqlite", "postgres"])
def nothing(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Name a file that is not there, or a database without anything in it."""
    if request.param == "sqlite":
        return str(tmp_path / "none.sqlite3")
    server: Server = request.getfixturevalue("postgres_server")
    return asyncio.run(server.empty())


def test_reading_makes_no_memory(dnam: Dnam, nothing: str, tmp_path: Path) -> None:
    """X-11, R-13: one sentence and code 3, no schema, no file."""
    for command in READING:
        done = dnam(*command, "--db", nothing)
        assert (done.code, done.out) == (3, ""), command
        assert done.err.startswith("dnam: There is no memory in "), command
    assert asyncio.run(schema_status(nothing)).version == 0
    assert [*tmp_path.iterdir()] == []


def test_a_refused_restore_makes_no_memory(dnam: Dnam, nothing: str, tmp_path: Path) -> None:
    """N-12: whether the backup is whole is known before anything is made."""
    (tmp_path / "bad.dnam").write_text("no backup")
    done = dnam("restore", "bad.dnam", "--db", nothing)
    assert (done.code, "is not a backup of dnam" in done.err) == (2, True)
    assert asyncio.run(schema_status(nothing)).version == 0
    assert [path.name for path in tmp_path.iterdir()] == ["bad.dnam"]


async def test_a_memory_that_others_have_open_is_neither_restored_nor_moved(
    dnam: Dnam, location: str, tmp_path: Path
) -> None:
    """N-12, N-17: on PostgreSQL as on SQLite, where the file itself is locked."""
    settings, backup = Settings(projections=False, embedder="off"), tmp_path / "copy.dnam"
    store = await open_store(location)
    await back_up(store, backup, clock=HandClock(NOON))

    async def restored() -> None:
        async with opened(settings.model_copy(update={"store": location})) as mine:
            await restore(mine, backup, settings=settings, clock=HandClock(NOON))

    async with Memory.open(settings, store=store):
        with pytest.raises(StoreBusy):
            await restored()
        moved = await asyncio.to_thread(dnam, "move", location, "new.sqlite3")
        assert (moved.code, bool(re.search("open elsewhere|open already", moved.err))) == (3, True), moved.err
        assert not (tmp_path / "new.sqlite3").exists()
    await store.close()
    await restored()
