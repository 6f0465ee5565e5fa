"""What several processes on one PostgreSQL database share: limits of people and guilds, and due work."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg

import forking
from conftest import Server
from dnam import Memory, Settings
from dnam.commands import Command
from dnam.domain import Message, Place, Task, Usage
from dnam.ports import ChatModel, Prompt, R, leased
from dnam.prompts.replies import Learning
from dnam.stores.postgres import open_postgres
from dnam.testing import HandClock, ScriptedModel
from scene import ANN, DEV, GUILD, NOON

WORKER = str(Path(__file__).with_name("model_worker.py"))
ABROAD = replace(DEV, guild=GUILD + 1, channel=DEV.channel + 1)
PRICE = 0.4


class PaidModel(ScriptedModel):
    """A model whose every answer costs the same."""

    async def complete(self, prompt: Prompt, reply: type[R]) -> tuple[R, Usage]:
        """Return the next reply with its price."""
        answer, usage = await super().complete(prompt, reply)
        return answer, replace(usage, cost_usd=PRICE)


@asynccontextmanager
async def processes(
    url: str, model: ScriptedModel | None = None, number: int = 2, **given: Any
) -> AsyncIterator[list[Memory]]:
    """Open memories over one database, each as a process has it; a model reads messages."""
    models: dict[Task, ChatModel] = {"extract": model} if model else {}
    settings = Settings(projections=False, days_enabled=False, embedder="off", **given)
    async with AsyncExitStack() as opened:
        memories = []
        for _ in range(number):
            store = await open_postgres(url, pool=4)
            opened.push_async_callback(store.close)
            memory = Memory.open(settings, store=store, clock=HandClock(NOON), models=models)
            memories.append(await opened.enter_async_context(memory))
        yield memories


def tells(number: int, place: Place) -> Command:
    return Command(text=f"!memory remember I like plums{number}", place=place, person=ANN)


async def test_two_processes_keep_one_hourly_limit_of_a_person(postgres_server: Server) -> None:
    """F-17, N-17: who tells facts in two guilds at once may tell no more than in one."""
    async with processes(await postgres_server.emptied(), remember_per_hour=5) as (one, two):
        for number in range(5):
            await asyncio.gather(one.command(tells(number, DEV)), two.command(tells(number, ABROAD)))
        assert len(await one.store.facts_by(ANN.id)) == 5


async def test_two_processes_keep_one_budget_of_a_guild(postgres_server: Server) -> None:
    """N-14, N-17: once the money is spent no call begins; only those under way then are finished."""
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(_: Prompt) -> Learning:
        asked.set()
        await go_on.wait()
        return Learning()

    url, model, prompt = await postgres_server.emptied(), PaidModel(slowly), Prompt(instructions="", text="")
    async with processes(url, model, budget_usd_per_day=1.0, model_concurrency=1) as memories:
        meters = [memory.meter for memory in memories] * 4
        asking = asyncio.gather(*(meter.ask("extract", GUILD, prompt, Learning) for meter in meters))
        await asked.wait()
        await asyncio.gather(*(meter.barred("extract", GUILD) for meter in meters))  # the others wait by now
        go_on.set()
        await asking
        calls_before_it_is_spent, the_others_under_way = 3, 1
        assert len(model.prompts) <= calls_before_it_is_spent + the_others_under_way
        assert (await memories[0].store.spent(GUILD, NOON)).cost_usd == PRICE * len(model.prompts)


async def test_what_a_killed_worker_was_asking_a_model_is_asked_again_once(
    postgres_server: Server, tmp_path: Path
) -> None:
    """F-17, N-17: when its lease has ended another process does its work, and the money is counted once."""
    url, model = await postgres_server.emptied(), PaidModel(lambda _: Learning())
    async with processes(url, number=1) as (memory,):
        await memory.on_message(Message(id=1, place=DEV, author=ANN, text="hm, plums", sent_at=NOON))
        await memory.settle()
    worker = await forking.start(WORKER, url, env=dict(os.environ), folder=tmp_path)
    assert await worker.stdout.readline() == b"asked\n"
    worker.kill()
    await worker.communicate()
    async with processes(url, model, extract_every=1) as (one, two):
        await asyncio.gather(one.settle(), two.settle())
        assert model.prompts == []
        await run(url, "UPDATE leases SET ends_at = clock_timestamp()")  # as after a minute
        await asyncio.gather(one.settle(), two.settle())
        assert len(model.prompts) == 1
        assert (await one.store.spent(GUILD, NOON)).cost_usd == PRICE


async def test_a_lease_is_renewed_as_long_as_its_work_takes(postgres_server: Server) -> None:
    """N-17: a model that answers later than a lease lasts is not asked by another process meanwhile."""
    url, ends = await postgres_server.emptied(), "SELECT ends_at FROM leases WHERE name = 'work'"
    async with processes(url) as (one, two), leased(one.store, "work", seconds=1):
        first = await run(url, ends)
        while await run(url, ends) == first:
            assert not await two.store.lease("work", seconds=1)


async def run(url: str, statement: str) -> object:
    """Run a statement on a connection of its own; return its first value."""
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()
