"""What people wait for in the world they live in, beside its floor: a busy week, days, facts, many members.

    python -m bench.live [--messages 10000] [--rounds 5] [--only context,intake]

Every figure is a ratio to a floor measured in the same run, in turn with it. Times are the medians of rounds,
with their quartiles; the ratio of CPU time of the process is beside that of the clock, which a busy machine
disturbs. Vectors are drawn at random: an encoder would take the same on both sides.
Writes bench/results/live.json.
"""

import argparse
import asyncio
import gc
import os
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from bench.results import Progress, write
from bench.stopwatch import Case, Stopwatch, compare, lag_of, row_of
from bench.world import Chatter, DrawnVectors, Shape, kept_world, made_facts, person, place, questions, some
from dnam import Memory, Settings
from dnam.audience import audience_of
from dnam.domain import Message, Question
from dnam.ingest import embed_waiting, store_message
from dnam.lanes import Lanes
from dnam.ports import Clock
from dnam.recall import Search

BURST, ASKED, PEOPLE = 50, 10, 50


class LaterClock:
    """A clock that is far ahead: what was said in the last week is old by it."""

    def now(self) -> datetime:
        """Return the time in a year."""
        return datetime.now(UTC) + timedelta(days=365)


def opened(folder: Path, name: str, clock: Clock | None = None) -> AbstractAsyncContextManager[Memory]:
    """Open a memory of this name, as people run it, but without files, and with room for facts."""
    settings = Settings(
        store=str(folder / f"{name}.sqlite3"),
        data_dir=folder / name,
        projections=False,  # files are written beside everything, at most a fifth of the time
        facts_cap=10_000,
        remember_per_hour=0,
        retention_days=36_500,
        read_deadline_seconds=30,
    )
    return Memory.open(settings, embedder=DrawnVectors(), models={}, clock=clock)


class World:
    """A memory that is filled, and what is asked in it."""

    def __init__(self, memory: Memory, shape: Shape) -> None:
        self.memory = memory
        self.shape = shape
        self.chatter = Chatter(seed=5)
        self.asked: list[Question] = []
        self._number = 10**9

    async def prepare(self, facts_a_person: int, progress: Progress) -> "World":
        """Add so many facts about each who talks in guild 1."""
        progress.step("live: facts a person", facts_a_person, facts_a_person)
        await self.memory.store.save_facts(made_facts(facts_a_person * PEOPLE, self.chatter, PEOPLE))
        await embed_waiting(self.memory.store, DrawnVectors())
        sample = [each for each in await some(self.memory, self.shape) if each.place.guild == 1]
        self.asked = questions(sample, self.chatter)
        await self.memory.settle()
        return self

    async def ask(self) -> None:
        """Ask for the prompts of some questions, one after another."""
        for question in self.asked[:ASKED]:
            await self.memory.context_for(question)

    async def ask_one(self, **change: Any) -> None:
        """Ask the first question, changed."""
        await self.memory.context_for(replace(self.asked[0], **change))

    def messages(self, count: int) -> list[Message]:
        """Return new messages of guild 1, from many people in several channels."""
        made = []
        for _ in range(count):
            self._number += 1
            where = place(self.shape, self._number % 5 * self.shape.guilds)
            author = person(1, self.chatter.random.randrange(PEOPLE))
            at = datetime.now(UTC)
            made.append(
                Message(id=self._number, place=where, author=author, text=self.chatter.say(), sent_at=at)
            )
        return made

    async def take(self, *, together: bool) -> None:
        """Take in a burst of messages, at once or one after another."""
        await _each(self.memory.on_message, self.messages(BURST), together=together)

    async def take_and_finish(self, *, together: bool) -> None:
        """Take in a burst, and wait until all background work is done."""
        await self.take(together=together)
        await self.memory.lanes.idle(but="projections")

    async def store(self, *, together: bool) -> None:
        """Store a burst, and nothing else."""
        await _each(
            lambda one: store_message(self.memory.store, one), self.messages(BURST), together=together
        )

    async def rest(self) -> None:
        """Wait until nothing is left to do."""
        await self.memory.lanes.idle(but="projections")

    async def remember(self, subject: int) -> None:
        """Remember one more fact of somebody."""
        await self.memory.remember(
            person(1, subject), f"I like {self.chatter.say()}", place=place(self.shape, 0)
        )


async def _each(
    work: Callable[[Message], Awaitable[object]], some_messages: Sequence[Message], *, together: bool
) -> None:
    if together:
        await asyncio.gather(*map(work, some_messages))
    else:
        for message in some_messages:
            await work(message)


def context_cases(worlds: dict[str, World]) -> list[Case]:
    """Return the prompts of worlds with facts, beside one with neither facts nor a last week."""
    floor = worlds["old"].ask
    plain = worlds["20"]
    named = " ".join(person(1, n).name for n in range(150))
    cases = [
        Case(
            name=f"context, {facts} facts a person",
            floor_name="context, no facts, old messages",
            ours=worlds[facts].ask,
            floor=floor,
            aim=3,
        )
        for facts in ("20", "200")
    ]
    text = plain.asked[0].text
    odd = {
        "context, 2,000 characters asked": ({"text": (text + " ") * (2000 // len(text))}, 2.0),
        "context, 150 people named": ({"text": f"what about {named}?"[:2000]}, 3.0),
    }
    return cases + [
        Case(
            name=name,
            floor_name="an ordinary context",
            ours=partial(plain.ask_one, **change),
            floor=plain.ask_one,
            aim=aim,
        )
        for name, (change, aim) in odd.items()
    ]


def intake_cases(world: World, beside: World) -> list[Case]:
    """Return a burst of messages, beside storing as many in a world where nobody reads or embeds them."""
    cases = []
    for together, how in ((False, "one at a time"), (True, "at once")):
        for ours, name, aim in (
            (world.take, f"{BURST} messages {how}", 2.0),
            (world.take_and_finish, f"{BURST} messages {how}, all background work done", 3.33),
        ):
            cases.append(
                Case(
                    name=name,
                    floor_name=f"store.add_message {how}",
                    ours=partial(ours, together=together),
                    floor=partial(beside.store, together=together),
                    before=world.rest,
                    aim=aim,
                )
            )
    return cases


async def remember_cases(world: World) -> list[Case]:
    """Return `remember` of somebody with many facts, beside somebody with 20, in a world of its own."""
    crowd = {1000: 900, 9_900: 901}  # below the cap, which would have to choose whom to archive
    for count, subject in crowd.items():
        facts = made_facts(count, world.chatter, 1)
        id_ = person(1, subject).id
        await world.memory.store.save_facts([replace(fact, subject=id_, asserted_by=id_) for fact in facts])
    await embed_waiting(world.memory.store, DrawnVectors())
    return [
        Case(
            name=f"remember, {count:,} facts known",
            floor_name="remember, 20 facts known",
            ours=partial(world.remember, subject),
            floor=partial(world.remember, 2),
            before=world.rest,
            aim=1.5,
        )
        for count, subject in crowd.items()
    ]


async def search_cases(worlds: dict[str, World]) -> list[Case]:
    """Return a search over the facts of a guild, beside embedding the question and the dot product."""
    cases, embedder = [], DrawnVectors()
    audience = audience_of(worlds["20"].asked[0].place)
    for facts, count in (("20", 1000), ("200", 10_000)):
        world = worlds[facts]
        memory = world.memory
        subjects = [person(1, n).id for n in range(PEOPLE)]
        stored = await memory.store.facts_for(audience, subjects, at=memory.clock.now(), model=embedder.name)
        matrix = np.array([item.vector for item in stored])
        search = Search(memory.store, embedder, lanes=Lanes(), settings=memory.settings, clock=memory.clock)

        async def ours(world: World = world, search: Search = search) -> None:
            for question in world.asked[:ASKED]:
                vector = (await embedder.embed([question.text]))[0]
                await search.find_facts(question, audience, vector, strict=True)

        async def floor(world: World = world, matrix: Any = matrix) -> None:
            for question in world.asked[:ASKED]:
                vector = (await embedder.embed([question.text]))[0]
                matrix @ vector

        cases.append(
            Case(
                name=f"search of {count:,} facts",
                floor_name="embed the question, one dot product",
                ours=ours,
                floor=floor,
                aim=10,
            )
        )
    return cases


async def first_call(folder: Path, shape: Shape) -> dict[str, Any]:
    """Time the first prompt of a process, beside the second: days are summed up already."""
    first, second = Stopwatch(), Stopwatch()
    for _ in range(3):
        async with opened(folder, "20") as memory:
            world = World(memory, shape)
            asked = questions([m for m in await some(memory, shape) if m.place.guild == 1], world.chatter)
            await memory.settle()
            await first.time(partial(memory.context_for, asked[0]))
            await second.time(partial(memory.context_for, asked[1]))
    case = Case(
        name="the first context of a process", floor_name="the second", ours=_nothing, floor=_nothing, aim=3
    )
    return {case.name: row_of(case, first, second)}


async def _nothing() -> None: ...


async def measure(messages: int, rounds: int, only: Sequence[str], progress: Progress) -> dict[str, Any]:
    """Fill the worlds, then time everything in turn."""
    shape = Shape(messages, guilds=4, channels=40)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder, began = Path(name), time.perf_counter()
        file = await kept_world(shape)
        filled = time.perf_counter() - began
        async with AsyncExitStack() as stack:
            worlds = {}
            for facts, of_each in {"old": 0, "20": 20, "200": 200, "crowd": 20}.items():
                shutil.copy(file, folder / f"{facts}.sqlite3")
                clock = LaterClock() if facts == "old" else None
                memory = await stack.enter_async_context(opened(folder, facts, clock))
                worlds[facts] = await World(memory, shape).prepare(of_each, progress)
            groups: dict[str, Sequence[Case]] = {
                "context": context_cases(worlds),
                "intake": intake_cases(worlds["20"], worlds["old"]),
                "search": await search_cases(worlds),
                "remember": await remember_cases(worlds["crowd"]),
            }
            cases = [
                case
                for group, some_cases in groups.items()
                if not only or group in only
                for case in some_cases
            ]
            gc.freeze()  # as `dnam run` does when it has started
            rows = await compare(cases, rounds, progress)
            world = worlds["200"]
            lags = {
                "a context": await lag_of(world.ask),
                "a burst": await lag_of(lambda: world.take(together=True)),
                "a remembered fact": await lag_of(lambda: world.remember(3)),
            }
        if not only or "first" in only:
            rows |= await first_call(folder, shape)
    return {
        "messages": messages,
        "rounds": rounds,
        "fill seconds": round(filled, 1),
        "rows": rows,
        "lag ms": lags,
    }


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--name", default="live")
    given = parser.parse_args()
    only = given.only.split(",") if given.only else []
    result = asyncio.run(measure(given.messages, given.rounds, only, Progress()))
    write(given.name, result)
    for name, row in result["rows"].items():
        ours, floor = row["dnam ms"]["median"], row["floor ms"]["median"]
        print(f"{name}: {ours:.1f} ms, {row['floor']}: {floor:.1f} ms, {row['times']} times", end=" ")
        print(f"(CPU {row['CPU times']}), aim {row['aim']}")
    print("lag ms:", result["lag ms"], "fill s:", result["fill seconds"])


if __name__ == "__main__":
    main()
