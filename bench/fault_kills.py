"""Workers killed at random moments, hundreds of times, on both stores; after each the ledger must hold."""

import json
import os
import random
import select
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.fault_parts import shown
from bench.fault_worker import Ledger, Worker, fork_worker

KILLS_PER_STORE = 40
"""Then a new store is begun, so that looking at everything stays quick."""
START_SECONDS = 60.0
"""How long a worker may take to open and check a store before it counts as hanging."""
SHORTEST, LONGEST = 0.01, 0.4
"""Seconds of work before a kill."""


@dataclass
class Campaign:
    """What came of the kills."""

    kills: int = 0
    stores: int = 0
    checks: int = 0
    killed_while_opening: int = 0
    broken: list[str] = field(default_factory=list)
    done: "Counter[str]" = field(default_factory=Counter)

    def result(self) -> dict[str, Any]:
        """Return the figures."""
        return {
            "kills": self.kills,
            "of these while opening": self.killed_while_opening,
            "stores": self.stores,
            "checks of everything": self.checks,
            "acknowledged": dict(sorted(self.done.items())),
            "broken": self.broken[:20],
        }


class Pipe:
    """Reads what a worker tells, line by line, until a time."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._rest = b""

    def lines(self, until: float) -> list[dict[str, Any]]:
        """Return what is told until a time, or until the worker ends."""
        told: list[dict[str, Any]] = []
        while (left := until - time.monotonic()) > 0:
            if not select.select([self._number], [], [], left)[0]:
                break
            data = os.read(self._number, 65536)
            if not data:
                break
            *whole, self._rest = (self._rest + data).split(b"\n")
            told += [json.loads(line) for line in whole]
            if any(line["what"] == "checked" for line in told):
                break
        return told

    def rest(self) -> list[dict[str, Any]]:
        """Return what was told before the worker died, and close."""
        data = self._rest
        while more := os.read(self._number, 65536):
            data += more
        os.close(self._number)
        return [json.loads(line) for line in data.split(b"\n")[:-1]]


def kill_often(
    kills: int, workers: int, location: Callable[[Path, int], str], folder: Path, seed: int
) -> Campaign:
    """Kill workers of one kind of store so many times."""
    campaign, chance = Campaign(), random.Random(seed)
    while campaign.kills < kills:
        campaign.stores += 1
        here = folder / f"store-{campaign.stores}"
        here.mkdir(parents=True)
        where, ledger = location(here, campaign.stores), Ledger()
        for turn in range(min(KILLS_PER_STORE, -(-(kills - campaign.kills) // workers))):
            _one_turn(campaign, [_Spec(where, here, ledger, seed + turn, n) for n in range(workers)], chance)
        shown(f"kills in {folder.parent.name}", campaign.kills, kills)
        campaign.done.update(ledger.done)
        shutil.rmtree(here, ignore_errors=True)
    return campaign


@dataclass
class _Spec:
    where: str
    folder: Path
    ledger: Ledger
    seed: int
    number: int


def _one_turn(campaign: Campaign, specs: list[_Spec], chance: random.Random) -> None:
    """Start the workers of a store, let them check and work, and kill each at a moment of its own."""
    running = []
    for spec in specs:
        seed = campaign.kills * 10 + spec.number
        worker = Worker(spec.where, spec.folder, spec.ledger, seed, spec.number)
        running.append((spec, *fork_worker(worker)))
    for spec, pid, number in running:
        pipe, early = Pipe(number), chance.random() < 0.1
        until = time.monotonic() + (chance.uniform(0.01, 0.3) if early else START_SECONDS)
        told = pipe.lines(until)
        checked = [line for line in told if line["what"] == "checked"]
        campaign.checks += len(checked)
        campaign.broken += [
            each for line in checked for each in line["broken"] if each not in campaign.broken
        ]
        campaign.killed_while_opening += not checked
        if not checked and not early:
            campaign.broken.append("a worker did not open the store")
        if checked:
            time.sleep(chance.uniform(SHORTEST, LONGEST))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        campaign.kills += 1
        for line in [*told, *pipe.rest()]:
            if line["what"] != "checked":
                spec.ledger.hear(line)
