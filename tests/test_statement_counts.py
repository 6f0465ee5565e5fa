"""How many statements a message, a burst, a prompt and a command take: one more is seen here."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import pytest

from dnam.ports import Store
from dnam.stores.postgres import PostgresStore
from dnam.stores.queries import queries
from dnam.stores.sqlite import SqliteStore
from scene import ANN, BEN, DEV, Scene, TopicEmbedder, opened

BURST = 50
_INDEX = ("message_terms_", "fact_terms_")
"""Tables that SQLite's word index keeps for itself."""
_DRIVERS = ("typeinfo_tree", "current_setting('jit')")
"""What the driver asks about types, once for each connection."""


@asynccontextmanager
async def counted(store: Store) -> AsyncIterator[list[str]]:
    """Note every statement of a store meanwhile, `BEGIN` and `COMMIT` included."""
    statements: list[str] = []
    if isinstance(store, PostgresStore):
        pool: Any = store._pool._pool
        holders = [each for each in pool._holders if each._con is not None]

        def note(record: Any) -> None:
            if not any(own in record.query for own in _DRIVERS):
                statements.append(record.query)

        for each in holders:
            each._con.add_query_logger(note)
        yield statements
        for each in holders:
            each._con.remove_query_logger(note)
        return
    assert isinstance(store, SqliteStore)

    def trace(event: dict[str, Any]) -> None:
        if not event["trigger"] and not any(index in event["sql"] for index in _INDEX):
            statements.append(event["sql"])

    connections = [*store._threads._readers, store._threads._writer]
    await _follow(connections, trace)
    yield statements
    await _follow(connections, None)


async def _follow(connections: list[Any], trace: Callable[[dict[str, Any]], None] | None) -> None:
    for each in connections:
        await each.async_run(each.trace_v2, apsw.SQLITE_TRACE_STMT if trace else 0, trace)


@pytest.fixture
async def scene(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    monkeypatch.setattr("dnam.background.TOGETHER", 600.0)  # background work begins when they are waited for
    async with opened(store, tmp_path, embedder=TopicEmbedder(), extract_enabled=True) as scene:
        await asyncio.gather(*(store.places() for _ in range(20)))  # every connection is there
        for by in (ANN, BEN):  # every place and name is known
            await scene.say("hello", by=by)
        await scene.memory.settle()
        yield scene


LIMITS = {
    "message": {"sqlite": 12, "postgres": 2},
    "chores": {"sqlite": 50, "postgres": 13},
    "burst": {"sqlite": 455, "postgres": 52},
    "burst chores": {"sqlite": 246, "postgres": 14},
    "prompt": {"sqlite": 47, "postgres": 18},
    "command": {"sqlite": 57, "postgres": 30},
}
"""In SQLite a statement is a call in a thread, in PostgreSQL a round trip."""


def within(store: Store, what: str, statements: list[str]) -> None:
    """Fail with the statements when there are more than the limit."""
    limit = LIMITS[what]["postgres" if isinstance(store, PostgresStore) else "sqlite"]
    assert len(statements) <= limit, "\n".join([f"{what}: {len(statements)}", *statements])


async def test_a_message_and_what_follows_it_take_few_statements(scene: Scene) -> None:
    """One look at consent and one step to store it; then it is read and embedded (N-13, N-17)."""
    async with counted(scene.store) as taken:
        await scene.say("we looked at the roof today")
        within(scene.store, "message", taken)
        del taken[:]
        await scene.memory.lanes.idle()
    within(scene.store, "chores", taken)


async def test_a_burst_is_taken_in_read_and_embedded_together(scene: Scene) -> None:
    """Its chores cost a few statements for all of it, not for each message (N-13, N-17)."""
    async with counted(scene.store) as taken:
        await asyncio.gather(*(scene.say(f"we looked at roof {nth}", by=BEN) for nth in range(BURST)))
        within(scene.store, "burst", taken)
        del taken[:]
        await scene.memory.lanes.idle()
    within(scene.store, "burst chores", taken)


async def test_a_prompt_takes_few_statements(scene: Scene) -> None:
    """What is ready is not read again (N-13, N-17)."""
    await scene.memory.context_for(scene.question("what about the roof?", place=DEV))
    async with counted(scene.store) as taken:
        await scene.memory.context_for(scene.question("what about the garden?", place=DEV))
    within(scene.store, "prompt", taken)


async def test_a_command_takes_few_statements(scene: Scene) -> None:
    """Remembering a fact reads those it concerns and saves one (N-13, N-17)."""
    async with counted(scene.store) as taken:
        await scene.tell("remember I have a garden")
    within(scene.store, "command", taken)


async def test_what_is_unread_is_found_by_its_index(sqlite_store: SqliteStore) -> None:
    """However many messages there are, only those that wait are looked at (N-17)."""
    params = {"level": 1, "since": 0, "guild": 1, "channel": 1, "origin": "g1", "limit": 9}

    def plan(db: apsw.Connection, query: str) -> list[str]:
        steps = db.execute(f"EXPLAIN QUERY PLAN {queries('sqlite')[query]}", params)
        return [str(step[3]) for step in steps]

    for query in ("unread_places", "unread_messages"):
        steps = await sqlite_store._threads.reading(partial(plan, query=query))
        assert any("messages_to_read" in step or "messages_by_channel" in step for step in steps), steps


async def test_what_people_chose_is_read_once_whoever_they_write_with(sqlite_store: Store) -> None:
    """R-18: messages are looked at together, each time those of other people."""
    for person in (ANN, BEN):
        await sqlite_store.choices(7, {person.id})
    async with counted(sqlite_store) as statements:
        assert await sqlite_store.choices(7, {ANN.id, BEN.id}) == []
    assert statements == []
