"""What a memory in PostgreSQL costs, and how it grows: the figures of `docs/scaling.md`.

    python -m bench.shared ingest near sqlite    on a server in memory
    python -m bench.shared guilds messages       in worlds that are filled once and kept in `.bench/`

A server is started for it that waits for no disk: the figures compare, they do not promise.
"""

import argparse
import asyncio
import shutil
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import numpy as np

from bench.copies import Copies, copied_database, kept_copies
from bench.ingest_rates import ingest_rates, server_seconds
from bench.postgres import database, kept_database, quiet, run_as_owner, server
from bench.world import (
    KEPT,
    Chatter,
    DrawnVectors,
    Shape,
    fill,
    kept_world,
    median_ms,
    questions,
    some,
)
from dnam import Memory, Person, Place, Question, Visibility
from dnam.audience import audience_of
from dnam.ingest import embed_waiting
from dnam.ports import Store
from dnam.stores import open_store
from dnam.transfer.moving import move

ASKED, ROUNDS, SMALL = 60, 5, 10_000


def _size(file: str) -> int:
    return Path(file).stat().st_size


async def _database_size(url: str) -> int:
    connection = await asyncpg.connect(url)
    size: int = await connection.fetchval("SELECT pg_database_size(current_database())")
    await connection.close()
    return size


async def against_sqlite(uri: str, messages: int) -> None:
    """Time prompts of the same world in both stores, in turn."""
    shape, folder = Shape(messages), tempfile.mkdtemp()
    places = {"SQLite": f"{folder}/m.sqlite3", "PostgreSQL": await database(uri, "world")}
    empty = await _database_size(places["PostgreSQL"])
    async with Memory.open(quiet(places["SQLite"])) as one, Memory.open(quiet(places["PostgreSQL"])) as two:
        for memory in (one, two):
            await fill(memory, shape, Chatter(seed=7))
        asked = questions(await some(one, shape, ASKED), Chatter(seed=8))
        await compare({"SQLite": (one, asked), "PostgreSQL": (two, asked)}, uri)
    sizes = _size(places["SQLite"]), await _database_size(places["PostgreSQL"]) - empty
    print("a message with its vector: SQLite {} bytes, PostgreSQL {}".format(*(n // messages for n in sizes)))


FILL = """
INSERT INTO places (guild, channel, name, visibility, invite_only, guild_name, slot, seq, last_at)
    SELECT g, g * 10, 'c', 'public', false, 'G', g, $2::bigint, 0 FROM generate_series(1, $1::bigint) g;
INSERT INTO people (guild, person, name, bot, seen_at)
    SELECT g, g * 1000 + p, 'P' || g || 'x' || p, false, 0
    FROM generate_series(1, $1::bigint) g, generate_series(1, $2::bigint) p;
INSERT INTO voices (person, guild, origin, messages)
    SELECT person, guild, 'g' || guild, 1 FROM people;
INSERT INTO messages (spot, guild, id, channel, author, origin, sent_at, source, mentions, addressed, text,
        words, terms, vector_model, read_level)
    SELECT g * 4294967296 + n, g, g * 1000 + n, g * 10, g * 1000 + n, 'g' || g, n * 1000000, 'text', '',
        false, 'word' || n % 50 || ' was said', 'word' || n % 50 || ' said',
        array_to_tsvector(ARRAY['g' || g || ':word' || n % 50, 'g' || g || ':said', 'by:' || g * 1000 + n,
            'in:' || g * 10]), '', 2
    FROM generate_series(1, $1::bigint) g, generate_series(1, $2::bigint) n;
INSERT INTO facts (guild, subject, origin, id, kind, text, asserted_by, source_type, created_at, updated_at,
        status, tags, confidence, evidence, widened, pinned, hits, slot, stems, words, terms)
    SELECT guild, person, 'g' || guild, 'durable-1', 'fact', 'Likes ' || word, person, 'manual', 0,
        0, 'active', '[]', 1, '', false, false, 0, 'likes', ' like ' || word || ' ', 'fact like ' || word,
        array_to_tsvector(ARRAY(SELECT hearer || ':' || term
            FROM unnest(ARRAY['g' || guild, 'by' || person, 'of' || person]) hearer,
                unnest(ARRAY['', 'fact', 'like', word]) term))
    FROM (SELECT guild, person, 'word' || person % 50 AS word FROM people) told
"""


async def many_guilds(uri: str, guilds: int, people: int = 100) -> None:
    """Time prompts among 10 guilds and among many, each with as many people, messages and facts."""

    async def fill(url: str, number: int) -> None:
        sql = FILL.replace("$1::bigint", str(number)).replace("$2::bigint", str(people))
        await run_as_owner(url, *sql.split(";"))

    worlds = {}
    async with AsyncExitStack() as stack:
        for number in (10, guilds):
            url = await kept_database(uri, f"guilds{number}", partial(fill, number=number))
            memory = await stack.enter_async_context(Memory.open(quiet(url, embedder="off")))
            asked = [_question(1 + n * (number // 10) % number, n) for n in range(ASKED)]
            worlds[f"{number:,} guilds"] = memory, asked
        await compare(worlds, uri)


async def many_messages(uri: str, most: int, stores: Sequence[str]) -> None:
    """Time prompts among 10,000 messages and among more, in the same 20 guilds and in guilds of their own."""
    base = Shape(SMALL)
    sizes = [
        Copies(base, 1),
        Copies(base, 10),
        Copies(Shape(most // 10), 10),
        Copies(base, most // SMALL, apart=True),
    ]
    for name in stores:
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            worlds = {}
            for copies in sizes:
                if name == "PostgreSQL":
                    url = await kept_database(uri, copies.name, partial(fill_database, copies, folder))
                else:
                    url = str(folder / copies.name)
                    await asyncio.to_thread(shutil.copy, await kept_copies(copies), url)
                opened = Memory.open(quiet(url), embedder=DrawnVectors(), models={})
                memory = await stack.enter_async_context(opened)
                asked = [copies.asked(*each) for each in enumerate(await some(memory, copies.shape, ASKED))]
                worlds[f"{name}, {copies}"] = memory, questions(asked, Chatter(seed=7))
            await compare(worlds, uri)


async def fill_database(copies: Copies, folder: Path, url: str) -> None:
    """Move a world from its file into a database, as `dnam move` does, embed it again, and copy it."""
    file = folder / "moved.sqlite3"
    await asyncio.to_thread(shutil.copy, await kept_world(copies.shape), file)
    source, target = await open_store(str(file)), await open_store(url)
    await move(source, target)
    await embed_waiting(target, DrawnVectors())
    await source.close()
    await target.close()
    if copies.count > 1:
        await copied_database(copies, url)


async def compare(worlds: Mapping[str, tuple[Memory, Sequence[Question]]], uri: str) -> None:
    """Time the prompts of some worlds in turn, with the CPU of this process and the server; print medians.

    CPU compares also on a machine that others use.
    """
    watcher = await asyncpg.connect(uri)
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in worlds}
    for _ in range(ROUNDS):
        for name, (memory, asked) in worlds.items():
            before = _cpu_seconds(watcher)
            middle = await median_ms(memory.context_for, asked)
            times[name].append((middle, _cpu_seconds(watcher) - before))
    await watcher.close()
    medians = {
        name: [statistics.median(each) for each in zip(*all_, strict=True)] for name, all_ in times.items()
    }
    first = next(iter(medians.values()))
    for name, (wall, cpu) in medians.items():
        ratios = f"{wall / first[0]:.2f} times, {cpu / first[1]:.2f} times the CPU"
        print(f"context_for, {name}: {wall:.1f} ms, {ratios}", flush=True)


def _cpu_seconds(watcher: Any) -> float:
    return time.process_time() + server_seconds(watcher.get_server_pid())


def _question(guild: int, number: int) -> Question:
    where = Place(guild=guild, channel=guild * 10, visibility=Visibility.PUBLIC)
    asker = Person(id=guild * 1000 + 1 + number % 100, name="P")
    return Question(place=where, asker=asker, text=f"who said word{number % 50}?")


async def near_vectors(uri: str, most: int, *, hnsw: bool) -> None:
    """Time the search by meaning in one channel of more and more messages: as it is, then with HNSW."""
    url = await database(uri, "near")
    connection = await asyncpg.connect(url)
    store = await open_store(url, statement_timeout=600)
    numbers, sizes = np.random.default_rng(3), [size for size in (1000, 10_000, 100_000) if size <= most]
    done = 0
    for size in sizes:
        await _add_vectors(connection, done, size)
        done = size
        print(
            f"nearest of {size:,} vectors in one place: {await _nearest_ms(store, numbers):.1f} ms",
            flush=True,
        )
    if hnsw:
        await _time_hnsw(connection, numbers)
    await store.close()
    await connection.close()


async def _time_hnsw(connection: Any, numbers: np.random.Generator) -> None:
    started = time.perf_counter()
    await connection.execute("SET maintenance_work_mem = '1GB'")
    await connection.execute(
        "CREATE INDEX ON message_vectors USING hnsw ((vector::halfvec(512)) halfvec_cosine_ops)", timeout=3600
    )
    made = time.perf_counter() - started
    size = await connection.fetchval(
        "SELECT pg_size_pretty(pg_relation_size(indexrelid)) FROM pg_index "
        "WHERE indrelid = 'message_vectors'::regclass ORDER BY indexrelid DESC LIMIT 1"
    )
    asked = numbers.normal(size=512).astype(np.float32).tolist()
    nearest = (
        "SELECT spot FROM message_vectors ORDER BY (vector::halfvec(512)) <=> $1::text::halfvec(512) LIMIT 64"
    )
    times = []
    for _ in range(20):
        started = time.perf_counter()
        await connection.fetch(nearest, str(asked))
        times.append((time.perf_counter() - started) * 1000)
    print(f"HNSW: made in {made:.0f} s, {size}, {statistics.median(times):.1f} ms", flush=True)


async def _add_vectors(connection: Any, begin: int, end: int) -> None:
    await connection.execute("SELECT setseed(0.5)")
    await connection.execute(
        """INSERT INTO messages (spot, guild, id, channel, author, origin, sent_at, source, mentions,
            addressed, text, words, terms, vector_model, read_level)
        SELECT 4294967296 + n, 1, n, 10, 1, 'g1', n, 'text', '', false, 'w', 'w',
            array_to_tsvector(ARRAY['g1:w']), 'm', 2 FROM generate_series($1::bigint, $2::bigint) n""",
        begin + 1,
        end,
        timeout=3600,
    )
    await connection.execute(
        """INSERT INTO message_vectors (guild, spot, model, origin, author, vector)
        SELECT 1, 4294967296 + n, 'm', 'g1', 1,
            (SELECT array_agg(random() - 0.5 + 0 * (n + d)) FROM generate_series(1, 512) d)::halfvec
        FROM generate_series($1::bigint, $2::bigint) n""",
        begin + 1,
        end,
        timeout=3600,
    )
    await connection.execute("ANALYZE message_vectors")


async def _nearest_ms(store: Store, numbers: np.random.Generator) -> float:
    here = audience_of(Place(guild=1, channel=10, visibility=Visibility.PUBLIC), asker=1)
    times = []
    for _ in range(10):
        vector = numbers.normal(size=512).astype(np.float32)
        started = time.perf_counter()
        await store.find_near(here, vector, model="m", limit=64)
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


def main() -> None:
    """Print the figures that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="+", choices=["ingest", "near", "sqlite", "guilds", "messages"])
    parser.add_argument("--guilds", type=int, default=10_000)
    parser.add_argument("--vectors", type=int, default=100_000)
    parser.add_argument("--stored", type=int, default=5000, help="messages that `ingest` and `sqlite` store")
    parser.add_argument("--messages", type=int, default=1_000_000)
    both = ["SQLite", "PostgreSQL"]
    parser.add_argument("--stores", nargs="+", choices=both, default=both, help="which `messages` compares")
    parser.add_argument(
        "--hnsw", action="store_true", help="also make the index that is not used, to compare"
    )
    given = parser.parse_args()
    shm = Path("/dev/shm")  # noqa: S108 (in memory, where there is such a place)
    with tempfile.TemporaryDirectory(dir=shm if shm.is_dir() else None, ignore_cleanup_errors=True) as name:
        work = {
            "ingest": lambda uri: ingest_rates(uri, given.stored),
            "near": lambda uri: near_vectors(uri, given.vectors, hnsw=given.hnsw),
            "sqlite": lambda uri: against_sqlite(uri, given.stored),
            "guilds": lambda uri: many_guilds(uri, given.guilds),
            "messages": lambda uri: many_messages(uri, given.messages, given.stores),
        }
        for part in given.parts:
            kept = part in ("guilds", "messages")
            with server(KEPT.parent / "postgres" if kept else Path(name) / part) as uri:
                asyncio.run(work[part](uri))


if __name__ == "__main__":
    main()
