"""What `dnam run` says when it cannot start: one sentence each, an exit code, never a traceback."""

import re
from pathlib import Path

import pytest
from fake_discord import TOKEN, Manners, fake_discord
from process import Run, running, start
from pydantic import SecretStr

from dnam.discord.bot import shards_of
from dnam.discord_token import token_of
from dnam.doctor import Finding, Level
from dnam.doctor.external_checks import check_discord
from dnam.errors import SettingsError
from dnam.settings import Settings

LOGIN = "GET /users/@me"


def with_token(text: str) -> Settings:
    """Return settings with a token."""
    return Settings(discord_token=SecretStr(text))


@pytest.mark.parametrize(
    "text",
    [
        "abc.DEF.-_1",
        " abc.DEF.-_1\n",
        "\tabc.DEF.-_1\r\n",
        '"abc.DEF.-_1"',
        "' abc.DEF.-_1 '",
        "`abc.DEF.-_1`",
        "Bot abc.DEF.-_1",
        "bot\tabc.DEF.-_1",
        '"Bot abc.DEF.-_1"',
        'Bot "abc.DEF.-_1"',
    ],
)
def test_what_came_along_with_a_token_is_taken_off(text: str) -> None:
    """DC-08: spaces, line breaks, quotes and `Bot` around a token are an accident of copying."""
    assert token_of(with_token(text)) == "abc.DEF.-_1"


@pytest.mark.parametrize("text", ["", " \n", '""', "Bot ", "bot", "'Bot '"])
def test_nothing_is_no_token(text: str) -> None:
    """DC-08: what is empty once that is taken off counts as missing."""
    with pytest.raises(SettingsError, match="There is no Discord token"):
        token_of(with_token(text))


@pytest.mark.parametrize("text", ["the token", "abc\ndef", "abc\x00def", "abc…def", "ab\u200bc"])
def test_a_token_that_cannot_be_one_is_refused_without_asking(text: str) -> None:
    """DC-08: a space, line break or other odd character within it gets a sentence, which never shows it."""
    with pytest.raises(SettingsError, match="no token has") as error:
        token_of(with_token(text))
    assert text not in str(error.value)


@pytest.mark.parametrize(
    ("manners", "token", "code", "sentence"),
    [
        (Manners(), "", 2, "There is no Discord token: set DISCORD_TOKEN"),
        (Manners(), "two\nlines", 2, "The Discord token has a space, a line break"),
        (Manners(), "wrong", 2, "Discord refuses the token: copy it anew"),
        (Manners(close_on_identify=4004), TOKEN, 2, "Discord refuses the token: copy it anew"),
        (Manners(close_on_identify=4014), TOKEN, 2, "Discord does not let this bot read messages"),
        (Manners(close_on_identify=4011), TOKEN, 2, "Discord refuses these connections (shards)"),
        (Manners(close_on_identify=4012), TOKEN, 1, "Discord ended the connection ("),
        (Manners(fails={LOGIN: 503}), TOKEN, 1, "Discord has an internal error (503 Service Unav"),
        (Manners(fails={LOGIN: 403}), TOKEN, 1, "Discord ended the connection (403 Forbidden)"),
        (Manners(without={LOGIN}), TOKEN, 2, "http://127.0.0.1:PORT/api/v10 is not the address of a Disc"),
        (Manners(fails={LOGIN: 200}), TOKEN, 2, "http://127.0.0.1:PORT/api/v10 is not the address of a Disc"),
    ],
)
async def test_what_stops_the_start_is_one_clear_sentence(
    tmp_path: Path, manners: Manners, token: str, code: int, sentence: str
) -> None:
    """DC-08, DC-04: what to do, the exit code of the docs, and no traceback."""
    async with fake_discord(manners) as discord:
        bot = Run(await start(tmp_path, discord.port, DISCORD_TOKEN=token))
        assert await bot.end(None) == code
        assert bot.log.splitlines()[-1].startswith(f"dnam: {sentence.replace('PORT', str(discord.port))}")


@pytest.mark.parametrize("host", ["127.0.0.1:9", "discord.invalid"])
async def test_a_discord_that_cannot_be_reached(tmp_path: Path, host: str) -> None:
    """DC-04: nobody at the address, or no such host, is one sentence too."""
    bot = Run(await start(tmp_path, 9, DNAM_DISCORD_API=f"http://{host}/api/v10"))
    assert await bot.end(None) == 1
    assert bot.log.splitlines()[-1].startswith("dnam: Discord cannot be reached:")


@pytest.mark.parametrize("address", ["ws://gateway.invalid", "ws://127.0.0.1:PORT/no"])
async def test_a_gateway_that_cannot_be_reached(tmp_path: Path, address: str) -> None:
    """DC-04: a gateway is tried twice; then one sentence says which one does not answer."""
    async with fake_discord() as discord:
        given = address.replace("PORT", str(discord.port))
        bot = Run(await start(tmp_path, discord.port, DNAM_DISCORD_GATEWAY=given))
        assert await bot.end(None) == 1
    assert bot.log.splitlines()[-1].startswith(f"dnam: Discord's gateway {given}")
    assert "cannot be reached: " in bot.log.splitlines()[-1]


@pytest.mark.parametrize(("shards", "ids"), [(0, (0,)), (2, (2,)), (4, (0, 9))])
def test_shards_that_contradict_each_other(shards: int, ids: tuple[int, ...]) -> None:
    """N-17: a process is not started for connections that do not exist."""
    with pytest.raises(SettingsError, match="DNAM_DISCORD_SHARDS"):
        shards_of(Settings(discord_shards=shards, discord_shard_ids=ids))


async def asked(manners: Manners, *, token: str = TOKEN, guilds: str = "all") -> list[Finding]:
    """Let the doctor ask a fake Discord."""
    async with fake_discord(manners) as discord:
        api = f"http://127.0.0.1:{discord.port}/api/v10"
        return await check_discord(
            Settings.model_validate({"discord_token": token, "discord_guilds": guilds, "discord_api": api})
        )


async def test_the_doctor_asks_discord_who_the_bot_is() -> None:
    """DC-08: a token that works is told by the bot's name, and quotes around it do no harm."""
    assert await asked(Manners(), token=f"'Bot {TOKEN}'") == [
        Finding(Level.OK, "discord", "The token works: dee, in 1 server.")
    ]


async def test_the_doctor_says_what_to_do_before_anybody_is_allowed() -> None:
    """DC-08: the token is tried first; then where the bot is, for the allowlist."""
    works, nobody = await asked(Manners(), guilds="")
    assert works.says.startswith("The token works")
    assert (nobody.level, nobody.says) == (Level.PROBLEM, "Nobody is allowed: it would be silent.")
    assert re.search(r"It is in these servers: .+ is \d+\. Then set DNAM_DISCORD_GUILDS", nobody.do)


async def test_the_doctor_finds_what_the_bot_lacks_on_discord() -> None:
    """DC-08: a switched-off intent stops the start; a server it was not invited to is a warning."""
    found = await asked(Manners(flags=1 << 14), guilds="5")
    assert [(each.level, each.says) for each in found[1:]] == [
        (Level.PROBLEM, "The Message Content Intent is off: the bot could not start."),
        (Level.WARNING, "The bot is not in server 5."),
    ]
    assert "&scope=bot+applications.commands&permissions=" in found[2].do


@pytest.mark.parametrize(
    ("manners", "token", "says"),
    [
        (Manners(), "wrong", "Discord refuses the token."),
        (Manners(), "two words", "The Discord token has a space"),
        (Manners(fails={"GET /applications/@me": 500}), TOKEN, "Discord cannot be asked (HTTPStatusError)."),
    ],
)
async def test_the_doctor_says_why_discord_would_not_let_it_in(
    manners: Manners, token: str, says: str
) -> None:
    """DC-08: one problem, in one sentence, without the token."""
    (found,) = await asked(manners, token=token)
    assert found.level is Level.PROBLEM
    assert found.says.startswith(says)


async def test_the_token_may_stand_in_a_file(tmp_path: Path) -> None:
    """R-25: `.env` in the folder where it is started is read too, quotes and all."""
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN='Bot {TOKEN}'\n")
    async with fake_discord() as discord, running(tmp_path, discord, DISCORD_TOKEN=""):
        await discord.until(lambda: bool(discord.identified))
        assert discord.identified[0]["token"] == TOKEN


async def test_without_a_token_the_chat_opens_where_it_may(tmp_path: Path) -> None:
    """N-20: `make run` starts the bot when there is a token, else the chat; a blank one is none."""
    for token in ("", " "):
        process = await start(tmp_path, 9, "--or-chat", DISCORD_TOKEN=token)
        output, _ = await process.communicate(b"hello\n/quit\n")
        assert process.returncode == 0
        assert b"What can you do?" in output
    # What is tried before there is a bot stays out of its memory.
    assert (tmp_path / "practice.sqlite3").is_file()
    assert not (tmp_path / "memory.sqlite3").exists()


@pytest.mark.parametrize(
    ("locale", "says"),
    [("de", "Gemerkt"), ("fr", "C’est noté"), ("sv-SE", "Remembered"), (None, "Remembered")],
)
async def test_a_slash_command_is_answered_in_the_persons_language(
    tmp_path: Path, locale: str | None, says: str
) -> None:
    """N-19: as set in Discord; for one dnam does not speak, or none, in that of the server."""
    async with fake_discord(Manners(locale=locale)) as discord, running(tmp_path, discord):
        await discord.until(lambda: bool(discord.sessions and discord.commands))
        assert (await discord.slash("memory", "remember", text="Ich mag Tee")).startswith(says)
