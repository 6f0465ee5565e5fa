"""How near `context_for` is to its floor, and search over facts to a bare dot product.

    python -m bench.floor [--messages 100000]

The floor of a prompt is what cannot be avoided: embedding the question, the very reads that `context_for`
makes, and the dot products over what they give, done bare. The reads are noted in a first pass and repeated.
The aims: a prompt within 3 times its floor, with 200 facts about each person and 100,000 messages in a guild;
a search over 10,000 facts of one guild under 10 times embedding the question and the bare dot product.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np

from bench.world import START, Chatter, Shape, fill, person, questions, some
from dnam import Memory, Settings
from dnam.audience import audience_of
from dnam.domain import Candidates, Fact, HeldFact, Kind, Question, Source, SourceType
from dnam.ingest import embed_waiting
from dnam.ports import Embedder, Store
from dnam.recall import Search
from dnam.rules.text import fact_id

PEOPLE, FACTS = 50, 10_000
Read = Callable[[], Awaitable[object]]


class Noting:
    """A store that notes every read, to do it again."""

    def __init__(self, store: Store) -> None:
        self.reads: list[Read] = []
        self._store = store

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        method = getattr(self._store, name)

        def noted(*args: object, **how: object) -> Awaitable[Any]:
            self.reads.append(partial(method, *args, **how))
            return cast("Awaitable[Any]", method(*args, **how))

        return noted


def known(number: int, subject: int, text: str) -> Fact:
    """Make a fact that everyone in guild 1 may hear."""
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


async def reads_of(memory: Memory, asked: Sequence[Question]) -> list[list[Read]]:
    """Note what `context_for` reads for each question, once what it keeps in mind is there."""
    store = Noting(memory.store)
    recall = Memory(
        cast("Store", store),
        embedder=memory.embedder,
        models={},
        settings=memory.settings,
        clock=memory.clock,
    ).recall
    await recall.context(asked[0])
    noted = []
    for question in asked:
        store.reads = []
        await recall.context(question)
        noted.append(store.reads)
    return noted


async def bare(embedder: Embedder, question: Question, reads: Sequence[Read]) -> None:
    """Do only what a prompt cannot do without: embed, read, multiply."""
    vector = (await embedder.embed([question.text]))[0]
    for found in await asyncio.gather(*(read() for read in reads)):
        if isinstance(found, Candidates) and found.vectors is not None:
            found.vectors @ vector
        elif isinstance(found, list) and found and isinstance(found[0], HeldFact):
            vectors = [item.vector for item in found if item.vector is not None]
            if vectors:
                np.array(vectors) @ vector


async def compare(
    ours: Callable[[int], Awaitable[object]], floor: Callable[[int], Awaitable[object]], n: int
) -> None:
    """Time both in turn and print the medians and their ratio."""
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(n):
        for work, spent in ((ours, times[0]), (floor, times[1])):
            started = time.perf_counter()
            await work(number)
            if number >= n // 10:
                spent.append((time.perf_counter() - started) * 1000)
    mine, least = map(statistics.median, times)
    print(f"  {mine:.2f} ms against a floor of {least:.2f} ms: {mine / least:.2f} times")


async def measure(messages: int) -> None:
    """Fill a guild, then compare."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "floor.sqlite3")
        settings = Settings(store=file, projections=False, facts_cap=FACTS, retention_days=36_500)
        async with Memory.open(settings) as memory:
            embedder = memory.embedder
            assert embedder is not None
            chatter = Chatter(seed=3)
            shape = Shape(messages, guilds=1, channels=10)
            await fill(memory, shape, chatter)
            asked = questions(await some(memory, shape), chatter)
            facts = [known(n, person(1, n % PEOPLE).id, chatter.say()) for n in range(FACTS)]
            await memory.store.save_facts(facts)
            await embed_waiting(memory.store, embedder)
            reads = await reads_of(memory, asked)
            print(f"context_for, {FACTS // PEOPLE} facts a person, {messages} messages in the guild:")
            await compare(
                lambda n: memory.context_for(asked[n]),
                lambda n: bare(embedder, asked[n], reads[n]),
                len(asked),
            )
            await measure_facts(memory, embedder, asked)


async def measure_facts(memory: Memory, embedder: Embedder, asked: Sequence[Question]) -> None:
    """Compare a search over every fact of a guild with embedding the question and multiplying."""
    audience = audience_of(asked[0].place)
    subjects = [person(1, n).id for n in range(PEOPLE)]
    held = await memory.store.facts_for(audience, subjects, at=memory.clock.now(), model=embedder.name)
    matrix = np.array([item.vector for item in held])

    search = Search(memory.store, embedder, lanes=memory.lanes, settings=memory.settings, clock=memory.clock)

    async def ours(n: int) -> None:
        vector = (await embedder.embed([asked[n].text]))[0]
        await search.find_facts(asked[n], audience, vector, strict=True)

    async def floor(n: int) -> None:
        vector = (await embedder.embed([asked[n].text]))[0]
        matrix @ vector

    print(f"search over {len(held)} facts of one guild, against embedding and {matrix.shape} multiplied:")
    await compare(ours, floor, len(asked))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=100_000)
    asyncio.run(measure(parser.parse_args().messages))


if __name__ == "__main__":
    main()
