"""The transparency channel: one pinned message per person, with what that channel may hear."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from server import Server, gathering, said

from dnam.discord.mirror import snapshot
from dnam.model import Fact, Kind, Person, Source, SourceType, Summary
from dnam.ports import Store

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
ANN = Person(id=11, name="Ann *star*")


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
async def mirrored(store: Store, folder: Path) -> AsyncIterator[tuple[Server, Any]]:
    """Give a server whose channel #memory shows everyone's memory."""
    async with gathering(store, folder, debounce_seconds=0) as here:
        channel = here.guild.create_text_channel("memory")
        async with here.restarted(discord_memory_channel=channel.id):
            yield here, channel


async def settled(here: Server, channel: Any) -> list[str]:
    """Give what the channel shows once all work is done; the notes of pinning left out."""
    await here.memory.settle()
    await here.memory.lanes.idle()
    await here.env.settle()
    return [text for text in said(channel) if not text.startswith("pinned")]


async def test_each_person_has_one_pinned_message_edited_in_place(store: Store, tmp_path: Path) -> None:
    """DC-112, DC-113, DC-114: a snapshot is posted after an update, pinned, and edited by the next."""
    async with mirrored(store, tmp_path) as (here, channel):
        await here.command(here.ann, "remember I like tea")
        (shown,) = await settled(here, channel)
        assert "**ann**" in shown
        assert "- [preference] I like tea (src: manual, #general, updated 2026-01-01)" in shown
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
        assert "hire" not in shown


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
        assert [action.kind for action in await store.actions(guild=here.guild.id)] == ["member_left"]
        assert await here.facts(here.ann) == ["I like tea"]


async def test_a_bot_that_is_gone_follows_nothing(store: Store, tmp_path: Path) -> None:
    """N-20: a memory that outlives its bot tells changes to nobody."""
    async with mirrored(store, tmp_path) as (here, channel):
        held = here.memory
        with here.env._bot_scope():
            await here.bot.remove_cog("Memory")
        assert held._watchers == []
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
        assert await here.command(here.ann, "remember I like tea") == 'Remembered: "I like tea"'
        await settled(here, channel)
        assert await here.facts(here.ann) == ["I like tea"]
        assert here.memory.lanes.failures["mirror what changed"] >= 1


async def test_a_channel_that_is_not_there_is_told_in_the_log(store: Store, tmp_path: Path) -> None:
    """DC-116: a wrong id is logged and harms nothing."""
    async with gathering(store, tmp_path, debounce_seconds=0, discord_memory_channel=99) as here:
        await here.command(here.ann, "remember I like tea")
        await here.memory.lanes.idle()
        assert "the memory channel is not there" in here.logged("mirror")


def test_a_snapshot_fits_one_message() -> None:
    """DC-115: what does not fit is counted, never split."""
    facts = [fact(f"Number {n} is {'quite ' * 20}long") for n in range(40)]
    text = snapshot(ANN, facts, None, {ANN.id: ANN.name}, "dev")
    shown = text.count("- [fact]")
    assert len(text) <= 2000
    assert text.endswith(f"({40 - shown} more items on disk)")
    assert text.startswith(
        "**Ann \\*star\\*** (<@11>), updated 2026-01-01 12:00 UTC\nDurable memory (40 items):"
    )


def test_a_snapshot_tells_the_summary_and_its_age() -> None:
    """DC-114: the rolling summary of the conversation that changed stands below the facts."""
    summary = Summary(session="s", guild=5, origin="g5", sequence=1, text="They plan.", updated_at=NOON)
    text = snapshot(ANN, [fact("Likes tea")], summary, {ANN.id: "Ann"}, "dev")
    assert text.endswith("Rolling summary of #dev (updated 2026-01-01 12:00 UTC):\nThey plan.")
    assert snapshot(ANN, [], None, {ANN.id: "Ann"}, "dev") == ""
