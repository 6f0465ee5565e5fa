"""Discord: a bot people would invite, and a cog for bots they already have.

cog.py         everything that happens goes to memory; what a host needs; voice
hearing.py     messages, edits and deletions in the order in which they happened
translate.py   Discord's objects into dnam's values
who.py         who the bot is, and whom it serves; allow.py decides
answer.py      answers with memory; split.py cuts long ones
turns.py       how often each person is answered
asked.py       commands; slash.py lists them, buttons.py stands under them
catchup.py     what was missed while the bot was away
mirror.py      the transparency channel; pins.py keeps its messages
members.py     who is a member of a server, and under which name
files.py       the context files of a place
bot.py         the bot that `dnam run` starts; elsewhere.py lets it speak to other servers

`await bot.load_extension("dnam.discord")` adds memory to a bot, with the settings of the environment.
"""

from dnam.discord.cog import MemoryCog
from dnam.discord.identity import Bot

__all__ = ["MemoryCog", "setup"]


async def setup(bot: Bot) -> None:
    """Add memory to a bot: what `load_extension` calls."""
    await bot.add_cog(MemoryCog(bot))
