"""How a prompt, search and storage grow with the messages and facts that a server has.

    python -m bench.growth [--most 100000]

Worlds of 1,000, 10,000 … messages (20 guilds, 200 channels), one channel of 10,000 alone, and guilds of 10,
100 … facts, up to a tenth as many. Vectors are drawn at random, so that no encoder is timed. Worlds take
turns in each round, and are kept filled for a day in `.bench/`. The aims: a prompt in the largest world under
1.5 times that of 10,000 messages, a channel at most 3 times. Writes bench/results/growth.json.
"""

import argparse
import asyncio
import shutil
import tempfile
import time
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

from bench.results import Progress, spread, write
from bench.world import (
    Chatter,
    DrawnVectors,
    Shape,
    fact_question,
    kept_world,
    made_facts,
    message_at,
    questions,
    some,
)
from dnam import Memory, Settings
from dnam.domain import Question
from dnam.ingest import embed_waiting, store_message

ROUNDS, ASKED = 5, 20
SMALLEST, ONE_CHANNEL = 1000, 10_000


def shapes(most: int) -> dict[str, Shape]:
    """Return the worlds: each ten times as large as the one before, and a single channel."""
    sizes = [SMALLEST, 10 * SMALLEST]
    while sizes[-1] * 10 <= most:
        sizes.append(sizes[-1] * 10)
    worlds = {f"{size:,}": Shape(size) for size in sizes}
    return {**worlds, f"{ONE_CHANNEL:,} in one channel": Shape(ONE_CHANNEL, guilds=1, channels=1)}


async def measure(most: int, progress: Progress) -> dict[str, Any]:
    """Time worlds that were filled before in turn; return times, bytes a message and how many are stored."""
    worlds: dict[str, tuple[Memory, list[Question]]] = {}
    rows: dict[str, dict[str, Any]] = {}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for name, shape in shapes(most).items():
            file = folder / f"{shape.messages}-{shape.channels}.sqlite3"
            kept = await kept_world(shape, partial(_told, progress, name, shape.messages))
            await asyncio.to_thread(shutil.copy, kept, file)
            rows[name] = {
                "messages": shape.messages,
                "bytes a message": round(bytes_of(file) / shape.messages),
            }
            memory = await stack.enter_async_context(opened(file))
            worlds[name] = (memory, questions(await some(memory, shape), Chatter(seed=7)))
        times = await in_turn(worlds, progress)
        for name, shape in shapes(most).items():
            rows[name]["stored a second"] = await stored_a_second(worlds[name][0], shape)
    for name, spent in times.items():
        rows[name] |= {what: spread(values) for what, values in spent.items()}
    return {"rounds": ROUNDS, "rows": rows, "facts": await by_facts(most // 10, progress)}


async def stored_a_second(memory: Memory, shape: Shape, count: int = 1000) -> int:
    """Return how many messages a second are stored beside those that are there, many at once."""
    later, chatter = Shape(shape.messages + count, shape.guilds, shape.channels), Chatter(seed=9)
    batch = [message_at(later, shape.messages + nth, chatter) for nth in range(count)]
    started = time.perf_counter()
    await asyncio.gather(*(store_message(memory.store, one) for one in batch))
    return round(count / (time.perf_counter() - started))


def bytes_of(file: Path) -> int:
    """Return the size of a database with the files beside it."""
    return sum(each.stat().st_size for each in file.parent.glob(f"{file.name}*"))


def _told(progress: Progress, name: str, total: int, done: int) -> None:
    progress.step(f"growth, world of {name}: messages stored", done, total)


def opened(file: Path) -> Any:
    """Open a memory that stores into this file and makes nothing of it."""
    settings = Settings(
        store=str(file),
        projections=False,
        retention_days=36_500,
        data_dir=file.parent,
        facts_cap=10_000,
        read_deadline_seconds=30,
    )
    return Memory.open(settings, embedder=DrawnVectors(), models={})


async def in_turn(
    worlds: dict[str, tuple[Memory, list[Question]]], progress: Progress
) -> dict[str, dict[str, list[float]]]:
    """Time prompts and searches in every world, round by round; the first round is not counted."""
    times: dict[str, dict[str, list[float]]] = {name: {"context": [], "search": []} for name in worlds}
    for turn in range(ROUNDS + 1):
        for name, (memory, asked) in worlds.items():
            progress.step("growth: rounds", turn, ROUNDS)
            some_asked = [asked[(turn * ASKED + nth) % len(asked)] for nth in range(ASKED)]
            for what, work in (("context", memory.context_for), ("search", memory.search)):
                for question in some_asked:
                    started = time.perf_counter()
                    await work(question)
                    if turn:
                        times[name][what].append((time.perf_counter() - started) * 1000)
    return times


async def by_facts(most: int, progress: Progress) -> dict[str, Any]:
    """Return the time of a search among more and more facts of one guild."""
    rows: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for count in (10**power for power in range(1, len(str(most)))):
            progress.step("growth: facts", count, most)
            async with opened(Path(folder) / f"facts-{count}.sqlite3") as memory:
                facts = made_facts(count, Chatter(seed=3))
                asked = [fact_question(fact) for fact in (facts * ASKED)[:ASKED]]
                await memory.store.save_facts(facts)
                await embed_waiting(memory.store, memory.embedder)
                times = []
                for question in (*asked, *asked):
                    started = time.perf_counter()
                    await memory.search(question)
                    times.append((time.perf_counter() - started) * 1000)
                rows[f"{count:,}"] = spread(times[len(asked) :])
    return rows


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=100_000)
    write("growth", asyncio.run(measure(parser.parse_args().most, Progress())))


if __name__ == "__main__":
    main()
