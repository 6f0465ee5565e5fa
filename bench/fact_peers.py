"""Search of facts beside other memories: faiss, with its index on disk after each change, and mem0 on Qdrant.

    python -m bench.fact_peers [--facts 1000] [--rounds 5]

Every system has the same facts and the same vectors, drawn at random, and is asked the same questions in
turn. Milliseconds are of the CPU of a search, the vector of its question known. Writes
bench/results/fact_peers.json.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.live import opened
from bench.peers import PeerProcess, PeerUnavailable, install, running
from bench.results import Progress, spread, write
from bench.world import Chatter, DrawnVectors, Shape, made_facts, person, place
from dnam import Memory
from dnam.audience import audience_of
from dnam.domain import Question
from dnam.ingest import embed_waiting
from dnam.lanes import Lanes
from dnam.recall import Search

PEOPLE, ASKED, LIMIT = 50, 20, 10
AIMS = {"faiss": 1.0, "mem0": 0.1}
"""How many times a peer's CPU a search of dnam may take."""


async def ours(memory: Memory, questions: list[str]) -> list[float]:
    """Return the milliseconds of CPU of each search."""
    embedder, spent = DrawnVectors(), list[float]()
    search = Search(memory.store, embedder, lanes=Lanes(), settings=memory.settings, clock=memory.clock)
    where = place(Shape(1), 0)
    for text in questions:
        question = Question(place=where, asker=person(1, 0), text=text)
        vector = embedder.row(text)
        began = time.process_time()
        await search.find_facts(question, audience_of(where), vector, strict=True)
        spent.append((time.process_time() - began) * 1000)
    return spent


async def theirs(peer: PeerProcess, questions: list[str]) -> list[float]:
    """Return the same of a peer."""
    answers = [
        await peer.ask(do="search", scope="facts", question=text, limit=LIMIT, cpu=True) for text in questions
    ]
    return [milliseconds for milliseconds, _ in answers]


async def beside(peer: str, memory: Memory, count: int, rounds: int, progress: Progress) -> dict[str, Any]:
    """Fill a peer with the same facts, then search both in turn; the first round is not counted."""
    chatter, embedder, version = Chatter(seed=5), DrawnVectors(), install(peer)
    texts = [fact.text for fact in made_facts(count, chatter, PEOPLE)]
    questions = [chatter.ask(text) for text in texts[:ASKED]]
    async with running(peer) as process:
        every = [*dict.fromkeys([*texts, *questions])]
        await process.vectors(every, await embedder.embed(every))
        await process.ask(do="add", scope="facts", ids=[str(n) for n in range(count)], texts=texts)
        mine, others = list[float](), list[float]()
        for turn in range(rounds + 1):
            progress.step(f"facts beside {peer}, round", turn, rounds)
            both = await theirs(process, questions), await ours(memory, questions)
            if turn:
                others += both[0]
                mine += both[1]
    dnam, least = spread(mine), spread(others)
    times = round(dnam["median"] / least["median"], 3)
    return {"version": version, "dnam ms": dnam, "peer ms": least, "times": times, "aim": AIMS[peer]}


async def measure(count: int, rounds: int, progress: Progress) -> dict[str, Any]:
    """Compare with every peer that can be installed."""
    rows: dict[str, Any] = {}
    unavailable: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        async with opened(Path(folder), "facts") as memory:
            await memory.store.save_facts(made_facts(count, Chatter(seed=5), PEOPLE))
            await embed_waiting(memory.store, DrawnVectors())
            for peer in AIMS:
                try:
                    rows[peer] = await beside(peer, memory, count, rounds, progress)
                except PeerUnavailable as problem:
                    unavailable[peer] = str(problem)
    return {"facts": count, "rounds": rounds, "rows": rows, "unavailable": unavailable}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--facts", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    result = asyncio.run(measure(given.facts, given.rounds, Progress()))
    write("fact_peers", result)
    for peer, row in result["rows"].items():
        print(
            f"{peer} {row['version']}: dnam {row['dnam ms']['median']}, {peer} {row['peer ms']['median']} ms"
        )
        print(f"  {row['times']} times, aim {row['aim']}")
    for peer, why in result["unavailable"].items():
        print(f"{peer}: {why}")


if __name__ == "__main__":
    main()
