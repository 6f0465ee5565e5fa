"""A small world for tests of whole paths: people in places talk to a real Memory, by a clock set by hand."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from structlog.testing import capture_logs

from dnam import Memory, Settings
from dnam.commands import Answer, Command
from dnam.domain import (
    DM_GUILD,
    Context,
    Fact,
    Layer,
    Message,
    Person,
    Place,
    Question,
    SearchResult,
    Visibility,
)
from dnam.ports import Embedder, Store
from dnam.testing import HandClock

NOON = datetime(2025, 1, 15, 12, tzinfo=UTC)
GUILD = 500

ANN = Person(id=11, name="Ann")
BEN = Person(id=12, name="Ben")
CARL = Person(id=13, name="Carl")
BOT = Person(id=99, name="Dee", bot=True)

DEV = Place(guild=GUILD, channel=71, visibility=Visibility.PUBLIC, name="dev", guild_name="Gardeners")
GENERAL = replace(DEV, channel=72, name="general")
STAFF = replace(DEV, channel=73, name="staff", visibility=Visibility.PRIVATE)
BOARD = replace(STAFF, channel=74, name="board")
THREAD = replace(DEV, channel=75, name="release plan", parent=71)
STAFF_THREAD = replace(STAFF, channel=76, name="hiring", parent=73)
INVITED = replace(DEV, channel=77, name="surprise", parent=71, invite_only=True)
ELSEWHERE = Place(guild=600, channel=81, visibility=Visibility.PUBLIC, name="cooks", guild_name="Cooks")
DM_ANN = Place(guild=DM_GUILD, channel=91, visibility=Visibility.DM, person=ANN.id)
DM_BEN = Place(guild=DM_GUILD, channel=92, visibility=Visibility.DM, person=BEN.id)


class Scene:
    """People who talk, command and ask; a minute passes with each thing they do."""

    def __init__(self, memory: Memory, clock: HandClock, folder: Path, numbers: "count[int]") -> None:
        self.memory = memory
        self.store = memory.store
        self.clock = clock
        self._folder = folder
        self.numbers = numbers

    async def say(self, text: str, *, by: Person = ANN, place: Place = DEV, **how: Any) -> Message:
        """Let somebody say something; return the message."""
        message = Message(
            id=next(self.numbers), place=place, author=by, text=text, sent_at=self.minute_later(), **how
        )
        assert await self.memory.on_message(message)
        return message

    async def answer(self, text: str, *, by: Person = ANN, place: Place = DEV, **how: Any) -> Answer:
        """Let somebody type `!memory` and this; return the whole answer."""
        self.minute_later()
        command = Command(text=f"!memory {text}", place=place, person=by, message=next(self.numbers), **how)
        answer = await self.memory.command(command)
        assert answer is not None
        return answer

    async def tell(self, text: str, *, by: Person = ANN, place: Place = DEV, **how: Any) -> str:
        """Let somebody type `!memory` and this; return what they are told."""
        return (await self.answer(text, by=by, place=place, **how)).text

    async def prompt(
        self, text: str = "hello?", *, by: Person = ANN, place: Place = DEV, mentions: Sequence[Person] = ()
    ) -> Context:
        """Return the prompt for a question somebody asks."""
        return await self.memory.context_for(self.question(text, by=by, place=place, mentions=mentions))

    async def search(self, text: str, *, by: Person = ANN, place: Place = DEV) -> SearchResult:
        """Return what a search finds for somebody, once everything is embedded."""
        await self.settled()
        return await self.memory.search(self.question(text, by=by, place=place))

    def question(
        self, text: str, *, by: Person = ANN, place: Place = DEV, mentions: Sequence[Person] = ()
    ) -> Question:
        """Put a question that is not a message yet."""
        return Question(place=place, asker=by, text=text, mentions=tuple(mentions))

    async def facts(self, about: Person = ANN) -> list[Fact]:
        """Return every stored fact about somebody, newest first."""
        return await self.store.facts_of(about.id)

    async def settled(self) -> None:
        """Wait until all work in the background is done."""
        await self.memory.settle()

    def minute_later(self) -> datetime:
        """Let a minute pass."""
        return self.clock.advance(timedelta(minutes=1))

    @asynccontextmanager
    async def again(
        self, *, embedder: Embedder | None = None, store: Store | None = None, **options: Any
    ) -> AsyncIterator["Scene"]:
        """Open another memory over the same store: a restart, or other settings."""
        settings = Settings(**{**self.memory.settings.model_dump(exclude_unset=True), **options})
        held = store or self.store
        async with Memory.open(settings, store=held, clock=self.clock, embedder=embedder) as memory:
            yield Scene(memory, self.clock, self._folder, self.numbers)


@asynccontextmanager
async def opened(
    store: Store, folder: Path, *, embedder: Embedder | None = None, **options: Any
) -> AsyncIterator[Scene]:
    """Open a memory that keeps what it is told and makes nothing of it: no files, vectors or learning.

    An embedder brings vectors; options turn on the rest.
    """
    quiet = dict.fromkeys(("projections", "extract_enabled", "rolling_enabled", "short_term_enabled"), False)
    wanted = {**quiet, "data_dir": folder, "embedder": "off", "read_deadline_seconds": 30.0, **options}
    clock = HandClock(NOON)
    with capture_logs():  # failures on purpose need no traceback, which takes most of a second to write
        async with Memory.open(Settings(**wanted), store=store, clock=clock, embedder=embedder) as memory:
            yield Scene(memory, clock, folder, count(1001))


def layers(context: Context) -> list[Layer]:
    """Return the layers of a prompt in their order."""
    return [section.layer for section in context.sections]


def layer(context: Context, which: Layer) -> str:
    """Return the text of one layer, empty when it is not there."""
    return next((section.text for section in context.sections if section.layer is which), "")


def entries(context: Context, which: Layer) -> list[str]:
    """Return the lines of a layer below its header."""
    return layer(context, which).split("\n")[1:]


def texts(found: SearchResult) -> list[str]:
    """Return the texts of what was found, facts first."""
    return [hit.what.text for hit in found.facts] + [hit.what.text for hit in found.messages]


class TopicEmbedder:
    """An embedder whose meanings are given: each text points where the topics it names point."""

    ready = True

    def __init__(self, *topics: str, name: str = "topics") -> None:
        self.name = name
        self.seen: list[str] = []
        self._topics = [topic.split() for topic in topics]

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit row per text, zeros for a text of no topic."""
        self.seen += texts
        rows = np.array(
            [[any(word in text.casefold() for word in topic) for topic in self._topics] for text in texts],
            np.float32,
        )
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.divide(rows, np.where(lengths == 0, 1, lengths), dtype=np.float32)

    async def load(self) -> None:
        """There is nothing to load."""

    async def close(self) -> None:
        """There is nothing to close."""
