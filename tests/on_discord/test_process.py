"""The real process, `dnam run`, against a small fake of Discord over loopback."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fake_discord import ANN_ID, BOT, GUILD, TOKEN, FakeDiscord, fake_discord

from conftest import Server as Postgres
from dnam.model import Status
from dnam.stores import open_store

ME = f"<@{BOT}>"


@pytest.fixture(params=["sqlite", "postgres"])
async def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the address of a store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "memory.sqlite3")
    server: Postgres = request.getfixturevalue("postgres_server")
    return await server.emptied()


def environment(folder: Path, port: int, **more: str) -> dict[str, str]:
    """Give the environment of a bot that speaks to the fake."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DNAM_", "DISCO"))}
    given = {
        "DNAM_DATA_DIR": str(folder),
        "DNAM_DISCORD_API": f"http://127.0.0.1:{port}/api/v10",
        "DNAM_DISCORD_GATEWAY": f"ws://127.0.0.1:{port}/gateway",
        "DNAM_DISCORD_GUILDS": str(GUILD),
        "DNAM_EMBEDDER": "off",
        "DNAM_MODEL": "off",
        "DNAM_NOTICE": "",
        "DISCORD_TOKEN": TOKEN,
    }
    return {**kept, **given, **more}


async def start(folder: Path, port: int, *options: str, **more: str) -> asyncio.subprocess.Process:
    """Start `dnam run`."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "dnam", "run", *options),
        cwd=folder,
        stdin=asyncio.subprocess.PIPE,
        env=environment(folder, port, **more),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


@asynccontextmanager
async def running(
    folder: Path, discord: FakeDiscord, **more: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the bot until the block ends, then stop it with SIGTERM: it leaves in order."""
    process = await start(folder, discord.port, **more)
    try:
        yield process
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(process.communicate(), 20)
        assert process.returncode == 0, errors.decode()
        assert b"Traceback" not in errors
    finally:
        if process.returncode is None:
            process.kill()
            print((await process.communicate())[1].decode())  # what went wrong


async def kept(location: str) -> tuple[list[str], list[str]]:
    """Give what is kept: the texts of Ann's messages, and of the active facts about her."""
    store = await open_store(location)
    far = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
    said = [m.text for m in await store.messages_between(*far) if m.author.id == ANN_ID]
    facts = [f.text for f in await store.facts_of(ANN_ID) if f.status is Status.ACTIVE]
    await store.close()
    return said, sorted(facts)


async def test_the_bot_logs_in_answers_and_leaves_in_order(location: str, tmp_path: Path) -> None:
    """R-10, CL-13, DC-04: login, message, answer, 429, edit, slash command, SIGTERM; nothing is lost."""
    async with fake_discord() as discord, running(tmp_path, discord, DNAM_STORE=location):
        await discord.until(lambda: bool(discord.identified and discord.commands))
        assert discord.identified[0]["token"] == TOKEN
        assert {command["name"] for command in discord.commands} >= {"memory", "Why this answer?"}
        message = await discord.say("I live in Oslo.")
        discord.refuse_next = 1
        await discord.say(f"{ME} where do I live?")
        await discord.until(lambda: len(discord.posted) == 1)
        assert "Oslo" in discord.posted[0]["content"]
        assert discord.posted[0]["allowed_mentions"]["parse"] == []
        assert discord.refuse_next == 0
        await discord.edit(message, "I live in Bergen.")
        await discord.slash("memory", "remember", text="I like mint tea")
        await discord.until(lambda: bool(discord.answered))
        assert discord.answered[0]["content"] == 'Remembered: "I like mint tea"'
    said, facts = await kept(location)
    assert said == ["I live in Bergen.", "where do I live?"]
    assert facts == ["I like mint tea", "Lives in Bergen"]


async def test_a_dropped_connection_is_resumed_and_a_lost_session_caught_up_on(
    location: str, tmp_path: Path
) -> None:
    """R-09: what is said while the socket is down is heard once, by resuming or by reading it afterwards."""
    async with fake_discord() as discord, running(tmp_path, discord, DNAM_STORE=location):
        await discord.until(lambda: bool(discord.commands and discord.identified))
        await discord.say(f"{ME} hello?")
        await discord.until(lambda: len(discord.posted) == 1)
        await discord.drop()
        await discord.say(f"{ME} are you there?", heard=False)
        await discord.until(lambda: bool(discord.resumed))
        await discord.until(lambda: len(discord.posted) == 2)
        await discord.say("I live in Oslo.", heard=False)
        await discord.invalidate()
        await discord.until(lambda: len(discord.identified) == 2)
        await discord.say(f"{ME} and now?")
        await discord.until(lambda: len(discord.posted) == 3 and discord.read > 0)
    said, facts = await kept(location)
    assert sorted(said) == ["I live in Oslo.", "and now?", "are you there?", "hello?"]
    assert facts == ["Lives in Oslo"]


@pytest.mark.parametrize(
    ("token", "close", "sentence"),
    [
        ("", None, "dnam: There is no Discord token: set DISCORD_TOKEN"),
        ("wrong", None, "dnam: Discord refuses the token: copy it anew"),
        (
            TOKEN,
            4014,
            "dnam: Discord does not let this bot read messages and members: turn on Message Content",
        ),
    ],
)
async def test_what_stops_the_start_is_one_clear_sentence(
    tmp_path: Path, token: str, close: int | None, sentence: str
) -> None:
    """DC-08: no token, a refused token, missing intents: what to do, and no traceback."""
    async with fake_discord() as discord:
        discord.close_on_identify = close
        process = await start(tmp_path, discord.port, DISCORD_TOKEN=token)
        _, errors = await asyncio.wait_for(process.communicate(), 20)
    lines = errors.decode().splitlines()
    assert process.returncode == 2
    assert lines[-1].startswith(sentence)
    assert "Traceback" not in errors.decode()


async def test_a_discord_that_cannot_be_reached(tmp_path: Path) -> None:
    """DC-04: no network is one sentence too."""
    process = await start(tmp_path, 9)
    _, errors = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 1
    assert errors.decode().splitlines()[-1].startswith("dnam: Discord cannot be reached:")


async def test_the_token_may_stand_in_a_file(tmp_path: Path) -> None:
    """R-25: `.env` in the folder where it is started is read too."""
    (tmp_path / ".env").write_text("DISCORD_TOKEN=of-the-file\n")
    async with fake_discord() as discord:
        process = await start(tmp_path, discord.port, "--or-chat", DISCORD_TOKEN="")
        _, errors = await asyncio.wait_for(process.communicate(), 20)
    assert errors.decode().splitlines()[-1].startswith("dnam: Discord refuses the token")


async def test_without_a_token_the_chat_opens_where_it_may(tmp_path: Path) -> None:
    """N-20: `make run` starts the bot when there is a token, else the chat."""
    process = await start(tmp_path, 9, "--or-chat", DISCORD_TOKEN="")
    told, _ = await asyncio.wait_for(process.communicate(b"hello\n/quit\n"), 30)
    assert process.returncode == 0
    assert b"No language model is configured" in told
