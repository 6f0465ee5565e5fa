"""An answer while it is written: one message that grows by edits, at a bounded rate, until it is whole.

What is shown meanwhile is no memory: only the whole answer is stored, and only if what it was made from still
holds then. A model that does not stream leaves nothing to do here.
"""

import asyncio
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any

import discord
import structlog

from dnam.discord.sending import deliver, plain_links, reply_to, split
from dnam.errors import describe
from dnam.rules.command_text import LIMIT

log = structlog.get_logger("dnam")

UNFINISHED = " …"
"""Stands behind an answer that is still being written."""


class AnswerStream:
    """Shows the answer to one message while it is written; `every` so many seconds at most.

    The id of the message that grows is added to `own_edits`, before the first edit of it can be heard of.
    """

    def __init__(self, message: discord.Message, every: float, own_edits: MutableMapping[int, bool]) -> None:
        self._message = message
        self._own_edits = own_edits
        self._every = every
        self._text = ""
        self._more = asyncio.Event()
        self._sending = asyncio.Lock()
        self._sent: discord.Message | None = None
        self._showing = asyncio.create_task(self._show_growth(), name="show_answer")

    def show(self, text: str) -> None:
        """Show the answer as far as it is written; soon, and not every time."""
        self._text = text
        self._more.set()

    async def finish(self, text: str) -> discord.Message:
        """Make the message say the whole answer, or send it when nothing was shown. Raises HTTPException."""
        await self.stop()
        if self._sent is not None:
            with suppress(discord.NotFound):  # somebody deleted it meanwhile
                return await self._edit(self._sent, text)
        return await reply_to(self._message, text)

    async def stop(self) -> None:
        """Show no more; what is being sent is sent first, so that its message is known."""
        async with self._sending:
            self._showing.cancel()

    async def _show_growth(self) -> None:
        try:
            while True:
                await self._more.wait()
                self._more.clear()
                async with self._sending:
                    await self._show_once()
                await asyncio.sleep(self._every)
        except discord.HTTPException as problem:  # the whole answer is sent all the same
            log.info("could not show an unfinished answer", action="discord_answer", error=describe(problem))

    async def _show_once(self) -> None:
        beginning = next(iter(split(plain_links(self._text))), "")
        if not beginning:
            return
        text = f"{beginning[: LIMIT - len(UNFINISHED)]}{UNFINISHED}"
        if self._sent is None:
            self._sent = await reply_to(self._message, text)
            self._own_edits[self._sent.id] = True
        else:
            self._sent = await self._edit(self._sent, text)

    async def _edit(self, sent: discord.Message, text: str) -> discord.Message:
        async def edit(content: str, **options: Any) -> discord.Message:
            return await sent.edit(content=content, **options)

        edited: discord.Message = await deliver(edit, text)
        return edited
