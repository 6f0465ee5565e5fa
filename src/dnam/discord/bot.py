"""The bot that `dnam run` starts: memory, answers and commands, over as many shards as Discord asks for."""

from typing import Any

import discord

from dnam.discord.cog import MemoryCog
from dnam.discord.discord_internals import CompatibleBot
from dnam.discord.sending import NO_PINGS
from dnam.errors import SettingsError, describe
from dnam.log_lines import log
from dnam.memory import Memory
from dnam.settings import Settings

SCOPES = ("bot", "applications.commands")
REQUIRED_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    read_message_history=True,
    pin_messages=True,
)
"""Read, answer, and pin in the transparency channel."""

NO_PREFIX = "\0"
"""A prefix nobody can type: the cog reads memory's own prefix, and the bot has no other commands."""
REGISTER_SECONDS = 30.0
"""Seconds the start waits for Discord to accept the slash commands."""
REGISTER = "register_slash_commands"


class DnamBot(CompatibleBot):
    """Answers mentions, replies and direct messages with memory."""

    def __init__(self, memory: Memory) -> None:
        settings = memory.settings
        shards = shards_of(settings)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot joins no calls
        intents = discord.Intents.default()
        intents.message_content = intents.members = True
        super().__init__(
            settings,
            command_prefix=NO_PREFIX,
            help_command=None,
            intents=intents,
            allowed_mentions=NO_PINGS,
            heartbeat_timeout=settings.discord_silence_seconds,
            **shards,
        )
        self.memory = memory

    async def setup_hook(self) -> None:
        """Add the cog and register the slash commands; if that fails, typed commands still work."""
        await self.add_cog(MemoryCog(self, self.memory, answers=True))
        await self.memory.lanes.attempt(
            REGISTER, self._register_commands(), deadline=REGISTER_SECONDS, fallback=None
        )

    async def _register_commands(self) -> None:
        try:
            await self.tree.sync()
        except discord.HTTPException as problem:
            log.warning(
                "could not register slash commands; typed commands work",
                action=REGISTER,
                prefix=self.memory.settings.command_prefix,
                error=describe(problem),
            )

    async def on_ready(self) -> None:
        user, servers = self.user, len(self.guilds)
        invite = discord.utils.oauth_url(
            self.application_id or 0, permissions=REQUIRED_PERMISSIONS, scopes=SCOPES
        )
        log.info("the bot is ready", action="discord_ready", name=str(user), servers=servers, invite=invite)


def shards_of(settings: Settings) -> dict[str, Any]:
    """Return discord.py's shard options. Raises SettingsError when the settings contradict each other."""
    count, ids = settings.discord_shards, settings.discord_shard_ids
    if not ids:
        return {"shard_count": count or None}
    if max(ids) >= count:
        raise SettingsError(
            f"DNAM_DISCORD_SHARD_IDS names shard {max(ids)}, but DNAM_DISCORD_SHARDS is {count}. Set it to "
            "the number of shards of all processes together; shards are counted from 0."
        )
    return {"shard_count": count, "shard_ids": list(ids)}
