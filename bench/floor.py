"""How near `context_for` is to its floor, and search over facts to a bare dot product.

    python -m bench.floor [--messages 10000]

The floor of a prompt is what cannot be avoided: embedding the question, the very reads that `context_for`
makes, and the dot products over what they give, done bare. The reads are noted in a first pass and repeated.
The aims: a prompt within 3 times its floor, with 200 facts about each person;
a search over 10,000 facts of one guild under 10 times embedding the question and the bare dot product.
Vectors are drawn at random: an encoder would take the same on both sides. Writes bench/results/floor.json.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np

from bench.results import Progress, spread, write
from bench.world import Chatter, DrawnVectors, Shape, fill, made_facts, person, questions, some
from dnam import Memory, Settings
from dnam.audience import audience_of
from dnam.domain import Candidates, HeldFact, Question
from dnam.ingest import embed_waiting
from dnam.ports import Embedder, Store
from dnam.recall import Search

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
    for result in await asyncio.gather(*(read() for read in reads)):
        if isinstance(result, Candidates) and result.vectors is not None:
            result.vectors @ vector
        elif isinstance(result, list) and result and isinstance(result[0], HeldFact):
            vectors = [item.vector for item in result if item.vector is not None]
            if vectors:
                np.array(vectors) @ vector


async def compare(
    ours: Callable[[int], Awaitable[object]], floor: Callable[[int], Awaitable[object]], n: int
) -> dict[str, Any]:
    """Time both in turn; return their medians and the ratio."""
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(n):
        for work, spent in ((ours, times[0]), (floor, times[1])):
            started = time.perf_counter()
            await work(number)
            if number >= n // 10:
                spent.append((time.perf_counter() - started) * 1000)
    mine, least = map(spread, times)
    return {"dnam": mine, "floor": least, "times": round(mine["median"] / least["median"], 2)}


async def measure(messages: int, progress: Progress) -> dict[str, Any]:
    """Fill a guild, then compare."""
    embedder = DrawnVectors()
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "floor.sqlite3")
        settings = Settings(
            store=file,
            projections=False,
            facts_cap=FACTS,
            retention_days=36_500,
            read_deadline_seconds=30,
        )
        async with Memory.open(settings, embedder=embedder, models={}) as memory:
            chatter = Chatter(seed=3)
            shape = Shape(messages, guilds=1, channels=10)
            await fill(memory, shape, chatter, lambda n: progress.step("floor: messages stored", n, messages))
            asked = questions(await some(memory, shape), chatter)
            await memory.store.save_facts(made_facts(FACTS, chatter, PEOPLE))
            await embed_waiting(memory.store, embedder)
            reads = await reads_of(memory, asked)
            context = await compare(
                lambda n: memory.context_for(asked[n]),
                lambda n: bare(embedder, asked[n], reads[n]),
                len(asked),
            )
            facts = await measure_facts(memory, embedder, asked)
    return {"messages": messages, "facts": FACTS, "people": PEOPLE, "context": context, "fact search": facts}


async def measure_facts(memory: Memory, embedder: Embedder, asked: Sequence[Question]) -> dict[str, Any]:
    """Compare a search over every fact of a guild with embedding the question and multiplying."""
    audience = audience_of(asked[0].place)
    subjects = [person(1, n).id for n in range(PEOPLE)]
    stored = await memory.store.facts_for(audience, subjects, at=memory.clock.now(), model=embedder.name)
    matrix = np.array([item.vector for item in stored])
    search = Search(memory.store, embedder, lanes=memory.lanes, settings=memory.settings, clock=memory.clock)

    async def ours(n: int) -> None:
        vector = (await embedder.embed([asked[n].text]))[0]
        await search.find_facts(asked[n], audience, vector, strict=True)

    async def floor(n: int) -> None:
        vector = (await embedder.embed([asked[n].text]))[0]
        matrix @ vector

    return await compare(ours, floor, len(asked))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=10_000)
    write("floor", asyncio.run(measure(parser.parse_args().messages, Progress())))


if __name__ == "__main__":
    main()
