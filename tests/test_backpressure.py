"""More messages than the disk can take: whoever delivers them waits, and none is lost."""

import asyncio
from pathlib import Path

import pytest
from bench.failing_disk import FailingDisk, Fault

from dnam import Memory
from dnam.domain import Message
from dnam.ingest import MOST_WAITING
from dnam.stores.sqlite import SqliteStore, open_sqlite
from scene import ANN, DEV, NOON, opened

BURST = 500


def said(number: int) -> Message:
    return Message(id=number, place=DEV, author=ANN, text=f"line {number}", sent_at=NOON)


async def test_a_burst_on_a_slow_disk_loses_no_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R-09, R-10: no deadline makes a message that waits for its turn count as failed."""
    monkeypatch.setattr(Memory, "patience", 0.01)
    disk = FailingDisk()
    store = await open_sqlite(tmp_path / "slow.sqlite3")
    try:
        async with opened(store, tmp_path) as scene:
            disk.seconds, disk.fails = 0.02, Fault.SLOW
            stored = await asyncio.gather(*(scene.memory.on_message(said(n)) for n in range(1, BURST + 1)))
            disk.fails = None
            assert stored == [True] * BURST
            assert (await store.counts())["messages"] == BURST
            assert "ingest late" not in scene.memory.lanes.failures
    finally:
        disk.remove()
        await store.close()


async def test_a_message_too_many_is_refused_and_said_so(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """R-10: what waits is bounded; the caller is told to deliver the message again."""
    async with opened(sqlite_store, tmp_path) as scene:
        scene.memory.intake.waiting = MOST_WAITING
        assert not await scene.memory.on_message(said(1))
        scene.memory.intake.waiting = 0
        assert await scene.memory.on_message(said(1))
