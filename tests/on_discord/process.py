"""The real process, `dnam run`, started against the fake and stopped with a signal."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from fake_discord import TOKEN, FakeDiscord
from payloads import ANN_ID, FAR_GUILD, GUILD

import forking
from dnam.domain import Status
from dnam.stores import open_store
from forking import Forked


def environment(folder: Path, port: int, **more: str) -> dict[str, str]:
    """Return the environment of a bot that speaks to the fake."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DNAM_", "DISCO"))}
    given = {
        "DNAM_DATA_DIR": str(folder),
        "DNAM_DISCORD_API": f"http://127.0.0.1:{port}/api/v10",
        "DNAM_DISCORD_GATEWAY": f"ws://127.0.0.1:{port}/gateway",
        "DNAM_DISCORD_GUILDS": f"{GUILD},{FAR_GUILD}",
        "DNAM_EMBEDDER": "off",
        "DNAM_MODEL": "off",
        "DNAM_NOTICE": "",
        "DNAM_WEB_ENABLED": "false",
        "DNAM_READ_DEADLINE_SECONDS": "30",
        "DISCORD_TOKEN": TOKEN,
    }
    return {**kept, **given, **more}


async def start(folder: Path, port: int, *options: str, **more: str) -> Forked:
    """Start `dnam run`."""
    return await forking.start("dnam", "run", *options, env=environment(folder, port, **more), folder=folder)


class Run:
    """A running bot; what it has logged is there when it has ended."""

    def __init__(self, process: Forked) -> None:
        self.process = process
        self.log = ""

    async def until_logged(self, words: str) -> None:
        """Wait until it writes a line with these words."""
        while words not in (line := (await self.process.stderr.readline()).decode()):
            assert line, f"it ended without a word of {words!r}: {self.log}"
            self.log += line
        self.log += line

    async def end(self, sent: signal.Signals | None = signal.SIGTERM) -> int:
        """Send a signal, wait for the end, and return the exit code."""
        if sent is not None:
            self.process.send_signal(sent)
        _, errors = await self.process.communicate()
        self.log += errors.decode()
        assert "Traceback" not in self.log, self.log
        assert self.process.returncode is not None
        return self.process.returncode


@asynccontextmanager
async def running(folder: Path, discord: FakeDiscord, **more: str) -> AsyncIterator[Run]:
    """Run the bot until the block ends, then stop it with SIGTERM: it leaves in order."""
    bot = Run(await start(folder, discord.port, **more))
    try:
        yield bot
        if bot.process.returncode is None:
            assert await bot.end() == 0, bot.log
    finally:
        if bot.process.returncode is None:
            bot.process.kill()
            print((await bot.process.communicate())[1].decode())  # what went wrong


async def stored_texts(location: str) -> tuple[list[str], list[str]]:
    """Return what is kept: the texts of Ann's messages, and of the active facts about her."""
    store = await open_store(location)
    far = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
    texts = [m.text for m in await store.messages_between(*far) if m.author.id == ANN_ID]
    facts = [f.text for f in await store.facts_of(ANN_ID) if f.status is Status.ACTIVE]
    await store.close()
    return texts, sorted(facts)
