"""What was missed while the bot was away: read once, after it is back, from each channel's latest messages.

A mark in the store says until when everything was heard; each connection (shard) has its own. Missed messages
are kept, missed edits and deletions among the latest messages are followed; none of it is answered. A resumed
connection needs nothing: Discord sends what was missed by itself.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import Any

import discord
import structlog

from dnam.discord.event_order import EventOrder
from dnam.discord.identity import Bot, Identity
from dnam.discord.translate import mentioned, place_of, text_of
from dnam.memory import Memory
from dnam.model import DM_GUILD, Place, Visibility

log = structlog.get_logger("dnam")

OVERLAP = timedelta(minutes=2)
"""Marks are set every minute, and clocks differ: so much is read twice, which changes nothing."""
MOST_DMS = 100
"""So many direct messages are looked at; others are heard when their people write again."""

EVERY = 10_000_000
"""More messages than a channel has."""
MOST_ASKED = 500
"""So many messages of a channel are asked about one by one; the others at another login."""
UNKNOWN_MESSAGE = 10008
"""Discord's word for a message that was deleted."""

Hear = Callable[[discord.Message], Awaitable[object]]


class CatchUp:
    """Reads what was missed, and keeps the marks."""

    def __init__(self, bot: Bot, memory: Memory, who: Identity, hearing: EventOrder, hear: Hear) -> None:
        self._bot = bot
        self._memory = memory
        self._who = who
        self._hearing = hearing
        self._hear = hear
        self._online: set[int] = set()

    def ready(self, shard: int) -> None:
        """Catch up on a connection that begins anew; from then on it counts as heard."""
        self._memory.lanes.submit("catch up", f"catch up {shard}", lambda: self._catch_up(shard))

    def resumed(self, shard: int) -> None:
        """Go on: nothing was missed."""
        self._online.add(shard)

    def lost(self, shard: int) -> None:
        """Stop marking what is not heard."""
        self._online.discard(shard)

    async def mark(self) -> None:
        """Note that everything until now was heard."""
        for shard in sorted(self._online):
            await self._memory.store.put_note(self._name(shard), self._memory.clock.now().isoformat())

    def _name(self, shard: int) -> str:
        return f"discord:heard:{self._who.me.id}:{shard}"

    async def _catch_up(self, shard: int) -> None:
        noted, read, removed = await self._memory.store.get_note(self._name(shard)), 0, 0
        if noted is not None and self._memory.settings.discord_catch_up:
            since = datetime.fromisoformat(noted) - OVERLAP
            async for channel, place in self._channels(shard, since):
                with self._hearing.reading():
                    new, gone = await self._read(channel, place, max(since, _joined(channel) or since))
                read, removed = read + new, removed + gone
            told = {"since": noted, "messages": read, "removed": removed}
            log.info("caught up", action="discord catch up", shard=shard, **told)
        self._online.add(shard)
        await self.mark()

    def guilds(self, shard: int) -> list[discord.Guild]:
        """Give the servers of a connection in which everyone is served."""
        return [guild for guild in self._here(shard) if self._who.serves_guild(guild.id)]

    def _here(self, shard: int) -> list[discord.Guild]:
        return [guild for guild in self._bot.guilds if (guild.shard_id or 0) == shard]

    async def _channels(self, shard: int, since: datetime) -> Any:
        """Give the channels of a connection where something was missed or may have changed."""
        for guild in self._here(shard):
            if not self._who.serves_somebody(guild.id):
                continue
            known = {place.channel for place in await self._memory.store.places(guild.id)}
            for channel in _readable(guild):
                last = getattr(channel, "last_message_id", None)
                if channel.id in known or (last and discord.utils.snowflake_time(last) > since):
                    yield channel, place_of(channel)
        if shard == 0:  # direct messages come over the first connection
            places = await self._memory.store.places(DM_GUILD)
            alone = [place for place in places if place.visibility is Visibility.DM and place.person]
            for place in alone[:MOST_DMS]:
                kind = discord.ChannelType.private
                yield self._bot.get_partial_messageable(place.channel, type=kind), place

    async def _read(self, channel: Any, place: Place, since: datetime) -> tuple[int, int]:
        """Keep what is new in a channel, and follow what changed among its latest messages.

        Gives how many messages are new, and how many were deleted.
        """
        limit, store = self._memory.settings.discord_catch_up, self._memory.store
        held = await store.written_in(place.guild, place.channel, limit=limit)
        try:
            latest = [message async for message in channel.history(limit=limit)]
        except discord.HTTPException as problem:
            log.info("not readable", action="discord catch up", channel=channel.id, error=str(problem))
            return 0, 0
        new = 0
        for message in reversed(latest):
            if message.created_at > since:
                new += await self._hear(message) is not None
            if message.edited_at is not None and message.edited_at > since:
                text, people = text_of(message, self._who.me), mentioned(message, self._who.me)
                await self._memory.on_edit(
                    place.guild, message.id, text, message.edited_at, place=place, mentions=people
                )
        if len(held) == limit > len(latest):
            every = await store.written_in(place.guild, place.channel, limit=EVERY)
            held = [id_ for id_ in every if id_ <= max(held)]  # what was said since is not gone
        gone = await _gone(channel, held, {message.id for message in latest}, whole=len(latest) < limit)
        if gone:
            await self._memory.on_delete(place.guild, gone)
        return new, len(gone)


def _joined(channel: Any) -> datetime | None:
    """Say since when the bot is in a channel's server: what was said before is not its business."""
    guild: discord.Guild | None = getattr(channel, "guild", None)
    return guild.me.joined_at if guild is not None else None


async def _gone(channel: Any, held: Iterable[int], there: Collection[int], *, whole: bool) -> list[int]:
    """Say which held messages were deleted; `there` are the latest, `whole` when a channel told no more.

    What is missing among those that were told is deleted. A server may tell less than it was asked for, so
    about what is newer or older it is asked, message by message; one that is there ends the asking: those
    before it were not told either.
    """
    newest, oldest = max(there, default=0), min(there, default=0)
    gone = [id_ for id_ in held if oldest < id_ < newest and id_ not in there]
    unsure = [id_ for id_ in held if id_ > newest or (id_ < oldest and whole)]
    for id_ in sorted(unsure, reverse=True)[:MOST_ASKED]:
        try:
            await channel.fetch_message(id_)
        except discord.NotFound as problem:
            if problem.code != UNKNOWN_MESSAGE:
                break
            gone.append(id_)
        except discord.HTTPException as problem:
            log.info("not to be known", action="discord catch up", channel=channel.id, error=str(problem))
            break
        else:
            if id_ < oldest or not there:
                break
    return gone


def _readable(guild: discord.Guild) -> Iterable[Any]:
    """Give the channels and threads of a server whose past the bot may read."""
    for channel in (*guild.text_channels, *guild.voice_channels, *guild.stage_channels, *guild.threads):
        parent: Any = channel.parent if isinstance(channel, discord.Thread) else channel
        may = parent.permissions_for(guild.me) if parent is not None else discord.Permissions.none()
        if may.view_channel and may.read_message_history:
            yield channel
