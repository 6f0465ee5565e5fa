"""A whole memory as one file: what is written into an archive comes out of it, on either store."""

import gzip
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import Server
from dnam import ingest
from dnam.audience import audience_of
from dnam.domain import Action, ConsentChoice, Fact, Kind, Message, ShortTermEntry, Source, SourceType, Status
from dnam.domain import Summary as RollingSummary
from dnam.errors import BadInput, StoreError, StoreTooNew
from dnam.ports import Store
from dnam.stores.copying import COMPUTED_TABLES, TABLES
from dnam.stores.postgres import open_postgres
from dnam.stores.queries import migrations
from dnam.stores.sqlite import open_sqlite
from dnam.testing import HandClock
from dnam.transfer.archive import check_archive, load_archive, write_archive
from scene import ANN, BEN, BOT, DEV, DM_ANN, NOON, STAFF, THREAD

CLOCK = HandClock(NOON)
TEXTS = st.text(max_size=40) | st.sampled_from(["one\u2028two", "line\nline", "naïve café", "東京", "a\0b"])
PLACES = st.sampled_from([DEV, STAFF, THREAD, DM_ANN])
MOMENTS = st.integers(0, 10**6).map(lambda seconds: NOON + timedelta(seconds=seconds))
MESSAGES = st.builds(
    Message,
    id=st.integers(1, 50),
    place=PLACES,
    author=st.sampled_from([ANN, BEN, BOT]),
    text=TEXTS,
    sent_at=MOMENTS,
    reply_to=st.none() | st.integers(1, 2**62),
    mentions=st.sampled_from([(), (BEN,), (ANN, BEN)]),
    addressed=st.booleans(),
)
FACTS = st.builds(
    Fact,
    id=st.integers(0, 9).map("durable-0000000{}".format),
    guild=st.just(DEV.guild),
    subject=st.sampled_from([ANN.id, BEN.id, 0]),
    kind=st.sampled_from(Kind),
    text=TEXTS,
    origin=st.sampled_from([f"g{DEV.guild}", f"c{STAFF.channel}", f"d{ANN.id}"]),
    asserted_by=st.sampled_from([ANN.id, BEN.id]),
    source=st.builds(Source, type=st.sampled_from(SourceType), channel=st.none() | st.just(DEV.channel)),
    created_at=MOMENTS,
    updated_at=MOMENTS,
    status=st.sampled_from(Status),
    tags=st.lists(TEXTS, max_size=2).map(tuple),
    confidence=st.floats(0, 1),
    messages=st.lists(st.integers(1, 50), unique=True, max_size=3).map(tuple),
    named=st.sampled_from([(), (BEN.id,)]),
    widened=st.booleans(),
    pinned=st.booleans(),
    expires_at=st.none() | MOMENTS,
)


async def everything(store: Store) -> dict[str, list[dict[str, Any]]]:
    """Give every row of a store, in one order."""
    tables: dict[str, list[dict[str, Any]]] = {}
    async for table, rows in store.dump():
        tables.setdefault(table, []).extend(map(dict, rows))
    return {table: sorted(rows, key=repr) for table, rows in tables.items()}


async def fill(store: Store, messages: Sequence[Message], facts: Sequence[Fact]) -> None:
    """Let a store have something in every table that other things can follow from."""
    for message in messages:
        await ingest.store_message(store, message)
    await store.save_facts(facts)
    ids = [message.id for message in messages]
    summary = RollingSummary(
        session="discord:channel:71",
        guild=DEV.guild,
        origin="g500",
        sequence=1,
        text="Bees.",
        updated_at=NOON,
    )
    await store.put_summary(summary, ids)
    entry = ShortTermEntry(
        guild=DEV.guild, message=1, channel=71, channel_name="dev", origin="g500", text="Bees", at=NOON
    )
    await store.add_recent(entry, keep=9, since=NOON - timedelta(days=1))
    await store.choose(ConsentChoice(about="person", subject=BEN.id, choice="out"), NOON)
    await store.bury(["message:500:77"], None)
    await store.put_note("undo:11", "[]")
    await store.log_action(Action(kind="memory_command", at=NOON, guild=DEV.guild, detail="show"))
    await store.count_turn(DEV)


@given(messages=st.lists(MESSAGES, max_size=8), facts=st.lists(FACTS, max_size=6))
async def test_an_archive_makes_an_equal_store(messages: Sequence[Message], facts: Sequence[Fact]) -> None:
    """N-12: whatever is stored, an export taken in by an empty memory gives the same memory."""
    with TemporaryDirectory() as folder:
        first, again = await open_sqlite(":memory:"), await open_sqlite(":memory:")
        await fill(first, messages, facts)
        await write_archive(first, Path(folder) / "all.dnam", clock=CLOCK)
        await load_archive(again, Path(folder) / "all.dnam")
        assert await everything(again) == await everything(first)
        assert await again.all_facts(muted=True) == await first.all_facts(muted=True)
        assert await again.check() == []
        for store in (first, again):
            await store.close()


@given(messages=st.lists(MESSAGES, max_size=8), facts=st.lists(FACTS, max_size=6))
@settings(max_examples=12)  # a database takes longer to fill than a file
async def test_an_archive_makes_an_equal_store_of_the_other_kind(
    postgres_server: Server, messages: Sequence[Message], facts: Sequence[Fact]
) -> None:
    """N-12: whatever is stored goes from SQLite to PostgreSQL and from there to SQLite unchanged."""
    with TemporaryDirectory() as folder:
        stores: list[Store] = [
            await open_sqlite(":memory:"),
            await open_postgres(await postgres_server.emptied(), pool=2),
            await open_sqlite(":memory:"),
        ]
        await fill(stores[0], messages, facts)
        for nth, (source, target) in enumerate(pairwise(stores)):
            await write_archive(source, Path(folder) / f"{nth}.dnam", clock=CLOCK)
            await load_archive(target, Path(folder) / f"{nth}.dnam")
            assert await everything(target) == await everything(source)
            assert await target.check() == []
        for store in stores:
            await store.close()


SAID = Message(id=5, place=DEV, author=ANN, text="The beehive survived the winter", sent_at=NOON)
KNOWN = Fact(
    id="durable-00000001",
    guild=DEV.guild,
    subject=ANN.id,
    kind=Kind.FACT,
    text="Keeps bees",
    origin=f"g{DEV.guild}",
    asserted_by=ANN.id,
    source=Source(type=SourceType.MANUAL),
    created_at=NOON,
    updated_at=NOON,
    messages=(5,),
)


@pytest.mark.parametrize("source", ["sqlite", "postgres"])
async def test_a_memory_moves_between_the_stores(
    source: str, tmp_path: Path, postgres_server: Server
) -> None:
    """N-12, R-02: SQLite to PostgreSQL and back; everything is found there as before, and goes on."""
    stores: dict[str, Store] = {
        "sqlite": await open_sqlite(tmp_path / "memory.sqlite3"),
        "postgres": await open_postgres(await postgres_server.fresh(), pool=2),
    }
    first, second = stores.pop(source), *stores.values()
    await fill(first, [SAID, replace(SAID, id=6, text="one\u2028two", place=DM_ANN)], [KNOWN])
    told: list[tuple[int, int]] = []
    await write_archive(first, tmp_path / "all.dnam", clock=CLOCK, progress=lambda *at: told.append(at))
    assert told
    await load_archive(second, tmp_path / "all.dnam")
    assert await everything(second) == await everything(first)
    assert await second.check() == []
    here = audience_of(DEV)
    assert len((await second.find_words(here, ["beehiv"]))["beehiv"]) == 1
    found = await second.find_facts(here, ["bee"], None, model=None, at=NOON, limit=5)
    assert [held.fact.text for held in found] == ["Keeps bees"]
    assert not await ingest.store_message(second, replace(SAID, id=77))  # erased there, erased here
    assert await ingest.store_message(second, replace(SAID, id=8, place=replace(DEV, channel=79)))
    for store in (first, second):
        await store.close()


async def test_an_archive_goes_only_into_an_empty_memory(store: Store, tmp_path: Path) -> None:
    """Nothing that is stored is overwritten or mixed by accident."""
    await fill(store, [SAID], [KNOWN])
    await write_archive(store, tmp_path / "all.dnam", clock=CLOCK)
    before = await everything(store)
    with pytest.raises(StoreError, match="is not empty"):
        await load_archive(store, tmp_path / "all.dnam")
    assert await everything(store) == before
    await load_archive(store, tmp_path / "all.dnam", replace=True)
    assert await everything(store) == before
    with pytest.raises(BadInput, match="exists already"):
        await write_archive(store, tmp_path / "all.dnam", clock=CLOCK)


async def test_a_damaged_archive_is_refused_before_anything_is_written(
    sqlite_store: Store, tmp_path: Path
) -> None:
    """R-13: cut off anywhere, changed anywhere, newer, or something else: one sentence, and no row."""
    await fill(sqlite_store, [SAID], [KNOWN])
    path = tmp_path / "all.dnam"
    await write_archive(sqlite_store, path, clock=CLOCK)
    whole, data = path.read_bytes(), gzip.decompress(path.read_bytes())
    lines = data.split(b"\n")
    damaged = {
        "cut.dnam": whole[: len(whole) // 2],
        "short.dnam": gzip.compress(b"\n".join(lines[:-3])),
        "changed.dnam": gzip.compress(data.replace(b"Keeps bees", b"Keeps cats")),
        "other.dnam": gzip.compress(b'{"format":"something"}\n'),
        "empty.dnam": b"",
    }
    for name, content in damaged.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(BadInput):
            check_archive(tmp_path / name)
    newer = data.replace(b'"version":1', b'"version":2')
    (tmp_path / "newer.dnam").write_bytes(gzip.compress(newer))
    with pytest.raises(StoreTooNew):
        check_archive(tmp_path / "newer.dnam")


def test_every_table_is_in_an_archive_or_computed_anew() -> None:
    """N-12: a table that a later schema adds is not forgotten here."""
    sql = "".join(step.sql for step in migrations("sqlite"))
    made = {line.split()[2] for line in sql.splitlines() if line.startswith("CREATE TABLE")}
    made |= {line.split()[3] for line in sql.splitlines() if line.startswith("CREATE VIRTUAL TABLE")}
    made -= {line.split()[2] for line in sql.splitlines() if "RENAME TO" in line}
    assert made - {"meta"} == {*TABLES, *COMPUTED_TABLES}
