"""A simulated Discord server with the real bot in it, over a real store."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import simcord
from structlog.testing import capture_logs

from dnam import Memory, Settings
from dnam.discord.bot import DnamBot
from dnam.domain import Status, Task
from dnam.ports import ChatModel, Store

QUIET = dict.fromkeys(("projections", "short_term_enabled", "rolling_enabled"), False)
PATIENCE = 100.0
"""Seconds of a stalled disk after which a test is given up; nothing waits for them to pass."""


class ServerClock:
    """The simulated server's clock, from the moment there is a server."""

    env: simcord.Env | None = None

    def now(self) -> datetime:
        """Return the server's present moment."""
        return self.env.now() if self.env is not None else datetime(2026, 1, 1, tzinfo=UTC)


def as_bot(env: simcord.Env) -> AbstractContextManager[Any]:
    """Return a block in which calls on Discord's objects are the bot's; simcord has no public way."""
    return env._bot_scope()


@asynccontextmanager
async def without_pauses(memory: Memory) -> AsyncIterator[None]:
    """Let memory collect nothing for a moment: the simulated server's clock stands still."""
    with memory.lanes.hurrying():
        yield


def drop_cached_messages(bot: discord.Client) -> None:
    """Let discord.py hold no message any more, as after many others; it has no public way."""
    bot._connection._messages.clear()  # type: ignore[union-attr]


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
        """Return a channel as the bot sees it."""
        return self.bot.get_channel(handle.id)

    def sent(self) -> list[dict[str, Any]]:
        """Return the bodies of every message the bot sent."""
        posts = (r for r in self.env.http_requests if r.method == "POST" and r.path.endswith("/messages"))
        return [dict(request.json or {}) for request in posts]

    @property
    def me(self) -> Any:
        """The bot's account."""
        return self.bot.user

    async def ask(self, who: Any, text: str, channel: Any = None) -> str:
        """Let somebody mention the bot; return its last answer there."""
        where = channel or self.general
        await who.send(where, f"{self.me.mention} {text}")
        return texts_in(where)[-1]

    async def command(self, who: Any, words: str, channel: Any = None) -> str:
        """Let somebody type a command; return its answer."""
        where = channel or self.general
        await who.send(where, f"!memory {words}")
        return texts_in(where)[-1]

    async def facts(self, about: Any) -> list[str]:
        """Return the texts of the active facts about somebody, oldest first."""
        await self.memory.settle()
        held = await self.memory.store.facts_of(about.id)
        return [fact.text for fact in held if fact.status is Status.ACTIVE][::-1]

    async def stored_texts(self) -> list[str]:
        """Return the texts of all kept messages, oldest first."""
        far = self.env.now().replace(year=2020), self.env.now().replace(year=2040)
        return [message.text for message in await self.memory.store.messages_between(*far)]

    @asynccontextmanager
    async def restarted(self, **options: Any) -> AsyncIterator[None]:
        """Start the bot anew, with a memory opened anew over the same store; the server goes on."""
        held = self.memory
        settings = held.settings.model_copy(update=options)
        opened = Memory.open(settings, store=held.store, clock=held.clock, models=held.models)
        async with opened as self.memory, without_pauses(self.memory):
            await self.env.restart_bot(DnamBot(self.memory))
            yield
            await self.env.restart_bot(DnamBot(held))
        self.memory = held

    def logged(self, action: str) -> list[str]:
        """Return the log lines of an action."""
        return [line["event"] for line in self.logs if line.get("action") == action]


class WaitingStore:
    """A store that stores messages only once it is released, by the test or by so many messages."""

    def __init__(self, store: Store, release_at: int | None = None) -> None:
        self._store = store
        self._release_at = release_at
        self._arrived = 0
        self._changed = asyncio.Condition()
        self.release = asyncio.Event()
        self.stored = 0
        self.stored_before_release = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    @property
    def as_store(self) -> Any:
        """The same store, typed as any."""
        return self

    async def add_message(self, message: Any, *how: Any) -> bool:
        """Store a message after the release."""
        self._arrived += 1
        async with self._changed:
            self._changed.notify_all()
        if self._arrived == self._release_at:
            self.release.set()
        await self.release.wait()
        self.stored += 1
        return await self._store.add_message(message, *how)

    async def until_arrived(self, count: int) -> None:
        """Wait until so many messages have come to be stored."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._arrived >= count)


async def until(what: Callable[[], bool]) -> None:
    """Let other tasks run until something is so."""
    for _ in range(10_000):
        if what():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came about")


def private_text(result: Any) -> str:
    """Return what an interaction was answered, which nobody else may see."""
    assert result.response.ephemeral
    return str(result.response.content)


def texts_in(channel: Any) -> list[str]:
    """Return what was said in a channel, oldest first."""
    return [message.content for message in channel.history()]


@asynccontextmanager
async def running_server(
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
            without_pauses(memory),
            simcord.run(DnamBot(memory), shard_count=1, settle_timeout=PATIENCE) as env,
        ):
            clock.env = env
            yield Server(env, memory, logs)
