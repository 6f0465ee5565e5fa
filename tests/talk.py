"""Conversations for tests of learning: people talk to a real Memory, a scripted model reads what they say."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from dnam import Memory, Settings
from dnam.audience import session_key
from dnam.domain import Fact, Message, Person, Place, Status, Task
from dnam.errors import ModelError, Silence
from dnam.ports import ChatModel, Prompt, Store
from dnam.testing import HandClock, ScriptedModel
from scene import ANN, BOT, DEV, NOON, Scene

Models = Mapping[Task, ChatModel]

DOWN = ModelError("The provider is down.", reason=Silence.TIMEOUT)
NOTHING: dict[str, object] = {}
"""A model's answer that found nothing worth keeping."""


class Talk(Scene):
    """A scene in which the assistant answers and memory learns."""

    async def reply(self, text: str = "I see.", *, place: Place = DEV, **how: Any) -> Message:
        """Let the assistant answer; return its message."""
        message = Message(
            id=next(self.numbers), place=place, author=BOT, text=text, sent_at=self.minute_later(), **how
        )
        assert await self.memory.on_reply(message)
        return message

    async def turn(self, text: str, answer: str = "I see.", *, by: Person = ANN, place: Place = DEV) -> None:
        """Let somebody say something and the assistant answer."""
        await self.say(text, by=by, place=place)
        await self.reply(answer, place=place)

    async def turns(self, number: int, *, place: Place = DEV) -> None:
        """Let a conversation have so many turns, and everything be done that follows them."""
        for turn in range(number):
            await self.turn(f"we looked at module {turn}", f"module {turn} is fine", place=place)
        await self.memory.settle()

    async def knows(self, about: Person = ANN) -> list[str]:
        """Let all work be done; return the texts of what is known about somebody, sorted."""
        return sorted(fact.text for fact in await self.active(about))

    async def active(self, about: Person = ANN) -> list[Fact]:
        """Let all work be done; return the active facts about somebody, newest first."""
        await self.memory.settle()
        return [fact for fact in await self.facts(about) if fact.status is Status.ACTIVE]

    async def summary(self, place: Place = DEV) -> str | None:
        """Return the text of a conversation's summary."""
        held = await self.store.get_summary(session_key(place))
        return held.text if held else None

    @asynccontextmanager
    async def restarted(self, models: Models, **options: Any) -> AsyncIterator["Talk"]:
        """Open another memory over the same store, with other models."""
        settings = Settings(**{**self.memory.settings.model_dump(exclude_unset=True), **options})
        async with Memory.open(settings, store=self.store, clock=self.clock, models=models) as memory:
            yield Talk(memory, self.clock, self._folder, self.numbers)


@asynccontextmanager
async def talking(store: Store, folder: Path, models: Models, **options: Any) -> AsyncIterator[Talk]:
    """Open a memory that learns, with these models and no vectors or files."""
    fixed = {"projections": False, "embedder": "off", "data_dir": folder, "read_deadline_seconds": 30.0}
    settings = Settings(**{**fixed, **options})
    clock = HandClock(NOON)
    async with Memory.open(settings, store=store, clock=clock, models=models) as memory:
        yield Talk(memory, clock, folder, count(1001))


def reader(*replies: object) -> ScriptedModel:
    """Return a model that reads messages: it answers with these, then finds nothing any more."""
    script = list(replies)

    def answer(prompt: Prompt) -> object:
        said = script.pop(0) if script else NOTHING
        return said(prompt) if callable(said) else said

    return ScriptedModel(answer)


def found(text: str, message: int = 1, **more: object) -> dict[str, object]:
    """Return a model's answer: one fact found in one message."""
    return {"upserts": [{"message": message, "text": text, **more}]}


def several(*facts: tuple[str, int]) -> dict[str, object]:
    """Return a model's answer: facts with the numbers of their messages."""
    return {"upserts": [{"message": number, "text": text} for text, number in facts]}


def ended(message: int = 1, **which: object) -> dict[str, object]:
    """Return a model's answer: something known is no longer true."""
    return {"deprecations": [{"message": message, **which}]}


def texts(prompts: Sequence[Prompt]) -> list[str]:
    """Return what a model was shown, call by call."""
    return [prompt.text for prompt in prompts]


async def edited(talk: Talk, message: Message) -> None:
    """Let a message be edited into nothing worth knowing."""
    assert await talk.memory.on_edit(message.place.guild, message.id, "never mind", talk.minute_later())


async def deleted(talk: Talk, message: Message) -> None:
    """Let a message be deleted."""
    assert await talk.memory.on_delete(message.place.guild, [message.id]) == 1


Change = Callable[[Talk, Message], Any]
EITHER = pytest.mark.parametrize("change", [edited, deleted], ids=["edited", "deleted"])
"""Both ways in which a message goes."""
