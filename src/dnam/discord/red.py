"""A cog for Red-DiscordBot: `[p]load dnam_memory` with a package of two lines, which `docs/discord.md` shows.

Red asks every cog to delete and to hand out what it stores of a person; here both are the same paths as
`!memory erase` and `!memory export`. Red itself is not imported: its hooks are methods of this cog.
"""

import io
from typing import Any

from dnam.clock import SystemClock
from dnam.commands import export_person
from dnam.discord.cog import MemoryCog
from dnam.discord.people import Bot
from dnam.domain import Scope
from dnam.errors import StoreError
from dnam.log_lines import log

STATEMENT = (
    "This cog remembers what people say where the bot reads: messages for as long as its operator sets, and "
    "facts until they are forgotten. `memory export` gives you what is stored of you, `memory erase` erases "
    "it."
)
"""What Red shows people about their data (`__red_end_user_data_statement__`)."""


class RedMemoryCog(MemoryCog, name="Memory"):
    async def red_delete_data_for_user(self, *, requester: str, user_id: int) -> None:
        """Erase everything of a person, whoever asks: Discord, the owner, or the person.

        Raises StoreError when it could not be done yet, so that Red says so; it is hidden and tried again.
        """
        receipt = await self.memory.erase(Scope(kind="person", id=user_id))
        if receipt.unfinished:
            raise StoreError(" ".join(receipt.unfinished))
        log.info(
            "erased a person for Red", action="red_delete", requester=requester, counts=dict(receipt.counts)
        )

    async def red_get_data_for_user(self, *, user_id: int) -> dict[str, io.BytesIO]:
        """Return everything a person may see of what is stored of them, as files by name."""
        files = await export_person(self.memory.store, user_id, clock=SystemClock())
        return {file.name: io.BytesIO(file.data) for file in files}


async def setup(bot: Any) -> None:
    from redbot.core import commands  # type: ignore[import-not-found]  # noqa: PLC0415 (only Red brings it)

    class Memory(RedMemoryCog, commands.Cog, name="Memory"):  # type: ignore[misc]  # it is untyped here
        """Memory: what people said, what is known of them, and how they change it."""

        # Red takes only cogs and commands of its own classes.
        by_prefix = commands.command(name="memory")(RedMemoryCog.by_prefix.callback)

    given: Bot = bot
    await bot.add_cog(Memory(given))


async def teardown(bot: Any) -> None:
    """Remove memory from a Red bot: Red finds by itself only cogs of the package that it loaded."""
    await bot.remove_cog(RedMemoryCog.__cog_name__)
