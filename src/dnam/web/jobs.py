"""Long work: exporting, importing, erasing, making vectors. It shows its progress and can be cancelled."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from dnam.domain import DM_GUILD, Action, Scope
from dnam.errors import BadInput, DnamError
from dnam.ingest import embed_waiting
from dnam.memory import Memory
from dnam.settings import Settings
from dnam.transfer.archive import is_archive, load_archive, write_archive
from dnam.transfer.importing import Importing
from dnam.transfer.records import Options
from dnam.web.error_responses import Problem
from dnam.web.shared_folder import drop_older, shared_folder, write_whole

MAX_SHOWN = 20
"""How many jobs are listed."""
FILE_SECONDS = 3600.0
"""How long an export can be fetched."""
REMEMBERED_SECONDS = 86_400.0
"""How long what came of a job is known."""
WATCH_SECONDS = 1.0
"""How often a process writes down how far its jobs are."""
LOST_SECONDS = 30.0
"""After which a job that nobody writes of any more has ended with its process."""
LOST = "The process that did this has ended: start it again."
FAILED = "Something went wrong; the log says what. Start it again."
STOPPED = "Stopped. What was done until then stays done; start it again to finish it."

Work = Callable[["Job"], Coroutine[Any, Any, str]]
"""Does the work, keeps `job.done` up to date, and returns a sentence that says what was done."""


class Stopped(Exception):
    """Work that is done as a whole or not at all was cancelled; the sentence says what that means."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JobState:
    """How far a job is, in whichever process; written down for all of them."""

    id: str
    name: str
    """What it does, without anybody's name: it is written down."""
    state: Literal["running", "done", "failed", "cancelled"]
    done: int
    total: int
    """How much there is to do; 0 when nobody knows."""
    says: str
    """What came of it; empty while it runs."""
    began_at: float
    file: str = ""
    """What can be fetched when it is done."""
    last_erasure: int = 0
    """The latest line of an erasure in the log when an export began: after another one its file goes."""

    @property
    def percent(self) -> int:
        """How much is done; at most 99 until all is."""
        if self.state == "done":
            return 100
        return min(99, self.done * 100 // self.total) if self.total else 0


@dataclass(eq=False, slots=True)
class Job:
    """One piece of long work of this process."""

    name: str
    total: int = 0
    done: int = 0
    id: str = field(default_factory=lambda: secrets.token_hex(6))
    task: "asyncio.Task[str] | None" = None
    file: Path | None = None
    last_erasure: int = 0
    as_a_whole: bool = False
    """Whether a thread does it in one transaction: then `advance` ends it, not the loop."""
    stopping: bool = False
    began_at: float = field(default_factory=time.time)

    @property
    def state(self) -> JobState:
        state, says = self._end()
        return JobState(
            id=self.id,
            name=self.name,
            state=state,
            done=self.done,
            total=self.total,
            says=says,
            began_at=self.began_at,
            file=str(self.file or ""),
            last_erasure=self.last_erasure,
        )

    def _end(self) -> tuple[Literal["running", "done", "failed", "cancelled"], str]:
        if self.task is None or not self.task.done():
            return "running", ""
        if self.task.cancelled():
            return "cancelled", STOPPED
        problem = self.task.exception()
        if problem is None:
            return "done", self.task.result()
        if isinstance(problem, Stopped):
            return "cancelled", str(problem)
        # The text of an error that is not ours may quote people.
        return "failed", str(problem) if isinstance(problem, DnamError) else FAILED

    def advance(self, done: int, total: int = 0) -> None:
        """Note how far it is. Raises Stopped when it was cancelled and is done as a whole."""
        self.done, self.total = done, total or self.total
        if self.stopping and self.as_a_whole:
            raise Stopped("Stopped. Nothing was changed.")

    def cancel(self) -> None:
        self.stopping = True
        if self.task is not None and not self.as_a_whole:
            self.task.cancel()


class Jobs:
    """The jobs of a dashboard, of all its processes."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._own: dict[str, Job] = {}

    @property
    def _folder(self) -> Path:
        return shared_folder(self._settings, "work")

    @property
    def all(self) -> list[JobState]:
        """Every job, latest first."""
        written = [state for path in self._folder.glob("*.json") if (state := _read(path))]
        states = {state.id: state for state in written} | {id_: j.state for id_, j in self._own.items()}
        return sorted(states.values(), key=lambda state: state.began_at, reverse=True)[:MAX_SHOWN]

    def start(self, job: Job, work: Work) -> JobState:
        """Start a job. Raises Problem when the same one is running."""
        if any(other.name == job.name and other.state == "running" for other in self.all):
            raise Problem(409, f"{job.name} is running already.")
        drop_older(self._folder, REMEMBERED_SECONDS)
        self._own = {id_: own for id_, own in self._own.items() if own.state.state == "running"}
        self._own[job.id] = job
        job.task = asyncio.create_task(self._watched(job, work), name=job.name)
        job.task.add_done_callback(lambda _: self._write(job))
        self._write(job)
        return job.state

    async def _watched(self, job: Job, work: Work) -> str:
        watching = asyncio.create_task(self._watch(job), name="watch")
        try:
            return await work(job)
        finally:
            watching.cancel()

    async def _watch(self, job: Job) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            self._write(job)
            if self._stop_mark(job.id).exists():
                job.cancel()

    def _write(self, job: Job) -> None:
        write_whole(self._folder / f"{job.id}.json", json.dumps(asdict(job.state)))

    def _stop_mark(self, id_: str) -> Path:
        return self._folder / f"{id_}.stop"

    def get(self, id_: str) -> JobState:
        """Return how far a job is. Raises Problem when there is none."""
        for state in self.all:
            if state.id == id_:
                return state
        raise Problem(404, "There is no such work here; it may have been finished long ago.")

    def cancel(self, id_: str) -> JobState:
        """Cancel a job, whichever process does it. Raises Problem when there is none."""
        state = self.get(id_)
        if id_ in self._own:
            self._own[id_].cancel()
        elif state.state == "running":
            self._stop_mark(id_).touch()
        return state

    async def file_of(self, id_: str, memory: Memory) -> Path:
        """Return the file that a job made. Raises Problem when it is not there, or holds what was erased."""
        state = self.get(id_)
        if await _last_erasure(memory) != state.last_erasure:
            self.drop_files()  # also when the bot, or the command line, has erased it
        path = Path(state.file)
        if state.state != "done" or not await asyncio.to_thread(path.is_file):
            raise Problem(409, "There is no file: the work is not done, or the file was removed since.")
        return path

    def new_file(self, name: str) -> Path:
        folder = shared_folder(self._settings, "files")
        drop_older(folder, REMEMBERED_SECONDS)
        return folder / f"{secrets.token_hex(4)}-{name}"

    def drop_files(self) -> None:
        """Remove every exported file: what was erased is in it."""
        for path in (Path(state.file) for state in self.all if state.file):
            path.unlink(missing_ok=True)

    async def stop(self) -> None:
        """Cancel everything that runs here, and remove its files: the server is about to end."""
        running = [job for job in self._own.values() if job.task is not None and not job.task.done()]
        for job in running:
            job.cancel()
        await asyncio.gather(*(job.task for job in running if job.task), return_exceptions=True)
        for job in self._own.values():
            self._write(job)
            if job.file is not None:
                job.file.unlink(missing_ok=True)

    def export(self, memory: Memory) -> JobState:
        """Write the whole memory into an archive that can be fetched for an hour."""

        async def work(job: Job) -> str:
            job.last_erasure = await _last_erasure(memory)
            path = self.new_file(f"memory-{memory.clock.now():%Y-%m-%d}.dnam")
            counts = await write_archive(memory.store, path, clock=memory.clock, progress=job.advance)
            job.file = path
            asyncio.get_running_loop().call_later(FILE_SECONDS, lambda: path.unlink(missing_ok=True))
            sentence = f"Wrote {counts.get('messages', 0):,} messages and {counts.get('facts', 0):,} facts."
            return await _logged(memory, "memory_export", sentence)

        return self.start(Job("Exporting everything"), work)

    def take_in(self, memory: Memory, path: Path, options: Options, *, dry: bool = False) -> JobState:
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

    def erase(self, memory: Memory, scope: Scope, total: int, forget: Callable[[], None]) -> JobState:
        """Erase a scope; `forget` drops the copies that this server has."""

        async def work(job: Job) -> str:
            receipt = await memory.erase(scope, progress=lambda more: job.advance(job.done + more))
            forget()
            counts = ", ".join(f"{count:,} {what}" for what, count in receipt.counts.items() if count)
            return " ".join([f"Erased {counts or 'nothing'}.", *receipt.unfinished])

        return self.start(Job(f"Erasing a {scope.kind}", total=total), work)

    def embed(self, memory: Memory, total: int) -> JobState:
        """Make vectors of everything that has none of the present model. Raises Problem without one."""
        embedder = memory.embedder
        if embedder is None:
            raise Problem(409, "There is no embedder: set embedder, for example to multilingual.")

        async def work(job: Job) -> str:
            count = await embed_waiting(memory.store, embedder, lambda more: job.advance(job.done + more))
            return f"Made {count:,} vectors of {embedder.name}."

        return self.start(Job("Making vectors", total=total), work)


def _read(path: Path) -> JobState | None:
    """Return how far another process says a job is; None when it is removed just now."""
    try:
        state = JobState(**json.loads(path.read_text("utf-8")))
        lost = state.state == "running" and time.time() - path.stat().st_mtime > LOST_SECONDS
    except FileNotFoundError:
        return None
    return replace(state, state="failed", says=LOST) if lost else state


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


async def _last_erasure(memory: Memory) -> int:
    """Return the number of the latest erasure in the log, whoever made it; 0 for none."""
    lines = await memory.store.page_actions(kind="memory_erase", limit=1)
    return lines[0][0] if lines else 0


async def _logged(memory: Memory, kind: str, sentence: str) -> str:
    await memory.store.log_action(Action(kind=kind, at=memory.clock.now(), guild=DM_GUILD, detail=sentence))
    return sentence
