"""Waiting that somebody can end: Ctrl-C in the main thread, the work in the second."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Waiting:
    """Runs work that the chat waits for, one at a time; `stop` ends the wait from another thread."""

    def __init__(self) -> None:
        self._task: asyncio.Task[Any] | None = None

    async def for_result(self, work: Coroutine[Any, Any, T]) -> T | None:
        """Return the result of work; None when the wait for it was stopped, and the work with it."""
        task = self._task = asyncio.create_task(work, name="chat_wait")
        try:
            await asyncio.wait({task})
        finally:
            self._task = None
            task.cancel()
        return None if task.cancelled() else task.result()

    def stop(self) -> bool:
        """End the wait; return False when nothing is waited for. Safe to call from any thread."""
        task = self._task
        if task is None:
            return False
        task.get_loop().call_soon_threadsafe(task.cancel)
        return True
