"""Conformance checks of erasure: what was erased is gone and stays gone."""

from dataclasses import replace
from datetime import timedelta

from dnam.domain import Action, Context, Layer, Person, Scope, Section
from dnam.ports import Store
from dnam.rules.text import words
from dnam.rules.tombstones import message_name, person_name
from dnam.testing.sample_data import (
    ANN,
    BEN,
    DM_ANN,
    GENERAL,
    GUILD,
    SECRET,
    START,
    THREAD,
    a_message,
    known,
    same,
    tell,
)

BOT = Person(id=99, name="Dee", bot=True)


async def tombstones_are_found_by_name_alone(store: Store) -> None:
    """A later time extends a tombstone; one without a time never ends (N-02, N-19)."""
    await store.bury(["a", "b"], START)
    await store.bury(["c"], None)
    await store.bury(["a"], START - timedelta(days=1))
    ends = await store.buried(["a", "c", "d"])
    same(ends["a"], START)
    same((set(ends), ends["c"] > START + timedelta(days=365_000)), ({"a", "c"}, True))


async def an_erased_message_is_not_kept_again(store: Store) -> None:
    """A tombstone of an id blocks that message, one of a person blocks messages sent before it (N-02)."""
    await store.bury([message_name(GUILD, 1)], None)
    await store.bury([person_name(BEN.id)], START + timedelta(minutes=5))
    for message, accepted in (
        (a_message(1, "by id"), False),
        (a_message(2, "another"), True),
        (a_message(4, "before", author=BEN), False),
        (a_message(6, "after", author=BEN), True),
    ):
        same(await store.add_message(message, words(message.text)), accepted)
    same(await store.check(), [])


async def a_persons_messages_are_all_that_is_theirs(store: Store) -> None:
    """What they said, their direct messages, and answers to them or made from their memory (N-02)."""
    asked, own = a_message(1, "question", author=BEN), a_message(3, "mine")
    made = replace(a_message(4, "out of hers", author=BOT), reply_to=1)
    again = replace(a_message(6, "out of that", author=BOT), reply_to=1)
    await tell(
        store,
        asked,
        replace(a_message(2, "to Ben", author=BOT), reply_to=1),
        own,
        a_message(5, "to Ann", author=BOT),
        replace(made, sent_at=START + timedelta(minutes=7)),
        replace(again, sent_at=START + timedelta(minutes=8)),
        a_message(9, "in private", DM_ANN, author=BOT),
    )
    about = Section(layer=Layer.FACTS, text="", budget=0, facts=(known("Likes tea"),))
    earlier = Section(layer=Layer.HISTORY, text="", budget=0, messages=(made,))
    await store.note_answer(made, Context(text="", sections=(about,)))
    await store.note_answer(again, Context(text="", sections=(earlier,)))
    await store.note_answer(a_message(77, "not held", author=BOT), Context(text="", sections=(about,)))
    hers = await store.messages_of(Scope(kind="person", id=ANN.id))
    same(sorted(pointer.id for pointer in hers), [3, 4, 5, 6, 9])
    same(await store.answers_to(GUILD, [1]), [2, 4, 6])
    channel = known("Likes tea").source.channel or 0
    answers = await store.answers_out_of([ANN.id], [channel], since=START)
    same(answers, {(GUILD, 4): "out of hers", (GUILD, 6): "out of that"})
    same(await store.answers_out_of([BEN.id], [channel], since=START), {})
    later = START + timedelta(minutes=8)
    same(list(await store.answers_out_of([ANN.id], [channel], since=later)), [(GUILD, 6)])


async def a_channels_messages_are_its_threads_too(store: Store) -> None:
    """A channel's scope has its threads but no other channel; a guild's has all of them (N-02)."""
    await tell(
        store, a_message(1, "there", SECRET), a_message(2, "in a thread", THREAD), a_message(3, "elsewhere")
    )
    channel = await store.messages_of(Scope(kind="channel", id=SECRET.channel, guild=GUILD))
    same(sorted(pointer.id for pointer in channel), [1, 2])
    guild = await store.messages_of(Scope(kind="guild", id=GUILD, guild=GUILD))
    same(sorted(pointer.id for pointer in guild), [1, 2, 3])


async def names_go_and_mentions_of_them_stay_readable(store: Store) -> None:
    """After names are erased, mentions remain with an empty name (N-02)."""
    await tell(
        store, replace(a_message(1, "look at her", author=BEN), mentions=(ANN,)), a_message(2, "hi", DM_ANN)
    )
    await store.delete_messages(DM_ANN.guild, [2])
    await store.forget_names(Scope(kind="person", id=ANN.id))
    same([place.channel for place in await store.places()], [GENERAL.channel])
    same(list(await store.people(GUILD)), [BEN.id])
    message = await store.get_message(GUILD, 1)
    same(message and message.mentions, (Person(id=ANN.id, name=""),))


async def notes_are_found_by_how_they_begin(store: Store) -> None:
    """Prefixes match case-sensitively, whatever characters a name has (N-02)."""
    for name in ("person:1:list", "person:11:list", "Person:1:list", "why:x"):
        await store.put_note(name, name)
    same(await store.notes("person:1:"), {"person:1:list": "person:1:list"})


async def log_lines_lose_of_whom_they_tell(store: Store) -> None:
    """Lines lose the person and errors their details, which may quote a prompt; usage stays (N-02, N-14)."""
    for detail, outcome, guild, person in (
        ("remember", "ok", GUILD, ANN.id),
        ("forget", "ok", GUILD, BEN.id),
        ("quoted", "error: x", GUILD, 0),
        ("theirs", "error: x", 600, 0),
    ):
        line = Action(kind="memory_x", at=START, guild=guild, outcome=outcome, detail=detail, person=person)
        await store.log_action(line)
    same(await store.blank_actions([GUILD], ANN.id), 2)
    same(sorted(line.detail for line in await store.actions()), ["", "forget", "remember", "theirs"])
    same({line.person for line in await store.actions()}, {0, BEN.id})
    same(await store.blank_actions(None, 0), 1)
    same(sorted(line.detail for line in await store.actions()), ["", "", "forget", "remember"])


async def purging_loses_nothing(store: Store) -> None:
    """After a purge, stored messages are read as before (N-02, N-17)."""
    one, two = await tell(store, a_message(1, "plums here"), a_message(2, "plums there"))
    await store.delete_messages(GUILD, [two.id])
    await store.purge()
    same(await store.get_message(GUILD, 1), one)
    same(await store.check(), [])
