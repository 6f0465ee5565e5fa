"""The walks of docs/architecture.md are what the code does: each is run on a real memory and recorded."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count, pairwise
from pathlib import Path

import pytest

from dnam import Memory, Settings
from dnam.commands import Command
from dnam.domain import Message, Scope
from dnam.stores.sqlite import SqliteStore
from dnam.testing import HandClock, ScriptedModel, Use
from scene import ANN, BOT, DEV, NOON, TopicEmbedder
from talk import Talk, reader
from walks import recorded

PAGE = Path(__file__).parent.parent / "docs" / "architecture.md"
NAME = re.compile(r"`((?:\w+\.)+\w+)`")

CALLBACKS = {
    "memory.Memory._drop_erased": "only Memory knows every cache of its process",
    "memory.Memory.search": "a model's tool takes the same way as a person's search",
    "models.usage_meter._watched.<locals>.call": "the meter notes each tool that a model uses",
    "reply.Assistant._tools.<locals>.search": "the model calls the tools that the reply gives it",
}
"""The calls that go back up, and why they may."""


def walks() -> dict[str, list[list[str]]]:
    """By title, the lists of functions on the page: the numbered list, then each line of its own."""
    _, _, text = PAGE.read_text().partition("## The walks")
    read: dict[str, list[list[str]]] = {}
    for section in text.partition("\n## ")[0].split("\n### ")[1:]:
        title, *lines = section.splitlines()
        numbered = [name for line in lines if line[:1].isdigit() for name in functions(line)]
        read[title] = [numbered, *(functions(line) for line in lines if line.startswith("- "))]
    return read


def functions(line: str) -> list[str]:
    """The functions a line names before it explains them."""
    chain = re.split(r"`(?:: |$)", re.sub(r"^(\d+\.|- [\w ]+:) ", "", line))[0] + "`"
    return NAME.findall(chain)


async def message_in(talk: Talk) -> None:
    await talk.say("I like green tea")


async def prompt_out(talk: Talk) -> None:
    await talk.prompt("what tea do I like?")


async def reply(talk: Talk) -> None:
    answer = await talk.memory.reply(talk.question("what tea do I like?"))
    assert answer.text
    sent = Message(id=2000, place=DEV, author=BOT, text=answer.text, sent_at=talk.minute_later())
    assert await talk.memory.on_reply(sent, answer.context)


async def command(talk: Talk) -> None:
    text = "Dee, remember that I have two cats"
    assert await talk.memory.command(Command(text=text, place=DEV, person=ANN, message=2000, assistant=BOT))


async def edit(talk: Talk) -> None:
    assert await talk.memory.on_edit(DEV.guild, 1001, "I like black tea", talk.minute_later())


async def deletion(talk: Talk) -> None:
    assert await talk.memory.on_delete(DEV.guild, [1001]) == 1


async def erasure(talk: Talk) -> None:
    assert (await talk.memory.erase(Scope(kind="person", id=ANN.id))).counts["messages"]


async def upkeep(talk: Talk) -> None:
    talk.clock.advance(timedelta(hours=3))
    await talk.memory.upkeep()


WALKS: dict[str, Callable[[Talk], Awaitable[None]]] = {
    "Message in": message_in,
    "Prompt out": prompt_out,
    "Reply": reply,
    "Command": command,
    "Edit": edit,
    "Deletion": deletion,
    "Erasure": erasure,
    "Upkeep": upkeep,
}


@pytest.fixture
async def talk(sqlite_store: SqliteStore, tmp_path: Path) -> AsyncIterator[Talk]:
    """A memory with everything turned on, a model that reads and one that looks something up and answers."""
    settings = Settings(
        data_dir=tmp_path,
        embedder="off",
        debounce_seconds=0.0,
        rolling_every=1,
        read_deadline_seconds=30.0,
    )
    answering = ScriptedModel([Use("search_memory", text="tea"), "You like green tea."])
    clock = HandClock(NOON)
    async with Memory.open(
        settings,
        store=sqlite_store,
        clock=clock,
        models={"extract": reader(), "reply": answering},
        embedder=TopicEmbedder("tea", "cats"),
    ) as memory:
        yield Talk(memory, clock, tmp_path, count(1001))


def test_every_walk_of_the_page_is_tried() -> None:
    """A walk that nobody runs could say anything."""
    assert list(walks()) == list(WALKS)
    assert all(len(numbered) > 1 for numbered, *_ in walks().values())


@pytest.mark.parametrize("title", WALKS)
async def test_a_walk_enters_the_functions_of_the_page_in_order(talk: Talk, title: str) -> None:
    """And goes down only: no module calls back into one that called it."""
    if title != "Message in":
        await talk.say("I like green tea")
        await talk.tell("remember I have a garden")
    await talk.settled()
    await talk.memory.lanes.idle()
    with recorded() as recording:
        # threads that exist already are not recorded
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
        await WALKS[title](talk)
        await talk.memory.lanes.idle()
    entered = {name: number for number, name in enumerate(recording.entered)}
    lists = walks()[title]
    assert [name for names in lists for name in names if name not in entered] == []
    wrong = [
        pair
        for names in lists
        for pair in pairwise(first_times(names))
        if entered[pair[0]] > entered[pair[1]]
    ]
    assert wrong == []
    assert [call for call in recording.back_up if call[0] not in CALLBACKS] == []


def first_times(names: list[str]) -> list[str]:
    """A list without what stands in it twice."""
    return list(dict.fromkeys(names))
