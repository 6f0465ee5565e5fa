"""Works timed in turn with their floor, by the clock and by CPU, and how long they hold the loop."""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from threading import Event, Thread, get_ident
from typing import Any

import numpy as np

from bench.results import Progress, spread

Work = Callable[[], Awaitable[object]]
HELD = 0.005
"""Seconds after which the loop counts as held."""


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
        self.holding: Counter[str] = Counter()
        """Which functions were seen while the loop was held, and how often."""
        self._beat = time.monotonic()

    def look(self, thread: int, ended: Event) -> None:
        """Note which function of dnam holds the loop in a thread, in another thread, until it has ended."""
        while not ended.wait(HELD / 5):
            if time.monotonic() - self._beat > HELD:
                frame = sys._current_frames().get(thread)
                while frame is not None and "/dnam/" not in frame.f_code.co_filename:
                    frame = frame.f_back
                if frame is not None:
                    module = frame.f_code.co_filename.rpartition("/dnam/")[2].removesuffix(".py")
                    self.holding[f"{module.replace('/', '.')}.{frame.f_code.co_qualname}"] += 1

    async def watch(self) -> None:
        """Note how late the loop wakes this up, and how long it worked meanwhile, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            began, worked = loop.time(), time.thread_time()
            self._beat = began
            await asyncio.sleep(0.001)
            self.longest = max(self.longest, loop.time() - began - 0.001)
            self.longest_cpu = max(self.longest_cpu, time.thread_time() - worked)


async def lag_of(work: Work) -> dict[str, Any]:
    """Return how long some work holds the loop at most, in ms of the median of five runs, and what does."""
    lags = [Lag() for _ in range(5)]
    for lag in lags:
        ended = Event()
        looking = Thread(target=lag.look, args=(get_ident(), ended))
        watching = asyncio.create_task(lag.watch())
        looking.start()
        await work()
        watching.cancel()
        ended.set()
        looking.join()
    holding = sum((lag.holding for lag in lags), Counter[str]()).most_common(1)
    return {
        "by": holding[0][0] if holding else "",
        "clock": round(float(np.median([lag.longest for lag in lags])) * 1000, 1),
        "CPU": round(float(np.median([lag.longest_cpu for lag in lags])) * 1000, 1),
    }
