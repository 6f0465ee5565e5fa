"""How late the event loop is: while something holds it, no message is read and no answer is sent.

A thread asks the loop for a sign of life several times a second. Where none comes in time, the function of
dnam that holds the loop is logged, and the longest wait is shown with the other numbers.
"""

import asyncio
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from dnam.log_lines import log

INTERVAL = 0.25
"""Seconds between two questions to the loop."""
TOO_LONG = 0.5
"""Seconds without an answer after which what holds the loop is logged."""


class LoopLag:
    def __init__(self) -> None:
        self.seconds = 0.0
        """The lag at the last question."""
        self.longest = 0.0
        """The longest lag so far."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Measure the lag of the running loop until the block ends."""
        ended = threading.Event()
        watched = (asyncio.get_running_loop(), threading.get_ident(), ended)
        thread = threading.Thread(target=self._watch, args=watched, name="dnam loop lag", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()

    def _watch(self, loop: asyncio.AbstractEventLoop, thread: int, ended: threading.Event) -> None:
        while not ended.wait(INTERVAL):
            alive, asked, held_by = threading.Event(), time.monotonic(), ""
            try:
                loop.call_soon_threadsafe(alive.set)
            except RuntimeError:  # the loop is closed
                return
            if not alive.wait(TOO_LONG):
                held_by = _function_of(sys._current_frames().get(thread))
                while not alive.wait(INTERVAL) and not ended.is_set():
                    pass
            self.seconds = time.monotonic() - asked
            self.longest = max(self.longest, self.seconds)
            if held_by:
                log.warning(
                    "the event loop was held up",
                    action="loop_lag",
                    seconds=round(self.seconds, 2),
                    held_by=held_by,
                )


def _function_of(frame: FrameType | None) -> str:
    """Return the innermost function of dnam on a stack; without one, the innermost function."""
    innermost = frame
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module.partition(".")[0] == "dnam":
            return f"{module}.{frame.f_code.co_qualname}"
        frame = frame.f_back
    return innermost.f_code.co_qualname if innermost is not None else "unknown"
