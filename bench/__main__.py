"""Every measurement, one after another, then docs/benchmarks.md: `make bench`.

    python -m bench [--data FOLDER] [--full] [--parts speed,growth] [--systems dnam,bm25]

FOLDER has conversations as `dnam eval retrieval` reads them. Without it, neither what is found nor what
learning costs is measured. `--full` goes to 1,000,000 messages. Peers are installed into `.bench/` the first
time, which takes a few minutes more.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench import cost, disk, fact_peers, floor, growth, live, quality, report, speed
from bench.results import Progress, write
from dnam.evaluation.conversations import read_conversations
from dnam.logs import set_up_logs

FULL, USUAL = 1_000_000, 100_000


def learning(folder: Path) -> None:
    """Measure what learning from the first conversation of a folder costs."""
    conversation = read_conversations(folder)[0]
    rows = cost.per_thousand(cost.chat_of(conversation))
    write("cost", {"chat": f"`{conversation.name}` by its own clock", "rows": rows})


def parts(given: argparse.Namespace, progress: Progress) -> dict[str, tuple[int, Callable[[], object]]]:
    """Return what is measured, with about how many minutes each part takes on two idle cores."""
    peers = not given.systems
    most = FULL if given.full else USUAL
    measured: dict[str, tuple[int, Callable[[], object]]] = {}
    if given.data:
        measured["quality"] = (30, partial(quality.run, given.data, given, progress))
        measured["cost"] = (1, partial(learning, given.data))
    measured["speed"] = (
        2,
        lambda: write("speed", asyncio.run(speed.measure(5, peers=peers, progress=progress))),
    )
    measured["floor"] = (
        1,
        lambda: write("floor", asyncio.run(floor.measure(10_000, progress))),
    )
    if peers:
        measured["fact_peers"] = (
            2,
            lambda: write("fact_peers", asyncio.run(fact_peers.measure(1000, 5, progress))),
        )
    measured["live"] = (
        5,
        lambda: write("live", asyncio.run(live.measure(10_000, 5, [], progress))),
    )
    measured["disk"] = (1, partial(disk.run, 10_000))
    measured["growth"] = (
        40 if given.full else 5,
        lambda: write("growth", asyncio.run(growth.measure(most, progress))),
    )
    return measured


def main() -> None:
    """Measure everything and write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--parts", default="", help="only these, such as speed,growth")
    quality.options(parser)
    given = parser.parse_args()
    set_up_logs(level="error", style="console")
    wanted = given.parts.split(",") if given.parts else []
    measured = {name: part for name, part in parts(given, Progress()).items() if not wanted or name in wanted}
    left = sum(minutes for minutes, _ in measured.values())
    for name, (minutes, work) in measured.items():
        print(f"{name} (about {left} minutes left)", file=sys.stderr, flush=True)
        started = time.perf_counter()
        work()
        left -= minutes
        print(f"  took {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    report.main()


if __name__ == "__main__":
    main()
