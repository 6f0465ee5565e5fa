"""How near `context_for` is to its floor, and search over facts to a bare dot product.

    python -m bench.floor [--messages 100000]

The floor of a prompt is what cannot be avoided: embedding the question, the same reads from the same store, and
the same dot products, done bare. The aims: a prompt within 3 times its floor with 200 facts about the asker and
100,000 messages in the guild; ranking 10,000 facts of one guild under 10 times their bare dot product and reads.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import numpy as np

from bench.world import START, Chatter, Shape, fill, person, questions
from dnam import Memory, Settings
from dnam.audience import audience_of
from dnam.ingest import embed_waiting
from dnam.model import LORE, Fact, Kind, Question, Source, SourceType
from dnam.rules import find
from dnam.rules.asking import read_question
from dnam.rules.rank import Query, rank_facts
from dnam.rules.text import fact_id


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


async def bare(memory: Memory, question: Question) -> None:
    """Do only what a prompt cannot do without: embed, read, multiply."""
    store, embedder, audience = memory.store, memory.embedder, audience_of(question.place)
    assert embedder is not None
    vector = (await embedder.embed([question.text]))[0]
    words = read_question(question.text, {}).words
    await store.recent_messages(audience, question.place.channel, limit=10)
    held = await store.facts_for(
        audience, [question.asker.id, LORE], at=memory.clock.now(), model=embedder.name
    )
    rows = [item.vector for item in held if item.vector is not None]
    np.array(rows) @ vector if rows else None
    postings, _, near = await asyncio.gather(
        store.find_words(audience, words),
        store.find_words(audience, words, channel=question.place.channel),
        store.find_near(audience, vector, model=embedder.name, limit=find.BY_MEANING),
    )
    spots = np.unique(np.concatenate([*(some[-60:] for some in postings.values()), near]))[:400]
    candidates = await store.read_candidates(audience, spots, model=embedder.name)
    if candidates.vectors is not None:
        candidates.vectors @ vector
    await store.read_spots(audience, candidates.spots[:18].tolist())
    await store.recents(audience, since=START, limit=20)
    await store.get_summary("discord:channel:0")


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
        settings = Settings(store=str(Path(folder) / "floor.sqlite3"), projections=False, facts_cap=10_000)
        async with Memory.open(settings) as memory:
            chatter = Chatter(seed=3)
            asked = questions(await fill(memory, Shape(messages, guilds=1, channels=10), chatter), chatter)
            facts = [known(n, person(1, n % 50).id, chatter.say()) for n in range(10_000)]
            await memory.store.save_facts(facts)
            assert memory.embedder is not None
            await embed_waiting(memory.store, memory.embedder)
            print(f"context_for, 200 facts a person, {messages} messages in the guild:")
            await compare(
                lambda n: memory.context_for(asked[n]), lambda n: bare(memory, asked[n]), len(asked)
            )
            await measure_facts(memory, asked)


async def measure_facts(memory: Memory, asked: list[Question]) -> None:
    """Compare ranking every fact of a guild with reading them and multiplying."""
    embedder = memory.embedder
    assert embedder is not None
    audience = audience_of(asked[0].place)
    subjects = [person(1, n).id for n in range(50)]
    at = memory.clock.now()
    held = await memory.store.facts_for(audience, subjects, at=at, model=embedder.name)
    matrix = np.array([item.vector for item in held])

    async def ours(n: int) -> None:
        vector = (await embedder.embed([asked[n].text]))[0]
        read = await memory.store.facts_for(audience, subjects, at=at, model=embedder.name)
        rank_facts(read, Query(text=asked[n].text, at=at, vector=vector), strict=True)

    async def floor(n: int) -> None:
        vector = (await embedder.embed([asked[n].text]))[0]
        matrix @ vector

    print(f"search over {len(held)} facts of one guild, reading them included, against the bare dot product:")
    await compare(ours, floor, 30)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=100_000)
    asyncio.run(measure(parser.parse_args().messages))


if __name__ == "__main__":
    main()
