"""Backups: made while the memory is in use, restored whole or not at all, and nothing erased comes back.

Started by itself, this file is a process that restores a backup and dies in the middle of it.
"""

import asyncio
import errno
import os
import re
import signal
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import forking
from dnam import Memory, Settings, ingest
from dnam.clock import SystemClock
from dnam.commands import Command
from dnam.doctor.backup_check import check_backups
from dnam.doctor.findings import Level
from dnam.domain import Message, Scope, Summary
from dnam.errors import BadInput, FileError, StoreDamaged
from dnam.ports import Store
from dnam.stores import open_store
from dnam.stores.sqlite import open_sqlite
from dnam.testing import HandClock
from dnam.transfer.archive import write_archive
from dnam.transfer.backups import LAST, back_up, back_up_when_due, restore
from dnam.user_files import new_file
from scene import ANN, BEN, DEV, NOON
from test_archive import everything

QUIET: dict[str, Any] = {"projections": False, "embedder": "off"}
SETTINGS = Settings(**QUIET)


async def remembering(store: Store) -> None:
    """Let Ann and Ben say and state something."""
    async with Memory.open(SETTINGS, store=store, clock=HandClock(NOON)) as memory:
        for nth, (who, text) in enumerate(((ANN, "I like tea"), (BEN, "I like figs"), (ANN, "So long")), 1):
            await memory.on_message(Message(id=nth, place=DEV, author=who, text=text, sent_at=NOON))
        await memory.settle()


async def texts(store: Store) -> set[str]:
    """Give every fact and every message of three."""
    stored = [await store.get_message(DEV.guild, id_) for id_ in (1, 2, 3)]
    facts = await store.all_facts(muted=True)
    return {message.text for message in stored if message} | {fact.text for fact in facts}


async def test_what_was_erased_since_a_backup_stays_erased(store: Store, tmp_path: Path) -> None:
    """N-02, N-17: a person, a deleted message and a choice made since hold after the restore."""
    await remembering(store)
    backup = tmp_path / "backup.dnam"
    await write_archive(store, backup, clock=HandClock(NOON))
    later = HandClock(NOON + timedelta(days=1))
    async with Memory.open(SETTINGS, store=store, clock=later) as memory:
        await memory.erase(Scope(kind="person", id=BEN.id))
        await memory.on_delete(DEV.guild, [3])
        await memory.on_message(Message(id=4, place=DEV, author=ANN, text="Later", sent_at=later.now()))
        await memory.settle()
    restored = await restore(store, backup, settings=SETTINGS, clock=later)
    assert await texts(store) == {"I like tea", "Likes tea"}
    assert restored.erased == 2
    assert await store.get_message(DEV.guild, 4) is None
    again = Message(id=2, place=DEV, author=BEN, text="I like figs", sent_at=NOON)
    assert not await ingest.store_message(store, again)
    assert await store.check() == []


async def test_who_opted_out_since_a_backup_stays_hidden(sqlite_store: Store, tmp_path: Path) -> None:
    """R-18: a choice is newer than every backup."""
    await remembering(sqlite_store)
    await back_up(sqlite_store, tmp_path / "backup.sqlite3", clock=HandClock(NOON))
    async with Memory.open(SETTINGS, store=sqlite_store, clock=HandClock(NOON)) as memory:
        await memory.command(Command(text="!memory optout", place=DEV, person=ANN))
    await restore(sqlite_store, tmp_path / "backup.sqlite3", settings=SETTINGS, clock=HandClock(NOON))
    assert {fact.text for fact in await sqlite_store.all_facts()} == {"Likes figs"}


async def test_who_opted_out_since_a_backup_is_in_none_of_its_summaries(
    sqlite_store: Store, tmp_path: Path
) -> None:
    """R-18: what was summed up before the choice may quote them, and is made anew."""
    await remembering(sqlite_store)
    told = Summary(session="s", guild=DEV.guild, origin="g500", sequence=1, text="Ann: tea", updated_at=NOON)
    assert await sqlite_store.put_summary(told, [1])
    await back_up(sqlite_store, tmp_path / "backup.sqlite3", clock=HandClock(NOON))
    async with Memory.open(SETTINGS, store=sqlite_store, clock=HandClock(NOON)) as memory:
        await memory.command(Command(text="!memory optout", place=DEV, person=ANN))
    await restore(sqlite_store, tmp_path / "backup.sqlite3", settings=SETTINGS, clock=HandClock(NOON))
    assert await sqlite_store.all_summaries() == []


async def test_a_lost_memory_comes_back_from_its_backup(tmp_path: Path) -> None:
    """N-17: into an empty place, with its tombstones; a backup of another memory is refused elsewhere."""
    first = await open_sqlite(tmp_path / "first.sqlite3")
    await remembering(first)
    await first.bury(["message:500:9"], None)
    await back_up(first, tmp_path / "backup.sqlite3", clock=HandClock(NOON))
    fresh, other = (
        await open_sqlite(tmp_path / "fresh.sqlite3"),
        await open_sqlite(tmp_path / "other.sqlite3"),
    )
    await restore(fresh, tmp_path / "backup.sqlite3", settings=SETTINGS, clock=HandClock(NOON))
    assert await everything(fresh) == await everything(first)
    await remembering(other)
    before = await everything(other)
    with pytest.raises(BadInput, match="another memory"):
        await restore(other, tmp_path / "backup.sqlite3", settings=SETTINGS, clock=HandClock(NOON))
    (tmp_path / "torn.sqlite3").write_bytes((tmp_path / "backup.sqlite3").read_bytes()[:9000])
    (tmp_path / "none.txt").write_text("hello")
    for name in ("torn.sqlite3", "none.txt", "missing"):
        said = rf"{name} (is damaged|is not a backup)|in \S+/{name} is damaged|There is no file"
        with pytest.raises((BadInput, StoreDamaged), match=said):
            await restore(other, tmp_path / name, settings=SETTINGS, clock=HandClock(NOON))
    assert await everything(other) == before
    for store in (first, fresh, other):
        await store.close()


async def test_a_killed_restore_changes_nothing_and_can_be_repeated(location: str, tmp_path: Path) -> None:
    """N-17: the process dies when half of the rows are written."""
    store = await open_store(location)
    await remembering(store)
    await write_archive(store, tmp_path / "backup.dnam", clock=HandClock(NOON))
    await ingest.store_message(store, Message(id=9, place=DEV, author=ANN, text="Later", sent_at=NOON))
    before = await everything(store)
    await store.close()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    killed = await forking.start(__file__, location, str(tmp_path / "backup.dnam"), env=env, folder=tmp_path)
    await killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    store = await open_store(location)
    assert await everything(store) == before
    await restore(store, tmp_path / "backup.dnam", settings=SETTINGS, clock=HandClock(NOON))
    assert await store.get_message(DEV.guild, 9) is None
    assert "I like tea" in await texts(store)
    await store.close()


async def test_the_schedule_makes_backups_and_removes_the_oldest(store: Store, tmp_path: Path) -> None:
    """N-17: every so many hours, at most so many files, also across restarts."""
    settings = Settings(**QUIET, backup_hours=6, backup_dir=tmp_path / "backups", backup_keep=2)
    clock = HandClock(NOON)
    made = []
    for _ in range(4):
        made.append(await back_up_when_due(store, settings, clock))
        assert await back_up_when_due(store, settings, clock) is None
        clock.advance(timedelta(hours=6))
    assert sorted((tmp_path / "backups").iterdir()) == sorted(path for path in made[2:] if path)
    assert await back_up_when_due(store, SETTINGS, clock) is None


async def test_a_backup_that_cannot_be_written_is_said(store: Store, tmp_path: Path) -> None:
    """N-17: the fault is the target's, not the memory's."""
    (tmp_path / "file").touch()
    for name in ("backup.dnam", "backup.sqlite3"):
        with pytest.raises(FileError, match=f"{name} cannot be written: Not a directory"):
            await back_up(store, tmp_path / "file" / name, clock=HandClock(NOON))


async def test_the_doctor_says_why_scheduled_backups_fail(store: Store, tmp_path: Path) -> None:
    """N-17, N-23: until one succeeds again; before the first try there is nothing wrong."""
    (tmp_path / "file").touch()
    wrong = Settings(**QUIET, backup_hours=6, backup_dir=tmp_path / "file")
    assert (await check_backups(store, wrong)).level is Level.OK
    with pytest.raises(FileError):
        await back_up_when_due(store, wrong, HandClock(NOON))
    found = await check_backups(store, wrong)
    assert found.level is Level.WARNING
    assert re.search("there is none yet.*cannot be written: Not a directory", found.says)
    right = wrong.model_copy(update={"backup_dir": tmp_path / "backups"})
    await back_up_when_due(store, right, SystemClock())
    assert (await check_backups(store, right)).level is Level.OK
    assert "None are made" in (await check_backups(store, SETTINGS)).says


async def test_the_doctor_warns_of_backups_that_are_late(sqlite_store: Store) -> None:
    """N-17, N-23: nothing failed, but nothing runs either."""
    await sqlite_store.put_note(LAST, NOON.isoformat())
    found = await check_backups(sqlite_store, Settings(**QUIET, backup_hours=6))
    assert found.level is Level.WARNING
    assert f"{NOON:%Y-%m-%d %H:%M} UTC" in found.says


def test_a_file_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    """N-17: neither a part of it nor its name."""

    def fail() -> None:
        with new_file(tmp_path / "archive.dnam") as part:
            part.write_text("half")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(FileError, match="cannot be written: No space left"):
        fail()
    assert not [*tmp_path.iterdir()]


async def _die_restoring(location: str, backup: str) -> None:
    store = await open_store(location)

    def die(done: int, total: int) -> None:
        if done * 2 >= total:
            os.kill(os.getpid(), signal.SIGKILL)

    await restore(store, Path(backup), settings=SETTINGS, clock=HandClock(NOON), progress=die)


if __name__ == "__main__":
    asyncio.run(_die_restoring(*sys.argv[1:]))
