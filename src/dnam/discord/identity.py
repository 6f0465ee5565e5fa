"""Who the bot is, and whom it serves."""

import discord
from cachetools import TTLCache
from discord.ext import commands

from dnam.discord.allowlist import Allowlist
from dnam.settings import Settings

Bot = commands.Bot | commands.AutoShardedBot

ASKED_FOR = 20
"""Discord is asked about somebody unknown in so many servers at most."""


class Identity:
    """The bot's own account, and the allowlist as seen from it."""

    def __init__(self, bot: Bot, settings: Settings) -> None:
        self._bot = bot
        self._allow = Allowlist.by(settings)
        self._members: TTLCache[int, bool] = TTLCache(10_000, ttl=600)

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

    async def serves(self, user: discord.abc.User, guild: int | None) -> bool:
        """Say whether somebody is served; in a direct message, through a server they share with the bot."""
        if user.id == self.me.id:
            return False
        if self._allow.serves(user.id, guild):
            return True
        return guild is None and await self._shares_a_guild(user.id)

    def serves_guild(self, guild: int) -> bool:
        """Say whether everyone in a server is served."""
        return self._allow.guild(guild)

    def serves_somebody(self, guild: int) -> bool:
        """Say whether anybody in a server may be served."""
        return self._allow.somebody(guild)

    def left(self, user: int) -> None:
        """Look anew at which servers somebody shares: they have left one."""
        self._members.pop(user, None)

    async def _shares_a_guild(self, user: int) -> bool:
        """Say whether somebody is a member of a server that is served; Discord is asked when in doubt."""
        served = [guild for guild in self._bot.guilds if self._allow.guild(guild.id)]
        if any(guild.get_member(user) for guild in served):
            return True
        if user not in self._members:
            self._members[user] = any([await _member(guild, user) for guild in served[:ASKED_FOR]])
        return self._members[user]


async def _member(guild: discord.Guild, user: int) -> bool:
    try:
        await guild.fetch_member(user)
    except discord.HTTPException:  # not a member, or not to be known: closed
        return False
    return True
