"""A manager lets the bot read a channel's past."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
from server import Server, private_text, running_server
from test_catchup import settled, while_away

from dnam.discord.history import progress
from dnam.languages import reply
from dnam.ports import Store


def manager(here: Server) -> Any:
    """Add somebody who manages the server."""
    role = here.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return here.guild.add_member(here.env.create_user("boss"), roles=[role])


async def test_a_manager_has_a_channels_past_read_with_consent_and_without_answers(
    store: Store, tmp_path: Path
) -> None:
    """R-18: what was said before is stored once, of those who agree; nobody else may ask for it."""
    async with running_server(store, tmp_path) as here:
        boss = manager(here)
        await here.command(here.ben, "optout")
        for who, text in ((here.ann, "I live in Oslo."), (here.ben, "I live in Rome."), (here.ann, "Hello?")):
            while_away(here, here.general, who, text)
        await here.env.advance_time(60)
        assert "past" not in await here.command(here.ann, "backfill")
        await settled(here)
        assert await here.stored_texts() == []
        sent = len(here.sent())
        told = await boss.slash(here.general, "memory-admin backfill")
        await settled(here)
        assert [text for text in await here.stored_texts() if "!" not in text] == [
            "I live in Oslo.",
            "Hello?",
        ]
        assert "Done: I read" in private_text(told)
        await boss.slash(here.general, "memory-admin backfill")
        await settled(here)
        assert len([text for text in await here.stored_texts() if "!" not in text]) == 2
        assert len(here.sent()) == sent


async def test_a_backfill_goes_on_after_the_last_page_it_noted(store: Store, tmp_path: Path) -> None:
    """R-09: after a restart what was read before the mark is not read again."""
    async with running_server(store, tmp_path) as here:
        boss = manager(here)
        first = while_away(here, here.general, here.ann, "before the mark")
        while_away(here, here.general, here.ann, "after the mark")
        await store.put_note(f"discord:backfill:{here.general.id}", str(first))
        await here.env.advance_time(60)
        await boss.slash(here.general, "memory-admin backfill")
        await settled(here)
        assert await here.stored_texts() == ["after the mark"]
        assert await store.get_note(f"discord:backfill:{here.general.id}") is None


def test_progress_has_an_estimate_of_the_rest() -> None:
    """R-09: by the time that was read, as Discord does not say how many messages there are."""
    now = datetime(2026, 2, 9, tzinfo=UTC)
    span, spent = (now - timedelta(days=40), now), timedelta(minutes=2)
    told = progress(500, 400, at=now - timedelta(days=30), span=span, spent=spent)
    assert told == (
        "Read 500 messages up to 2026-01-10, 400 new. "
        "That is about 25%. The rest may be 1,500 messages and 6 min."
    )
    assert progress(500, 0, at=span[0], span=span, spent=spent).endswith("0 new.")


async def test_a_channel_whose_history_is_closed_is_not_read(store: Store, tmp_path: Path) -> None:
    """DC-08: the bot reads only what it may."""
    async with running_server(store, tmp_path) as here:
        closed = discord.PermissionOverwrite(view_channel=True, read_message_history=False)
        quiet = here.guild.create_text_channel(
            "quiet", overwrites={here.guild.default_role: closed, here.me: closed}
        )
        told = await manager(here).slash(quiet, "memory-admin backfill")
        assert private_text(told) == reply("en", "backfill_not_allowed")
