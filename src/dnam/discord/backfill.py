"""Backfill: reads a channel's past from Discord, when a manager asks for it.

From the oldest message that may be kept to now, in pages, within Discord's rate limits (discord.py waits for
them). Each message goes the way of one that was missed: who is not served or has not agreed is left out. How
far it came is noted, so that after a restart the same command goes on there.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import discord
import structlog

from dnam.errors import describe
from dnam.memory import Memory

log = structlog.get_logger("dnam")

PAGE = 100
"""Messages that Discord gives at once."""
TELL_EVERY = 500
"""Messages between two reports."""

Tell = Callable[[str], Awaitable[None]]
"""Tells the manager how far it is."""

NOT_ALLOWED = "I may not read this channel's history: give me the permission Read Message History here."
NO_HISTORY = "This place has no history that I could read."
RUNNING = "I am reading this channel's past already."


class Backfill:
    """Reads the past of channels, each once at a time."""

    def __init__(self, memory: Memory, store: Callable[[discord.Message], Awaitable[bool]]) -> None:
        self._memory = memory
        self._store = store
        self._running: set[int] = set()

    def start(self, channel: Any, tell: Tell) -> str:
        """Begin to read in the background; return what to answer now."""
        guild = getattr(channel, "guild", None)
        if guild is None or not hasattr(channel, "history"):
            return NO_HISTORY
        parent = channel.parent if isinstance(channel, discord.Thread) and channel.parent else channel
        allowed = parent.permissions_for(guild.me)
        if not (allowed.view_channel and allowed.read_message_history):
            return NOT_ALLOWED
        if channel.id in self._running:
            return RUNNING
        self._running.add(channel.id)
        self._memory.lanes.submit(
            "backfill", f"discord_backfill {channel.id}", lambda: self._run(channel, tell)
        )
        days = self._memory.settings.retention_days
        return f"I read this channel's past, {days} days back (`retention_days`), and tell you how far I am."

    async def _run(self, channel: Any, tell: Tell) -> None:
        try:
            await self._read(channel, tell)
        except discord.HTTPException as problem:
            log.warning("could not read a channel's past", action="discord_backfill", error=describe(problem))
            await tell("Discord does not let me go on. Say it again later: I go on where I was.")
        finally:
            self._running.discard(channel.id)

    async def _read(self, channel: Any, tell: Tell) -> None:
        note = f"discord:backfill:{channel.id}"
        now = self._memory.clock.now()
        oldest = now - timedelta(days=self._memory.settings.retention_days)
        mark = await self._memory.store.get_note(note)
        after: Any = discord.Object(int(mark)) if mark else oldest
        read = new = 0
        first: datetime | None = None
        last: discord.Message | None = None
        async for message in channel.history(limit=None, after=after, before=now, oldest_first=True):
            new += await self._store(message)
            read, last = read + 1, message
            first = first or message.created_at
            if read % PAGE == 0:
                await self._memory.store.put_note(note, str(message.id))
            if read % TELL_EVERY == 0:
                spent = self._memory.clock.now() - now
                await tell(progress(read, new, at=message.created_at, span=(first, now), spent=spent))
        await self._memory.store.put_note(note, None)
        until = f" up to {last.created_at:%Y-%m-%d %H:%M} UTC" if last is not None else ""
        await tell(f"Done: I read {read:,} messages{until}, {new:,} of them new to me.")
        counts = {"channel": channel.id, "messages": read, "new": new}
        log.info("read a channel's past", action="discord_backfill", **counts)


def progress(read: int, new: int, *, at: datetime, span: tuple[datetime, datetime], spent: timedelta) -> str:
    """Return how far it is, with an estimate of the rest.

    Discord does not say how many messages there are, so the rest is as dense as what was read: `span` is from
    the first message to now, `at` where the reading is, `spent` how long it took.
    """
    text = f"Read {read:,} messages up to {at:%Y-%m-%d}, {new:,} new"
    share = (at - span[0]) / (span[1] - span[0]) if span[1] > span[0] else 1.0
    if share <= 0:
        return f"{text}."
    rest = (1 - share) / share
    minutes = max(1, round(spent * rest / timedelta(minutes=1)))
    return f"{text}: about {share:.0%}. The rest may be {round(read * rest):,} messages and {minutes:,} min."
