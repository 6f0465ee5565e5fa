"""The made-up world that every bench measures in: a busy last week, days, facts, guilds and their members.

Words are as rare and common as real ones. The last `Shape.week` messages are of the last seven days, so that
days have something to tell; what is older is of the half year before.
"""

import random
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import accumulate
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Fact, Kind, Message, Person, Place, Question, Source, SourceType, Visibility
from dnam.extract import BY_MODEL
from dnam.ingest import message_payload
from dnam.memory import Memory
from dnam.rules.question_cues import cues
from dnam.rules.quoting import spoken
from dnam.rules.text import fact_id, words
from dnam.settings import Settings

START = datetime(2026, 1, 1, tzinfo=UTC)
NOW = datetime.now(UTC)
KEPT = Path(__file__).parent.parent / ".bench" / "worlds"
WEEK, HALF_YEAR = timedelta(days=7), timedelta(days=180)
BATCH = 2000
_DRAWN = 2048
_SENTENCES = ("Likes {}", "Plays {}", "Is learning {}", "Works on {}", "Once built {}", "Collects {}")
_SYLLABLES = [c + v + d for c in "bdfgklmnprstvz" for v in "aeiou" for d in ("", "n", "r", "s", "l")]


@dataclass(frozen=True, slots=True)
class Shape:
    """How big a world is."""

    messages: int
    guilds: int = 20
    channels: int = 200
    people: int = 50
    """Who talk, in each guild."""
    week: int = 10_000
    """How many of the messages are of the last seven days."""
    members: int = 2000
    """In guild 1, those who talk included."""


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

    def ask(self, text: str) -> str:
        """Return a question about something that was said."""
        words = text.split()
        return "what about " + " ".join(self.random.sample(words, min(4, len(words)))) + "?"


def place(shape: Shape, channel: int) -> Place:
    """Return the nth channel; channels are dealt to guilds in turn."""
    guild = channel % shape.guilds + 1
    return Place(guild=guild, channel=1000 + channel, name=f"c{channel}", visibility=Visibility.PUBLIC)


def person(guild: int, number: int) -> Person:
    """Return the nth person of a guild."""
    return Person(id=guild * 10_000 + number, name=f"Person{guild}x{number}")


class DrawnVectors:
    """An embedder that takes no time: each word has a vector drawn at random, a text has their sum.

    For measurements of everything but the encoder, which takes the same few milliseconds in every system.
    """

    name, ready, size = "drawn", True, 512

    def row(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a text."""
        numbers = [crc32(word.encode()) for word in text.split()]
        total = _drawn()[[n % _DRAWN for n in numbers]] + _drawn()[[n // _DRAWN % _DRAWN for n in numbers]]
        summed: NDArray[np.float32] = total.sum(axis=0)
        return summed / max(float(np.linalg.norm(summed)), 1e-9)

    async def load(self) -> None:
        """There is nothing to load."""

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the vectors of texts."""
        return np.array([self.row(text) for text in texts], np.float32)

    async def close(self) -> None:
        """There is nothing to close."""


@cache
def _drawn() -> NDArray[np.float32]:
    """Return rows drawn at random; a word has the sum of two of them."""
    return np.random.default_rng(1).standard_normal((_DRAWN, DrawnVectors.size), np.float32)


def message_at(shape: Shape, number: int, chatter: Chatter) -> Message:
    """Return the nth message of a world, dealt to channels in turn."""
    where = place(shape, number % shape.channels)
    author = person(where.guild, chatter.random.randrange(shape.people))
    recent = min(shape.week, shape.messages)
    older = shape.messages - recent
    if number < older:
        sent = NOW - WEEK - HALF_YEAR * ((older - number) / older)
    else:
        sent = NOW - WEEK * ((shape.messages - number) / recent)
    return Message(id=number + 1, place=where, author=author, text=chatter.say(), sent_at=sent)


def world_messages(shape: Shape, chatter: Chatter) -> list[Message]:
    """Return every message of a world."""
    return [message_at(shape, number, chatter) for number in range(shape.messages)]


async def fill(
    memory: Memory, shape: Shape, chatter: Chatter, stored: Callable[[int], None] = lambda _: None
) -> None:
    """Put messages into a store, many at once, with vectors; `stored` is told how many there are."""
    store, embedder = memory.store, memory.embedder
    for start in range(0, shape.messages, BATCH):
        numbers = range(start, min(start + BATCH, shape.messages))
        batch = [message_at(shape, number, chatter) for number in numbers]
        await store.add_messages([(one, words(spoken(one)), cues(one)) for one in batch])
        await store.mark_read(batch, level=BY_MODEL)
        if embedder is not None:
            vectors = await embedder.embed([message_payload(one) for one in batch])
            await store.put_message_vectors(embedder.name, list(zip(batch, vectors, strict=True)))
        stored(numbers.stop)
    silent = [person(1, number) for number in range(shape.people, shape.members)]
    await store.see_people(1, silent, NOW)


def outdated(file: Path) -> bool:
    """Return whether a world has to be filled, with room made for its file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.exists() and time.time() - file.stat().st_mtime > 86_400:
        file.unlink()
    return not file.exists()


async def kept_world(
    shape: Shape, stored: Callable[[int], None] = lambda _: None, folder: Path = KEPT
) -> Path:
    """Return the file of a filled world; filled again when it is a day old, telling `stored` how far."""
    file = folder / f"{shape.messages}-{shape.guilds}-{shape.channels}-{shape.people}-{shape.members}.sqlite3"
    if outdated(file):
        part = file.with_suffix(".part")
        settings = Settings(store=str(part), projections=False, retention_days=36_500, data_dir=folder)
        async with Memory.open(settings, embedder=DrawnVectors(), models={}) as memory:
            await fill(memory, shape, Chatter(seed=3), stored)
        part.rename(file)
    return file


def made_facts(count: int, chatter: Chatter, people: int = 50) -> list[Fact]:
    """Return facts about the people of guild 1, which everyone there may hear."""
    return [
        made_fact(number, person(1, number % people).id, _told(number, chatter)) for number in range(count)
    ]


def _told(number: int, chatter: Chatter) -> str:
    """Return what a fact says: some words of it are common, some rare."""
    return _SENTENCES[number % len(_SENTENCES)].format(" ".join(chatter.say().split()[:4]))


def made_fact(number: int, subject: int, text: str) -> Fact:
    """Return a fact that everyone in guild 1 may hear."""
    return Fact(
        id=fact_id("fact", f"{number} {text}"),
        guild=1,
        subject=subject,
        kind=Kind.FACT,
        text=text,
        origin="g1",
        asserted_by=subject,
        source=Source(type=SourceType.MANUAL, guild=1, channel=1000),
        created_at=START,
        updated_at=START + timedelta(minutes=number),
    )


def fact_question(fact: Fact) -> Question:
    """Return a question in guild 1 with the first words of a fact."""
    words = " ".join(fact.text.split()[:4])
    return Question(place=place(Shape(1, guilds=1), 0), asker=person(1, 1), text=f"what about {words}?")


async def some(memory: Memory, shape: Shape, count: int = 200) -> list[Message]:
    """Return a sample of a filled world's messages."""
    numbers = random.Random(5).sample(range(shape.messages), count)
    stored = [await memory.store.get_message(place(shape, n % shape.channels).guild, n + 1) for n in numbers]
    return [message for message in stored if message is not None]


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
