"""`dnam move`: a whole memory from one store into another, in parts, and checked."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from conftest import Server
from dnam import Settings, ingest
from dnam.doctor import Level, examine
from dnam.domain import Message
from dnam.errors import StoreError
from dnam.ports import Store, TableRows
from dnam.stores import open_configured, open_store
from dnam.transfer.moving import move
from scene import ANN, DEV, NOON
from test_archive import KNOWN, everything, fill

SAID = Message(id=1, place=DEV, author=ANN, text="The beehive survived", sent_at=NOON)


@pytest.fixture
async def places(tmp_path: Path, postgres_server: Server) -> list[str]:
    """A file, a database and another file."""
    return [str(tmp_path / "a.sqlite3"), await postgres_server.fresh(), str(tmp_path / "b.sqlite3")]


@pytest.fixture
async def source(places: list[str]) -> AsyncIterator[Store]:
    """A memory of more rows than one batch."""
    store = await open_store(places[0])
    await fill(store, [replace(SAID, id=id_, text=f"bees {id_}") for id_ in range(1, 1200)], [KNOWN])
    yield store
    await store.close()


class Broken(Exception):
    """Breaks a move off."""


def stop(*_: int) -> None:
    """Break off after the first part."""
    raise Broken


async def test_a_memory_moves_there_and_back_and_goes_on_after_a_break(
    source: Store, places: list[str]
) -> None:
    """N-12, N-17: what is in stays in, the half of it is no memory, and both are equal in the end."""
    settings = Settings(store=places[1], projections=False)

    middle = await open_store(places[1])
    with pytest.raises(Broken):
        await move(source, middle, stop, part_rows=1000)
    assert (await middle.loaded_rows() or 0) >= 1000
    with pytest.raises(StoreError, match="was broken off"):
        await open_configured(settings)
    (told,) = [each for each in await examine(settings) if each.about == "store"]
    assert (told.level, "`dnam move` again" in told.do) == (Level.PROBLEM, True)
    steps: list[int] = []
    counts = await move(source, middle, lambda done, _: steps.append(done), part_rows=1000)
    assert (counts["messages"], counts["facts"], steps[0] > 1000) == (1199, 1, True)
    back = await open_store(places[2])
    await move(middle, back)
    assert await everything(back) == await everything(middle) == await everything(source)
    assert await back.check() == await middle.check() == []
    await (await open_configured(settings)).close()
    assert await ingest.store_message(middle, replace(SAID, id=9999))
    with pytest.raises(StoreError, match="not empty"):
        await move(source, middle)
    for store in (middle, back):
        await store.close()


async def test_what_is_said_during_a_move_is_noticed(source: Store, places: list[str]) -> None:
    """N-17: nobody is told to use a target that lacks what was acknowledged meanwhile."""
    target = await open_store(places[2])

    class Speaking:
        """The source, in which something is said after its rows were read."""

        counts = source.counts

        async def dump(self) -> AsyncIterator[TableRows]:
            async for rows in source.dump():
                yield rows
            await ingest.store_message(source, replace(SAID, id=9999))

    with pytest.raises(StoreError, match="was changed meanwhile"):
        await move(cast(Store, Speaking()), target)
    assert await target.loaded_rows() is not None, "it is no memory"
    await target.close()


async def test_a_source_that_changes_meanwhile_is_noticed(source: Store, places: list[str]) -> None:
    """N-17: counts and hashes of every table are compared before the target is a memory."""
    target = await open_store(places[2])

    with pytest.raises(Broken):
        await move(source, target, stop, part_rows=1000)
    await source.edit_message(DEV.guild, 1, "other words", ["other"], NOON)
    with pytest.raises(StoreError, match="was changed meanwhile"):
        await move(source, target)
    await target.close()


async def test_how_far_a_move_is_counts_only_what_is_moved(source: Store, places: list[str]) -> None:
    """N-17: vectors are computed anew."""
    said = [replace(SAID, id=id_) for id_ in range(1, 1200)]
    await source.put_message_vectors("m", [(each, np.ones(8, np.float32)) for each in said])
    target = await open_store(places[2])
    told: list[tuple[int, int]] = []
    await move(source, target, lambda *each: told.append(each), part_rows=1000)
    assert 1199 < told[0][1] < 2 * 1199
    await target.close()
