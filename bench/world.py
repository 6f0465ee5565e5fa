"""A made-up server to measure on: people who chat in channels, in words as rare and common as real ones."""

import asyncio
import random
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate

from dnam.domain import Message, Person, Place, Question, Visibility
from dnam.ingest import embed_waiting, store_message
from dnam.memory import Memory

START = datetime(2026, 1, 1, tzinfo=UTC)
_SYLLABLES = [c + v + d for c in "bdfgklmnprstvz" for v in "aeiou" for d in ("", "n", "r", "s", "l")]


@dataclass(frozen=True, slots=True)
class Shape:
    """How big a world is."""

    messages: int
    guilds: int = 20
    channels: int = 200
    people: int = 50
    """In each guild."""


class Chatter:
    """Says things: words drawn as in real language, a few very common, most very rare."""

    def __init__(self, seed: int, vocabulary: int = 20_000) -> None:
        self.random = random.Random(seed)
        self.words = sorted({self._word() for _ in range(vocabulary * 2)})[:vocabulary]
        self.random.shuffle(self.words)
        self._weights = list(accumulate(1 / (rank + 10) for rank in range(len(self.words))))

    def _word(self) -> str:
        return "".join(self.random.choice(_SYLLABLES) for _ in range(self.random.choice((2, 2, 3, 3, 4))))

    def say(self) -> str:
        """Return a message of about fourteen words."""
        length = max(2, min(60, int(self.random.gammavariate(2.0, 7.0))))
        return " ".join(self.random.choices(self.words, cum_weights=self._weights, k=length))

    def ask(self, said: str) -> str:
        """Return a question about something that was said."""
        words = said.split()
        return "what about " + " ".join(self.random.sample(words, min(4, len(words)))) + "?"


def place(shape: Shape, channel: int) -> Place:
    """Return the nth channel; channels are dealt to guilds in turn."""
    guild = channel % shape.guilds + 1
    return Place(guild=guild, channel=1000 + channel, name=f"c{channel}", visibility=Visibility.PUBLIC)


def person(guild: int, number: int) -> Person:
    """Return the nth person of a guild."""
    return Person(id=guild * 10_000 + number, name=f"Person{guild}x{number}")


async def fill(memory: Memory, shape: Shape, chatter: Chatter) -> None:
    """Put messages into a store as ingest does, with vectors."""
    batch: list[Message] = []
    for number in range(shape.messages):
        where = place(shape, number % shape.channels)
        author = person(where.guild, chatter.random.randrange(shape.people))
        sent = START + timedelta(seconds=number * (180 * 86_400 / shape.messages))
        message = Message(id=number + 1, place=where, author=author, text=chatter.say(), sent_at=sent)
        batch.append(message)
        if len(batch) == 2000 or number == shape.messages - 1:
            await asyncio.gather(*(store_message(memory.store, one) for one in batch))
            batch.clear()
    if memory.embedder is not None:
        await embed_waiting(memory.store, memory.embedder)


async def some(memory: Memory, shape: Shape, count: int = 200) -> list[Message]:
    """Return a sample of a filled world's messages."""
    numbers = random.Random(5).sample(range(shape.messages), count)
    found = [await memory.store.get_message(place(shape, n % shape.channels).guild, n + 1) for n in numbers]
    return [message for message in found if message is not None]


def questions(sample: Sequence[Message], chatter: Chatter) -> list[Question]:
    """Ask about what was said, where it was said."""
    return [Question(place=m.place, asker=m.author, text=chatter.ask(m.text)) for m in sample]


async def median_ms(work: Callable[[Question], Awaitable[object]], asked: Sequence[Question]) -> float:
    """Time each question once, after a warm-up, and return the median."""
    for question in asked[:20]:
        await work(question)
    times = []
    for question in asked:
        started = time.perf_counter()
        await work(question)
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)
