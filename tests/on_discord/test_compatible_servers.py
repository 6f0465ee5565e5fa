"""Another server that speaks Discord's protocol and leaves things out: the bot works there all the same."""

from pathlib import Path
from typing import Any

import pytest
from fake_discord import TOKEN, Manners, fake_discord
from payloads import ANN_ID, APP, BOT, GENERAL, GUILD, user
from process import running, stored_texts

from dnam.discord.discord_internals import with_defaults

ME = f"<@{BOT}>"
SYNC = f"PUT /applications/{APP}/commands"
UNUSED = {"session_type", "threads", "stickers", "emojis", "features", "voice_states", "presences", "flags"}
UNUSED |= {"stage_instances", "guild_scheduled_events", "soundboard_sounds", "member_count", "large", "tts"}
UNUSED |= {
    "verify_key",
    "bot_public",
    "bot_require_code_grant",
    "rpc_origins",
    "owner",
    "description",
    "icon",
}
UNUSED |= {"entitlements", "authorizing_integration_owners", "app_permissions", "locale", "context"}
UNUSED |= {"attachment_size_limit", "colors", "color", "hoist", "managed", "mentionable", "pinned", "embeds"}
UNUSED |= {"avatar", "discriminator", "global_name", "joined_at", "deaf", "mute", "edited_timestamp"}
UNUSED |= {"mention_everyone", "mention_roles", "attachments", "components", "position", "preferred_locale"}


@pytest.mark.parametrize(
    "manners",
    [
        pytest.param(Manners(compress=True), id="strict, compressed"),
        pytest.param(Manners(without={"resume_gateway_url", "session_type"}), id="no address to resume at"),
        pytest.param(Manners(without={"session_start_limit"}), id="no limit of sessions"),
        pytest.param(Manners(without={"GET /gateway/bot"}), id="no gateway for bots"),
        pytest.param(Manners(without={"GET /gateway/bot", "GET /gateway"}), id="no gateway is told"),
        pytest.param(Manners(without={"GET /oauth2/applications/@me", "application"}), id="no application"),
        pytest.param(Manners(without={"shard", "session_id"}), id="a greeting without shard and session"),
        pytest.param(Manners(without={"threads", "unavailable"}), id="guilds without threads"),
        pytest.param(Manners(without={"members"}), id="guilds without members"),
        pytest.param(Manners(whole_guilds_at_once=True), id="guilds with the greeting"),
        pytest.param(Manners(without=UNUSED), id="no field that is not needed"),
        pytest.param(Manners(nulls=UNUSED), id="null for every field that is not needed"),
        pytest.param(Manners(content_type="application/json; charset=utf-8"), id="a character set"),
        pytest.param(Manners(says_nothing_of_callbacks=True), id="no word of callbacks"),
    ],
)
async def test_the_bot_works_on_a_server_that_leaves_things_out(tmp_path: Path, manners: Manners) -> None:
    """N-17, N-06: it logs in, hears, answers, does slash commands, and comes back after a lost connection."""
    location = str(tmp_path / "memory.sqlite3")
    async with fake_discord(manners) as discord, running(tmp_path, discord, DNAM_STORE=location):
        await discord.until(lambda: bool(discord.sessions))
        assert discord.identified[0]["token"] == TOKEN
        await discord.say("I live in Oslo.")
        await discord.say(f"{ME} where do I live?")
        await discord.until(lambda: len(discord.posted) == 1)
        assert "Oslo" in discord.posted[0]["content"]
        answer = await discord.slash("memory", "remember", text="I like figs")
        shown = "ann" if "global_name" in manners.without | manners.nulls else "Ann"
        assert answer == f'Remembered about {shown}: "Likes figs"'
        await discord.drop()
        await discord.until(lambda: bool(discord.resumed or len(discord.identified) == 2))
        await discord.until(lambda: bool(discord.sessions and not discord.sessions[-1].socket.closed))  # type: ignore[union-attr]
        await discord.say(f"{ME} what do I like?")
        await discord.until(lambda: len(discord.posted) == 2)
    texts, facts = await stored_texts(location)
    assert texts == ["I live in Oslo.", "where do I live?", "what do I like?"]
    assert facts == ["Likes figs", "Lives in Oslo"]


@pytest.mark.parametrize(
    "manners",
    [
        pytest.param(Manners(without={SYNC}), id="404"),
        pytest.param(Manners(fails={SYNC: 403}), id="403"),
        pytest.param(Manners(fails={SYNC: 200}), id="not JSON"),
    ],
)
async def test_without_slash_commands_the_typed_ones_work(tmp_path: Path, manners: Manners) -> None:
    """N-06, DC-83: where commands cannot be registered, one warning says so and nothing else changes."""
    async with fake_discord(manners) as discord, running(tmp_path, discord) as bot:
        await discord.until(lambda: bool(discord.sessions))
        await discord.say("!memory remember I like figs")
        await discord.until(lambda: len(discord.posted) == 1)
        assert discord.posted[0]["content"] == 'Remembered about Ann: "Likes figs"'
        assert await bot.end() == 0
    warnings = [line for line in bot.log.splitlines() if line.startswith(("warning", "error"))]
    assert len(warnings) == 1
    assert "action=register_slash_commands" in warnings[0]


@pytest.mark.parametrize("alone", [False, True])
async def test_an_interaction_that_only_names_its_channel(tmp_path: Path, alone: bool) -> None:
    """N-06, DC-83: slash commands, their choices and buttons work without the channel's own object."""
    left_out = {"channel", *({"guild_id", "member"} if alone else ())}
    people = {"DNAM_DISCORD_USERS": str(ANN_ID)}
    async with fake_discord() as discord, running(tmp_path, discord, **people) as bot:
        await discord.until(lambda: bool(discord.sessions and discord.commands))
        discord.manners.without = left_out
        assert (
            await discord.slash("memory", "remember", text="I like figs")
            == 'Remembered about Ann: "Likes figs"'
        )
        assert await discord.choices("memory", "forget", typed="fig") == ["Likes figs"]
        assert "Likes figs" in await discord.slash("memory", "show")
        assert "forgotten:" in await discord.slash("memory", "forget", entry="figs")
        assert await bot.end() == 0
    assert "error:" not in bot.log


async def test_the_way_to_the_gateway_is_asked_for(tmp_path: Path) -> None:
    """N-17: with only the API set, the server tells where its gateway is, also for a lost session."""
    async with fake_discord() as discord, running(tmp_path, discord, DNAM_DISCORD_GATEWAY="") as bot:
        await discord.until(lambda: bool(discord.sessions and discord.commands))
        await discord.invalidate()
        await discord.until(lambda: len(discord.identified) == 2)
        assert await bot.end() == 0
        assert "GET /gateway/bot" in discord.requests


async def test_a_server_that_does_not_tell_its_gateway(tmp_path: Path) -> None:
    """DC-04: then the settings have to name it, and a sentence says so."""
    manners = Manners(without={"GET /gateway/bot", "GET /gateway"})
    async with fake_discord(manners) as discord, running(tmp_path, discord, DNAM_DISCORD_GATEWAY="") as bot:
        assert await bot.end(None) == 2
    assert bot.log.splitlines()[-1] == (
        "dnam: The server does not return a gateway address: set DNAM_DISCORD_GATEWAY to it."
    )


async def test_a_limit_without_discords_own_header_is_waited_for(tmp_path: Path) -> None:
    """DC-04: a server that stands behind no proxy may ask to wait too."""
    async with fake_discord(Manners(via=False)) as discord, running(tmp_path, discord):
        await discord.until(lambda: bool(discord.sessions))
        discord.limits = [{"retry_after": 0.5}]
        await discord.say(f"{ME} hello?")
        await discord.until(lambda: len(discord.posted) == 1)
        assert discord.posted_at[0] - discord.limited[0] >= 0.5


async def test_an_event_that_cannot_be_read_ends_nothing(tmp_path: Path) -> None:
    """DC-04: it is logged and skipped, and the next one is heard."""
    async with fake_discord() as discord, running(tmp_path, discord) as bot:
        await discord.until(lambda: bool(discord.sessions))
        await discord.event("MESSAGE_CREATE", {"guild_id": str(GUILD), "channel_id": str(GENERAL)})
        await discord.event("GUILD_ROLE_CREATE", {"guild_id": str(GUILD), "role": "none"})
        await discord.event("SOMETHING_NEW", {"guild_id": str(GUILD)})
        await discord.say(f"{ME} hello?")
        await discord.until(lambda: len(discord.posted) == 1)
        assert await bot.end() == 0
        assert len(discord.identified) == 1
    assert bot.log.count("skipped an unreadable event") == 2


@pytest.mark.parametrize("greeting", [{"user"}, {"user", "guilds", "session_id"}])
async def test_a_greeting_that_cannot_be_read_is_one_sentence(tmp_path: Path, greeting: set[str]) -> None:
    """DC-04: a gateway that does not say who the bot is cannot be worked with."""
    async with fake_discord(Manners(without=greeting)) as discord, running(tmp_path, discord) as bot:
        assert await bot.end(None) == 1
    assert "does not greet as Discord does" in bot.log.splitlines()[-1]


@pytest.mark.parametrize("data", [None, 1, "text", [], {}, user(1, "ann"), {"author": user(1, "ann")}])
def test_what_is_whole_stays_as_it_is(data: Any) -> None:
    """N-17: nothing that was sent is changed."""
    assert with_defaults(data) == data


def test_what_is_missing_is_filled_in_wherever_it_stands() -> None:
    """N-17: an object is known by what it has; what it lacks is read as nothing."""
    event = with_defaults(
        {"d": [{"id": "1", "author": {"id": "2", "username": "ann"}, "channel_id": "3", "type": 19}]}
    )
    (message,) = event["d"]
    assert message["author"] == {"id": "2", "username": "ann", "discriminator": "0", "avatar": None}
    assert (message["type"], message["content"], message["mentions"]) == (19, "", [])
    assert with_defaults({"members": [{"nick": "a"}]})["members"][0]["roles"] == []
