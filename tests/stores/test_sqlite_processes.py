"""Several real processes around one SQLite file."""

import asyncio
import sys
from pathlib import Path

import pytest

from dnam.audience import audience_of
from dnam.errors import StoreBusy
from dnam.stores.sqlite import open_sqlite
from dnam.testing.sample_data import GENERAL, GUILD

WRITER = """
import asyncio, sys
from dnam.stores.sqlite import open_sqlite
from dnam.testing.sample_data import a_message

async def add(store, number):
    if await store.add_message(a_message(number, f"line {number}"), ["line"]):
        print(number, flush=True)

async def main():
    store = await open_sqlite(sys.argv[1])
    print("open", flush=True)
    for start in range(1, 1_000_000, 10):
        await asyncio.gather(*(add(store, number) for number in range(start, start + 10)))

asyncio.run(main())
"""


async def writing(path: Path) -> asyncio.subprocess.Process:
    """Start a process that writes messages as fast as it can, and says which were acknowledged."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, str(path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"open\n"
    return process


async def test_a_second_process_is_told_that_the_file_is_in_use(tmp_path: Path) -> None:
    """N-17: two processes never write one file; the second gets one clear sentence."""
    process = await writing(tmp_path / "memory.sqlite3")
    with pytest.raises(StoreBusy, match=f"process {process.pid}.*is writing.*stop it first"):
        await open_sqlite(tmp_path / "memory.sqlite3")
    reader = await open_sqlite(tmp_path / "memory.sqlite3", readonly=True)
    assert await reader.check() == []
    await reader.close()
    process.kill()
    await process.communicate()


async def test_a_killed_process_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    """N-17: after kill -9 in the midst of writing, every acknowledged message is there and all is well."""
    process = await writing(tmp_path / "memory.sqlite3")
    assert process.stdout is not None
    seen = [await process.stdout.readline() for _ in range(200)]
    process.kill()
    rest, _ = await process.communicate()
    lines = [line for line in (b"".join(seen) + rest).split(b"\n")[:-1] if line]
    store = await open_sqlite(tmp_path / "memory.sqlite3")
    found = [await store.get_message(GUILD, int(line)) for line in lines]
    assert len(found) >= 200
    assert None not in found
    assert await store.count_messages(audience_of(GENERAL)) >= len(found)
    assert await store.check() == []
    await store.close()
