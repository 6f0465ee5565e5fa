"""Long work: exporting, importing, erasing, making vectors. It shows its progress and can be cancelled."""

import asyncio
import secrets
import tempfile
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dnam.domain import DM_GUILD, Action, Scope
from dnam.errors import BadInput
from dnam.ingest import embed_waiting
from dnam.memory import Memory
from dnam.transfer.archive import is_archive, load_archive, write_archive
from dnam.transfer.importing import Importing
from dnam.transfer.records import Options
from dnam.web.problems import Problem

MAX_SHOWN = 20
"""How many jobs are listed."""
FILE_SECONDS = 3600.0
"""How long an export can be fetched."""
STOPPED = "Stopped. What was done until then stays done; start it again to finish it."

Work = Callable[["Job"], Coroutine[Any, Any, str]]
"""Does the work, keeps `job.done` up to date, and returns a sentence that says what was done."""


class Stopped(Exception):
    """Work that is done as a whole or not at all was cancelled; the sentence says what that means."""


@dataclass(eq=False, slots=True)
class Job:
    """One piece of long work."""

    name: str
    total: int = 0
    """How much there is to do; 0 when nobody knows."""
    done: int = 0
    id: str = field(default_factory=lambda: secrets.token_hex(6))
    task: "asyncio.Task[str] | None" = None
    file: Path | None = None
    """What can be fetched when it is done."""
    as_a_whole: bool = False
    """Whether a thread does it in one transaction: then `advance` ends it, not the loop."""
    stopping: bool = False

    @property
    def state(self) -> str:
        """`running`, `done`, `failed` or `cancelled`."""
        if self.task is None or not self.task.done():
            return "running"
        if self.task.cancelled() or isinstance(self.task.exception(), Stopped):
            return "cancelled"
        return "failed" if self.task.exception() else "done"

    @property
    def says(self) -> str:
        """What came of it; empty while it runs."""
        if self.task is None or not self.task.done():
            return ""
        if self.task.cancelled():
            return STOPPED
        problem = self.task.exception()
        return str(problem) if problem else self.task.result()

    @property
    def percent(self) -> int:
        """How much is done; at most 99 until all is."""
        if self.state == "done":
            return 100
        return min(99, self.done * 100 // self.total) if self.total else 0

    def advance(self, done: int, total: int = 0) -> None:
        """Note how far it is. Raises Stopped when it was cancelled and is done as a whole."""
        self.done, self.total = done, total or self.total
        if self.stopping and self.as_a_whole:
            raise Stopped("Stopped. Nothing was changed.")

    def cancel(self) -> None:
        """Cancel it."""
        self.stopping = True
        if self.task is not None and not self.as_a_whole:
            self.task.cancel()


class Jobs:
    """The jobs of this server."""

    def __init__(self) -> None:
        self._jobs: list[Job] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def all(self) -> list[Job]:
        """Every job, latest first."""
        return self._jobs[::-1]

    def start(self, job: Job, work: Work) -> Job:
        """Start a job. Raises Problem when the same one is running."""
        if any(other.name == job.name and other.state == "running" for other in self._jobs):
            raise Problem(409, f"{job.name} is running already.")
        job.task = asyncio.create_task(work(job), name=job.name)
        self._jobs = [*self._jobs[-MAX_SHOWN:], job]
        return job

    def get(self, id_: str) -> Job:
        """Return a job. Raises Problem when there is none."""
        for job in self._jobs:
            if job.id == id_:
                return job
        raise Problem(404, "There is no such work here; it may have been finished long ago.")

    def file_of(self, id_: str) -> Path:
        """Return the file that a job made. Raises Problem when it is not there."""
        job = self.get(id_)
        if job.state != "done" or job.file is None or not job.file.exists():
            raise Problem(409, "There is no file: the work is not done, or the file was removed since.")
        return job.file

    def new_file(self, name: str) -> Path:
        """Return a new path in a folder that only its owner can read, and that goes with this server."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="dnam-", ignore_cleanup_errors=True)
        return Path(self._folder.name) / f"{secrets.token_hex(4)}-{name}"

    def drop_files(self) -> None:
        """Remove every exported file: what was erased is in it."""
        for job in self._jobs:
            if job.file is not None:
                job.file.unlink(missing_ok=True)

    async def stop(self) -> None:
        """Cancel everything that runs: the server is about to end."""
        tasks = [job.task for job in self._jobs if job.task is not None and not job.task.done()]
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._folder is not None:
            await asyncio.to_thread(self._folder.cleanup)

    def export(self, memory: Memory) -> Job:
        """Write the whole memory into an archive that can be fetched for an hour."""

        async def work(job: Job) -> str:
            path = self.new_file(f"memory-{memory.clock.now():%Y-%m-%d}.dnam")
            counts = await write_archive(memory.store, path, clock=memory.clock, progress=job.advance)
            job.file = path
            asyncio.get_running_loop().call_later(FILE_SECONDS, lambda: path.unlink(missing_ok=True))
            sentence = f"Wrote {counts.get('messages', 0):,} messages and {counts.get('facts', 0):,} facts."
            return await _logged(memory, "memory_export", sentence)

        return self.start(Job("Exporting everything"), work)

    def take_in(self, memory: Memory, path: Path, options: Options, *, dry: bool = False) -> Job:
        """Import a file, which is removed afterwards."""

        async def work(job: Job) -> str:
            try:
                if job.as_a_whole:
                    archive = await load_archive(memory.store, path, progress=job.advance)
                    sentence = f"Took in {archive.total:,} rows of an archive."
                else:
                    sentence = await _import(memory, path, options, job, dry=dry)
            except BadInput as problem:
                raise BadInput(str(problem).replace(str(path), "This file")) from problem
            finally:
                await asyncio.to_thread(path.unlink, missing_ok=True)
            if dry:
                return sentence
            await memory.consent.follow_import()
            memory.recall.forget_everything()
            await memory.upkeep()
            return await _logged(memory, "memory_import", sentence)

        whole = is_archive(path)
        if whole and dry:
            raise BadInput("An archive is taken in as a whole: there is nothing to try first.")
        return self.start(Job("Importing", as_a_whole=whole), work)

    def erase(self, memory: Memory, scope: Scope, name: str, total: int, forget: Callable[[], None]) -> Job:
        """Erase a scope; `forget` drops the copies that this server has."""

        async def work(job: Job) -> str:
            receipt = await memory.erase(scope, progress=lambda more: job.advance(job.done + more))
            forget()
            counts = ", ".join(f"{count:,} {what}" for what, count in receipt.counts.items() if count)
            return " ".join([f"Erased {counts or 'nothing'}.", *receipt.unfinished])

        return self.start(Job(f"Erasing {name}", total=total), work)

    def embed(self, memory: Memory, total: int) -> Job:
        """Make vectors of everything that has none of the present model. Raises Problem without one."""
        embedder = memory.embedder
        if embedder is None:
            raise Problem(409, "There is no embedder: set embedder to local or openai.")

        async def work(job: Job) -> str:
            count = await embed_waiting(memory.store, embedder, lambda more: job.advance(job.done + more))
            return f"Made {count:,} vectors of {embedder.name}."

        return self.start(Job("Making vectors", total=total), work)


async def _import(memory: Memory, path: Path, options: Options, job: Job, *, dry: bool) -> str:
    importing = Importing(
        memory.store,
        settings=memory.settings,
        clock=memory.clock,
        options=options,
        dry=dry,
        progress=job.advance,
    )
    report = await importing.run(str(path))
    added = ", ".join(f"{count:,} {what}" for what, count in sorted(report.added.items())) or "nothing new"
    parts = [f"{'Would import' if dry else 'Imported'} {added} from {report.format}"]
    parts += [f"{count:,} not taken in: {why}" for why, count in sorted(report.refused.items())]
    if report.damage:
        parts.append(
            f"{len(report.damage):,} damaged, first: {report.damage[0].replace(str(path), 'the file')}"
        )
    return "; ".join(parts) + "."


async def _logged(memory: Memory, kind: str, sentence: str) -> str:
    """Log what was moved in or out, and return the sentence."""
    await memory.store.log_action(Action(kind=kind, at=memory.clock.now(), guild=DM_GUILD, detail=sentence))
    return sentence
