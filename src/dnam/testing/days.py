"""Conformance checks of days and cached texts."""

from dataclasses import replace
from datetime import date, timedelta

from dnam.domain import CachedText, Day, DayMark, Person
from dnam.ports import Store
from dnam.testing.sample_data import ANN, BEN, DM_ANN, GUILD, SECRET, START, a_message, known, same, tell

TODAY = date(2025, 1, 1)
BEGINS = START.replace(hour=0)
ENDS = BEGINS + timedelta(days=1)
MARK = DayMark(
    guild=GUILD, origin=f"g{GUILD}", date=TODAY, begins=BEGINS, ends=ENDS, newest=START, made_at=START
)
CACHED = CachedText(guild=GUILD, person=ANN.id, origins=(f"g{GUILD}",), task="merge", inputs="1", text="tea")


def _day(person: Person, text: str) -> Day:
    return Day(guild=GUILD, origin=MARK.origin, date=TODAY, person=person.id, text=text)


async def a_day_has_what_people_said_to_one_origin(store: Store) -> None:
    """Bots, hidden messages, other origins and other times are not part of a day (X-17, R-01)."""
    bot = Person(id=99, name="dnam", bot=True)
    one, two, *_ = await tell(
        store,
        a_message(1, "in public"),
        a_message(2, "hidden"),
        a_message(3, "a bot's", author=bot),
        a_message(4, "in private", SECRET),
        a_message(5, "tomorrow", after=24 * 60),
        a_message(6, "in a DM", DM_ANN),
    )
    await store.hide_messages(GUILD, [two.id], hidden=True)
    when = (BEGINS, ENDS)
    same([m.text for m in await store.day_messages(GUILD, f"g{GUILD}", *when)], ["in public"])
    same([m.text for m in await store.day_messages(GUILD, f"c{SECRET.channel}", *when)], ["in private"])
    same([m.text for m in await store.day_messages(0, f"d{ANN.id}", *when)], ["in a DM"])
    same(await store.newest_message(GUILD, f"g{GUILD}", *when), one.sent_at)
    same(await store.newest_message(GUILD, "c12345", *when), None)


async def a_day_is_replaced_as_a_whole(store: Store) -> None:
    """A replaced day keeps nothing of the previous one (UM-58)."""
    where = (GUILD, MARK.origin)
    same(await store.put_day(MARK, [_day(ANN, "one"), _day(BEN, "two")], stamp=0), True)
    later = replace(MARK, made_at=START + timedelta(hours=1), tried_at=START, offline=True, refused=True)
    same(await store.put_day(later, [_day(ANN, "three")], stamp=0), True)
    same(await store.days(*where, TODAY, TODAY), [_day(ANN, "three")])
    same(await store.day_marks(*where, TODAY, TODAY), [later])
    same(await store.day_marks(*where, TODAY + timedelta(days=1), TODAY + timedelta(days=7)), [])
    same(await store.days(GUILD, f"c{SECRET.channel}", TODAY, TODAY), [])


async def what_is_taken_back_reopens_its_day(store: Store) -> None:
    """Deleting a message drops its day and texts made from it; other days and origins stay (N-04, X-15)."""
    (one, *_) = await tell(store, a_message(1, "tea"), a_message(2, "secret", SECRET))
    before = replace(
        MARK, date=TODAY - timedelta(days=1), begins=BEGINS - timedelta(days=1), ends=BEGINS, offline=True
    )
    private = replace(MARK, origin=f"c{SECRET.channel}")
    for mark in (MARK, before, private):
        day = replace(_day(ANN, "tea"), date=mark.date, origin=mark.origin)
        await store.put_day(mark, [day], stamp=0)
    both = replace(CACHED, origins=(MARK.origin, private.origin))
    elsewhere = replace(CACHED, origins=(private.origin,))
    for text in (CACHED, both, elsewhere):
        same(await store.put_composed(text, stamp=0), True)
    await store.drop_derived(GUILD, [one.id])
    week = (TODAY - timedelta(days=7), TODAY)
    same([day.date for day in await store.days(GUILD, MARK.origin, *week)], [before.date])
    same([mark.newest for mark in await store.day_marks(GUILD, MARK.origin, *week)], [START, None])
    same(len(await store.days(GUILD, private.origin, *week)), 1)
    left = [
        await store.get_composed(GUILD, ANN.id, text.origins, "merge") for text in (CACHED, both, elsewhere)
    ]
    same([text is not None for text in left], [False, False, True])


async def nothing_made_before_is_kept_after(store: Store) -> None:
    """A text made from messages that were retracted meanwhile is refused (X-15, N-02)."""
    (one, *_) = await tell(store, a_message(1, "tea"))
    stamp = await store.stamp(GUILD, [MARK.origin])
    await store.drop_derived(GUILD, [one.id])
    same(await store.put_day(MARK, [_day(ANN, "tea")], stamp=stamp), False)
    same(await store.put_composed(CACHED, stamp=stamp), False)
    same(await store.days(GUILD, MARK.origin, TODAY, TODAY), [])
    same(await store.stamp(GUILD, [MARK.origin, "c1"]), stamp + 1)
    same(await store.put_day(MARK, [_day(ANN, "tea")], stamp=stamp + 1), True)


async def what_was_made_of_facts_goes_when_they_change(store: Store) -> None:
    """A cached text never outlives the facts it was made from (X-15, R-06)."""
    fact = known("Likes tea")
    for change in (store.save_facts([fact]), store.drop_facts([fact])):
        await store.put_composed(CACHED, stamp=0)
        same(await store.get_composed(GUILD, ANN.id, CACHED.origins, "merge"), CACHED)
        same(await store.get_composed(GUILD, BEN.id, CACHED.origins, "merge"), None)
        await change
        same(await store.get_composed(GUILD, ANN.id, CACHED.origins, "merge"), None)
    same(await store.drop_facts([fact]), 0)
