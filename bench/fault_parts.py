"""The parts of the fault campaign side by side: each in a process of its own, as many as there are cores.

A part that fails, ends or hangs costs that part alone: it is told as broken, and the others go on.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from select import select
from typing import Any

Part = Callable[[Path], dict[str, Any]]
"""Tries something in an empty folder and returns the figures; `broken` lists what did not hold."""
PART_SECONDS = 3600.0
"""After this a part is taken to hang."""
TOLD_EVERY = 60.0


@dataclass
class _Running:
    name: str
    process: int
    code: str
    began: float
    told: bytes = b""


def side_by_side(
    parts: Mapping[str, Part], folder: Path, *, at_once: int, seconds: float = PART_SECONDS
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Run parts, so many at once, in their order; yield the figures of each as it ends."""
    waiting, running = list(parts.items()), dict[int, _Running]()
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                name, part = waiting.pop(0)
                pipe, process = _forked(part, _empty(folder / name.replace(" ", "-")))
                running[pipe] = _Running(name, process, code(), began=time.monotonic())
                _say(f"{name}: begun")
            ready = select([*running], [], [], min(TOLD_EVERY, seconds))[0]
            if not ready:
                _say(f"under way: {_under_way(running.values())}; waiting: {len(waiting)}")
            for pipe in [*running]:
                each = running[pipe]
                more = os.read(pipe, 65536) if pipe in ready else b""
                each.told += more
                late = time.monotonic() - each.began > seconds
                if (pipe in ready and not more) or late:
                    del running[pipe]
                    os.close(pipe)
                    yield each.name, _ended(each, late=late)
    finally:
        for each in running.values():
            _kill(each.process)


def _under_way(running: Any) -> str:
    now = time.monotonic()
    return ", ".join(f"{each.name} ({(now - each.began) / 60:.0f} min)" for each in running)


def _ended(part: _Running, *, late: bool) -> dict[str, Any]:
    """Return the figures of a part that has ended, or what became of it."""
    _kill(part.process)  # also what it has left running
    minutes = round((time.monotonic() - part.began) / 60, 1)
    try:
        figures: dict[str, Any] = json.loads(part.told)
    except ValueError:
        figures = {"broken": ["it hung" if late else "it ended without figures: see what it wrote"]}
    if (now := code()) != part.code:  # processes of two versions met on one store
        figures["broken"] = [*figures.get("broken", []), f"the code became {now} meanwhile: run it again"]
    _say(f"{part.name}: done in {minutes} min, broken: {figures.get('broken') or 'nothing'}")
    return {**figures, "minutes": minutes, "code": part.code}


def _forked(part: Part, folder: Path) -> tuple[int, int]:
    """Begin a part; return the end of a pipe that its figures come out of, and its process."""
    reading, writing = os.pipe()
    if process := os.fork():
        os.close(writing)
        return reading, process
    os.close(reading)
    os.setpgid(0, 0)  # with all that it starts
    try:
        figures = part(folder)
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        figures["CPU minutes"] = round(sum(each.ru_utime + each.ru_stime for each in used) / 60, 1)
        with os.fdopen(writing, "w") as pipe:
            pipe.write(json.dumps(figures))
    except BaseException:  # noqa: BLE001  the parent learns of it by the figures that are missing
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(0)


def _kill(process: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    os.waitpid(process, 0)


def _empty(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def code() -> str:
    """Return which commit the code is of, with a `+` when it was changed since."""
    asked = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() or "unknown"  # noqa: S603


def shown(what: str, done: int, total: int) -> None:
    """Say how far a part is, a tenth at a time."""
    if done * 10 // total != (done - 1) * 10 // total:
        _say(f"{what}: {done} of {total}")


def _say(line: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {line}", file=sys.stderr, flush=True)
