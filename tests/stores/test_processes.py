"""Several memories on one PostgreSQL database, each with its own pool and caches, as processes have them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import timedelta
from itertools import count

import asyncpg
import pytest
from hypothesis import settings as examples

from conftest import Server
from dnam import Memory, Settings, vectors
from dnam.audience import audience_of
from dnam.commands import Command
from dnam.domain import Day, DayMark, Message, Person, Place, Question, Status
from dnam.errors import SettingsError, StoreError
from dnam.ports import Prompt, Turn, leased
from dnam.prompts.replies import Learning
from dnam.stores.postgres import PostgresStore, open_postgres
from dnam.testing import HandClock, ScriptedModel
from scene import ANN, BEN, DEV, DM_ANN, GENERAL, GUILD, NOON

NUMBERS = count(1)
WHOLE = examples.default is not None and examples.default.max_examples >= 1000  # `make faults`
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dnam'"


@pytest.fixture
async def pair(postgres_server: Server) -> AsyncIterator[tuple[Memory, Memory]]:
    """Return two memories over one database."""
    url = await postgres_server.emptied()
    settings = Settings(
        projections=False, days_enabled=False, read_deadline_seconds=30, remember_per_hour=1000
    )
    clock = HandClock(NOON)
    async with AsyncExitStack() as opened:
        stores = [await open_postgres(url, pool=4) for _ in range(2)]
        for store in stores:
            opened.push_async_callback(store.close)
        one, two = [
            await opened.enter_async_context(Memory.open(settings, store=store, clock=clock, models={}))
            for store in stores
        ]
        yield one, two


def says(text: str, place: Place = DEV, author: Person = ANN) -> Message:
    return Message(id=next(NUMBERS), place=place, author=author, text=text, sent_at=NOON)


async def texts(memory: Memory) -> list[str]:
    """Return the active facts about Ann."""
    facts = await memory.store.facts_of(ANN.id)
    return sorted(fact.text for fact in facts if fact.status is Status.ACTIVE and not fact.muted)


@pytest.mark.timeout(1200 if WHOLE else 120)
async def test_two_processes_correcting_one_person_leave_one_value(pair: tuple[Memory, Memory]) -> None:
    """F-17, N-17: whoever comes second sees what the first has saved."""
    for number in range(100 if WHOLE else 20):
        letters = f"{chr(ord('a') + number // 10)}{chr(ord('a') + number % 10)}"
        towns = (f"Oslo{letters}", f"Bergen{letters}")
        together = zip(pair, towns, (DEV, GENERAL), strict=True)
        await asyncio.gather(*(m.on_message(says(f"I live in {town}", place)) for m, town, place in together))
        await asyncio.gather(*(memory.settle() for memory in pair))
        (value,) = await texts(pair[0])
        assert value in [f"Lives in {town}" for town in towns]


async def test_nobody_has_a_turn_while_the_encoder_loads(pair: tuple[Memory, Memory]) -> None:
    """F-17, R-10: what two processes are told of one person meanwhile is remembered by both."""
    vectors.load_in_background.cache_clear()
    with vectors.lock:  # an encoder that takes long to load
        told = [
            asyncio.create_task(memory.remember(ANN, f"I collect {what}", place=DEV))
            for memory, what in zip(pair, ("stamps", "maps"), strict=True)
        ]
        learning = asyncio.create_task(_learned(pair[0], "I like plums"))
        await asyncio.wait(told, timeout=1)
        async with asyncio.timeout(20):
            await pair[1].store.in_turn(Turn.within(GUILD, ANN.id), pair[1].store.followers)
        assert not any(task.done() for task in told)
    assert [answer.refused for answer in await asyncio.gather(*told)] == [False, False]
    await learning
    assert await texts(pair[1]) == ["Collects maps", "Collects stamps", "Likes plums"]


async def _learned(memory: Memory, text: str) -> None:
    await memory.on_message(says(text))
    await memory.settle()


async def test_a_message_that_two_shards_hear_is_learned_once(pair: tuple[Memory, Memory]) -> None:
    """N-17: ingest is idempotent, and the second reader finds the message read."""
    one, two = pair
    for number in range(10):
        message = says(f"I like fruit{number}")
        await asyncio.gather(one.on_message(message), two.on_message(message))
    await asyncio.gather(one.settle(), two.settle())
    learned = [a for a in await one.store.actions(limit=100) if a.kind == "memory_fact"]
    assert len(learned) == len(await texts(one)) == 10


async def test_the_cap_holds_whichever_process_adds(postgres_server: Server) -> None:
    """F-17: two processes at the cap do not exceed it together."""
    url = await postgres_server.emptied()
    settings, clock = Settings(projections=False, facts_cap=5, remember_per_hour=1000), HandClock(NOON)
    stores = [await open_postgres(url, pool=4) for _ in range(2)]
    async with (
        Memory.open(settings, store=stores[0], clock=clock, models={}) as one,
        Memory.open(settings, store=stores[1], clock=clock, models={}) as two,
    ):
        for number in range(6):
            await asyncio.gather(
                one.on_message(says(f"I like apples{number}")),
                two.on_message(says(f"I like pears{number}", GENERAL)),
            )
            await asyncio.gather(one.settle(), two.settle())
        assert len(await texts(one)) == 5
    for store in stores:
        await store.close()


async def test_what_is_forgotten_in_one_process_is_gone_from_the_others_caches(
    pair: tuple[Memory, Memory],
) -> None:
    """N-17: caches are dropped when another process changes facts."""
    one, two = pair
    await one.on_message(says("I like plums"))
    await one.settle()
    question = Question(place=DEV, asker=ANN, text="what do I like?")
    assert "plums" in (await two.context_for(question)).text
    heard = asyncio.Event()
    two.watch(heard.set)
    await one.command(Command(text="!memory forget plums", place=DEV, person=ANN))
    await heard.wait()
    await two.store.close()  # nothing but the cache is left
    assert "plums" not in (await two.context_for(question)).text


async def test_an_opt_out_in_one_process_holds_in_the_others(pair: tuple[Memory, Memory]) -> None:
    """N-03, N-17: the next message is not stored, and what was stored meanwhile is hidden."""
    one, two = pair
    opting_out = Command(text="!memory optout", place=DM_ANN, person=ANN)
    during = [two.on_message(says(f"line {n}")) for n in range(20)]
    await asyncio.gather(one.command(opting_out), *during)
    assert await two.on_message(says("I live in Oslo"))
    await two.on_message(says("hello", author=BEN))
    await two.settle()
    heard = await two.store.recent_messages(audience_of(DEV), DEV.channel, limit=50)
    assert {message.author.id for message in heard} == {BEN.id}


async def test_processes_that_would_hide_differently_do_not_run_together(postgres_server: Server) -> None:
    """N-17: what one process hides by its settings no other shows: with other settings it is refused."""
    url = await postgres_server.emptied()
    strict = Settings(store=url, projections=False, excluded_channels=str(DEV.channel))
    open_, same = Settings(store=url, projections=False), strict.model_copy()
    async with Memory.open(open_, models={}, clock=HandClock(NOON)) as memory:
        await memory.on_message(says("I like tea"))
        await memory.settle()
        assert await texts(memory) == ["Likes tea"]
        with pytest.raises(SettingsError, match="excluded_channels"):
            await _facts_with(strict)
        assert await texts(memory) == ["Likes tea"]
    assert await _facts_with(strict) == []  # the others are stopped: the settings may change
    async with (
        Memory.open(strict, models={}, clock=HandClock(NOON)),
        Memory.open(same, models={}, clock=HandClock(NOON)) as memory,
    ):
        with pytest.raises(SettingsError, match="excluded_channels"):
            await _facts_with(open_)
        assert await texts(memory) == []


async def _facts_with(settings: Settings) -> list[str]:
    async with Memory.open(settings, models={}, clock=HandClock(NOON)) as memory:
        return await texts(memory)


async def test_a_day_summed_up_while_its_message_goes_is_not_stored(pair: tuple[Memory, Memory]) -> None:
    """N-04, N-17: it waits for the end of the turn in which the message goes, and is refused."""
    one, two = (memory.store for memory in pair)
    message, origin, today = says("zyxqplant"), f"g{GUILD}", NOON.date()
    await pair[0].on_message(message)
    begins = NOON.replace(hour=0)
    ends = begins + timedelta(days=1)
    mark = DayMark(
        guild=GUILD, origin=origin, date=today, begins=begins, ends=ends, newest=NOON, made_at=NOON
    )
    day = Day(guild=GUILD, origin=origin, date=today, person=ANN.id, text=message.text)
    storing = two.put_day(mark, [day], stamp=await two.stamp(GUILD, [origin]))

    async def retract() -> "asyncio.Task[bool]":
        await one.drop_derived(GUILD, [message.id])
        late = asyncio.ensure_future(storing)
        await asyncio.wait({late}, timeout=0.3)
        await one.delete_messages(GUILD, [message.id])
        return late

    late = await one.in_turn(Turn.within(GUILD), retract)
    assert not await late
    assert await two.days(GUILD, origin, today, today) == []


async def test_a_turn_that_fails_changes_nothing(postgres_store: PostgresStore) -> None:
    """N-17: what a turn writes is saved when it ends, or not at all."""

    async def work() -> None:
        await postgres_store.put_note("a", "half")
        assert await postgres_store.get_note("a") == "half"
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        await postgres_store.in_turn(Turn(guild=GUILD), work)
    assert await postgres_store.get_note("a") is None


async def test_a_turn_whose_connection_is_cut_is_taken_again(
    postgres_store: PostgresStore, postgres_server: Server
) -> None:
    """N-17: the lock and the changes are lost together, so the work is done again from the start."""
    runs: list[int] = []

    async def work() -> None:
        runs.append(1)
        await postgres_store.put_note("a", "whole")
        if len(runs) == 1:
            await postgres_server.run(CUT)
        await postgres_store.put_note("b", "whole")

    await postgres_store.in_turn(Turn(), work)
    assert len(runs) == 2
    assert [await postgres_store.get_note(name) for name in "ab"] == ["whole", "whole"]


@pytest.mark.parametrize(
    ("held", "wanted", "waits"),
    [
        (Turn(), Turn(guild=1), True),
        (Turn(guild=1), Turn(), True),
        (Turn(guild=1), Turn(guild=1, people=(5,)), True),
        (Turn(guild=1, people=(5,)), Turn(guild=1), True),
        (Turn(guild=1, people=(5, 6)), Turn(guild=2, people=(6, 7)), True),
        (Turn.within(1, 5), Turn.within(2, 5), True),
        (Turn.within(1, 5), Turn(guild=1, people=(6,)), True),
        (Turn(guild=1), Turn(guild=2), False),
        (Turn(guild=1, people=(5,)), Turn(guild=1, people=(6,)), False),
    ],
)
async def test_turns_wait_for_those_that_may_change_the_same_facts(
    postgres_server: Server, held: Turn, wanted: Turn, waits: bool
) -> None:
    """N-17, F-17: a person's facts, a guild's or everything: one process at a time, no more than that."""
    url = await postgres_server.emptied()
    one, two = await open_postgres(url, pool=2), await open_postgres(url, pool=2)
    order: list[str] = []
    begun, end = asyncio.Event(), asyncio.Event()

    async def first() -> None:
        begun.set()
        await end.wait()
        order.append("first")

    async def second() -> None:
        order.append("second")

    holding = asyncio.create_task(one.in_turn(held, first))
    await begun.wait()
    waiting = asyncio.create_task(two.in_turn(wanted, second))
    if waits:
        await until_one_waits(url, waiting)
    else:
        await waiting
    end.set()
    await asyncio.gather(holding, waiting)
    assert order == (["first", "second"] if waits else ["second", "first"])
    await one.close()
    await two.close()


async def until_one_waits(url: str, waiting: asyncio.Task[None]) -> None:
    """Return when a connection of this database waits for a lock, or what should wait has not."""
    connection = await asyncpg.connect(url)
    while not waiting.done() and not await connection.fetchval(
        "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database "
        "WHERE NOT l.granted AND l.locktype = 'advisory' AND d.datname = current_database()"
    ):
        pass
    await connection.close()


async def test_a_lease_is_one_processes_until_it_ends(postgres_server: Server) -> None:
    """N-17: due work is done by one process; that of a dead one is taken over."""
    url = await postgres_server.emptied()
    one, two = await open_postgres(url, pool=2), await open_postgres(url, pool=2)
    async with leased(one, "work", seconds=60) as granted:
        assert granted
        assert await one.lease("work", seconds=60), "its owner may renew it"
        assert not await two.lease("work", seconds=60)
    assert await two.lease("work", seconds=0), "released"
    assert await one.lease("work", seconds=60), "over, as if its owner had died"
    await one.close()
    assert await two.lease("work", seconds=60), "a process that stops in order leaves no leases"
    await two.close()


async def test_the_same_messages_are_not_sent_to_a_model_twice(postgres_server: Server) -> None:
    """F-17: while one process lets a model read a place, the others leave it alone."""
    url = await postgres_server.emptied()
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(_: Prompt) -> Learning:
        asked.set()
        await go_on.wait()
        return Learning()

    model = ScriptedModel(slowly)
    settings, clock = Settings(projections=False, extract_every=1, days_enabled=False), HandClock(NOON)
    stores = [await open_postgres(url, pool=4) for _ in range(2)]
    async with (
        Memory.open(settings, store=stores[0], clock=clock, models={"extract": model}) as one,
        Memory.open(settings, store=stores[1], clock=clock, models={"extract": model}) as two,
    ):
        await one.on_message(says("plums are fine"))
        await asked.wait()
        await two.settle()
        go_on.set()
        await one.settle()
        assert len(model.prompts) == 1
    for store in stores:
        await store.close()


async def test_a_closed_store_takes_no_turn(postgres_server: Server) -> None:
    """N-17: a turn after the end is refused like every other call."""
    store = await open_postgres(await postgres_server.emptied(), pool=2)
    await store.close()

    async def work() -> None:
        raise AssertionError("must not run")

    with pytest.raises(StoreError):
        await store.in_turn(Turn(), work)
