"""How many messages a second one process and four store in PostgreSQL, and what they wait for."""

import asyncio
import itertools
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import asyncpg
import psutil

from bench.postgres import database
from bench.world import START, Chatter
from dnam import Message, Person, Place, Visibility
from dnam.ingest import store_message
from dnam.stores import open_store

BATCH = 100
BARE = """
CREATE TABLE bare (guild bigint, id bigint, sent_at bigint, text text, terms tsvector,
    PRIMARY KEY (guild, id));
CREATE INDEX ON bare USING gin (terms);
CREATE INDEX ON bare (guild, sent_at)
"""
CONNECTIONS, CHANNELS, PROCESSES, ROUNDS = 10, 10, 4, 5


async def store_when_told(url: str, nth: int) -> None:
    """Store as many messages as each line of input says, as ingest does or as bare rows: `ingest 500`.

    One of several processes, with guilds of its own, as shards have. Answers with the seconds of CPU it took.
    """
    store, chatter = await open_store(url, pool=CONNECTIONS), Chatter(seed=nth, vocabulary=2000)
    pool = await asyncpg.create_pool(url, min_size=CONNECTIONS, max_size=CONNECTIONS)
    numbers = itertools.count()

    async def add(what: str) -> object:
        number, text = next(numbers), chatter.say()
        guild, id_ = nth * CHANNELS + number % CHANNELS + 1, nth * 1_000_000 + number
        if what == "bare":
            sql = "INSERT INTO bare VALUES ($1, $2, $3, $4, array_to_tsvector($5::text[]))"
            return await pool.execute(sql, guild, id_, id_, text, sorted(set(text.split())))
        where = Place(guild=guild, channel=guild, visibility=Visibility.PUBLIC)
        author = Person(id=number % BATCH + 1, name="A")
        return await store_message(
            store, Message(id=id_, place=where, author=author, text=text, sent_at=START)
        )

    while line := await asyncio.to_thread(sys.stdin.readline):
        what, messages = line.split()
        before = time.process_time()
        for _ in range(int(messages) // BATCH):
            await asyncio.gather(*(add(what) for _ in range(BATCH)))
        print(time.process_time() - before, flush=True)
    await store.close()
    await pool.close()


async def ingest_rates(uri: str, messages: int) -> None:
    """Time one process and four that store as many messages together, and bare rows, in turn."""
    url, pipe = await database(uri, "ingest"), asyncio.subprocess.PIPE
    watching = await asyncpg.connect(url)
    await watching.execute(BARE)
    code = "import asyncio, sys; from bench.ingest_rates import store_when_told; "
    code += "asyncio.run(store_when_told(sys.argv[1], int(sys.argv[2])))"
    running = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", code, url, str(n), stdin=pipe, stdout=pipe)
        for n in range(PROCESSES)
    ]
    rates: dict[tuple[str, int], list[Rate]] = {
        (what, number): [] for what in ("bare", "ingest") for number in (1, PROCESSES)
    }
    for turn in range(ROUNDS + 1):
        for (what, number), measured in rates.items():
            rate = await measure(running[:number], what, messages, watching)
            if turn:  # in the first, connections are opened and statements prepared
                measured.append(rate)
    for (what, number), measured in rates.items():
        middle = sorted(measured, key=lambda rate: rate.a_second)[ROUNDS // 2]
        alone = statistics.median(rate.a_second for rate in rates[what, 1])
        print(
            f"{what}, {number} processes: {middle.a_second:.0f} a second, "
            f"{middle.a_second / alone:.2f} times; {middle.cores:.2f} cores busy\n"
            f"  each takes {middle.clients:.0f} microseconds of CPU in clients, {middle.server:.0f} in the "
            f"server; waits: {middle.waits}",
            flush=True,
        )
    await asyncio.gather(*(process.communicate() for process in running))
    await watching.close()


@dataclass(frozen=True, kw_only=True, slots=True)
class Rate:
    """What storing messages together took."""

    a_second: float
    clients: float
    """Microseconds of CPU for each message in the processes that store, and in the server:"""
    server: float
    waits: str
    """How often statements under way were seen to wait for what."""

    @property
    def cores(self) -> float:
        """How many cores were busy with it."""
        return self.a_second * (self.clients + self.server) / 1e6


async def measure(
    processes: Sequence[asyncio.subprocess.Process],
    what: str,
    messages: int,
    watching: "asyncpg.Connection[asyncpg.Record]",
) -> Rate:
    """Let some processes store messages together."""
    backend, each = watching.get_server_pid(), messages // len(processes) // BATCH * BATCH
    looking = asyncio.create_task(_waits(watching))
    server_before, started = server_seconds(backend), time.perf_counter()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(f"{what} {each}\n".encode())
    spent = [float(await process.stdout.readline()) for process in processes if process.stdout is not None]
    seconds, stored = time.perf_counter() - started, each * len(processes)
    server = server_seconds(backend) - server_before
    looking.cancel()
    seen = (await asyncio.gather(looking, return_exceptions=True))[0]
    assert isinstance(seen, Counter)
    return Rate(
        a_second=stored / seconds,
        clients=sum(spent) / stored * 1e6,
        server=server / stored * 1e6,
        waits=", ".join(f"{what} {times}" for what, times in seen.most_common(4)),
    )


async def _waits(watching: "asyncpg.Connection[asyncpg.Record]") -> Counter[str]:
    """Look again and again, until cancelled, what the statements under way wait for."""
    seen: Counter[str] = Counter()
    sql = """SELECT coalesce(wait_event_type || ' ' || wait_event, 'nothing') FROM pg_stat_activity
        WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()"""
    try:
        while True:
            seen.update(row[0] for row in await watching.fetch(sql))
            await asyncio.sleep(0.02)
    except asyncio.CancelledError:
        return seen


def server_seconds(backend: int) -> float:
    """Return the CPU that a server has taken in all its processes, given one of them."""
    parent = psutil.Process(backend).parent()
    assert parent is not None
    own = parent.cpu_times()
    running = []
    for child in parent.children():
        with suppress(psutil.NoSuchProcess):  # it has ended since: the parent counts it from now on
            running.append(child.cpu_times())
    return float(
        own.children_user + own.children_system + sum(each.user + each.system for each in (own, *running))
    )
