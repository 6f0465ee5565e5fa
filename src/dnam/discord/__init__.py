"""Discord: a bot people can invite, and a cog for bots that exist already.

bot.py                the bot that `dnam run` starts
cog.py                Discord's events, and what a host bot calls
messages.py           one message from top to bottom: served, command, stored, answered
command_handler.py    commands typed, asked in plain words, as slash commands or by buttons
slash.py  buttons.py  the slash commands; the buttons and menus under answers
event_order.py        messages, edits and deletions in order; work in flight
backfill.py           a channel's past, when a manager asks for it
red.py                the cog for Red-DiscordBot
catchup.py            what was missed while the bot was offline
members.py            whom the bot serves, who is a member, under which name
rate_limit.py         how often each person is answered
translate.py          Discord's objects into dnam's values
sending.py            long answers split; replies; nobody pinged
transparency.py       the transparency channel
discord_internals.py  the only file that uses discord.py's internals; other Discord-compatible servers

`await bot.load_extension("dnam.discord")` adds memory to a bot, with the settings of the environment.
"""

from dnam.discord.cog import MemoryCog
from dnam.discord.members import Bot

__all__ = ["MemoryCog", "setup"]


async def setup(bot: Bot) -> None:
    """Add memory to a bot; discord.py's `load_extension` calls this."""
    await bot.add_cog(MemoryCog(bot))
