"""The embedded store: one SQLite file, written by one process; others may read it.

Implements `ports.Store` with `sqlite_messages.py` and `sqlite_facts.py`; threads are in `sqlite_threads.py`,
locking and migrations in `sqlite_file.py`.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import apsw
from cachetools import LRUCache

from dnam.audience import Audience
from dnam.domain import ConsentChoice, Fact, HeldFact, Message, Place, Positions, Vector
from dnam.errors import BadInput, StoreError, describe
from dnam.ports.copying import TableRows
from dnam.ports.hidden_until_stored import Hidden
from dnam.ports.processes import Turn
from dnam.stores import sqlite_copying, sqlite_facts, sqlite_messages
from dnam.stores.actions import ActionRows
from dnam.stores.copying import rows_loaded
from dnam.stores.database import Step
from dnam.stores.days import DayRows
from dnam.stores.fact_index import FactIndex
from dnam.stores.facts import FactRows
from dnam.stores.facts_at_hand import FactsAtHand
from dnam.stores.listings import ListingRows
from dnam.stores.people import NameRows
from dnam.stores.privacy import PrivacyRows
from dnam.stores.queries import refuse_unready
from dnam.stores.retention import RetentionRows
from dnam.stores.rows import Params, audience_params, edit_params, micros
from dnam.stores.sqlite_file import FileLock, faults_of, migrate, prepare, schema_of
from dnam.stores.sqlite_threads import READERS, QuietThread, SqliteThreads, run
from dnam.stores.summaries import LayerRows
from dnam.user_files import new_file

T = TypeVar("T")

MEMORY = ":memory:"
"""Location of a store that is lost when it is closed."""

_SETTINGS = """
PRAGMA busy_timeout = 5000;
PRAGMA foreign_keys = ON;
PRAGMA secure_delete = ON;
PRAGMA synchronous = FULL;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -8000;
PRAGMA mmap_size = 2147418112;
CREATE VIRTUAL TABLE temp.fact_vocabulary USING fts5vocab (main, fact_terms, instance);
"""


class SqliteStore(
    LayerRows, DayRows, FactRows, NameRows, ActionRows, ListingRows, PrivacyRows, RetentionRows
):
    def __init__(self, location: str, threads: SqliteThreads, lock: FileLock | None) -> None:
        self._location = location
        self._threads = self._database = threads
        self._lock = lock
        self.hidden = Hidden()
        self._at_hand = FactsAtHand()
        self._fact_index = FactIndex()
        self._choices_read: LRUCache[tuple[int, int | None], list[ConsentChoice]]
        """Choices by guild and subject, and with None those of a whole guild, as they were read."""
        self._forget_choices()

    @property
    def location(self) -> str:
        return self._location

    async def add_message(self, message: Message, words: Sequence[str], cues: int = 0) -> bool:
        known = self._held_or_erased(message)
        return await self._threads.writing(lambda db: sqlite_messages.add(db, message, words, cues, known))

    async def choices(self, guild: int, subjects: Collection[int]) -> list[ConsentChoice]:
        if self._threads.read_only:  # another process may change them
            return await super().choices(guild, subjects)
        # What is read while a choice is stored goes into the cache that is dropped.
        known = self._choices_read
        of_each = {each: known.get((guild, each)) for each in (None, *subjects)}
        if new := [each for each, choices in of_each.items() if choices is None]:
            read = await super().choices(guild, [each for each in new if each is not None])
            for each in new:
                of_each[each] = known[guild, each] = [one for one in read if _subject(one) == each]
        return [choice for choices in of_each.values() for choice in choices or ()]

    async def choose(self, choice: ConsentChoice, at: datetime) -> None:
        try:
            await super().choose(choice, at)
        finally:
            self._forget_choices()

    def _forget_choices(self) -> None:
        self._choices_read = LRUCache(10_000)

    async def add_messages(self, messages: Sequence[tuple[Message, Sequence[str], int]]) -> list[bool]:
        return await self._threads.writing(lambda db: [*map(partial(self._add, db), messages)])

    def _add(self, db: apsw.Connection, each: tuple[Message, Sequence[str], int]) -> bool:
        message, words, cues = each
        return sqlite_messages.add(db, message, words, cues, self._held_or_erased(message))

    async def place_messages(self, place: Place, messages: Sequence[int]) -> list[int]:
        return await self._threads.writing(lambda db: sqlite_messages.place(db, place, messages))

    async def edit_message(
        self, guild: int, message: int, text: str, words: Sequence[str], edited_at: datetime, *, cues: int = 0
    ) -> bool:
        edited = {"guild": guild, "id": message, **edit_params(text, words, edited_at, cues)}
        return await self._threads.writing(lambda db: sqlite_messages.edit(db, edited, words))

    async def delete_messages(self, guild: int, messages: Sequence[int]) -> int:
        return await self._threads.writing(lambda db: sqlite_messages.delete(db, guild, messages))

    async def find_words(
        self,
        audience: Audience,
        words: Sequence[str],
        *,
        channel: int | None = None,
        here: int | None = None,
        limit: int = 1000,
    ) -> Mapping[str, Positions]:
        return await self._threads.reading(
            lambda db: sqlite_messages.find_words(
                db, audience, words, channel=channel, here=here, limit=limit
            )
        )

    async def find_near(self, audience: Audience, vector: Vector, *, model: str, limit: int) -> Positions:
        return await self._threads.reading(
            lambda db: sqlite_messages.find_near(db, audience, vector, model, limit)
        )

    async def put_message_vectors(self, model: str, vectors: Sequence[tuple[Message, Vector]]) -> None:
        await self._threads.writing(lambda db: sqlite_messages.put_vectors(db, model, vectors))

    async def find_facts(
        self,
        audience: Audience,
        words: Sequence[str],
        vector: Vector | None,
        *,
        model: str | None,
        at: datetime,
        limit: int,
    ) -> list[HeldFact]:
        def read(db: apsw.Connection) -> list[HeldFact]:
            numbers = self._fact_index.find(db, audience, words, vector, model=model, limit=limit)
            params = {**audience_params(audience), "numbers": numbers, "at": micros(at), "model": model}
            return self._at_hand.read(db, "read_facts", params)

        return self._shown_facts(await self._threads.reading(read))

    async def _held(self, query: str, params: Params) -> list[HeldFact]:
        return await self._threads.reading(lambda db: self._at_hand.read(db, query, params))

    async def _change_facts(self, facts: Sequence[Fact], steps: Sequence[Step]) -> list[int]:
        return await self._threads.writing(lambda db: sqlite_facts.change(db, facts, steps))

    async def check(self) -> list[str]:
        problems = await self._threads.reading(_problems)
        if not problems and self._lock is not None:
            problems = await self._threads.writing(_index_problems)
        return problems

    def in_turn(self, turn: Turn, work: Callable[[], Awaitable[T]], *, together: bool = True) -> Awaitable[T]:
        del turn, together  # no other process can write
        return work()

    async def lease(self, work: str, *, seconds: float) -> bool:
        del work, seconds
        return True

    async def release(self, work: str) -> None: ...

    async def followers(self) -> int:
        return 0

    async def follow_changes(self, changed: Callable[[], None], settings: str) -> bool:
        del changed, settings  # there is no other process
        return True

    async def purge(self) -> None:
        """Leave no byte of deleted data: rewrite the word indexes and the file, then truncate the log."""
        self._at_hand.forget()
        self._fact_index.forget()
        await self._threads.writing(_purge)
        await self._threads.alone(_rewrite)

    async def dump(self) -> AsyncIterator[TableRows]:
        if self._location == MEMORY:  # there is no second connection to it
            for batch in await self._threads.reading(lambda db: [*sqlite_copying.dumped(db)]):
                yield batch
            return
        # A connection of its own: its transaction stays open from the first row to the last.
        connection = await _connect(self._location, readonly=True)
        try:
            with faults_of(self._location):
                await connection.async_run(_begin, connection)
                rows = sqlite_copying.dumped(cast(apsw.Connection, connection))
                while batch := await connection.async_run(next, rows, None):
                    yield batch
        finally:
            await connection.aclose()

    async def load(self, rows: Iterable[TableRows], *, replace: bool = False) -> None:
        where = self._location
        await self._threads.writing(lambda db: sqlite_copying.loaded(db, rows, where, replace=replace))
        await self._follow_load()

    async def load_part(self, rows: Sequence[TableRows], *, total: int) -> None:
        where = self._location
        await self._threads.writing(lambda db: sqlite_copying.load_part(db, rows, where, total))
        self._forget_choices()

    async def loaded_rows(self) -> int | None:
        return await rows_loaded(self._database)

    async def end_parts(self) -> None:
        await self._threads.writing(sqlite_copying.end_parts)
        await self._follow_load()

    async def _follow_load(self) -> None:
        self._forget_choices()
        await self.load_key()
        await self.index_facts()

    async def backup(self, target: Path) -> None:
        await self._threads.aside(lambda db: _copy(db, target))

    async def close(self) -> None:
        try:
            await self._threads.close(last=_purge)
        finally:
            if self._lock is not None:
                self._lock.release()


async def open_sqlite(path: Path | str, *, readonly: bool = False) -> SqliteStore:
    """Open a SQLite file, creating or migrating it; one process may write while others read.

    `:memory:` is lost when closed. Raises StoreBusy, StoreDamaged, StoreTooNew, StoreError.
    """
    if str(path) == MEMORY:
        only = await _connect(MEMORY, readonly=False)
        await only.async_run(migrate, only, up_to=None)
        store = SqliteStore(MEMORY, SqliteThreads(MEMORY, only, [only]), None)
        await store.load_key()
        return store
    # The real path: two names of one file share one lock.
    file = await asyncio.to_thread(lambda: Path(path).expanduser().resolve())
    async with AsyncExitStack() as undo:
        with faults_of(str(file)):
            lock, writer, readers = None, None, []
            if readonly:
                await asyncio.to_thread(_refuse_unready, file)
            else:
                lock = await asyncio.to_thread(prepare, file)
                undo.callback(lock.release)
                writer = await _connect(str(file), readonly=False)
                undo.push_async_callback(writer.aclose)
            for _ in range(READERS):
                readers.append(await _connect(str(file), readonly=True))
                undo.push_async_callback(readers[-1].aclose)
        undo.pop_all()
    store = SqliteStore(str(file), SqliteThreads(str(file), writer, readers), lock)
    await store.load_key()
    if not readonly:
        await store.index_facts()
    return store


def _subject(choice: ConsentChoice) -> int | None:
    """Return whom or which channel a choice is about; None for a whole guild."""
    return None if choice.about in ("guild", "hearsay") else choice.subject


def _refuse_unready(path: Path) -> None:
    refuse_unready(str(path), schema_of(path) if path.exists() else 0, "sqlite")


async def _connect(location: str, *, readonly: bool) -> "apsw.AsyncConnection":
    flags = apsw.SQLITE_OPEN_READONLY if readonly else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    before = apsw.async_controller.set(cast(Any, QuietThread))  # apsw documents passing a class
    try:
        connection = await apsw.Connection.as_async(location, flags=flags)
    finally:
        apsw.async_controller.reset(before)
    await connection.async_run(_set_up, connection)
    return connection


def _begin(db: apsw.Connection) -> None:
    db.execute("BEGIN").fetchall()


def _set_up(db: apsw.Connection) -> None:
    db.execute(_SETTINGS).fetchall()


def _problems(db: apsw.Connection) -> list[str]:
    nothing = {"match": '"nothing"', "matches": '["\\"nothing\\""]', "first": 0, "last": 0, "limit": 1}
    for query in ("find_terms", "find_fact_terms"):  # a rewritten index looks damaged until it is read
        run(db, query, nothing)
    lines = [str(row[0]) for row in db.execute("PRAGMA quick_check").fetchall()]
    damage = [f"The file is damaged: {line}." for line in lines if line != "ok"]
    strays = db.execute("PRAGMA foreign_key_check").fetchall()
    damage += [f"A row of {table} belongs to nothing in {parent}." for table, _, parent, _ in strays]
    if damage:
        return damage
    wrong = [*run(db, "disagreements", {}), *run(db, "index_disagreements", {})]
    return [f"{count} {what}." for what, count in wrong if count]


def _index_problems(db: apsw.Connection) -> list[str]:
    problems = []
    for what in ("message", "fact"):
        try:
            run(db, f"check_{what}_terms", {})
        except apsw.CorruptError as error:
            problems.append(f"The word index of the {what}s is damaged: {describe(error)}.")
    return problems


def _purge(db: apsw.Connection) -> None:
    """Rewrite word indexes that have had deletions: a deleted word is only marked until then."""
    for deleted, query in (
        (sqlite_messages.TERMS_DELETED, "purge_terms"),
        (sqlite_facts.TERMS_DELETED, "purge_fact_terms"),
    ):
        if run(db, "get_meta", {"name": deleted}) == [("yes",)]:
            run(db, query, {})
            run(db, "set_meta", {"name": deleted, "value": "no"})


def _rewrite(db: apsw.Connection) -> None:
    """Rewrite the file and truncate its log.

    `secure_delete` overwrites freed rows, but copies may remain where rows moved between pages.
    """
    db.execute("VACUUM")
    busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()[0][0]
    if busy:
        raise StoreError(
            "The log of the memory is still being read: what was erased leaves it a little later."
        )


def _copy(db: apsw.Connection, target: Path) -> None:
    if target.exists():
        raise BadInput(f"{target} exists already: choose a new name. Nothing was written.")
    with new_file(target) as part, faults_of(str(target)):
        try:
            db.execute("VACUUM INTO ?", (str(part),))
        finally:
            part.with_name(f"{part.name}-journal").unlink(missing_ok=True)
