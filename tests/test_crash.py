"""A real process is killed at every point between a message and what is made of it; another goes on.

Started by itself, this file is the process that dies: it says something, lets everything be done, and kills
itself before its nth write, which is after the one before, or while a model is being asked.
"""

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import forking
from dnam import Memory, Settings
from dnam.audience import session_key
from dnam.domain import Fact, Message, Task
from dnam.ports import ChatModel, Prompt
from dnam.stores.sqlite import SqliteStore, open_sqlite
from dnam.stores.sqlite_threads import SqliteThreads
from dnam.testing import HandClock, ScriptedModel
from scene import ANN, BOT, DEV, NOON

SAID = Message(
    id=1, place=DEV, author=ANN, text="I have a dog named Rex. Our beehive survived!", sent_at=NOON
)
ANSWER = Message(id=2, place=DEV, author=BOT, text="A fine beehive", sent_at=NOON)
LEARNED = {
    "upserts": [{"message": 1, "text": "Has a beehive"}, {"message": 1, "text": "Has a dog named Rex"}]
}
BEES, REX = ("Has a beehive", "active", (1,)), ("Has a dog named Rex", "active", (1,))
SUMMARY = {"summary": "About the beehive."}


def models(at_call: Callable[[], None] = lambda: None) -> dict[Task, ChatModel]:
    """Return models that answer the same in every process."""

    def always(answer: object) -> ScriptedModel:
        def reply(_: Prompt) -> object:
            at_call()
            return answer

        return ScriptedModel(reply)

    return {"extract": always(LEARNED), "summarise_session": always(SUMMARY)}


@asynccontextmanager
async def remembering(store: SqliteStore, with_models: dict[Task, ChatModel]) -> AsyncIterator[Memory]:
    """Open a memory that reads every message and sums up every turn."""
    options: dict[str, Any] = {"projections": False, "embedder": "off", "short_term_enabled": False}
    settings = Settings(**options, extract_every=1, rolling_every=1)
    async with Memory.open(settings, store=store, clock=HandClock(NOON), models=with_models) as memory:
        yield memory


async def live(path: str, deed: str, moment: str) -> None:
    """Do a deed, and die at a moment: `before 3`, `asking`, or never; print how many writes it took."""
    store, writes, writing = await open_sqlite(Path(path)), 0, SqliteThreads.writing

    async def write(threads: SqliteThreads, work: Any) -> Any:
        nonlocal writes
        writes += 1
        die(f"before {writes}")
        return await writing(threads, work)

    def die(now: str) -> None:
        if now == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    setattr(SqliteThreads, "writing", write)  # noqa: B010  a method of the real store, counted
    async with remembering(store, models(lambda: die("asking"))) as memory:
        await (memory.on_message(SAID) if deed == "message" else memory.on_reply(ANSWER))
        await memory.settle()
    print(writes)


async def killed(path: Path, deed: str, moment: str) -> tuple[int | None, str]:
    """Let another process live; return its end and what it printed."""
    process = await forking.start(__file__, str(path), deed, moment, env=os.environ, folder=path.parent)
    printed, _ = await process.communicate()
    return process.returncode, printed.decode().strip().rpartition("\n")[2]


async def every_moment(folder: Path, deed: str, start: Path) -> Sequence[Path]:
    """Kill a process before each write of a deed, each with a copy of a store; return what they left."""
    code, writes = await killed(_copy(start, folder / "never"), deed, "never")
    assert (code, int(writes) >= 3) == (0, True)
    moments = [*(f"before {number}" for number in range(1, int(writes) + 1)), "asking"]
    paths = [_copy(start, folder / moment) for moment in moments]
    ends = await asyncio.gather(*(killed(path, deed, path.name) for path in paths))
    assert sum(code == -signal.SIGKILL for code, _ in ends) >= len(paths) - 2  # the last writes may vary
    return paths


def _copy(start: Path, path: Path) -> Path:
    shutil.copy(start, path)
    return path


@pytest.fixture
async def empty(tmp_path: Path) -> Path:
    """Begin with a file in which nothing is."""
    await (await open_sqlite(tmp_path / "empty")).close()
    return tmp_path / "empty"


@pytest.fixture
async def begun(tmp_path: Path) -> Path:
    """Begin where a message was stored and read before."""
    store = await open_sqlite(tmp_path / "begun")
    async with remembering(store, models()) as memory:
        await memory.on_message(SAID)
        await memory.settle()
    await store.close()
    return tmp_path / "begun"


def told(facts: Sequence[Fact]) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return what is known, in which state, and from which messages."""
    return sorted((fact.text, str(fact.status), fact.messages) for fact in facts)


async def test_a_killed_process_loses_no_fact_and_learns_none_twice(tmp_path: Path, empty: Path) -> None:
    """Wherever it dies between message and fact (R-09, DC-77, N-17, CL-15, X-18)."""
    for path in await every_moment(tmp_path, "message", empty):
        store, model = await open_sqlite(path), ScriptedModel(lambda _: LEARNED)
        learned = BEES in told(await store.facts_of(ANN.id))
        async with remembering(store, {"extract": model}) as memory:
            assert await memory.on_message(SAID)  # as a host does that is not sure
            await memory.settle()
            assert told(await store.facts_of(ANN.id)) == [BEES, REX], path.name
            assert (await store.counts())["messages"] == 1
        assert len(model.prompts) == (0 if learned else 1), path.name
        await store.close()


async def test_a_killed_process_loses_no_summary_and_makes_none_twice(tmp_path: Path, begun: Path) -> None:
    """Wherever it dies between a counted turn and its summary (R-09, DC-52, X-20)."""
    made = 0
    for path in await every_moment(tmp_path, "reply", begun):
        store = await open_sqlite(path)
        counted = bool(await store.due_places(turns=1) or await store.get_summary(session_key(DEV)))
        async with remembering(store, models()) as memory:
            await memory.settle()
            summary = await store.get_summary(session_key(DEV))
            assert (summary is not None and summary.sequence == 1) == counted, path.name
            assert await store.due_places(turns=1) == []
        made += counted
        await store.close()
    assert made >= 3


if __name__ == "__main__":
    asyncio.run(live(*sys.argv[1:]))
