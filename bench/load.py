"""How one process bears a busy server: people talk at a steady rate while prompts are asked for.

`python -m bench.load --seconds 120 --rate 200 --json FILE`. The memory is SQLite with the default embedder.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import psutil

from bench.world import Chatter
from dnam import Memory, Settings
from dnam.domain import Message, Person, Place, Question, Visibility
from dnam.processes import serve_many_threads

PEOPLE = [Person(id=n, name=f"P{n}") for n in range(1, 51)]
CHANNELS = [Place(guild=500, channel=70 + n, visibility=Visibility.PUBLIC, name=f"c{n}") for n in range(20)]
ASKED_EVERY = 20
"""One message in so many is a question for which a prompt is assembled."""


class Load:
    """Talks at a rate, and measures."""

    def __init__(self, memory: Memory, rate: int) -> None:
        self._memory = memory
        self._rate = rate
        self._chatter = Chatter(7)
        self._random = random.Random(7)
        self._tasks: set[asyncio.Task[None]] = set()
        self.stored = self.refused = self.jobs = self.under_way = 0
        self.prompts: list[float] = []
        self.megabytes: list[float] = []
        """Of its own, every ten seconds; what is mapped of files is the system's, which may drop it."""

    async def run(self, seconds: int) -> dict[str, Any]:
        """Talk for so long; return the figures."""
        loop = asyncio.get_running_loop()
        began, busy = loop.time(), time.process_time()
        for second in range(seconds):
            for n in range(self._rate):
                await self._start(second * self._rate + n)
                await asyncio.sleep(max(began + second + n / self._rate - loop.time(), 0))
            self.jobs = max(self.jobs, self._memory.lanes.waiting)
            self.under_way = max(self.under_way, len(self._tasks))
            if second % 10 == 9:
                self.megabytes.append(_megabytes()[0])
                print(f"\r  {second + 1} of {seconds} s", end="", file=sys.stderr, flush=True)
        offered = loop.time() - began
        await asyncio.gather(*self._tasks)
        stored = loop.time() - began
        spent = time.process_time() - busy
        await self._memory.settle()
        figures = self._figures(seconds, offered, stored, loop.time() - began)
        return {**figures, "CPU seconds until everything was stored": round(spent, 1)}

    async def _start(self, number: int) -> None:
        task = asyncio.create_task(self._say(number))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _say(self, number: int) -> None:
        person, place = self._random.choice(PEOPLE), self._random.choice(CHANNELS)
        text = self._chatter.say()
        now = datetime.now(UTC)
        message = Message(id=number + 1, place=place, author=person, text=text, sent_at=now)
        if number % ASKED_EVERY == 0:
            began = asyncio.get_running_loop().time()
            await self._memory.context_for(Question(place=place, asker=person, text=text))
            self.prompts.append(asyncio.get_running_loop().time() - began)
        stored = await self._memory.on_message(message)
        self.stored += stored
        self.refused += not stored

    def _figures(self, seconds: int, offered: float, stored: float, quiet: float) -> dict[str, Any]:
        late = [each for each in self.prompts if each > self._memory.settings.read_deadline_seconds + 0.1]
        ordered = sorted(self.prompts)
        return {
            "people": len(PEOPLE),
            "channels": len(CHANNELS),
            "messages a second": self._rate,
            "seconds": seconds,
            "seconds it took to offer them": round(offered, 1),
            "messages stored": self.stored,
            "messages refused": self.refused,
            "prompts": len(ordered),
            "prompt ms (median, 95%, longest)": [
                round(each * 1000)
                for each in (statistics.median(ordered), ordered[int(len(ordered) * 0.95)], ordered[-1])
            ],
            "prompts past the deadline": len(late),
            "most jobs waiting": self.jobs,
            "most messages under way": self.under_way,
            "megabytes of its own every 10 s": self.megabytes,
            "grown by in the last third": _last_third(self.megabytes),
            "megabytes of mapped files at the end": _megabytes()[1],
            "loop lag, longest, s": round(self._memory.lanes.loop_lag.longest, 2),
            "s until everything was stored": round(stored, 1),
            "s until nothing was left to do": round(quiet, 1),
            "failures": dict(self._memory.lanes.failures),
            "load average of the machine, cores": [round(os.getloadavg()[0], 1), os.cpu_count()],
        }


def _megabytes() -> tuple[float, float]:
    """Return how much memory this process has of its own, and how much of files is mapped into it."""
    now = psutil.Process().memory_info()
    return round((now.rss - now.shared) / 2**20, 1), round(now.shared / 2**20, 1)


def _last_third(megabytes: Sequence[float]) -> float:
    return round(megabytes[-1] - megabytes[len(megabytes) * 2 // 3 - 1], 1) if len(megabytes) > 2 else 0.0


async def measure(rate: int, seconds: int, folder: Path) -> dict[str, Any]:
    """Return the figures of one run."""
    serve_many_threads()  # as `dnam run` does
    settings = Settings(data_dir=folder, projections=False, embedder="multilingual")
    async with Memory.open(settings, models={}) as memory:
        await memory.settle()
        with memory.lanes.loop_lag.watching():
            return await Load(memory, rate).run(seconds)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(given.rate, given.seconds, Path(folder)))
    text = json.dumps(figures, indent=2)
    print(text)
    if given.json is not None:
        given.json.write_text(text + "\n")


if __name__ == "__main__":
    main()
