"""Progress of long work on the terminal: a bar with an estimate, or a line now and then into a file."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

Tell = Callable[[str, int, int], None]
STEPS = 5
"""Lines written for each kind of work where there is no terminal."""


@contextmanager
def shown_progress() -> Iterator[Tell]:
    """Return a function that is told what goes on, how much is done, and of how much; it writes to stderr."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield tell


def _lines() -> Tell:
    steps: dict[str, int] = {}

    def tell(what: str, done: int, total: int) -> None:
        step = STEPS * done // max(total, 1)
        if steps.get(what) != step:
            steps[what] = step
            print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)

    return tell
