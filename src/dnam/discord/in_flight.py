"""What is just being done for somebody: it is finished before the bot leaves."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class InFlight:
    """The answers, commands and presses that are being worked on."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    @contextmanager
    def doing(self) -> Iterator[None]:
        """Say that the present task does something for somebody until it leaves this block."""
        task = asyncio.current_task()
        if task is None or task in self._tasks:
            yield
            return
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def drain(self, seconds: float) -> None:
        """Let what is under way be finished, at most so long; whoever asks for this is not waited for."""
        others = self._tasks - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=seconds)
