"""The bot that `dnam run` starts: memory, answers, commands, over as many connections as Discord asks for."""

from typing import Any

import discord
import structlog
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from dnam.discord.answer import QUIET
from dnam.discord.cog import MemoryCog
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


class DnamBot(commands.AutoShardedBot):
    """Answers mentions, replies and direct messages with memory."""

    def __init__(self, memory: Memory) -> None:
        settings = memory.settings
        shards: dict[str, Any] = {"shard_count": settings.discord_shards or None}
        if settings.discord_shard_ids:
            shards["shard_ids"] = list(settings.discord_shard_ids)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot joins no calls
        intents = discord.Intents.default()
        intents.message_content = intents.members = True
        super().__init__(
            command_prefix=NO_PREFIX,
            help_command=None,
            intents=intents,
            allowed_mentions=QUIET,
            **shards,
        )
        self.memory = memory

    async def setup_hook(self) -> None:
        """Add memory, and tell Discord the slash commands; without them the bot works by its prefix."""
        await self.add_cog(MemoryCog(self, self.memory, answers=True))
        await self.memory.lanes.attempt(
            "register slash commands", self.tree.sync(), deadline=PATIENCE, fallback=None
        )

    async def launch_shards(self) -> None:
        """Connect; where the settings name a gateway, to that one instead of the one Discord names."""
        if self.memory.settings.discord_gateway and not self.memory.settings.discord_shards:
            self.shard_count, _, _ = await self.http.get_bot_gateway()
        await super().launch_shards()

    async def on_message(self, message: discord.Message, /) -> None:
        """Leave messages to memory: it knows its own commands, and the bot has no others."""

    async def on_ready(self) -> None:
        """Say that the bot is there, and how to invite it."""
        user, servers = self.user, len(self.guilds)
        invite = discord.utils.oauth_url(self.application_id or 0, permissions=NEEDED, scopes=SCOPES)
        log.info("the bot is ready", action="discord ready", name=str(user), servers=servers, invite=invite)


def point_at(settings: Settings) -> None:
    """Let this process speak to another Discord-compatible server, where the settings name one."""
    parts: Any = (Route, DiscordWebSocket)
    route, socket = parts
    if settings.discord_api:
        route.BASE = settings.discord_api.rstrip("/")
    if settings.discord_gateway:
        socket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway)
