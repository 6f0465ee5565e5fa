"""The pinned messages of the transparency channel: whose each is, what it says, and how it is kept so.

Which message is whose is noted in the store, so that any process edits the same one. A note tells a hash of
what the message says: what is up to date costs no request.
"""

import hashlib
import json
from typing import Any

import discord
import structlog

from dnam.discord.answer import QUIET
from dnam.ports import Store

log = structlog.get_logger("dnam")

NO_ACCESS = 50001
NOT_THE_AUTHOR = 50005
"""Discord's words for a channel that is closed to the bot, and for a message that is not the bot's own."""
UNKNOWN_MESSAGE = 10008
"""Discord's word for a message that was deleted."""
TRIES = 3
"""So often a message is sent anew that was deleted at once."""

Pin = dict[str, Any]
"""What is noted of a pin: `message`, `mark` (of its text), `session` and `where` (of the summary in it)."""


class PinnedMessages:
    """The messages of one channel, by the people they are about."""

    def __init__(self, store: Store, channel: Any) -> None:
        self._store = store
        self._channel = channel

    async def noted(self) -> dict[int, Pin]:
        """Give what is noted of every pin, by person."""
        prefix = f"mirror:{self._channel.id}:"
        notes = await self._store.notes(prefix)
        return {int(name.removeprefix(prefix)): json.loads(text) for name, text in notes.items()}

    async def show(self, person: int, text: str, *, session: str = "", where: str = "") -> bool:
        """Make a person's message say this: sent and pinned once, then edited; deleted when empty.

        False when it says so already. Raises discord.HTTPException.
        """
        name = f"mirror:{self._channel.id}:{person}"
        pin: Pin | None = json.loads(await self._store.get_note(name) or "null")
        now = {"mark": hashlib.sha256(text.encode()).hexdigest()[:16], "session": session, "where": where}
        if (pin is None and not text) or (pin is not None and pin["mark"] == now["mark"]):
            if pin is not None and {**pin, **now} != pin:
                await self._store.put_note(name, json.dumps({**pin, **now}))
            return False
        message = self._channel.get_partial_message(pin["message"]) if pin is not None else None
        if not text:
            await _delete(message)
            await self._store.put_note(name, None)
            return True
        if message is None or not await _edit(message, text):
            message = await self._post(person, text, pin["message"] if pin is not None else 0)
        await self._store.put_note(name, json.dumps({"message": message.id, **now}))
        return True

    async def _post(self, person: int, text: str, before: int) -> Any:
        """Send and pin a person's message; of two processes that do so at once, both get the same one.

        `before` is the message that was there and is gone: Discord gives it again when it is asked for with
        the same mark within minutes; the last try has none. Raises discord.NotFound when that is gone too.
        """
        for left in reversed(range(TRIES)):
            mark = self._mark(person, before) if left else None
            message = await self._channel.send(
                text, allowed_mentions=QUIET, silent=True, suppress_embeds=True, nonce=mark
            )
            try:
                await message.pin()
            except discord.HTTPException as problem:
                if problem.code == UNKNOWN_MESSAGE:
                    before = message.id
                    if left:
                        continue
                    raise
                log.warning("a memory message could not be pinned", action="mirror", error=str(problem))
            break
        return message

    def _mark(self, person: int, before: int) -> str:
        minute = int(discord.utils.utcnow().timestamp() // 60)
        return hashlib.sha256(f"{self._channel.id}:{person}:{minute}:{before}".encode()).hexdigest()[:24]


async def _edit(message: Any, text: str) -> bool:
    """Change what a message says; False when there is none to change: deleted, or another bot's."""
    try:
        await message.edit(content=text, allowed_mentions=QUIET)
    except discord.NotFound:  # somebody deleted it
        return False
    except discord.Forbidden as problem:
        if problem.code != NOT_THE_AUTHOR:
            raise
        await _delete(message)  # it tells what is no longer so
        return False
    return True


async def _delete(message: Any) -> None:
    """Delete a message, or say in the log that somebody else has to."""
    try:
        await message.delete()
    except discord.NotFound:
        return
    except discord.Forbidden as problem:
        if problem.code == NO_ACCESS:
            raise
        log.warning(
            "an old memory message is not mine to delete: please delete it",
            action="mirror",
            message=message.id,
            error=str(problem),
        )
