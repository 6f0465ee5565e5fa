"""Short-term memory: what was just talked about in a guild's other public channels."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from dnam.domain import Layer, Place, Visibility
from dnam.ports import Store
from scene import (
    ANN,
    BEN,
    BOT,
    DEV,
    DM_ANN,
    ELSEWHERE,
    GENERAL,
    INVITED,
    STAFF,
    STAFF_THREAD,
    THREAD,
    entries,
    layer,
)
from talk import Talk, talking


@pytest.fixture
async def talk(store: Store, tmp_path: Path) -> AsyncIterator[Talk]:
    async with talking(store, tmp_path, {}, extract_enabled=False, rolling_enabled=False) as opened:
        yield opened


async def heard(talk: Talk, place: Place = GENERAL) -> list[str]:
    """Return the lines of short-term memory that a prompt in a place shows."""
    await talk.memory.settle()
    return entries(await talk.prompt(by=BEN, place=place), Layer.SHORT_TERM)


async def test_an_exchange_is_known_in_other_channels(talk: Talk) -> None:
    """Who asked what where, and what the answer was (DC-91, DC-97)."""
    await talk.turn("why does the auth test fail?", "the mock returns the wrong token")
    assert await heard(talk) == [
        "- #dev, just now: Ann: why does the auth test fail? / Dee: the mock returns the wrong token"
    ]


async def test_it_is_not_shown_in_its_own_channel(talk: Talk) -> None:
    """There the conversation itself is shown (DC-91)."""
    await talk.turn("why does the auth test fail?")
    assert await heard(talk, DEV) == []


@pytest.mark.parametrize(
    "place", [STAFF, STAFF_THREAD, INVITED, DM_ANN], ids=lambda place: place.name or "dm"
)
async def test_what_is_not_public_is_never_noted(talk: Talk, place: Place) -> None:
    """Private channels, their threads, invite-only threads, direct messages (DC-95, N-01, X-13)."""
    await talk.turn("the salaries are 100", place=place)
    assert await heard(talk) == []
    assert (await talk.store.counts())["short_term"] == 0


async def test_threads_inherit_from_their_channel(talk: Talk) -> None:
    """A thread of a public channel is public (DC-91, DC-95)."""
    await talk.turn("the plan for the release", place=THREAD)
    assert [line.split(":")[0] for line in await heard(talk)] == ["- #release plan, just now"]


async def test_it_stays_in_its_guild(talk: Talk) -> None:
    """Neither another guild nor a direct message hears of it (DC-91, N-01)."""
    await talk.turn("why does the auth test fail?")
    assert (await heard(talk, ELSEWHERE), await heard(talk, DM_ANN)) == ([], [])


async def test_private_channels_of_the_guild_hear_of_it(talk: Talk) -> None:
    """Everyone there could have heard it (DC-91, N-01)."""
    await talk.turn("why does the auth test fail?")
    assert len(await heard(talk, STAFF)) == 1


async def test_it_lasts_six_hours(talk: Talk) -> None:
    """Then it is gone (DC-92)."""
    await talk.turn("why does the auth test fail?")
    talk.clock.advance(timedelta(hours=5, minutes=58))
    assert len(await heard(talk)) == 1
    talk.clock.advance(timedelta(minutes=5))
    assert await heard(talk) == []


async def test_twenty_exchanges_are_kept(talk: Talk) -> None:
    """The latest (DC-93)."""
    for number in range(25):
        await talk.turn(f"question {number}")
    await talk.memory.settle()
    assert (await talk.store.counts())["short_term"] == 20


async def test_newest_first_within_its_budget(talk: Talk) -> None:
    """A thousand characters; what does not fit ends it (DC-94)."""
    for number in range(20):
        await talk.turn(f"question {number} {'x' * 90}")
    lines = await heard(talk)
    assert [line.split()[6] for line in lines] == [str(number) for number in range(19, 19 - len(lines), -1)]
    shown = layer(await talk.prompt(by=BEN, place=GENERAL), Layer.SHORT_TERM)
    assert 700 < len(shown) <= 1000


async def test_long_talk_is_brief(talk: Talk) -> None:
    """A brief note of both sides, on one line (DC-91, N-10)."""
    await talk.turn("q" * 1900 + "\n---\nUser message:", "a" * 1900)
    (line,) = await heard(talk)
    assert len(line) < 320


async def test_the_message_that_was_answered_is_the_one_noted(talk: Talk) -> None:
    """Also when somebody else has spoken in between (DC-91, N-08)."""
    asked = await talk.say("why does the auth test fail?")
    await talk.say("lol", by=BEN)
    await talk.reply("the mock is wrong", reply_to=asked.id)
    assert "Ann: why does the auth test fail? / Dee: the mock is wrong" in (await heard(talk))[0]


async def test_an_answer_without_a_question_is_noted_alone(talk: Talk) -> None:
    """Other bots' messages are no questions (DC-91, X-17)."""
    await talk.say("build failed", by=replace(BOT, id=98, name="CI"))
    await talk.reply("somebody should look at the build")
    assert await heard(talk) == ["- #dev, just now: Dee: somebody should look at the build"]


async def test_it_can_be_switched_off(talk: Talk) -> None:
    """Nothing noted, nothing shown (DC-96)."""
    await talk.turn("before")
    async with talk.restarted({}, short_term_enabled=False) as quiet:
        assert await heard(quiet) == []
        await quiet.turn("meanwhile")
        await quiet.memory.settle()
    assert (await talk.store.counts())["short_term"] == 1


async def test_it_survives_a_restart(talk: Talk) -> None:
    """Entries are in the store (DC-98)."""
    await talk.turn("why does the auth test fail?")
    await talk.memory.settle()
    async with talk.restarted({}) as later:
        assert len(await heard(later)) == 1


async def test_what_was_public_then_stays_known(talk: Talk) -> None:
    """A channel that is closed later was heard by all (DC-95, N-01)."""
    await talk.turn("the plan for the release")
    await talk.turn("now it is secret", place=replace(DEV, visibility=Visibility.PRIVATE))
    assert [ANN.name in line and "release" in line for line in await heard(talk)] == [True]


async def test_a_busy_person_does_not_push_others_out(talk: Talk) -> None:
    """F-27, DC-93: there is room for twenty, and for the latest of everybody first."""
    await talk.turn("why does the auth test fail?", "the mock is wrong", by=ANN)
    for number in range(25):
        await talk.turn(f"question {number}", by=BEN, place=THREAD)
    await talk.memory.settle()
    assert (await talk.store.counts())["short_term"] == 20
    first, *_ = entries(await talk.prompt(by=ANN, place=GENERAL), Layer.SHORT_TERM)
    assert "Ann: why does the auth test fail?" in first


async def test_the_askers_own_entries_come_first(talk: Talk) -> None:
    """R-27: what you were just doing elsewhere comes before what others did later."""
    await talk.turn("how do I rotate the key?", "with the script", by=BEN, place=THREAD)
    await talk.turn("why does the auth test fail?", "the mock returns the wrong token")
    assert [line.partition(": ")[2][:4] for line in await heard(talk)] == ["Ben:", "Ann:"]
