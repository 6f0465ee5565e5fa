"""Conformance checks of messages, people, places and notes."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from dnam.audience import audience_of, origin_of
from dnam.domain import Person, Visibility
from dnam.ports import Store
from dnam.rules.text import words
from dnam.testing.sample_data import (
    ANN,
    BEN,
    DM_ANN,
    DM_BEN,
    ELSEWHERE,
    GENERAL,
    GUILD,
    INVITED,
    SECRET,
    START,
    THREAD,
    a_message,
    pointing,
    same,
    stored,
    tell,
)


async def a_message_is_kept_whole(store: Store) -> None:
    """Every field of a message is read as it was written (R-02)."""
    message = replace(
        a_message(1, "Grüße, 世界! C# & 🎉"),
        reply_to=99,
        mentions=(BEN,),
        addressed=True,
        source="voice:turn",
        edited_at=START + timedelta(minutes=2, microseconds=7),
    )
    (stored_message,) = await tell(store, message)
    same(replace(stored_message, position=0), message)


async def adding_twice_changes_nothing(store: Store) -> None:
    """Adding a stored message again changes nothing (R-02)."""
    message = a_message(1, "hello there")
    same(await store.add_message(message, ["hello"]), True)
    again = replace(message, text="other", author=replace(ANN, name="Changed"))
    same(await store.add_message(again, ["other"]), False)
    same(replace(await stored(store, message), position=0), message)
    same(len((await store.find_words(audience_of(GENERAL), ["other"]))["other"]), 0)
    same(await store.count_messages(audience_of(GENERAL)), 1)


async def names_become_current(store: Store) -> None:
    """People and places have their latest names, also on older messages (N-08)."""
    first = a_message(1, "hi")
    renamed = replace(GENERAL, name="lobby", guild_name="Growers")
    later = replace(a_message(2, "hi again", renamed, replace(ANN, name="Anna")), mentions=(BEN,))
    await tell(store, first, later)
    again = await stored(store, first)
    same((again.author.name, again.place.name, again.place.guild_name), ("Anna", "lobby", "Growers"))
    same(await store.people(GUILD), {ANN.id: replace(ANN, name="Anna"), BEN.id: BEN})
    same(await store.people(GUILD, [BEN.id, 999]), {BEN.id: BEN})
    same(await store.places(GUILD), [renamed])


async def names_belong_to_a_guild(store: Store) -> None:
    """A nickname in one guild is not used in another (X-16)."""
    await tell(store, a_message(1, "hi"), a_message(2, "hi", ELSEWHERE, replace(ANN, name="Nan")))
    same((await store.people(GUILD))[ANN.id].name, "Ann")
    same((await store.people(ELSEWHERE.guild))[ANN.id].name, "Nan")
    same(len(await store.places()), 2)


async def a_place_without_messages_is_known(store: Store) -> None:
    """Where a command was typed is a place of its channel, and messages there are kept as in any (R-26)."""
    await store.see_place(THREAD)
    same(await store.places(GUILD), [THREAD])
    one, two = await tell(store, a_message(1, "hi", THREAD), a_message(2, "hi again", THREAD))
    same(two.position - one.position, 1)
    await store.see_place(replace(THREAD, name="plans"))
    same([place.name for place in await store.places()], ["plans"])


async def an_edit_replaces_text_and_words(store: Store) -> None:
    """After an edit only the new text is found; an edit that is not newer is ignored (N-04)."""
    (message,) = await tell(store, a_message(1, "old apples"))
    at, hear = START + timedelta(hours=1), audience_of(GENERAL)
    same(await store.edit_message(GUILD, 1, "new pears", words("new pears"), at), True)
    same(await store.edit_message(GUILD, 1, "late plums", words("late plums"), at), False)
    same(await store.edit_message(GUILD, 77, "nobody", ["nobody"], at), False)
    matches = await store.find_words(hear, words("apples pears plums"))
    same([positions.tolist() for positions in matches.values()], [[], [message.position], []])
    same(await stored(store, message), replace(message, text="new pears", edited_at=at))


async def an_edit_drops_the_vector(store: Store) -> None:
    """An edit drops the vector, and a vector of the old text is ignored (N-04)."""
    (message,) = await tell(store, a_message(1, "old apples"))
    vector, hear = pointing(1, 2, -3), audience_of(GENERAL)
    await store.put_message_vectors("m", [(message, vector)])
    await store.edit_message(GUILD, 1, "new", ["new"], START + timedelta(hours=1))
    await store.put_message_vectors("m", [(message, vector)])
    same((await store.find_near(hear, vector, model="m", limit=5)).tolist(), [])
    same([m.text for m in await store.unembedded_messages(model="m", limit=5)], ["new"])


async def a_deleted_message_is_gone(store: Store) -> None:
    """A deleted message is in no history, no word search and no near search (N-02, N-04)."""
    one, two = await tell(store, a_message(1, "plums"), a_message(2, "plums and pears"))
    vector, hear = pointing(1, -1), audience_of(GENERAL)
    await store.put_message_vectors("m", [(one, vector), (two, vector)])
    same(await store.delete_messages(GUILD, [1, 1, 404]), 1)
    same(await store.delete_messages(GUILD, [1]), 0)
    same(await store.get_message(GUILD, 1), None)
    same([m.id for m in await store.recent_messages(hear, GENERAL.channel, limit=9)], [2])
    same((await store.find_words(hear, ["plum"]))["plum"].tolist(), [two.position])
    same((await store.find_near(hear, vector, model="m", limit=9)).tolist(), [two.position])
    await store.put_message_vectors("m", [(one, vector)])
    same(list(await store.read_positions(hear, [one.position, two.position])), [two.position])
    same(await store.count_messages(hear), 1)


async def recent_messages_are_a_window(store: Store) -> None:
    """The newest messages of a channel are returned oldest first, up to a limit, before a message (R-02)."""
    await tell(store, *(a_message(n, f"line {n}") for n in range(1, 8)), a_message(50, "other", SECRET))
    hear, channel = audience_of(SECRET), GENERAL.channel
    same([m.id for m in await store.recent_messages(hear, channel, limit=3)], [5, 6, 7])
    same([m.id for m in await store.recent_messages(hear, channel, limit=3, before=5)], [2, 3, 4])
    same([m.id for m in await store.recent_messages(hear, channel, limit=2, before=40)], [6, 7])
    same([m.id for m in await store.recent_messages(hear, 12345, limit=3)], [])


async def history_follows_the_time_of_sending(store: Store) -> None:
    """A message that arrives late takes its place in the history (R-02)."""
    await tell(
        store, a_message(9, "first", after=1), a_message(3, "third", after=3), a_message(5, "second", after=2)
    )
    matches = await store.recent_messages(audience_of(GENERAL), GENERAL.channel, limit=9)
    same([m.text for m in matches], ["first", "second", "third"])
    same(
        [m.text for m in await store.recent_messages(audience_of(GENERAL), 71, limit=9, before=3)],
        ["first", "second"],
    )


async def a_time_span_is_read_whole(store: Store) -> None:
    """Everything sent in a half-open time span is returned oldest first (R-20)."""
    await tell(
        store, a_message(1, "a"), a_message(2, "b", ELSEWHERE), a_message(3, "c", SECRET), a_message(4, "d")
    )
    start, end = START + timedelta(minutes=1), START + timedelta(minutes=4)
    same([m.text for m in await store.messages_between(start, end)], ["a", "b", "c"])
    same([m.text for m in await store.messages_between(start, end, guild=GUILD)], ["a", "c"])


async def the_audience_limits_history(store: Store) -> None:
    """Private messages are not in the history shown to others (R-01, N-01, X-13)."""
    everywhere = (GENERAL, SECRET, THREAD, INVITED, ELSEWHERE, DM_ANN)
    await tell(store, *(a_message(n, "hi", place) for n, place in enumerate(everywhere, 1)))
    for place in (*everywhere, DM_BEN):
        hear = audience_of(place)
        matches = [p for p in everywhere if await store.recent_messages(hear, p.channel, limit=9)]
        wanted = [p for p in everywhere if origin_of(p) in hear.origins or hear.alone == ANN.id]
        same(matches, wanted)
        same(await store.count_messages(hear), len(wanted))


async def a_channel_made_private_keeps_what_was_public(store: Store) -> None:
    """A message keeps its audience when its channel's visibility changes (R-01)."""
    closed = replace(GENERAL, visibility=Visibility.PRIVATE)
    before, after = await tell(store, a_message(1, "hi"), a_message(2, "hi", closed))
    same((origin_of(before.place), origin_of(after.place)), ("g500", "c71"))
    public = replace(GENERAL, channel=79)
    same([m.id for m in await store.recent_messages(audience_of(public), 71, limit=9)], [1])
    thread = replace(INVITED, visibility=Visibility.PUBLIC)
    one, two = await tell(
        store, a_message(3, "hi", thread), a_message(4, "hi", replace(thread, invite_only=False))
    )
    again = await stored(store, one)
    same((origin_of(again.place), origin_of(two.place)), ("c74", "g500"))


async def direct_messages_have_no_guild(store: Store) -> None:
    """Everything works in a direct message, where there is no guild (X-19)."""
    (message,) = await tell(store, replace(a_message(1, "just us two", DM_ANN), mentions=(BEN,)))
    hear = audience_of(DM_ANN)
    same(message.place, DM_ANN)
    await store.put_message_vectors("m", [(message, pointing(1, 1))])
    same((await store.find_near(hear, pointing(1, 1), model="m", limit=3)).tolist(), [message.position])
    same((await store.find_words(hear, ["two"]))["two"].tolist(), [message.position])
    same([m.id for m in await store.recent_messages(hear, 91, limit=3)], [1])
    same(await store.edit_message(0, 1, "edited", ["edited"], START), True)
    same((await store.people(0))[ANN.id], ANN)
    same(await store.delete_messages(0, [1]), 1)


async def neighbours_have_neighbouring_positions(store: Store) -> None:
    """Positions differ by one within a conversation; a silence of over an hour leaves a gap (N-21)."""
    a, b, c, other = await tell(
        store,
        a_message(1, "a", after=0),
        a_message(2, "b", after=60),
        a_message(3, "c", after=121),
        a_message(4, "other", SECRET, after=121),
    )
    same(b.position - a.position, 1)
    same(c.position - b.position > 1, True)
    same(abs(other.position - c.position) > 1, True)


async def late_arrivals_stand_beside_their_predecessor_or_apart(store: Store) -> None:
    """A late message follows its predecessor if that position is free, else stands apart (N-17)."""
    a, b, c = await tell(
        store, a_message(1, "a", after=1), a_message(2, "b", after=3), a_message(3, "c", after=5)
    )
    late, live = await tell(store, a_message(4, "late", after=2), a_message(5, "live", after=6))
    positions = {m.position for m in (a, b, c)}
    same(all(abs(late.position - position) > 1 for position in {*positions, live.position}), True)
    same(live.position - c.position > 1, True)
    (later,) = await tell(store, a_message(6, "right after late", after=2.5))
    same(later.position - late.position, 1)
    await store.delete_messages(GUILD, [2])
    (between,) = await tell(store, a_message(7, "there is room now", after=1.5))
    same(between.position, a.position + 1)
    same(len({m.position for m in (a, b, c, late, live, later)}), 6)


async def many_at_once_are_all_kept(store: Store) -> None:
    """Messages added concurrently are all stored, once each, in their places (N-17)."""
    messages = [
        a_message(n, f"word{n} all", (GENERAL, SECRET)[n % 2], Person(id=n % 7 + 1, name="x"))
        for n in range(120)
    ]
    added = await asyncio.gather(*(store.add_message(m, words(m.text)) for m in [*messages, *messages[:20]]))
    same(sum(added), 120)
    hear = audience_of(SECRET)
    positions = (await store.find_words(hear, ["all"]))["all"].tolist()
    same(len(positions), 120)
    same(positions, sorted(set(positions)))
    same(await store.count_messages(hear), 120)
    same(len(await store.read_positions(hear, positions)), 120)


async def many_together_are_kept_as_one_by_one(store: Store) -> None:
    """Messages of an import are stored in their order, each once, late ones too (N-12)."""
    messages = [a_message(n, f"word{n} all", (GENERAL, SECRET)[n % 2], after=-n % 40) for n in range(1, 90)]
    entries = [(message, words(message.text), 0) for message in [*messages[:50], *messages]]
    same(await store.add_messages(entries), [True] * 50 + [False] * 50 + [True] * 39)
    same(await store.add_messages([]), [])
    for message in messages:
        same(replace(await stored(store, message), position=0), message)
    same(len((await store.find_words(audience_of(SECRET), ["all"]))["all"]), 89)
    same(await store.count_messages(audience_of(SECRET)), 89)


async def many_together_stand_where_each_alone_would(store: Store) -> None:
    """Messages stored together have the positions they would have one by one, in any order (N-12, N-21)."""
    minutes = [(n * 37 % 211) * (3 if n % 5 else 11) for n in range(60)]
    alone = [a_message(n, "a", GENERAL, after=minute) for n, minute in enumerate(minutes, 1)]
    others = [a_message(n, "b", SECRET, after=minute) for n, minute in enumerate(minutes, 101)]
    await tell(store, *alone, *others[:9])
    for first, last in ((9, 10), (10, 60)):
        await store.add_messages([(message, ["b"], 0) for message in others[first:last]])
    positions = [[(await stored(store, m)).position for m in some] for some in (alone, others)]
    slots = [await store.slot_of(GUILD, place.channel) or 0 for place in (GENERAL, SECRET)]
    relative = [[at - (slot << 32) for at in some] for some, slot in zip(positions, slots, strict=True)]
    same(relative[0], relative[1])


async def messages_can_be_given_to_those_who_can_read_their_place(store: Store) -> None:
    """A message whose place turns out to be public is found by everyone, in its position, once (F-30)."""
    one, two = a_message(1, "word all", SECRET), a_message(2, "two all", SECRET, after=1)
    hidden, other = a_message(3, "three all", SECRET, after=2), a_message(4, "four all", GENERAL)
    placed = await tell(store, one, two, hidden, other)
    await store.put_message_vectors("m", [(placed[0], pointing(1, 0))])
    await store.hide_messages(GUILD, [3], hidden=True)
    opened = replace(SECRET, visibility=Visibility.PUBLIC, name="open")
    same(sorted(await store.place_messages(opened, [1, 3, 4, 5])), [1, 3])
    same(await store.place_messages(opened, [1, 3, 4, 5]), [])
    everyone, few = audience_of(GENERAL), audience_of(SECRET)
    same(len((await store.find_words(everyone, ["all"]))["all"]), 3)
    same(len((await store.find_words(few, ["all"]))["all"]), 4)
    same((await store.count_messages(everyone), await store.count_messages(few)), (3, 4))
    same(await store.recent_messages(everyone, SECRET.channel, limit=9), [replace(placed[0], place=opened)])
    same({m.id for m in await store.unembedded_messages(model="m", limit=9)}, {1, 2, 3, 4})
    same({m.id for m in await store.get_messages(GUILD, [1, 3, 5])}, {1, 3})
    same(await store.check(), [])


async def notes_are_kept_by_name(store: Store) -> None:
    """A note is stored, replaced and deleted by its name (R-02)."""
    same(await store.get_note("last list"), None)
    await store.put_note("last list", "1, 2")
    await store.put_note("last list", "3 ✓")
    same(await store.get_note("last list"), "3 ✓")
    same(await store.get_own("last list"), None)
    await store.put_own("last list", "4 ✓")
    same(await store.get_own("last list"), "4 ✓")
    await store.put_note("last list", None)
    await store.put_note("last list", None)
    same(await store.get_note("last list"), None)


async def what_was_written_in_a_channel_is_named(store: Store) -> None:
    """The ids of written messages are listed, hidden or not; speech is left out (N-04)."""
    private = replace(GENERAL, visibility=Visibility.PRIVATE)
    aloud = replace(a_message(3, "aloud"), source="voice:turn")
    await tell(
        store,
        a_message(1, "one"),
        a_message(2, "two", private),
        aloud,
        a_message(4, "four"),
        a_message(5, "x", SECRET),
    )
    await store.hide_messages(GUILD, [1], hidden=True)
    same(await store.written_in(GUILD, GENERAL.channel, limit=9), [4, 2, 1])
    same(await store.written_in(GUILD, GENERAL.channel, limit=2), [4, 2])
    same(await store.written_in(GUILD + 1, GENERAL.channel, limit=9), [])


async def what_somebody_wrote_is_listed_for_an_audience(store: Store) -> None:
    """The latest messages of each person are listed, without what is hidden or may not be heard (F-22)."""
    lines = [a_message(n, f"line {n}") for n in range(1, 5)]
    messages = await tell(store, *lines, a_message(5, "x", SECRET), replace(a_message(6, "y"), author=BEN))
    await store.hide_messages(GUILD, [4], hidden=True)
    hear = audience_of(GENERAL)
    positions = [message.position for message in messages]
    same((await store.written_by(hear, [ANN.id], limit=2)).tolist(), positions[1:3])
    same((await store.written_by(hear, [ANN.id, BEN.id], limit=1)).tolist(), [positions[2], positions[5]])
    same((await store.written_by(hear, [], limit=9)).tolist(), [])


async def odd_text_is_kept_as_well_as_it_can_be(store: Store) -> None:
    """Characters that a database cannot store never make a message fail (R-02)."""
    (message,) = await tell(store, replace(a_message(1, "a\0b \ud800 c"), author=replace(ANN, name="A\0nn")))
    same(message.text.startswith("ab "), True)
    same(message.author.name, "Ann")


async def counts_and_check_agree(store: Store) -> None:
    """After adding, embedding, editing and deleting, counts are right and `check` finds nothing (N-17)."""
    messages = await tell(store, *(a_message(n, f"line {n}") for n in range(1, 6)), a_message(6, "x", DM_ANN))
    await store.put_message_vectors("m", [(m, pointing(n + 1, -1)) for n, m in enumerate(messages)])
    await store.edit_message(GUILD, 2, "new", ["new"], START + timedelta(days=1))
    await store.delete_messages(GUILD, [3, 4])
    counts = await store.counts()
    wanted = {"messages": 4, "message_vectors": 3, "people": 2, "places": 2, "facts": 0, "notes": 0}
    same({name: counts[name] for name in wanted}, wanted)
    same(await store.check(), [])
