"""A simulated Discord server with the real bot in it, over a real store."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import simcord
from structlog.testing import capture_logs

from dnam import Memory, Settings
from dnam.discord.bot import DnamBot
from dnam.model import Status, Task
from dnam.ports import ChatModel, Store

QUIET = dict.fromkeys(("projections", "short_term_enabled", "rolling_enabled"), False)
PATIENCE = 100.0
"""Seconds of a stalled disk after which a test is given up; nothing waits for them to pass."""


class ServerClock:
    """The simulated server's clock, from the moment there is a server."""

    env: simcord.Env | None = None

    def now(self) -> datetime:
        """Give the server's present moment."""
        return self.env.now() if self.env is not None else datetime(2026, 1, 1, tzinfo=UTC)


class Server:
    """One guild with two public channels and a private one, two members, and the bot."""

    def __init__(self, env: simcord.Env, memory: Memory, logs: Sequence[Any]) -> None:
        self.env, self.memory, self.logs = env, memory, logs
        self.guild = env.create_guild("Gardeners")
        self.general = self.guild.create_text_channel("general")
        self.dev = self.guild.create_text_channel("dev")
        self.ann = self.guild.add_member(env.create_user("ann"))
        self.ben = self.guild.add_member(env.create_user("ben"))
        closed = discord.PermissionOverwrite(view_channel=False)
        opened = discord.PermissionOverwrite(view_channel=True)
        self.staff = self.guild.create_text_channel(
            "staff", overwrites={self.guild.default_role: closed, self.ann: opened, self.me: opened}
        )

    @property
    def bot(self) -> Any:
        """The running bot, as discord.py knows it."""
        return self.env.bot

    def channel(self, handle: Any) -> Any:
        """Give a channel as the bot sees it."""
        return self.bot.get_channel(handle.id)

    def sent(self) -> list[dict[str, Any]]:
        """Give the bodies of every message the bot sent."""
        posts = (r for r in self.env.http_requests if r.method == "POST" and r.path.endswith("/messages"))
        return [dict(request.json or {}) for request in posts]

    @property
    def me(self) -> Any:
        """The bot's account."""
        return self.bot.user

    async def ask(self, who: Any, text: str, channel: Any = None) -> str:
        """Let somebody mention the bot; give its last answer there."""
        where = channel or self.general
        await who.send(where, f"{self.me.mention} {text}")
        return said(where)[-1]

    async def command(self, who: Any, words: str, channel: Any = None) -> str:
        """Let somebody type a command; give its answer."""
        where = channel or self.general
        await who.send(where, f"!memory {words}")
        return said(where)[-1]

    async def facts(self, about: Any) -> list[str]:
        """Give the texts of the active facts about somebody, oldest first."""
        await self.memory.settle()
        held = await self.memory.store.facts_of(about.id)
        return [fact.text for fact in held if fact.status is Status.ACTIVE][::-1]

    async def kept(self) -> list[str]:
        """Give the texts of all kept messages, oldest first."""
        far = self.env.now().replace(year=2020), self.env.now().replace(year=2040)
        return [message.text for message in await self.memory.store.messages_between(*far)]

    @asynccontextmanager
    async def restarted(self, **options: Any) -> AsyncIterator[None]:
        """Start the bot anew, with a memory opened anew over the same store; the server goes on."""
        held = self.memory
        settings = held.settings.model_copy(update=options)
        opened = Memory.open(settings, store=held.store, clock=held.clock, models=held.models)
        async with opened as self.memory:
            await self.env.restart_bot(DnamBot(self.memory))
            yield
            await self.env.restart_bot(DnamBot(held))
        self.memory = held

    def logged(self, action: str) -> list[str]:
        """Give the log lines of an action."""
        return [line["event"] for line in self.logs if line.get("action") == action]


class SlowStore:
    """A store that takes its time to keep a message."""

    def __init__(self, store: Store, order: list[str]) -> None:
        self._store = store
        self._order = order

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def add_message(self, message: Any, *how: Any) -> bool:
        """Keep a message, late."""
        await asyncio.sleep(0.3)
        self._order.append("kept")
        return await self._store.add_message(message, *how)


def slowed(store: Store, order: list[str]) -> Any:
    """Give a store that keeps messages late, and notes when it does."""
    return SlowStore(store, order)


def told(result: Any) -> str:
    """Give what an interaction was answered, which nobody else may see."""
    assert result.response.ephemeral
    return str(result.response.content)


def said(channel: Any) -> list[str]:
    """Give what was said in a channel, oldest first."""
    return [message.content for message in channel.history()]


@asynccontextmanager
async def gathering(
    store: Store, folder: Path, *, models: Mapping[Task, ChatModel] | None = None, **options: Any
) -> AsyncIterator[Server]:
    """Start the bot on a fresh server; rules learn, no vectors are made, and nobody has to wait."""
    usual: dict[str, Any] = {"notice": "", "embedder": "off", "discord_guilds": "all"}
    given = {
        **QUIET,
        **usual,
        "data_dir": folder,
        "discord_answers_per_minute": 0,
        "read_deadline_seconds": 30.0,
        **options,
    }
    clock = ServerClock()
    opened = Memory.open(Settings(**given), store=store, clock=clock, models=models or {})
    with capture_logs() as logs:
        async with (
            opened as memory,
            simcord.run(DnamBot(memory), shard_count=1, settle_timeout=PATIENCE) as env,
        ):
            clock.env = env
            yield Server(env, memory, logs)
