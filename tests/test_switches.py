"""What is turned off is not learned, not asked of a model and not shown, whichever way somebody comes."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from dnam.commands import Command
from dnam.domain import LORE, Layer, Task
from dnam.mcp.tools import AgentMemory
from dnam.ports import Store
from dnam.reply import answer_text
from dnam.testing import ScriptedModel
from scene import ANN, BEN, BOT, DEV, GENERAL, GUILD, layers
from talk import NOTHING, Talk, found, reader, talking

FACT, LINE = "Prefers oolong", "The cat rules this server"


async def in_plain_words(talk: Talk, text: str) -> str:
    """Return the answer to plain words to the assistant."""
    command = Command(text=text, place=DEV, person=ANN, assistant=BOT, message=next(talk.numbers))
    return repr(await talk.memory.command(command))


async def shown(value: Awaitable[Any]) -> str:
    """Return everything a door returns, as text."""
    return repr(await value)


DOORS: dict[str, Callable[[Talk], Awaitable[str]]] = {
    "prompt": lambda talk: shown(talk.prompt("which drink?", place=GENERAL)),
    "another's prompt": lambda talk: shown(talk.prompt("what does Ann prefer?", by=BEN, mentions=[ANN])),
    "search": lambda talk: shown(talk.memory.search(ANN, "oolong", place=DEV)),
    "facts": lambda talk: shown(talk.memory.facts(ANN, place=DEV)),
    "profile": lambda talk: shown(talk.memory.profile(GUILD, ANN.id, place=DEV)),
    "show": lambda talk: talk.tell("show"),
    "plain words": lambda talk: in_plain_words(talk, "Dee, what do you know about me?"),
    "agents": lambda talk: AgentMemory(talk.memory, ANN, DEV, writes=False).facts_of(str(ANN.id)),
}


@pytest.fixture
async def talk(sqlite_store: Store, tmp_path: Path) -> AsyncIterator[Talk]:
    """A memory with a fact and a line of lore, in which nothing was said."""
    async with talking(sqlite_store, tmp_path, {}) as opened:
        await opened.tell(f"remember {FACT}")
        await opened.tell(f"lore {LINE}")
        yield opened


@pytest.mark.parametrize("switch", ["facts_enabled", "memory_enabled"])
@pytest.mark.parametrize("door", DOORS)
async def test_facts_that_are_off_are_shown_at_no_door(talk: Talk, door: str, switch: str) -> None:
    """F-28, DC-126, CL-62: on they are shown, off they are not; `show all` still tells what is stored."""
    assert "oolong" in await DOORS[door](talk)
    async with talk.restarted({}, **{switch: False}) as off:
        text = await DOORS[door](off)
        assert "oolong" not in text.replace("'oolong'", "")
        assert "cat rules" not in text
        assert "oolong" in await off.tell("show all")


@pytest.mark.parametrize("switch", ["facts_enabled", "extract_enabled", "ingest_enabled", "memory_enabled"])
async def test_what_is_off_is_not_learned_and_no_model_is_asked(talk: Talk, switch: str) -> None:
    """F-28, CL-14, CL-62: neither rules nor models read for facts, at shutdown neither."""
    models: dict[Task, ScriptedModel] = {"extract": reader(found("Has a dog")), "remember": reader(NOTHING)}
    async with talk.restarted(models, extract_every=1, **{switch: False}) as off:
        await off.say("I have a dog named Rex")
        await off.memory.settle()
        if switch != "extract_enabled":  # whoever asks for it may still have it remembered
            await in_plain_words(off, "Dee, remember this")
    assert [len(model.prompts) for model in models.values()] == [0, 0]
    assert [fact.text for fact in await talk.facts()] == [FACT]
    assert len(await talk.store.facts_of(LORE)) == 1


async def test_without_ingest_messages_are_not_stored_and_the_rest_goes_on(talk: Talk) -> None:
    """CL-14: the message is done with, and nothing is made of it; what is known stays in use."""
    before = await talk.say("the key is under the pot")
    async with talk.restarted({}, ingest_enabled=False, rolling_every=1) as off:
        await off.turn("the lamp is in the shed", "Noted.")
        told = off.question("the lamp is in the shed")
        assert answer_text(await off.memory.reply(told), told).startswith("Nothing is kept here")
        await off.memory.settle()
        assert "oolong" in (await off.prompt("which drink?")).text
        assert "remembered" in (await off.tell("remember Has a cat")).casefold()
        assert await off.summary() is None
        stored = await off.store.recent_messages(off.memory.recall.audience(off.question("")), 71, limit=9)
    assert [message.text for message in stored] == [before.text]


async def test_without_memory_no_layer_is_read_and_nothing_is_embedded(talk: Talk) -> None:
    """CL-62: a prompt has the question alone, and search finds nothing of what is stored."""
    await talk.turns(6)
    assert await talk.summary()
    async with talk.restarted({}, memory_enabled="0", facts_enabled=True, embedder="multilingual") as off:
        assert layers(await off.prompt("module?")) == [Layer.MESSAGE]
        assert not (await off.memory.search(ANN, "module", place=DEV)).messages
        assert "module" not in await off.tell("show")
        assert off.memory.embedder is None
        assert off.memory.settings.came_from("facts_enabled") == "the program"


@pytest.mark.parametrize("switch", ["rolling_enabled", "short_term_enabled"])
async def test_a_layer_that_is_off_is_not_shown_though_it_is_stored(talk: Talk, switch: str) -> None:
    """F-28, DC-62, DC-96: what was made before it was turned off is not shown either."""
    shown_layer, place = (Layer.ROLLING, DEV) if "rolling" in switch else (Layer.SHORT_TERM, GENERAL)
    await talk.turns(6)
    assert shown_layer in layers(await talk.prompt(place=place))
    async with talk.restarted({}, **{switch: False}) as off:
        assert shown_layer not in layers(await off.prompt(place=place))
        assert switch != "rolling_enabled" or "module" not in await off.tell("show")
