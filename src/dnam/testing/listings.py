"""Conformance checks of pages of lists, and of numbers over time."""

from dataclasses import replace
from datetime import timedelta

from dnam.audience import audience_of
from dnam.domain import Action, ConsentChoice, DailyCount, Person, PersonCount, Status, cursor_of
from dnam.ports import Store
from dnam.testing.sample_data import (
    ANN,
    BEN,
    DM_ANN,
    ELSEWHERE,
    GENERAL,
    GUILD,
    SECRET,
    START,
    a_message,
    known,
    same,
    tell,
)

EVERYONE = audience_of(GENERAL)
ACTIVE = (Status.ACTIVE,)


async def facts_are_paged_without_gaps(store: Store) -> None:
    """Pages of facts, one after the other, are the whole list, also where times are equal (UM-70)."""
    facts = [replace(known(f"fact {n}"), updated_at=START + timedelta(hours=n // 2)) for n in range(5)]
    await store.save_facts([*facts, known("of another guild", ELSEWHERE)])
    whole = await store.page_facts(GUILD, EVERYONE, statuses=ACTIVE)
    same({fact.text for fact in whole}, {fact.text for fact in facts})
    same([fact.updated_at for fact in whole], sorted((f.updated_at for f in facts), reverse=True))
    first = await store.page_facts(GUILD, EVERYONE, statuses=ACTIVE, limit=3)
    same(
        [*first, *await store.page_facts(GUILD, EVERYONE, statuses=ACTIVE, after=cursor_of(first[-1]))], whole
    )


async def a_page_of_facts_keeps_to_its_audience(store: Store) -> None:
    """Only whoever runs the memory sees what was said in private (R-01, UM-70)."""
    public, private = known("likes tea"), known("looks for a job", SECRET)
    other = replace(known("was here", about=BEN), status=Status.SUPERSEDED)
    await store.save_facts([public, private, other])
    same(await store.page_facts(GUILD, EVERYONE, statuses=ACTIVE), [public])
    same(len(await store.page_facts(GUILD, None, statuses=ACTIVE)), 2)
    same(await store.page_facts(GUILD, None, statuses=tuple(Status), subject=BEN.id), [other])


async def facts_of_who_opted_out_are_not_listed(store: Store) -> None:
    """Neither the facts nor the name of somebody who opted out are listed (N-03)."""
    await tell(store, a_message(1, "hello"), a_message(2, "hello", author=BEN))
    await store.save_facts([known("likes tea"), known("likes coffee", about=BEN)])
    await store.choose(ConsentChoice(about="person", subject=ANN.id, choice="out"), START)
    await store.mute(None, mode="optout", excluded=())
    same([f.subject for f in await store.page_facts(GUILD, None, statuses=ACTIVE)], [BEN.id])
    same([p.person.id for p in await store.page_people(GUILD, None)], [BEN.id])


async def people_are_listed_by_name_with_what_is_stored(store: Store) -> None:
    """People are found by a part of their name and counted for the audience (UM-70, R-01)."""
    await tell(
        store,
        a_message(1, "hello"),
        a_message(2, "psst", SECRET),
        a_message(3, "hi", author=BEN),
        a_message(4, "yo", DM_ANN),
    )
    await store.save_facts([known("likes tea"), known("looks for a job", SECRET)])
    ann, ben = PersonCount(person=ANN, facts=1, messages=1), PersonCount(person=BEN, facts=0, messages=1)
    same(await store.page_people(GUILD, EVERYONE), [ann, ben])
    same(await store.page_people(GUILD, None), [PersonCount(person=ANN, facts=2, messages=2), ben])
    same(await store.page_people(GUILD, EVERYONE, named="be"), [ben])
    same(await store.page_people(GUILD, EVERYONE, after=(ANN.name, ANN.id)), [ben])
    same(await store.page_people(GUILD, EVERYONE, named="%"), [])


async def people_of_one_name_are_paged_by_id(store: Store) -> None:
    """Two people of one name are two entries, on whichever page (X-16)."""
    await store.see_people(GUILD, [Person(id=n, name="Sam") for n in (7, 8, 9)], START)
    first = await store.page_people(GUILD, None, limit=2)
    rest = await store.page_people(GUILD, None, after=("Sam", first[-1].person.id))
    same([entry.person.id for entry in (*first, *rest)], [7, 8, 9])


async def the_log_is_paged_and_filtered(store: Store) -> None:
    """Lines are paged newest first, by guild, kind and who could hear them (N-13, N-23)."""
    line = Action(kind="memory_command", at=START, guild=GUILD, origin=f"g{GUILD}")
    lines = [line, replace(line, detail="pin"), replace(line, kind="memory_fact", origin="c72")]
    for each in (*lines, replace(line, guild=600)):
        await store.log_action(each)
    page = await store.page_actions(guild=GUILD, limit=2)
    same([action for _, action in page], [lines[2], lines[1]])
    rest = await store.page_actions(guild=GUILD, after=(page[-1][1].at, page[-1][0]))
    same([action for _, action in rest], [lines[0]])
    same(len(await store.page_actions()), 4)
    same([a for _, a in await store.page_actions(guild=GUILD, kind="memory_fact")], [lines[2]])
    same(len(await store.page_actions(guild=GUILD, heard={f"g{GUILD}"})), 2)


async def days_are_counted(store: Store) -> None:
    """Messages, new facts and errors are counted by day and guild (N-23)."""
    await tell(
        store,
        a_message(1, "one"),
        a_message(2, "two"),
        a_message(3, "late", after=24 * 60),
        a_message(4, "far", ELSEWHERE),
    )
    await store.save_facts([known("likes tea")])
    await store.log_action(
        Action(kind="memory_extract_error", at=START, guild=GUILD, outcome="error: timeout")
    )
    today = START.date()
    same(
        await store.daily_counts(GUILD, START - timedelta(days=1)),
        [
            DailyCount(day=today, messages=2, facts=1, errors=1),
            DailyCount(day=today + timedelta(days=1), messages=1),
        ],
    )
    same(await store.daily_counts(GUILD, START + timedelta(days=2)), [])
