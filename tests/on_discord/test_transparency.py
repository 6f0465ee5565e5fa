"""The transparency channel: one pinned message per person, with what that channel may hear."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
from server import Server, as_bot, running_server, texts_in

from dnam import Memory
from dnam.audience import Audience
from dnam.commands import Command
from dnam.discord.bot import DnamBot
from dnam.discord.conversion import place_of
from dnam.discord.transparency import WRITES_PER_ROUND, snapshot
from dnam.domain import Fact, Kind, Person, Place, Scope, Source, SourceType, Summary, Visibility
from dnam.ports import Store
from dnam.rules.command_text import Seen

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ANN = Person(id=11, name="Ann *star*")
EVERYONE = Audience(origins=frozenset({"g5"}))
SEEN = Seen(names={ANN.id: ANN.name}, audience=EVERYONE, at=NOON)


def fact(text: str) -> Fact:
    """Make a fact about Ann."""
    return Fact(
        id="durable-00000000",
        guild=5,
        subject=ANN.id,
        kind=Kind.FACT,
        text=text,
        origin="g5",
        asserted_by=ANN.id,
        source=Source(type=SourceType.MANUAL, channel_name="dev"),
        created_at=NOON,
        updated_at=NOON,
    )


@asynccontextmanager
async def mirrored(store: Store, folder: Path, **options: Any) -> AsyncIterator[tuple[Server, Any]]:
    """Return a server whose channel #memory shows everyone's memory."""
    async with running_server(store, folder, debounce_seconds=0, **options) as here:
        channel = here.guild.create_text_channel("memory")
        async with here.restarted(discord_memory_channel=channel.id):
            yield here, channel


@asynccontextmanager
async def away(here: Server) -> AsyncIterator[Memory]:
    """Take the bot offline for a while; meanwhile its memory is in other hands."""
    held = here.memory
    with as_bot(here.env):
        await here.bot.remove_cog("Memory")
    yield held
    await here.env.restart_bot(DnamBot(held))


async def settled(here: Server, channel: Any) -> list[str]:
    """Return what the channel shows once all work is done; the notes of pinning left out."""
    await here.memory.settle()
    await here.memory.lanes.idle()
    await here.env.settle()
    return [text for text in texts_in(channel) if not text.startswith("pinned")]


async def test_each_person_has_one_pinned_message_edited_in_place(store: Store, tmp_path: Path) -> None:
    """DC-112, DC-113, DC-114: a snapshot is posted after an update, pinned, and edited by the next."""
    async with mirrored(store, tmp_path) as (here, channel):
        await here.command(here.ann, "remember I like tea")
        (shown,) = await settled(here, channel)
        assert "**ann**" in shown
        assert "- Likes tea (#general, updated 2026-01-01)" in shown
        await here.ann.send(here.dev, "I live in Oslo.")
        (shown,) = await settled(here, channel)
        assert "Lives in Oslo" in shown
        assert len(channel.pinned_messages()) == 1
        await here.command(here.ben, "remember I like figs")
        assert len(await settled(here, channel)) == 2
        assert len(channel.pinned_messages()) == 2


async def test_nothing_private_is_mirrored(store: Store, tmp_path: Path) -> None:
    """R-01, X-13: what was told in a DM or a private channel is not shown to all."""
    async with mirrored(store, tmp_path) as (here, channel):
        await here.ann.send_dm("!memory remember I look for a job")
        await here.command(here.ann, "remember I hire Ben", here.staff)
        assert await settled(here, channel) == []
        await here.command(here.ann, "remember I like tea")
        (shown,) = await settled(here, channel)
        assert "job" not in shown
        assert "Hires" not in shown


async def test_a_channel_that_is_opened_to_all_shows_no_more_than_all_may_know(
    store: Store, tmp_path: Path
) -> None:
    """R-01, X-13: when everyone can read a closed channel, what only its readers knew is taken away."""
    async with running_server(store, tmp_path, debounce_seconds=0) as here:
        closed = discord.PermissionOverwrite(view_channel=False)
        opened = discord.PermissionOverwrite(view_channel=True)
        everyone = here.guild.default_role
        rights = {everyone: closed, here.ann: opened, here.me: opened}
        channel = here.guild.create_text_channel("memory", overwrites=rights)
        async with here.restarted(discord_memory_channel=channel.id):
            await here.command(here.ann, "remember I like tea")
            await here.command(here.ann, "remember I hire Ben", channel)
            shown = [text for text in await settled(here, channel) if text.startswith("**ann**")]
            assert "Hires" in shown[0]
            await here.channel(channel).set_permissions(here.bot.guilds[0].default_role, view_channel=True)
            await here.env.settle()
            await here.memory.lanes.idle()
            await here.env.settle()  # nothing else happens that would have it looked at
            shown = [text for text in texts_in(channel) if text.startswith("**ann**")]
            assert "tea" in shown[0]
            assert "Hires" not in shown[0]


async def test_the_message_goes_when_nothing_is_left(store: Store, tmp_path: Path) -> None:
    """N-02: what was forgotten is gone from the channel too."""
    async with mirrored(store, tmp_path) as (here, channel):
        await here.command(here.ann, "remember I like tea")
        assert len(await settled(here, channel)) == 1
        await here.command(here.ann, "forget tea")
        assert await settled(here, channel) == []


async def test_the_message_goes_with_consent_and_with_erasure(store: Store, tmp_path: Path) -> None:
    """N-02, N-03: who opts out is not shown; who comes back is; what is erased is gone here too."""
    async with mirrored(store, tmp_path) as (here, channel):
        await here.command(here.ann, "remember I like tea")
        assert len(await settled(here, channel)) == 1
        await here.ann.slash(here.general, "memory optout")
        assert await settled(here, channel) == []
        await here.ann.slash(here.general, "memory optin")
        assert len(await settled(here, channel)) == 1
        await here.ann.slash(here.general, "memory erase")
        await here.ann.send_dm("!memory erase")
        await here.ann.send_dm("!memory erase confirm")
        assert await settled(here, channel) == []
        assert await store.get_note(f"mirror:{channel.id}:{here.ann.id}") is None


async def test_the_message_goes_with_the_person(store: Store, tmp_path: Path) -> None:
    """N-13: somebody who leaves is no longer shown; that they left is in the action log."""
    async with mirrored(store, tmp_path) as (here, channel):
        await here.command(here.ann, "remember I like tea")
        assert len(await settled(here, channel)) == 1
        here.guild.remove_member(here.ann)
        await here.env.settle()
        assert await settled(here, channel) == []
        (left, *_) = await store.actions(guild=here.guild.id)
        assert (left.kind, left.person) == ("member_left", here.ann.id)
        assert await here.facts(here.ann) == ["Likes tea"]


async def test_what_changes_after_a_restart_is_followed(store: Store, tmp_path: Path) -> None:
    """N-02, N-04, DC-113: nobody has to speak again for an edit, a deletion or a forgotten fact to show."""
    async with mirrored(store, tmp_path) as (here, channel):
        edited = await here.ann.send(here.general, "I live in Oslo.")
        deleted = await here.ben.send(here.general, "I live in Rome.")
        assert len(await settled(here, channel)) == 2
        await here.env.advance_time(60)
        async with here.restarted():
            await here.ann.edit(edited, "I live in Bergen.")
            await here.ben.delete(deleted)
            (shown,) = await settled(here, channel)
            assert "Bergen" in shown
            assert "Oslo" not in shown
            assert await store.get_note(f"mirror:{channel.id}:{here.ben.id}") is None


async def test_what_changed_without_the_bot_is_brought_up_to_date_at_its_start(
    store: Store, tmp_path: Path
) -> None:
    """N-02, N-03: erased, opted out and left while the bot was away: their messages go when it is back."""
    async with mirrored(store, tmp_path) as (here, channel):
        cat, dan = (here.guild.add_member(here.env.create_user(name)) for name in ("cat", "dan"))
        for who in (here.ann, here.ben, cat, dan):
            await here.command(who, f"remember I like {who.name} tea")
        assert len(await settled(here, channel)) == 4
        async with away(here) as memory:
            await memory.erase(Scope(kind="person", id=here.ann.id))
            ben = Person(id=here.ben.id, name="ben")
            place = Place(guild=here.guild.id, channel=here.general.id, visibility=Visibility.PUBLIC)
            await memory.command(Command(text="!memory optout", place=place, person=ben))
            here.guild.remove_member(cat)
        await here.memory.lanes.idle()  # no upkeep: the start alone
        await here.env.settle()
        (shown,) = [text for text in texts_in(channel) if not text.startswith("pinned")]
        assert "dan tea" in shown
        assert [*await store.notes(f"mirror:{channel.id}:")] == [f"mirror:{channel.id}:{dan.id}"]


async def test_a_summary_that_is_reset_goes_from_every_message(store: Store, tmp_path: Path) -> None:
    """DC-88, DC-114: the summary in somebody's message goes with the summary, whoever resets it, whenever."""
    async with mirrored(store, tmp_path, rolling_enabled=True) as (here, channel):
        await here.ann.send(here.general, "I live in Oslo.")
        here_now = f"discord:channel:{here.general.id}"
        origin, at = f"g{here.guild.id}", here.env.now()
        summary = Summary(
            session=here_now, guild=here.guild.id, origin=origin, sequence=1, text="They plan.", updated_at=at
        )
        await store.put_summary(summary, [])
        (shown,) = await settled(here, channel)
        assert "The conversation so far (#general" in shown
        async with here.restarted():
            await here.command(here.ben, "reset rolling")
            (shown,) = await settled(here, channel)
            assert "Oslo" in shown
            assert "They plan." not in shown


async def test_what_is_up_to_date_costs_no_request(store: Store, tmp_path: Path) -> None:
    """DC-113: neither a start nor talk that changes nothing about people writes a message anew."""
    async with mirrored(store, tmp_path) as (here, channel):
        for who in (here.ann, here.ben):
            await here.command(who, "remember I like tea")
        before = await settled(here, channel)
        async with here.restarted():
            here.env.http_requests.clear()
            await here.ann.send(here.general, "what a day")
            await here.command(here.ben, "remember I like figs")
            after = await settled(here, channel)
            asked = [r for r in here.env.http_requests if f"/channels/{channel.id}/" in r.path]
            assert [request.method for request in asked] == ["PATCH"]
            assert [text for text in after if "figs" not in text] == [t for t in before if "**ann**" in t]


async def test_those_who_changed_come_before_the_rest(store: Store, tmp_path: Path) -> None:
    """DC-112: where many messages are out of date, that of whoever speaks now is written first."""
    async with mirrored(store, tmp_path) as (here, channel):
        many = [here.guild.add_member(here.env.create_user(f"m{n}")) for n in range(WRITES_PER_ROUND + 5)]
        for who in many:
            await here.command(who, "remember I like tea")
        assert len(await settled(here, channel)) == len(many)
        for fact in await store.all_facts():
            later = fact.updated_at + timedelta(minutes=1)
            await store.save_facts([replace(fact, text="I like figs", updated_at=later)])
        here.env.http_requests.clear()
        await here.command(many[3], "remember I like plums")
        shown = await settled(here, channel)
        assert all("figs" in text for text in shown)
        edits = [r for r in here.env.http_requests if r.method == "PATCH" and str(channel.id) in r.path]
        pin = json.loads(await store.get_note(f"mirror:{channel.id}:{many[3].id}") or "")
        assert edits[0].path.endswith(str(pin["message"]))
        assert len(edits) == len(many)


async def test_a_message_somebody_deleted_is_let_go(store: Store, tmp_path: Path) -> None:
    """DC-116: what is already gone from the channel need not be deleted, and is noted no more."""
    async with mirrored(store, tmp_path) as (here, channel):
        await here.command(here.ann, "remember I like tea")
        await settled(here, channel)
        here.env.backend.delete_message(channel.id, channel.pinned_messages()[0].id)
        await here.command(here.ann, "forget tea")
        assert await settled(here, channel) == []
        assert await store.notes(f"mirror:{channel.id}:") == {}
        assert here.logged("transparency_channel") == []


async def test_another_bots_message_is_replaced(store: Store, tmp_path: Path) -> None:
    """DC-113, DC-116: a bot with a new account cannot edit the old one's message: it posts its own."""
    async with mirrored(store, tmp_path) as (here, channel):
        await here.command(here.ann, "remember I like tea")
        await settled(here, channel)
        (old,) = channel.pinned_messages()
        path = f"/channels/{channel.id}/messages/{old.id}"
        here.env.inject_error("PATCH", path, status=403, code=50005)
        await here.command(here.ann, "remember I like figs")
        (shown,) = await settled(here, channel)
        assert "figs" in shown
        here.env.inject_error("PATCH", f"/channels/{channel.id}/messages/*", status=403, code=50005)
        here.env.inject_error("DELETE", f"/channels/{channel.id}/messages/*", status=403, code=50013)
        await here.command(here.ann, "remember I like plums")
        assert len(await settled(here, channel)) == 2
        assert here.logged("transparency_channel") == [
            "cannot delete an old memory message of another bot: please delete it"
        ]


async def test_a_closed_channel_is_left_alone_for_a_while(store: Store, tmp_path: Path) -> None:
    """DC-116: where Discord refuses, the bot does not ask again at every word; later it does."""
    async with mirrored(store, tmp_path) as (here, channel):
        await here.command(here.ann, "remember I like tea")
        await settled(here, channel)
        path = f"/channels/{channel.id}/messages/*"
        here.env.inject_error("PATCH", path, status=403, code=50001, times=1)
        for fruit in ("figs", "plums"):
            await here.command(here.ann, f"remember I like {fruit}")
            (shown,) = await settled(here, channel)
            assert fruit not in shown
        assert here.logged("transparency_channel") == ["no access to the memory channel"]
        await here.env.advance_time(601)
        await here.ann.send(here.general, "hello")
        (shown,) = await settled(here, channel)
        assert "plums" in shown


async def test_members_are_shown_under_the_name_they_bear_there(store: Store, tmp_path: Path) -> None:
    """N-08, R-01: only members of the channel's server have a message, with their nickname there."""
    async with mirrored(store, tmp_path) as (here, channel):
        other = here.env.create_guild("Bakers")
        square = other.create_text_channel("square")
        eve = other.add_member(here.env.create_user("eve"))
        ann = other.add_member(here.ann.user, nick="Baker Ann")
        await eve.send(square, "!memory remember I like rye")
        await ann.send(square, "!memory remember I like buns")
        await here.command(here.ann, "remember I like tea")
        (shown,) = await settled(here, channel)
        assert "**ann**" in shown
        assert "buns" not in shown
        with as_bot(here.env):
            await (await here.bot.get_guild(here.guild.id).fetch_member(here.ann.id)).edit(nick="Annie")
        await here.env.settle()
        await ann.send(square, "good morning")
        (shown,) = await settled(here, channel)
        assert "**Annie**" in shown
        assert "Baker" not in shown


async def test_a_bot_that_is_gone_follows_nothing(store: Store, tmp_path: Path) -> None:
    """N-20: a memory that outlives its bot tells changes to nobody."""
    async with mirrored(store, tmp_path) as (here, channel):
        place = place_of(here.channel(here.general))
        with as_bot(here.env):
            await here.bot.remove_cog("Memory")
        person = Person(id=here.ann.id, name="ann")
        answer = await here.memory.command(
            Command(text="!memory remember I like tea", place=place, person=person)
        )
        assert answer is not None
        assert answer.changed
        assert await settled(here, channel) == []


async def test_a_deleted_message_is_posted_anew(store: Store, tmp_path: Path) -> None:
    """DC-116: somebody may delete the snapshot; the next change posts it again."""
    async with mirrored(store, tmp_path) as (here, channel):
        await here.command(here.ann, "remember I like tea")
        await settled(here, channel)
        here.env.backend.delete_message(channel.id, channel.pinned_messages()[0].id)
        await here.command(here.ann, "remember I like figs")
        (shown,) = await settled(here, channel)
        assert "figs" in shown


@pytest.mark.parametrize("status", [403, 500])
async def test_a_failing_mirror_stops_nothing(store: Store, tmp_path: Path, status: int) -> None:
    """DC-116: when the snapshot cannot be posted, commands and answers go on."""
    async with mirrored(store, tmp_path) as (here, channel):
        here.env.inject_error("POST", f"/channels/{channel.id}/messages", status=status)
        assert await here.command(here.ann, "remember I like tea") == 'Remembered about ann: "Likes tea"'
        await settled(here, channel)
        assert await here.facts(here.ann) == ["Likes tea"]
        assert here.logged("transparency_channel")


async def test_a_channel_that_is_not_there_is_told_in_the_log(store: Store, tmp_path: Path) -> None:
    """DC-116: a wrong id is logged and harms nothing."""
    async with running_server(store, tmp_path, debounce_seconds=0, discord_memory_channel=99) as here:
        await here.command(here.ann, "remember I like tea")
        await here.memory.lanes.idle()
        assert "memory channel not found" in here.logged("transparency_channel")


def test_a_snapshot_fits_one_message() -> None:
    """DC-115: what does not fit is counted, never split; the first ones, which are the newest, stay."""
    facts = [fact(f"Number {n} is {'quite ' * 20}long") for n in range(40)]
    text = snapshot(ANN, facts, None, SEEN, where="dev")
    shown = text.count("\n- ")
    assert len(text) <= 2000
    lines = [line for line in text.split("\n") if line.startswith("- ")]
    assert re.findall(r"Number (\d+) is", "\n".join(lines)) == [*map(str, range(shown))]
    assert [line.count("quite") for line in lines] == [20] * shown
    assert text.endswith(f"({40 - shown} more items on disk)")
    assert text.startswith("**Ann \\*star\\*** (<@11>), updated 2026-01-01 12:00 UTC\nWhat I know (40):")


def test_a_snapshot_tells_the_summary_and_its_age() -> None:
    """DC-114: the rolling summary of the conversation that changed stands below the facts."""
    summary = Summary(session="s", guild=5, origin="g5", sequence=1, text="They plan.", updated_at=NOON)
    text = snapshot(ANN, [fact("Likes tea")], summary, SEEN, where="dev")
    assert text.endswith("The conversation so far (#dev, updated 2026-01-01 12:00 UTC):\nThey plan.")
    assert snapshot(ANN, [], None, SEEN, where="dev") == ""
