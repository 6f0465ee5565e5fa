"""Works timed in turn with their floor, by the clock and by CPU, and how long they hold the loop."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.results import Progress, spread

Work = Callable[[], Awaitable[object]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """Something people wait for, and its floor."""

    name: str
    floor_name: str
    ours: Work
    floor: Work
    aim: float
    """How many times the floor it may take."""
    before: Work | None = None
    """What is done before each, and not timed."""


class Stopwatch:
    """Seconds of the clock and of the CPU that works have taken."""

    def __init__(self) -> None:
        self.clock: list[float] = []
        self.cpu: list[float] = []

    async def time(self, work: Work) -> None:
        """Do some work, and note how long it took."""
        cpu, clock = time.process_time(), time.perf_counter()
        await work()
        self.clock.append((time.perf_counter() - clock) * 1000)
        self.cpu.append((time.process_time() - cpu) * 1000)


async def compare(cases: Sequence[Case], rounds: int, progress: Progress) -> dict[str, Any]:
    """Time every case and its floor in turn; the first round is not counted."""
    watches = {case.name: (Stopwatch(), Stopwatch()) for case in cases}
    for turn in range(rounds + 1):
        for case in cases:
            progress.step(f"live: {case.name}, round", turn, rounds)
            watched = watches[case.name] if turn else (Stopwatch(), Stopwatch())
            for work, watch in ((case.floor, watched[1]), (case.ours, watched[0])):
                if case.before is not None:
                    await case.before()
                await watch.time(work)
    return {case.name: row_of(case, *watches[case.name]) for case in cases}


def row_of(case: Case, ours: Stopwatch, floor: Stopwatch) -> dict[str, Any]:
    """Return what is written of a case."""
    times, least = spread(ours.clock), spread(floor.clock)
    cpu, least_cpu = spread(ours.cpu)["median"], spread(floor.cpu)["median"]
    return {
        "floor": case.floor_name,
        "dnam ms": times,
        "floor ms": least,
        "times": round(times["median"] / least["median"], 2),
        "CPU times": round(cpu / max(least_cpu, 0.001), 2),
        "aim": case.aim,
    }


class Lag:
    """The longest time that something held the loop, asked every millisecond: by the clock, and its CPU."""

    def __init__(self) -> None:
        self.longest = self.longest_cpu = 0.0

    async def watch(self) -> None:
        """Note how late the loop wakes this up, and how long it worked meanwhile, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            began, worked = loop.time(), time.thread_time()
            await asyncio.sleep(0.001)
            self.longest = max(self.longest, loop.time() - began - 0.001)
            self.longest_cpu = max(self.longest_cpu, time.thread_time() - worked)


async def lag_of(work: Work) -> dict[str, float]:
    """Return how long some work holds the loop at most, in milliseconds of the median of five runs."""
    lags = [Lag() for _ in range(5)]
    for lag in lags:
        watching = asyncio.create_task(lag.watch())
        await work()
        watching.cancel()
    return {
        "clock": round(float(np.median([lag.longest for lag in lags])) * 1000, 1),
        "CPU": round(float(np.median([lag.longest_cpu for lag in lags])) * 1000, 1),
    }
