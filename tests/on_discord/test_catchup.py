"""What was missed while the bot was away is caught up on, once."""

from pathlib import Path
from typing import Any

from server import Server, gathering, said

from dnam.model import DM_GUILD
from dnam.ports import Store


async def settled(here: Server) -> None:
    """Wait until the bot has caught up."""
    await here.memory.settle()
    await here.memory.lanes.idle()
    await here.env.settle()


def while_away(here: Server, channel: Any, who: Any, text: str) -> int:
    """Let somebody say something that reaches Discord and not the bot."""
    heard, here.env.backend.subscribers = here.env.backend.subscribers, []
    message = here.env.backend.create_message(channel.id, who.id, text)
    here.env.backend.subscribers = heard
    return int(message.id)


async def test_what_was_missed_is_kept_once_and_not_answered(store: Store, tmp_path: Path) -> None:
    """R-09, R-10: after a time offline the bot reads what was said, in known and in new channels."""
    async with gathering(store, tmp_path) as here:
        await here.ann.send(here.general, "I like tea.")
        await settled(here)
        await here.env.advance_time(3600)
        while_away(here, here.general, here.ann, "I live in Oslo.")
        while_away(here, here.dev, here.ben, f"{here.me.mention} I love figs.")
        while_away(here, here.dev, here.ben, "!memory remember I like plums")
        await here.env.advance_time(60)
        async with here.restarted():
            await settled(here)
            assert await here.kept() == ["I like tea.", "I live in Oslo.", "I love figs."]
            assert await here.facts(here.ben) == ["Loves figs"]
            assert here.sent() == []
        async with here.restarted():
            await settled(here)
            assert len(await here.kept()) == 3


async def test_missed_edits_and_deletions_are_followed(store: Store, tmp_path: Path) -> None:
    """N-04, R-09: what changed among a channel's latest messages while the bot was away is taken over."""
    async with gathering(store, tmp_path) as here:
        edited = await here.ann.send(here.general, "I live in Oslo.")
        deleted = await here.ben.send(here.general, "I live in Rome.")
        await here.ann.send(here.general, "We meet at noon.")
        await settled(here)
        await here.env.advance_time(3600)
        heard, here.env.backend.subscribers = here.env.backend.subscribers, []
        here.env.backend.edit_message(here.general.id, edited.id, {"content": "I live in Bergen."})
        here.env.backend.delete_message(here.general.id, deleted.id)
        here.env.backend.subscribers = heard
        async with here.restarted():
            await settled(here)
            assert sorted(await here.kept()) == ["I live in Bergen.", "We meet at noon."]
            assert await here.facts(here.ben) == []


async def test_direct_messages_are_caught_up_on(store: Store, tmp_path: Path) -> None:
    """R-09, X-19: what somebody wrote to the bot alone while it was away stays theirs alone."""
    async with gathering(store, tmp_path) as here:
        await here.ann.send_dm("hello")
        await settled(here)
        await here.env.advance_time(3600)
        while_away(here, here.ann.user.dm_channel, here.ann, "I am vegan.")
        async with here.restarted():
            await settled(here)
            facts = await store.facts_of(here.ann.id)
            assert [(fact.text, fact.guild, fact.origin) for fact in facts] == [
                ("Is vegan", DM_GUILD, f"d{here.ann.id}")
            ]


async def test_the_past_before_the_first_start_is_left_alone(store: Store, tmp_path: Path) -> None:
    """R-18: a bot that is new to a server does not read what was said before it came."""
    async with gathering(store, tmp_path) as here:
        while_away(here, here.general, here.ann, "I live in Oslo.")
        await settled(here)
        mark = f"discord:heard:{here.me.id}:0"
        assert await store.get_note(mark) is not None
        await store.put_note(mark, None)
        await here.memory.store.put_note(mark, None)
        cog = here.bot.get_cog("Memory")
        cog._missed.lost(0)
        async with here.restarted():
            await settled(here)
            assert await here.kept() == []
            assert await store.get_note(mark) is not None


async def test_an_unreadable_channel_stops_nothing(store: Store, tmp_path: Path) -> None:
    """DC-04: a channel whose past cannot be read is passed over."""
    async with gathering(store, tmp_path) as here:
        await here.ann.send(here.general, "I like tea.")
        await here.ann.send(here.dev, "I like figs.")
        await settled(here)
        await here.env.advance_time(3600)
        while_away(here, here.general, here.ann, "I live in Oslo.")
        while_away(here, here.dev, here.ann, "I live in Rome.")
        here.env.inject_error("GET", f"/channels/{here.general.id}/messages", status=403)
        async with here.restarted():
            await settled(here)
            assert "I live in Rome." in await here.kept()
            assert "I live in Oslo." not in await here.kept()
            assert "I like tea." in await here.kept()
        assert said(here.general)
