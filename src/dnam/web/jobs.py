"""Long work that somebody started on a page: its progress is shown, and it can be cancelled."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from dnam.web.problems import Problem

KEPT = 20
"""How many finished jobs are shown."""

Work = Callable[["Job"], Coroutine[Any, Any, str]]
"""Does the work, keeps `job.done` up to date, and returns a sentence that says what was done."""


@dataclass(eq=False, slots=True)
class Job:
    """One piece of long work."""

    name: str
    total: int = 0
    """How much there is to do; 0 when nobody knows."""
    done: int = 0
    guild: int | None = None
    """The guild it is about; None for the whole memory."""
    id: str = field(default_factory=lambda: secrets.token_urlsafe(8))
    task: "asyncio.Task[str] | None" = None

    @property
    def state(self) -> str:
        """`running`, `done`, `failed` or `cancelled`."""
        if self.task is None or not self.task.done():
            return "running"
        if self.task.cancelled():
            return "cancelled"
        return "failed" if self.task.exception() else "done"

    @property
    def says(self) -> str:
        """What came of it; empty while it runs."""
        if self.state == "cancelled":
            return "Stopped. What was done until then stays done; start it again to finish it."
        if self.task is None or not self.task.done():
            return ""
        problem = self.task.exception()
        return str(problem) if problem else self.task.result()

    @property
    def percent(self) -> int:
        """How much is done; at most 99 until all is."""
        if self.state == "done":
            return 100
        return min(99, self.done * 100 // self.total) if self.total else 0


class Jobs:
    """The jobs of this server."""

    def __init__(self) -> None:
        self._jobs: list[Job] = []

    @property
    def all(self) -> list[Job]:
        """Every job, latest first."""
        return self._jobs[::-1]

    @property
    def running(self) -> int:
        """How many jobs are not finished."""
        return sum(job.state == "running" for job in self._jobs)

    def start(self, job: Job, work: Work) -> Job:
        """Start a job. Raises Problem when the same one is running."""
        if any(other.name == job.name and other.state == "running" for other in self._jobs):
            raise Problem(409, f"{job.name} is running already.")
        job.task = asyncio.create_task(work(job), name=job.name)
        self._jobs = [*self._jobs[-KEPT:], job]
        return job

    def get(self, id_: str, *, guild: int | None = None) -> Job:
        """Return a job, of a guild if one is given. Raises Problem when there is none."""
        for job in self._jobs:
            if job.id == id_ and guild in (None, job.guild):
                return job
        raise Problem(404, "There is no such work here; it may have been finished long ago.")

    async def stop(self) -> None:
        """Cancel everything that runs: the server is about to end."""
        tasks = [job.task for job in self._jobs if job.task is not None and not job.task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
