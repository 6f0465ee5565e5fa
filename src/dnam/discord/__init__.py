"""Discord: a bot people can invite, and a cog for bots that exist already.

bot.py                the bot that `dnam run` starts
cog.py                Discord's events, and what a host bot calls
messages.py           one message from top to bottom: served, command, stored, answered
command_handler.py    commands typed, asked in plain words, as slash commands or by buttons
slash.py  buttons.py  the slash commands; the buttons and menus under answers
event_order.py        messages, edits and deletions in order; work in flight
history.py            what was missed while offline; a channel's past, when a manager asks for it
people.py             whom the bot serves and how often, who is a member, under which name
conversion.py         Discord's objects into dnam's values
sending.py            long answers split, or shown while they are written; replies; nobody pinged
red.py                the cog for Red-DiscordBot
transparency.py       the transparency channel
discord_internals.py  the only file that uses discord.py's internals; other Discord-compatible servers

`await bot.load_extension("dnam.discord")` adds memory to a bot, with the settings of the environment.
"""

from dnam.errors import SettingsError
from dnam.optional_packages import require

try:
    require("discord", "The cog for discord.py")
except SettingsError as missing:
    raise ImportError(str(missing)) from None

from dnam.discord.cog import MemoryCog
from dnam.discord.people import Bot

__all__ = ["MemoryCog", "setup"]


async def setup(bot: Bot) -> None:
    """Add memory to a bot; discord.py's `load_extension` calls this."""
    await bot.add_cog(MemoryCog(bot))
