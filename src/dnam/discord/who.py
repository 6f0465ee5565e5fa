"""Who the bot is, and whom it serves."""

import discord
from discord.ext import commands

from dnam.discord.allow import Allow
from dnam.settings import Settings

Bot = commands.Bot | commands.AutoShardedBot


class Who:
    """The bot's own account, and the allowlist as seen from it."""

    def __init__(self, bot: Bot, settings: Settings) -> None:
        self._bot = bot
        self._allow = Allow.by(settings)

    @property
    def nobody(self) -> bool:
        """Nobody is served."""
        return self._allow.nobody

    @property
    def me(self) -> discord.ClientUser:
        """The bot's own account."""
        user = self._bot.user
        assert user is not None, "the bot is not logged in yet"  # noqa: S101 (events come after the login)
        return user

    def serves(self, user: discord.abc.User, guild: int | None) -> bool:
        """Say whether somebody is served; in a direct message, through a server they share with the bot."""
        if user.id == self.me.id:
            return False
        shared = [each.id for each in self._bot.guilds if each.get_member(user.id)] if guild is None else ()
        return self._allow.serves(user.id, guild, shared)

    def serves_guild(self, guild: int) -> bool:
        """Say whether everyone in a server is served."""
        return self._allow.guild(guild)
