"""SQLite in threads: one writer and a few readers; each call is one hop to a thread.

Writes that arrive during a commit share the next one: each is a savepoint with its own result or error, and
none returns before the commit.
"""

import asyncio
import contextvars
import json
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

import apsw
import apsw.aio
import numpy as np

from dnam.errors import DnamError, StoreError
from dnam.stores.database import Step
from dnam.stores.queries import queries
from dnam.stores.rows import Params, Row
from dnam.stores.sqlite_file import faults_of

Result = TypeVar("Result")
Work = Callable[[apsw.Connection], Any]

READERS = 2
_SQL = queries("sqlite")
_FAULTS = (apsw.Error, DnamError, ValueError, TypeError, ArithmeticError)
"""Errors of one write that leave the other writes of its commit valid."""


def run(db: apsw.Connection, query: str, params: Params) -> list[Row]:
    """Run a named query and return its rows; call it in the connection's own thread."""
    return cast(list[Row], db.execute(_SQL[query], params).fetchall())


def run_steps(db: apsw.Connection, steps: Sequence[Step]) -> list[int]:
    """Run queries one after another; return how many rows each has changed."""
    changed = []
    for query, params in steps:
        run(db, query, bound(params))
        changed.append(db.changes())
    return changed


def bound(params: Params) -> Params:
    """Return parameters with lists as JSON and vectors as bytes."""
    return {name: _bound(value) for name, value in params.items()}


def _bound(value: object) -> object:
    if isinstance(value, list):
        return json.dumps(value)
    if isinstance(value, np.ndarray):
        return value.astype(np.float32).tobytes()
    return value


class QuietThread(apsw.aio.AsyncIO):
    """A connection's daemon thread, so that a failing program can still exit."""

    def __init__(self) -> None:  # not super's, whose thread the interpreter waits for
        self.queue = queue.SimpleQueue()
        self.loop = asyncio.get_running_loop()
        threading.Thread(name="dnam sqlite", target=self.worker_thread_run, daemon=True).start()


class SqliteThreads:
    """The connections to one file; implements `Database` for the shared queries."""

    def __init__(
        self, location: str, writer: "apsw.AsyncConnection | None", readers: "Sequence[apsw.AsyncConnection]"
    ) -> None:
        self._location = location
        self._writer = writer
        self._readers = readers
        self._busy = [0] * len(readers)
        self._turn = asyncio.Lock()
        self._joining: list[Work] | None = None
        self._commit: asyncio.Task[list[Any]] | None = None
        self._closed = False

    @property
    def read_only(self) -> bool:
        return self._writer is None

    async def reading(self, work: Callable[[apsw.Connection], Result]) -> Result:
        """Run reads in the least busy thread, within one transaction."""
        return await self.aside(lambda db: _alone(db, work))

    async def aside(self, work: Callable[[apsw.Connection], Result]) -> Result:
        """Run work that manages its own transaction in the least busy reading thread."""
        self._refuse_when_closed()
        nth = self._busy.index(min(self._busy))
        self._busy[nth] += 1
        try:
            with faults_of(self._location):
                return cast(Result, await self._readers[nth].async_run(work, self._readers[nth]))
        finally:
            self._busy[nth] -= 1

    async def writing(self, work: Callable[[apsw.Connection], Result]) -> Result:
        """Run writes in a transaction; return when they are on disk."""
        self._open_writer()
        return await self._write(work)

    async def alone(self, work: Callable[[apsw.Connection], Result]) -> Result:
        """Run work that cannot be within a transaction, between two commits."""
        writer = self._open_writer()
        async with self._turn:
            with faults_of(self._location):
                return cast(Result, await writer.async_run(work, writer))

    async def _write(self, work: Callable[[apsw.Connection], Result]) -> Result:
        if self._joining is None or (self._commit is not None and self._commit.cancelled()):
            self._joining = []
            commit_together = self._commit_together(self._joining)
            # in a context of its own: several callers share it, and the end of one must not end it
            self._commit = asyncio.create_task(commit_together, context=contextvars.Context())
        nth, commit = len(self._joining), self._commit
        self._joining.append(work)
        assert commit is not None  # noqa: S101 (set with _joining)
        with faults_of(self._location):
            outcome = (await asyncio.shield(commit))[nth]
            if isinstance(outcome, BaseException):
                raise outcome
        return cast(Result, outcome)

    async def read(self, query: str, params: Params) -> list[Row]:
        return await self.reading(lambda db: run(db, query, bound(params)))

    async def write(self, steps: Sequence[Step], *, repeatable: bool = True) -> list[int]:
        del repeatable  # a file has no connection to lose
        return await self.writing(lambda db: run_steps(db, steps))

    async def close(self, *, last: Work) -> None:
        """Finish accepted writes, run a `last` one, then close; safe to call twice."""
        if self._closed:
            return
        self._closed = True
        try:
            if self._writer is not None:
                await self._write(last)
        finally:
            for connection in {id(c): c for c in (*self._readers, self._writer) if c is not None}.values():
                await connection.aclose()

    async def _commit_together(self, works: list[Work]) -> list[Any]:
        async with self._turn:
            self._joining = None
            assert self._writer is not None  # noqa: S101 (checked by `writing`)
            return cast(list[Any], await self._writer.async_run(_together, self._writer, works))

    def _refuse_when_closed(self) -> None:
        if self._closed:
            raise StoreError(f"The memory in {self._location} has been closed.")

    def _open_writer(self) -> "apsw.AsyncConnection":
        self._refuse_when_closed()
        if self._writer is None:
            raise StoreError(f"The memory in {self._location} was opened for reading only.")
        return self._writer


def _alone(db: apsw.Connection, work: Callable[[apsw.Connection], Result]) -> Result:
    with db:
        result = work(db)
    return result  # noqa: RET504 (a connection may swallow errors, as far as types can tell)


def _together(db: apsw.Connection, works: Sequence[Work]) -> list[Any]:
    if len(works) == 1:
        return [_alone(db, works[0])]
    outcomes: list[Any] = []
    with db:
        for work in works:
            try:
                outcomes.append(_alone(db, work))
            except _FAULTS as error:
                if not db.in_transaction:  # for example a full disk: everything is rolled back already
                    raise
                outcomes.append(error)
    return outcomes
