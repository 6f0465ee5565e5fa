"""What a store gives an audience is what the rule lets it hear, for anything anybody says anywhere."""

import asyncio
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conftest import Server
from dnam.audience import Audience, audience_of, may_hear, origin_of
from dnam.domain import DM_GUILD, Fact, Message, Person, Place, Status, Visibility
from dnam.ports import Store
from dnam.stores.postgres import open_postgres
from dnam.stores.sqlite import open_sqlite
from dnam.testing.sample_data import START, a_message, known, pointing

VECTOR = pointing(1, 2, -3)
_WORLDS = itertools.count(1)


@dataclass(frozen=True)
class Opened:
    """A store and the loop it lives in, used for every example: each has ids of its own."""

    runner: asyncio.Runner
    store: Store


@pytest.fixture(params=["sqlite", "postgres"])
def opened(request: pytest.FixtureRequest) -> Iterator[Opened]:
    """Open a store of each kind for many examples."""
    with asyncio.Runner() as runner:
        if request.param == "sqlite":
            store: Store = runner.run(open_sqlite(":memory:"))
        else:
            server: Server = request.getfixturevalue("postgres_server")
            store = runner.run(open_postgres(runner.run(server.fresh()), pool=2))
        yield Opened(runner=runner, store=store)
        runner.run(store.close())


ids = st.integers(1, 3)
people = st.integers(1, 3)
rooms = st.builds(
    Place,
    guild=ids,
    channel=st.integers(11, 14),
    visibility=st.sampled_from([Visibility.PUBLIC, Visibility.PRIVATE]),
    parent=st.none() | st.integers(11, 14),
    invite_only=st.booleans(),
)
letters = st.builds(
    lambda person: Place(guild=DM_GUILD, channel=20 + person, visibility=Visibility.DM, person=person), people
)
places = rooms | letters
sayings = st.lists(st.tuples(places, people), max_size=12)
claims = st.lists(st.tuples(places, st.integers(0, 3), people, st.booleans()), max_size=12)
audiences = st.builds(lambda place, asker, portable: (place, asker, portable), places, people, st.booleans())


def moved(place: Place, by: int) -> Place:
    """Return a place of a world of its own, so that examples do not meet."""
    return Place(
        guild=place.guild + by if place.guild != DM_GUILD else DM_GUILD,
        channel=place.channel + by,
        visibility=place.visibility,
        parent=None if place.parent is None else place.parent + by,
        invite_only=place.invite_only,
        person=None if place.person is None else place.person + by,
    )


def person(number: int, by: int) -> Person:
    """Return somebody of a world of its own; nobody stays nobody."""
    return Person(id=number + by if number else 0, name=f"p{number}")


async def messages_heard(store: Store, audience: Audience, messages: list[Message]) -> None:
    """Compare every way of finding messages with the rule."""
    wanted = sorted(message.position for message in messages if may_hear(audience, message))
    channels = {message.place.channel for message in messages}
    recent = [m.position for c in channels for m in await store.recent_messages(audience, c, limit=99)]
    assert sorted(recent) == wanted
    assert (await store.find_words(audience, ["plum"]))["plum"].tolist() == wanted
    assert sorted(await store.read_positions(audience, [m.position for m in messages])) == wanted
    assert sorted((await store.find_near(audience, VECTOR, model="m", limit=99)).tolist()) == wanted
    assert await store.count_messages(audience) == len(wanted)
    for channel in channels:
        here = sorted(m.position for m in messages if m.position in wanted and m.place.channel == channel)
        assert (await store.find_words(audience, ["plum"], channel=channel))["plum"].tolist() == here


@given(said_where=sayings, asking=audiences)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_messages_are_found_exactly_where_they_may_be_heard(
    opened: Opened, said_where: list[tuple[Place, int]], asking: tuple[Place, int, bool]
) -> None:
    """R-01, N-01: history, words, positions, meaning and counts all equal filtering by `may_hear`."""
    by = next(_WORLDS) * 1000

    async def example() -> None:
        messages = []
        for number, (place, author) in enumerate(said_where, 1):
            message = a_message(number + by, "plum", moved(place, by), person(author, by))
            await opened.store.add_message(message, ["plum"])
            stored = await opened.store.get_message(message.place.guild, message.id)
            assert stored is not None
            assert origin_of(stored.place) == origin_of(message.place)
            messages.append(stored)
        await opened.store.put_message_vectors("m", [(message, VECTOR) for message in messages])
        audience = audience_of(moved(asking[0], by), asker=asking[1] + by, portable=asking[2])
        await messages_heard(opened.store, audience, messages)

    opened.runner.run(example())


@given(claimed=claims, asking=audiences)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_facts_are_given_exactly_where_they_may_be_heard(
    opened: Opened, claimed: list[tuple[Place, int, int, bool]], asking: tuple[Place, int, bool]
) -> None:
    """R-01, N-01: strict or portable, the facts for an audience equal filtering by `may_hear`."""
    by = next(_WORLDS) * 1000

    async def example() -> None:
        facts: list[Fact] = []
        for number, (place, about, sayer, widened) in enumerate(claimed):
            fact = known(f"{by} {number}", moved(place, by), person(about, by), person(sayer, by))
            facts.append(replace(fact, widened=widened))
        await opened.store.save_facts(facts)
        audience = audience_of(moved(asking[0], by), asker=asking[1] + by, portable=asking[2])
        found = await opened.store.facts_for(audience, [0, *(by + n for n in range(1, 4))], at=START)
        mine = [held.fact for held in found if held.fact.text.startswith(f"{by} ")]
        assert {f.key for f in mine} == {f.key for f in facts if may_hear(audience, f)}
        others = [held.fact for held in found if held.fact not in mine]
        assert all(fact.widened and fact.subject == 0 for fact in others)

    opened.runner.run(example())


states = st.lists(st.tuples(st.booleans(), st.booleans(), st.sampled_from(Status)), min_size=12, max_size=12)


@given(claimed=claims, later=states, asking=audiences)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_facts_are_found_exactly_where_they_may_be_heard(
    opened: Opened,
    claimed: list[tuple[Place, int, int, bool]],
    later: list[tuple[bool, bool, Status]],
    asking: tuple[Place, int, bool],
) -> None:
    """R-01, N-01: words and meaning find what `may_hear` allows, all that is active, whatever changed."""
    by = next(_WORLDS) * 1000

    async def example() -> None:
        said_first: list[Fact] = []
        for number, (place, about, sayer, widened) in enumerate(claimed):
            fact = known(f"w{by} {number}", moved(place, by), person(about, by), person(sayer, by))
            said_first.append(replace(fact, widened=widened))
        await opened.store.save_facts(said_first)
        await opened.store.put_fact_vectors(f"m{by}", [(fact, VECTOR) for fact in said_first])
        facts = [
            replace(fact, widened=widened, text=f"{fact.text} new" if new else fact.text, status=status)
            for fact, (widened, new, status) in zip(said_first, later, strict=False)
        ]
        await opened.store.save_facts(facts)
        audience = audience_of(moved(asking[0], by), asker=asking[1] + by, portable=asking[2])
        ask = partial(opened.store.find_facts, audience, model=f"m{by}", at=START, limit=99)
        heard = [f for f in facts if may_hear(audience, f) and f.status is Status.ACTIVE]
        by_word = [held.fact for held in await ask([f"w{by}"], None)]
        assert sorted(f.key for f in by_word) == sorted(f.key for f in heard)
        near = [held.fact for held in await ask([], VECTOR)]
        assert sorted(f.key for f in near) == sorted(f.key for f in heard if not f.text.endswith("new"))
        assert await opened.store.check() == []

    opened.runner.run(example())
