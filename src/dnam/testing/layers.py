"""Conformance checks of reading marks, summaries and short-term memory."""

from datetime import timedelta

import numpy as np

from dnam.audience import audience_of, origin_of, session_key
from dnam.domain import ShortTermEntry, Summary
from dnam.ports import Store
from dnam.testing.sample_data import ANN, GENERAL, START, a_message, known, same, tell


async def messages_wait_until_they_are_read(store: Store) -> None:
    """Unread messages are returned oldest first, and not again once read (R-04, R-09)."""
    one, two = await tell(store, a_message(1, "first"), a_message(2, "second"))
    since = START - timedelta(days=1)
    (place,) = await store.unread_places(level=1, since=since)
    same((place.channel, place.count), (GENERAL.channel, 2))
    waiting = await store.unread_messages(place, level=1, since=since, limit=9)
    same([m.id for m in waiting], [1, 2])
    await store.mark_read([one], level=1)
    same([m.id for m in await store.unread_messages(place, level=1, since=since, limit=9)], [2])
    same([m.id for m in await store.unread_messages(place, level=2, since=since, limit=9)], [1, 2])
    await store.mark_read([one, two], level=2)
    await store.mark_read([one], level=1)
    same(await store.unread_places(level=2, since=since), [])


async def facts_and_reading_marks_are_stored_together(store: Store) -> None:
    """A fact and the reading mark of its message are one transaction (DC-77, R-09)."""
    (one,) = await tell(store, a_message(1, "I like tea"))
    old, new = known("Likes milk"), known("Likes tea")
    await store.save_facts([old])
    await store.save_facts([new], drop=[old], read=[one], level=2)
    same([f.text for f in await store.facts_of(ANN.id)], ["Likes tea"])
    same(await store.unread_places(level=2, since=START - timedelta(days=1)), [])


async def a_hidden_message_is_shown_to_nobody(store: Store) -> None:
    """A hidden message is in no history and no search, until it is shown again (R-12, X-15)."""
    one, two = await tell(store, a_message(1, "plums first"), a_message(2, "plums second"))
    hear, positions = audience_of(GENERAL), np.array([one.position, two.position])
    await store.hide_messages(one.place.guild, [one.id], hidden=True)
    same([m.id for m in await store.recent_messages(hear, GENERAL.channel, limit=9)], [2])
    same([m.id for m in await store.recent_messages(hear, GENERAL.channel, limit=9, before=2)], [])
    same((await store.read_candidates(hear, positions, model=None)).positions.tolist(), [two.position])
    await store.hide_messages(one.place.guild, [one.id], hidden=False)
    same([m.id for m in await store.recent_messages(hear, GENERAL.channel, limit=9)], [1, 2])


async def a_fact_is_forgotten_with_what_it_was_learned_from(store: Store) -> None:
    """The fact, its message and what was derived from that change in one transaction (R-03, X-15)."""
    (one,) = await tell(store, a_message(1, "I like tea"))
    guild = one.place.guild
    summary = Summary(session="s", guild=guild, origin="g5", sequence=1, text="Tea.", updated_at=START)
    await store.put_summary(summary, [one.id])
    await store.save_facts([known("Likes tea")], hide=[(guild, one.id)])
    same([fact.text for fact in await store.facts_of(ANN.id)], ["Likes tea"])
    same(await store.recent_messages(audience_of(GENERAL), GENERAL.channel, limit=9), [])
    same(await store.get_summary("s"), None)


async def turns_are_counted_and_survive(store: Store) -> None:
    """The store counts a session's turns (R-09, DC-50)."""
    await tell(store, a_message(1, "hello"))
    same([await store.count_turn(GENERAL), await store.count_turn(GENERAL)], [1, 2])
    same([place.channel for place in await store.due_places(turns=2)], [GENERAL.channel])
    await store.reset_turns(session_key(GENERAL))
    same((await store.due_places(turns=1), await store.count_turn(GENERAL)), ([], 1))


async def an_older_summary_never_replaces_a_newer_one(store: Store) -> None:
    """Summaries carry a sequence; a late one is refused (R-10, X-20)."""
    (one,) = await tell(store, a_message(1, "we chose Fastify"))
    base = Summary(session="s", guild=5, origin="g5", sequence=2, text="new", updated_at=START)
    same(await store.get_summary("s"), None)
    same(await store.put_summary(base, [one.id]), True)
    late = Summary(session="s", guild=5, origin="g5", sequence=1, text="late", updated_at=START)
    same(await store.put_summary(late, []), False)
    same((await store.get_summary("s"), await store.all_summaries()), (base, [base]))
    same((await store.drop_summary("s"), await store.drop_summary("s")), (True, False))


async def what_is_derived_goes_with_its_message(store: Store) -> None:
    """Summaries and short-term entries are dropped with a message they were made from (N-04, X-15)."""
    (one,) = await tell(store, a_message(1, "a secret"))
    guild = one.place.guild
    summary = Summary(session="s", guild=guild, origin="g5", sequence=1, text="a secret", updated_at=START)
    await store.put_summary(summary, [one.id])
    entry = _recent(one.id, "a secret")
    await store.add_recent(entry, keep=20, since=START - timedelta(hours=6))
    await store.drop_derived(guild, [one.id])
    same(await store.get_summary("s"), None)
    same(await store.recents(audience_of(GENERAL), since=START - timedelta(days=1), limit=9), [])


async def short_term_memory_is_short(store: Store) -> None:
    """The latest entries of a guild are kept, newest first, for those who could hear them (DC-91..94)."""
    since = START - timedelta(hours=6)
    for number in range(5):
        await store.add_recent(_recent(number, f"talk {number}"), keep=3, since=since)
    heard = await store.recents(audience_of(GENERAL), since=since, limit=9)
    same([entry.text for entry in heard], ["talk 4", "talk 3", "talk 2"])
    later = START + timedelta(minutes=3)
    same(
        [e.text for e in await store.recents(audience_of(GENERAL), since=later, limit=9)],
        ["talk 4", "talk 3"],
    )


def _recent(number: int, text: str) -> ShortTermEntry:
    return ShortTermEntry(
        guild=GENERAL.guild,
        message=number,
        channel=GENERAL.channel,
        channel_name=GENERAL.name,
        origin=origin_of(GENERAL),
        text=text,
        at=START + timedelta(minutes=number),
    )
