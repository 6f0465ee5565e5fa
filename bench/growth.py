"""How `context_for` grows: 10,000 against 1,000,000 stored messages, and one channel of 100,000.

    python -m bench.growth [--messages 1000000] [--folder FOLDER]

With a folder the worlds are kept there, and the next time only measured.

The aim: less than 1.5 times from 10,000 to 1,000,000 messages (20 guilds, 200 channels), and a
single channel of 100,000 costs at most 3 times.
"""

import argparse
import asyncio
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from bench.world import Chatter, Shape, fill, median_ms, questions, some
from dnam import Memory, Settings

ROUNDS = 5


async def measure(most: int, kept: Path | None) -> dict[str, float]:
    """Fill three worlds, then time them in turn so that noise hits all alike."""
    shapes = {
        "10k": Shape(10_000),
        f"{most // 1000}k": Shape(most),
        "one channel of 100k": Shape(100_000, guilds=1, channels=1),
    }
    async with AsyncExitStack() as stack:
        folder = kept or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        worlds = {}
        for name, shape in shapes.items():
            settings = Settings(
                store=str(folder / f"{shape.messages}-{shape.channels}.sqlite3"),
                projections=False,
                retention_days=36_500,
            )
            memory = await stack.enter_async_context(Memory.open(settings))
            chatter = Chatter(seed=7)
            started = time.perf_counter()
            if not (await memory.store.counts())["messages"]:
                await fill(memory, shape, chatter)
                print(f"filled {name} in {time.perf_counter() - started:.0f} s", flush=True)
            sample = await some(memory, shape)
            worlds[name] = (memory, questions(sample, chatter))
        times: dict[str, list[float]] = {name: [] for name in worlds}
        for _ in range(ROUNDS):
            for name, (memory, asked) in worlds.items():
                times[name].append(await median_ms(memory.context_for, asked))
        return {name: sorted(each)[len(each) // 2] for name, each in times.items()}


def main() -> None:
    """Print the medians and the ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    medians = asyncio.run(measure(given.messages, given.folder))
    base = medians["10k"]
    for name, value in medians.items():
        print(f"context_for, {name}: {value:.2f} ms, {value / base:.2f} times the smallest")


if __name__ == "__main__":
    main()
