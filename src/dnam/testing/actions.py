"""Conformance checks of the action log."""

from dataclasses import replace
from datetime import timedelta

from dnam.domain import Action, Spending, Usage
from dnam.ports import Store
from dnam.testing.sample_data import GUILD, START, same

TAKEN = Usage(input_tokens=1000, output_tokens=20, cost_usd=0.25, unpriced=1)
CALL = Action(
    kind="memory_extract_call",
    at=START,
    guild=GUILD,
    task="extract",
    model="anthropic:claude",
    usage=TAKEN,
    ms=12.5,
)


def later(action: Action, minutes: float) -> Action:
    return replace(action, at=action.at + timedelta(minutes=minutes))


async def log(store: Store, *actions: Action) -> None:
    for action in actions:
        await store.log_action(action)


async def an_action_is_kept_whole(store: Store) -> None:
    """Every field of a log line is read as it was written (CL-69..72)."""
    failed = replace(
        CALL, kind="memory_extract_error", outcome="error: timeout", detail='too "late" \u2014 \u7d05'
    )
    failed = replace(failed, person=11, channel=71, origin="c71")
    bare = Action(kind="memory_fact", at=START, guild=0)
    await log(store, failed, bare)
    same(await store.actions(), [bare, failed])
    same((await store.counts())["actions"], 2)


async def the_latest_actions_come_first(store: Store) -> None:
    """Lines are returned newest first, the last logged first for equal times, up to a limit (N-23)."""
    first, second, twin = CALL, later(CALL, 1), replace(later(CALL, 1), detail="twin")
    await log(store, second, first, twin)
    same(await store.actions(), [twin, second, first])
    same(await store.actions(limit=1), [twin])
    same(await store.actions(since=second.at), [twin, second])


async def actions_belong_to_a_guild(store: Store) -> None:
    """A guild's log shows its own lines only (N-13)."""
    elsewhere = replace(CALL, guild=600)
    await log(store, CALL, elsewhere)
    same(await store.actions(guild=600), [elsewhere])
    same(await store.actions(guild=600, since=START + timedelta(minutes=1)), [])
    same(await store.actions(guild=700), [])


async def actions_keep_to_who_could_hear_them(store: Store) -> None:
    """With `heard`, a guild's log has only lines of these origins or of none (N-13, R-01)."""
    public, private = replace(later(CALL, 1), origin=f"g{GUILD}"), replace(later(CALL, 2), origin="c73")
    await log(store, CALL, public, private)
    same(await store.actions(guild=GUILD, heard={f"g{GUILD}"}), [public, CALL])
    same(await store.actions(guild=GUILD, heard={f"g{GUILD}", "c73"}, limit=1), [private])


async def money_is_added_up_for_a_guild(store: Store) -> None:
    """Usage is summed since a time, for one guild (N-14)."""
    await log(store, CALL, later(CALL, 5), later(CALL, -5), replace(CALL, guild=600))
    same(await store.spent(GUILD, START), TAKEN + TAKEN)
    same(await store.spent(700, START), Usage())


async def money_is_added_up_by_task_and_day(store: Store) -> None:
    """Usage is summed per task, guild and day; offline outcomes are not calls (N-14)."""
    reply, tomorrow = replace(CALL, task="reply"), later(CALL, 24 * 60)
    offline = replace(CALL, outcome="offline: budget", usage=Usage())
    other = replace(CALL, guild=600)
    await log(store, CALL, later(CALL, 1), reply, tomorrow, offline, other, replace(CALL, task=""))
    today = START.date()
    mine = [
        Spending(day=today, guild=GUILD, task="extract", calls=2, usage=TAKEN + TAKEN),
        Spending(day=today, guild=GUILD, task="reply", calls=1, usage=TAKEN),
        Spending(day=tomorrow.at.date(), guild=GUILD, task="extract", calls=1, usage=TAKEN),
    ]
    same(await store.spending(START, guild=GUILD), mine)
    theirs = Spending(day=today, guild=600, task="extract", calls=1, usage=TAKEN)
    same(await store.spending(START), [*mine[:2], theirs, mine[2]])
    same(await store.spending(tomorrow.at + timedelta(minutes=1)), [])
