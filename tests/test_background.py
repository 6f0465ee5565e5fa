"""What memory does by itself after a message, a reply, a command, and as time goes by."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import cast

import pytest

from dnam import Memory, Settings
from dnam.audience import session_key
from dnam.domain import Layer, Message
from dnam.errors import StoreError
from dnam.lanes import FACTS
from dnam.ports import Store
from dnam.testing import HandClock
from scene import ANN, DEV, GENERAL, NOON, TopicEmbedder, layer
from talk import Talk, talking
from watched_store import WatchedStore


@pytest.fixture
async def talk(sqlite_store: Store, tmp_path: Path) -> AsyncIterator[Talk]:
    async with talking(sqlite_store, tmp_path, {}, extract_enabled=False) as opened:
        yield opened


async def test_the_readable_files_are_written_at_the_start(sqlite_store: Store, tmp_path: Path) -> None:
    """CL-11: nobody has to ask or say anything for it."""
    settings = Settings(data_dir=tmp_path, embedder="off", debounce_seconds=0)
    async with Memory.open(settings, store=sqlite_store, clock=HandClock(NOON), models={}) as memory:
        await asyncio.sleep(0)  # the timer begins
        await memory.lanes.idle()
        assert memory.projections is not None
        assert memory.projections.snapshot_path.exists()


async def test_upkeep_comes_again_and_again(sqlite_store: Store, tmp_path: Path) -> None:
    """CL-12: by a timer, at the interval that is set."""
    rounds, third = [], asyncio.Event()

    def note() -> None:
        rounds.append(1)
        if len(rounds) == 3:
            third.set()

    usual = Settings(data_dir=tmp_path, embedder="off", projections=False)
    quick = usual.model_copy(update={"refresh_seconds": 0.01})
    async with Memory.open(quick, store=sqlite_store, clock=HandClock(NOON), models={}) as memory:
        memory.watch(note)
        with suppress(TimeoutError):
            await asyncio.wait_for(third.wait(), 10)
    assert len(rounds) >= 3


async def test_a_line_of_lore_is_embedded_and_written_at_once(sqlite_store: Store, tmp_path: Path) -> None:
    """CL-32, CL-23: without waiting for the next upkeep."""
    embedder = TopicEmbedder("cat")
    settings = Settings(data_dir=tmp_path, debounce_seconds=0)
    clock = HandClock(NOON)
    async with Memory.open(settings, store=sqlite_store, clock=clock, embedder=embedder, models={}) as memory:
        talk = Talk(memory, clock, tmp_path, count(1001))
        message = await talk.say("hello")
        await memory.lanes.idle()
        assert await memory.remember_lore("The cat rules", message)
        await memory.lanes.idle()
        assert memory.projections is not None
        assert "The cat rules" in memory.projections.snapshot_path.read_text()
    assert any("The cat rules" in text for text in embedder.seen)


@pytest.mark.parametrize("change", ["edit", "delete"])
async def test_the_journal_of_an_older_day_follows(sqlite_store: Store, tmp_path: Path, change: str) -> None:
    """N-04, CL-60: a message of last week that is edited or deleted is so in its journal."""
    settings = Settings(data_dir=tmp_path, embedder="off", debounce_seconds=0)
    clock = HandClock(NOON - timedelta(days=9))
    async with Memory.open(settings, store=sqlite_store, clock=clock, models={}) as memory:
        talk = Talk(memory, clock, tmp_path, count(1001))
        message = await talk.say("the code is hidden in the shed")
        clock.advance(timedelta(days=9))
        await memory.lanes.idle()
        assert memory.projections is not None
        journal = memory.projections.journal_path("2025-01-06")
        assert "hidden in the shed" in journal.read_text()
        if change == "edit":
            await memory.on_edit(DEV.guild, message.id, "never mind", clock.now())
        else:
            await memory.on_delete(DEV.guild, [message.id])
        await memory.lanes.idle()
        assert "hidden" not in (journal.read_text() if journal.exists() else "")


async def test_a_command_waits_while_facts_change_in_the_background(talk: Talk) -> None:
    """DC-89, DC-117: it stands in the line of everything that changes facts, so none sees a half of it."""
    typed: list[asyncio.Task[str]] = []

    async def change() -> None:
        typed.append(asyncio.create_task(talk.tell("remember Likes tea")))
        async with talk.restarted({}) as other:  # which has lines of its own, and as much to do, twice
            await other.tell("remember Has a dog")
            await other.tell("remember Has a cat")
        assert {fact.text for fact in await talk.facts()} == {"Has a dog", "Has a cat"}

    await talk.memory.lanes.run(FACTS, change)
    assert (await typed[0]).startswith("Remembered")


async def test_short_term_memory_does_not_wait_for_a_summary(talk: Talk) -> None:
    """DC-98, DC-118: it has a line of its own beside that of the conversation."""
    summing = asyncio.Event()
    talk.memory.lanes.submit(session_key(DEV), "summing up", summing.wait)
    await talk.turn("why does the auth test fail?", "the mock is wrong")

    async def look() -> None:
        assert (await talk.store.counts())["short_term"] == 1

    assert await talk.memory.lanes.submit("short term", "look", look)
    summing.set()


async def test_what_is_said_in_place_of_an_answer_is_no_memory(talk: Talk) -> None:
    """R-29, F-24: an answer without text is a turn, and nowhere else in memory."""
    for number in range(5):
        await talk.turn(f"we looked at module {number}", "")
    await talk.settled()
    assert "Dee" not in str(await talk.summary())
    context = await talk.prompt("which module?", place=GENERAL)
    assert "module 4" in layer(context, Layer.SHORT_TERM)
    assert "Dee" not in context.text
    assert (await talk.store.counts())["messages"] == 5


@pytest.mark.parametrize(("source", "kind"), [("text", "bot_error"), ("voice:turn", "voice_error")])
async def test_failures_are_in_the_action_log(
    sqlite_store: Store, tmp_path: Path, source: str, kind: str
) -> None:
    """CL-72, CL-39: which work failed and how often, once each; never what was said."""
    store = WatchedStore(sqlite_store)
    async with talking(cast(Store, store), tmp_path, {}, extract_enabled=False) as talk:
        message = Message(id=5, place=DEV, author=ANN, text="my secret", sent_at=NOON, source=source)

        async def fail() -> None:
            raise StoreError("The disk is full.")

        store.before = {"add_message": fail}
        assert not await talk.memory.on_message(message)
        await talk.settled()
        await talk.settled()
        lines = [line for line in await talk.store.actions(limit=99) if line.kind.endswith("_error")]
    assert [(line.kind, line.detail) for line in lines] == [(kind, f"{ACTIONS[kind]}: 1")]


ACTIONS = {"bot_error": "ingest", "voice_error": "ingest_voice"}
