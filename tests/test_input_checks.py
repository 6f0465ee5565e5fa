"""A mistake of the caller is an error they see, never False or an empty result."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from dnam.commands import Command
from dnam.domain import Message, Person, Place, Question, Scope, Visibility
from dnam.errors import BadInput
from dnam.memory import Memory
from dnam.rules.input_checks import LONGEST_TEXT
from dnam.settings import Settings
from dnam.stores.sqlite import SqliteStore
from scene import ANN, DEV, NOON, opened

GOOD = Message(id=1, place=DEV, author=ANN, text="hello", sent_at=NOON)
NAIVE = datetime(2026, 1, 1)
LONG = "x" * (LONGEST_TEXT + 1)
ANY: Any = "7"


@pytest.mark.parametrize(
    "wrong",
    [
        replace(GOOD, sent_at=NAIVE),
        replace(GOOD, edited_at=NAIVE),
        replace(GOOD, id=2**63),
        replace(GOOD, id=-1),
        replace(GOOD, id=ANY),
        replace(GOOD, reply_to=2**64),
        replace(GOOD, author=Person(id=True, name="Ann")),
        replace(GOOD, author=Person(id=2**70, name="Ann")),
        replace(GOOD, author=replace(ANN, name="x" * 2000)),
        replace(GOOD, place=replace(DEV, channel=2**63)),
        replace(GOOD, mentions=(Person(id=ANY, name="Ben"),)),
        replace(GOOD, text=LONG),
        replace(GOOD, text=b"bytes"),  # type: ignore[arg-type]  # what is tried
        {"id": 1},
        None,
    ],
    ids=range(15),
)
async def test_a_message_that_cannot_be_is_refused(
    sqlite_store: SqliteStore, tmp_path: Path, wrong: Any
) -> None:
    """F-14: naive times, ids beyond 63 bits, wrong types and endless texts raise BadInput."""
    async with opened(sqlite_store, tmp_path) as scene:
        with pytest.raises(BadInput):
            await scene.memory.on_message(wrong)
        assert (await sqlite_store.counts())["messages"] == 0


async def test_a_direct_message_with_nobody_is_refused(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """F-14: without the person it is with, what is said there would be nobody's."""
    nobody = Place(guild=0, channel=900, visibility=Visibility.DM)
    async with opened(sqlite_store, tmp_path) as scene:
        with pytest.raises(BadInput, match="person=ID"):
            await scene.memory.on_message(replace(GOOD, place=nobody))


async def test_everything_else_a_program_passes_in_is_checked(
    sqlite_store: SqliteStore, tmp_path: Path
) -> None:
    """F-14: edits, deletions, questions, commands, names and erasures."""
    question = Question(place=DEV, asker=ANN, text="?")
    async with opened(sqlite_store, tmp_path) as scene:
        memory = scene.memory
        for refused in (
            memory.on_edit(500, 1, "text", NAIVE),
            memory.on_edit(500, 1, LONG),
            memory.on_delete(500, [2**63]),
            memory.on_channel_delete(500, ANY),
            memory.context_for(replace(question, text=LONG)),
            memory.search(replace(question, asker=Person(id=2**63, name=""))),
            memory.command(Command(text=f"!memory remember {LONG}", place=DEV, person=ANN)),
            memory.on_names(500, [Person(id=ANY, name="Ann")]),
            memory.erase(Scope(kind="person", id=2**63)),
            memory.erase(Scope(kind=ANY, id=1)),
        ):
            with pytest.raises(BadInput):
                await refused


async def test_the_longest_text_that_is_allowed_is_stored(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """F-14: the limit is a limit, not a mistake."""
    async with opened(sqlite_store, tmp_path) as scene:
        assert await scene.memory.on_message(replace(GOOD, text="word " * (LONGEST_TEXT // 5)))
        assert (await sqlite_store.counts())["messages"] == 1


class Chatty:
    """A model that its author has not finished."""

    name = "mine:chatty"


@pytest.mark.parametrize(
    ("models", "why"), [({"chat": Chatty()}, "'chat' is no task"), ({"reply": Chatty()}, "no `complete`")]
)
async def test_a_model_that_cannot_work_is_refused_at_once(tmp_path: Path, models: Any, why: str) -> None:
    """F-14: not at the first reply, and not by silence."""
    settings = Settings(store=str(tmp_path / "memory.sqlite3"), projections=False)
    with pytest.raises(BadInput, match=why):
        async with Memory.open(settings, models=models):
            pass
