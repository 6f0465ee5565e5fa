"""Speed of storing, searching and starting, beside the least that is possible and beside peers.

    python -m bench.speed [--rounds 5] [--without-peers]

Every system gets the same messages and the same vectors, made beforehand, so that no encoder is timed. All
take turns in each round: a disturbance of the machine hits all alike. Storing means: on disk when the call
returns, one message at a time, except for LangMem's store, which keeps everything in memory only.
Writes bench/results/speed.json.
"""

import argparse
import asyncio
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bench.peers import HOME, PACKAGES, PeerProcess, PeerUnavailable, install, running
from bench.results import Progress, spread, write
from bench.world import Chatter, DrawnVectors, Shape, questions, world_messages
from dnam import Memory, Settings
from dnam.domain import Message, Question

BEFORE, STORED, SEARCHED = 1000, 20, 20
"""Messages stored before anything is timed; messages stored and searches made in each round."""
SHAPE = Shape(BEFORE, guilds=1, channels=10)
Fill = Callable[[Sequence[Message]], Awaitable[object]]
Store = Callable[[Message], Awaitable[float]]
Find = Callable[[Question], Awaitable[float]]


@dataclass(frozen=True, slots=True)
class System:
    """A memory under measurement; `store` and `find` return milliseconds."""

    fill: Fill
    store: Store
    find: Find
    times: dict[str, list[float]] = field(default_factory=lambda: {"store": [], "search": []})


async def timed(work: Awaitable[object]) -> float:
    """Return how many milliseconds something takes."""
    started = time.perf_counter()
    await work
    return (time.perf_counter() - started) * 1000


def dnam(memory: Memory) -> System:
    """Return dnam, through its public calls; a message is on disk and indexed when `on_message` returns."""
    return System(
        fill=lambda messages: asyncio.gather(*map(memory.on_message, messages)),
        store=lambda message: timed(memory.on_message(message)),
        find=lambda question: timed(memory.search(question, limit=10)),
    )


def floor(folder: Path, vectors: DrawnVectors) -> System:
    """Return the least that stores durably and searches by meaning: a row in SQLite, a dot product."""
    base = sqlite3.connect(folder / "floor.sqlite3", isolation_level=None)
    base.executescript("PRAGMA journal_mode=wal; PRAGMA synchronous=full; CREATE TABLE m (id, text, vector)")
    rows: list[Any] = []

    async def store(message: Message) -> float:
        started = time.perf_counter()
        vector = vectors.row(message.text)
        base.execute("INSERT INTO m VALUES (?, ?, ?)", (message.id, message.text, vector.tobytes()))
        rows.append(vector)
        return (time.perf_counter() - started) * 1000

    async def find(question: Question) -> float:
        matrix = np.array(rows)
        started = time.perf_counter()
        best = np.argsort(-(matrix @ vectors.row(question.text)))[:10].tolist()
        base.execute(f"SELECT text FROM m WHERE rowid IN ({','.join(str(n + 1) for n in best)})").fetchall()  # noqa: S608
        return (time.perf_counter() - started) * 1000

    async def fill(messages: Sequence[Message]) -> None:
        for message in messages:
            await store(message)

    return System(fill, store, find)


def peer_system(process: PeerProcess) -> System:
    """Return a peer; the time is taken in its own process, without the way there and back."""

    async def fill(messages: Sequence[Message]) -> float:
        ids, texts = [str(message.id) for message in messages], [message.text for message in messages]
        ms, _ = await process.ask(do="add", scope="bench", ids=ids, texts=texts)
        return ms

    async def store(message: Message) -> float:
        return await fill([message])

    async def find(question: Question) -> float:
        ms, _ = await process.ask(do="search", scope="bench", question=question.text, limit=10)
        return ms

    return System(fill, store, find)


async def measure(rounds: int, *, peers: bool, progress: Progress) -> dict[str, Any]:
    """Return the times of every system."""
    chatter, vectors = Chatter(seed=9), DrawnVectors()
    messages = world_messages(Shape(BEFORE + rounds * STORED, guilds=1, channels=10), chatter)
    asked = questions(messages[:BEFORE], chatter)
    texts = list(dict.fromkeys([*(m.text for m in messages), *(q.text for q in asked)]))
    unavailable: dict[str, str] = {}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = Settings(
            store=str(folder / "speed.sqlite3"),
            projections=False,
            data_dir=folder,
            read_deadline_seconds=30,
        )
        memory = await stack.enter_async_context(Memory.open(settings, embedder=vectors, models={}))
        systems = {"dnam": dnam(memory), "floor: SQLite and a dot product": floor(folder, vectors)}
        for peer in PACKAGES if peers else ():
            try:
                await asyncio.to_thread(install, peer)
                process = await stack.enter_async_context(running(peer))
                await process.vectors(texts, await vectors.embed(texts))
                systems[peer] = peer_system(process)
            except PeerUnavailable as problem:
                unavailable[peer] = str(problem)
        for name, system in systems.items():
            progress.step(f"speed: messages stored first, by {name}", 0, BEFORE)
            await system.fill(messages[:BEFORE])
        await memory.settle()
        for turn in range(rounds):
            progress.step("speed: rounds", turn, rounds)
            await take_turns(systems, messages[BEFORE + turn * STORED :][:STORED], asked[turn * SEARCHED :])
            await memory.settle()
        contexts = [await timed(memory.context_for(question)) for question in asked[: rounds * SEARCHED]]
    rows = {
        name: {what: spread(times) for what, times in system.times.items()}
        for name, system in systems.items()
    }
    rows["dnam"]["context"] = spread(contexts)
    for name, times in startups(rounds, [peer for peer in PACKAGES if peer in systems]).items():
        rows.setdefault(name, {})["start"] = spread(times)
    return {"rounds": rounds, "messages": BEFORE, "rows": rows, "unavailable": unavailable}


async def take_turns(
    systems: dict[str, System], messages: Sequence[Message], asked: Sequence[Question]
) -> None:
    """Let every system store and search in turn."""
    for system in systems.values():
        system.times["store"] += [await system.store(message) for message in messages]
    for system in systems.values():
        system.times["search"] += [await system.find(question) for question in asked[:SEARCHED]]


STARTS = {
    "dnam": "import asyncio, tempfile\nfrom pathlib import Path\nfrom dnam import Memory, Settings\n"
    "async def main():\n with tempfile.TemporaryDirectory() as f:\n"
    "  async with Memory.open(Settings(data_dir=Path(f)), models={}) as memory: pass\nasyncio.run(main())",
    "chroma": "import chromadb, tempfile\nchromadb.PersistentClient(tempfile.mkdtemp())",
    "mem0": "import mem0",
    "langmem": "import langmem\nfrom langgraph.store.memory import InMemoryStore\nInMemoryStore()",
}
"""What each does until it can be used, as a program; of mem0 only the import."""


def startups(rounds: int, peers: Sequence[str]) -> dict[str, list[float]]:
    """Return the milliseconds from starting a process until it ends, after each got ready."""
    times: dict[str, list[float]] = {"floor: an empty Python program": [], "dnam": []}
    times |= {peer: [] for peer in peers}
    for _ in range(rounds):
        for name, spent in times.items():
            python = str(HOME / name / "bin" / "python") if name in PACKAGES else sys.executable
            started = time.perf_counter()
            subprocess.run([python, "-c", STARTS.get(name, "pass")], check=True, capture_output=True)
            spent.append((time.perf_counter() - started) * 1000)
    return times


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--without-peers", action="store_true")
    given = parser.parse_args()
    write("speed", asyncio.run(measure(given.rounds, peers=not given.without_peers, progress=Progress())))


if __name__ == "__main__":
    main()
