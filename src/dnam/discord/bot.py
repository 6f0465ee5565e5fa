"""The bot that `dnam run` starts: memory, answers, commands, over as many connections as Discord asks for."""

import sys
from collections import Counter
from typing import Any

import discord
import structlog
import yarl
from discord.ext import commands
from discord.http import Route

from dnam.discord.answer import QUIET
from dnam.discord.cog import MemoryCog
from dnam.discord.compatible_servers import Socket
from dnam.errors import DnamError, SettingsError
from dnam.memory import Memory
from dnam.settings import Settings

log = structlog.get_logger("dnam")

SCOPES = ("bot", "applications.commands")
NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    read_message_history=True,
    pin_messages=True,
)
"""What the bot has to be allowed to do: read, answer, and pin in the transparency channel."""


NO_PREFIX = "\0"
"""Nobody can type it: memory reads its own prefix, and what follows a mention is said to the assistant."""
PATIENCE = 30.0
"""Seconds the start waits until Discord has taken the slash commands."""
OFFER = "register slash commands"
TRIES = 2
"""So often a connection is tried at the start; later ones are tried until they come about."""
UNREACHABLE = "Discord's gateway {} cannot be reached: {}. Check the network and start again."
NO_GATEWAY = "The server does not tell where its gateway is: set DNAM_DISCORD_GATEWAY to its address."


class DnamBot(commands.AutoShardedBot):
    """Answers mentions, replies and direct messages with memory."""

    def __init__(self, memory: Memory) -> None:
        settings = memory.settings
        shards = shards_of(settings)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot joins no calls
        intents = discord.Intents.default()
        intents.message_content = intents.members = True
        super().__init__(
            command_prefix=NO_PREFIX,
            help_command=None,
            intents=intents,
            allowed_mentions=QUIET,
            heartbeat_timeout=settings.discord_silence_seconds,
            **shards,
        )
        self.memory = memory

        self._tries: Counter[int] = Counter()

    async def application_info(self) -> discord.AppInfo:
        """Ask which application this is; a server that cannot tell is taken to use the bot's own id."""
        me = self.user
        assert me is not None, "the bot is not logged in yet"  # noqa: S101 (asked after the login)
        known = {"id": me.id, "name": me.name, "description": "", "icon": None, "verify_key": ""}
        known |= {"bot_public": False, "bot_require_code_grant": False}
        known["owner"] = {"id": me.id, "username": me.name, "discriminator": "0", "avatar": None}
        try:
            known |= await self.http.application_info()
        except discord.NotFound:
            log.warning("the server does not tell the application's id", action="discord login", used=me.id)
        data: Any = known
        return discord.AppInfo(self._connection, data)

    async def setup_hook(self) -> None:
        """Add memory, and tell Discord the slash commands; without them the bot works by its prefix."""
        await self.add_cog(MemoryCog(self, self.memory, answers=True))
        await self.memory.lanes.attempt(OFFER, self._offer(), deadline=PATIENCE, fallback=None)

    async def _offer(self) -> None:
        try:
            await self.tree.sync()
        except discord.HTTPException as problem:
            log.warning(
                "slash commands are not offered; typed ones work",
                action=OFFER,
                prefix=self.memory.settings.command_prefix,
                error=str(problem),
            )

    async def launch_shards(self) -> None:
        """Connect; to another server as it says, and as far as it says."""
        settings = self.memory.settings
        elsewhere = bool(settings.discord_api or settings.discord_gateway)
        if elsewhere and not settings.discord_shards:
            self.shard_count = await self._ask_for_gateway()
        await super().launch_shards()

    async def _ask_for_gateway(self) -> int:
        """Ask another server how many connections it wants, and where unless that is set."""
        told: dict[str, Any] = {}
        for path in ("/gateway/bot", "/gateway"):
            try:
                told = await self.http.request(Route("GET", path))
                break
            except discord.HTTPException as problem:
                log.warning(
                    "the server does not tell its gateway",
                    action="discord gateway",
                    path=path,
                    error=str(problem),
                )
        if not self.memory.settings.discord_gateway:
            if not told.get("url"):
                raise SettingsError(NO_GATEWAY)
            Socket.DEFAULT_GATEWAY = yarl.URL(told["url"])
        return int(told.get("shards") or 1)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Open a connection; discord.py comes back here for each new try, which is not made for ever."""
        self._tries[shard_id] += 1
        if self._tries[shard_id] > TRIES:
            why = sys.exc_info()[1]
            if isinstance(why, discord.ConnectionClosed | discord.PrivilegedIntentsRequired):
                raise why
            raise DnamError(UNREACHABLE.format(gateway, why))
        await super().launch_shard(gateway, shard_id, initial=initial)
        self._tries[shard_id] = 0

    async def on_message(self, message: discord.Message, /) -> None:
        """Leave messages to memory: it knows its own commands, and the bot has no others."""

    async def on_ready(self) -> None:
        """Say that the bot is there, and how to invite it."""
        user, servers = self.user, len(self.guilds)
        invite = discord.utils.oauth_url(self.application_id or 0, permissions=NEEDED, scopes=SCOPES)
        log.info("the bot is ready", action="discord ready", name=str(user), servers=servers, invite=invite)


def shards_of(settings: Settings) -> dict[str, Any]:
    """Say which connections to open. Raises SettingsError when the settings contradict each other."""
    count, ids = settings.discord_shards, settings.discord_shard_ids
    if not ids:
        return {"shard_count": count or None}
    if max(ids) >= count:
        raise SettingsError(
            f"DNAM_DISCORD_SHARD_IDS names connection {max(ids)}, and DNAM_DISCORD_SHARDS is {count}: set "
            "that to how many there are in all processes together; they are counted from 0."
        )
    return {"shard_count": count, "shard_ids": list(ids)}
