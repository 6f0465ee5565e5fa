"""What was said before: missed while the bot was offline, or before a manager asked for a channel's past.

Catching up: a mark in the store says until when everything was heard; each shard has its own. Missed messages
are stored, missed edits and deletions among the latest messages are followed, and those of whole channels;
nothing is answered. A resumed connection needs no catching up, because Discord replays what was missed.

Backfill: a channel is read from the oldest message that may be kept to now, in pages, within Discord's rate
limits (discord.py waits for them). Each message goes the way of one that was missed: who is not served or has
not agreed is left out. How far it came is noted, so that after a restart the same command goes on there.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable
from datetime import datetime, timedelta
from typing import Any

import discord

from dnam.discord.conversion import mentioned, place_of, text_of
from dnam.discord.discord_internals import latest_messages
from dnam.discord.event_order import EventOrder
from dnam.discord.people import Bot, ServedPeople
from dnam.domain import DM_GUILD, Place, Visibility
from dnam.errors import describe
from dnam.languages import reply
from dnam.log_lines import log
from dnam.memory import Memory

OVERLAP = timedelta(minutes=2)
"""Read again before the mark: marks are set every minute and clocks differ. Reading twice changes nothing."""
MAX_DMS = 100
"""How many direct messages are read; others are read when their people write again."""
ALL_MESSAGES = 10_000_000
"""More messages than a channel has."""
MAX_LOOKUPS = 500
"""How many messages of a channel, or channels of a server, are looked up one by one at a login."""
UNKNOWN_CHANNEL = 10003
"""Discord's error code for a channel or thread that was deleted."""
UNKNOWN_MESSAGE = 10008
"""Discord's error code for a message that was deleted."""

StoreMissed = Callable[[discord.Message], Awaitable[bool]]
"""Stores a missed message and returns whether it was new."""


class CatchUp:
    def __init__(
        self, bot: Bot, memory: Memory, access: ServedPeople, order: EventOrder, store_missed: StoreMissed
    ) -> None:
        self._bot = bot
        self._memory = memory
        self._access = access
        self._order = order
        self._store_missed = store_missed
        self._online: set[int] = set()

    def ready(self, shard: int) -> None:
        """Catch up on a shard that logged in, in the background; from then on it counts as online."""
        self._memory.lanes.submit("catch_up", f"catch_up {shard}", lambda: self._catch_up(shard))

    def resumed(self, shard: int) -> None:
        """Count a shard as online again: nothing was missed."""
        self._online.add(shard)

    def lost(self, shard: int) -> None:
        """Stop marking a shard that lost its connection."""
        self._online.discard(shard)

    async def mark(self) -> None:
        """Note that everything until now was heard."""
        for shard in sorted(self._online):
            await self._memory.store.put_note(self._mark_name(shard), self._memory.clock.now().isoformat())

    def _mark_name(self, shard: int) -> str:
        return f"discord:heard:{self._access.me.id}:{shard}"

    async def _catch_up(self, shard: int) -> None:
        mark = await self._memory.store.get_note(self._mark_name(shard))
        if mark is not None and self._memory.settings.discord_catch_up:
            since, new, deleted = datetime.fromisoformat(mark) - OVERLAP, 0, 0
            async for channel, place in self._channels(shard, since):
                start = max(since, _joined_at(channel) or since)
                with self._order.catching_up():
                    counts = await self._memory.lanes.attempt(
                        "discord_catch_up", self._read(channel, place, start), deadline=None, fallback=(0, 0)
                    )
                new, deleted = new + counts[0], deleted + counts[1]
            await self._memory.lanes.attempt(
                "discord_catch_up", self._follow_deleted_channels(shard), deadline=None, fallback=None
            )
            done = {"since": mark, "messages": new, "removed": deleted}
            log.info("caught up", action="discord_catch_up", shard=shard, **done)
        self._online.add(shard)
        await self.mark()

    def served_guilds(self, shard: int) -> list[discord.Guild]:
        """Return the servers of a shard in which everyone is served."""
        return [guild for guild in self._guilds(shard) if self._access.allowlist.serves_guild(guild.id)]

    def _guilds(self, shard: int) -> list[discord.Guild]:
        return [guild for guild in self._bot.guilds if (guild.shard_id or 0) == shard]

    async def _channels(self, shard: int, since: datetime) -> AsyncIterator[tuple[Any, Place]]:
        """Yield the channels of a shard where something was said since, or where messages are stored."""
        for guild in self._guilds(shard):
            if not self._access.allowlist.may_serve_in(guild.id):
                continue
            stored = {place.channel for place in await self._memory.store.places(guild.id)}
            for channel in _readable_channels(guild):
                last = getattr(channel, "last_message_id", None)
                if channel.id in stored or (last and discord.utils.snowflake_time(last) > since):
                    yield channel, place_of(channel)
        if shard == 0:  # direct messages come over the first shard
            places = await self._memory.store.places(DM_GUILD)
            dms = [place for place in places if place.visibility is Visibility.DM and place.person]
            for place in dms[:MAX_DMS]:
                kind = discord.ChannelType.private
                yield self._bot.get_partial_messageable(place.channel, type=kind), place

    async def _follow_deleted_channels(self, shard: int) -> None:
        """Forget the channels and threads that were deleted while the bot was away.

        A channel that is not among a server's may be one the bot may no longer see, or a thread that is
        archived: Discord says which.
        """
        if not self._memory.settings.discord_forget_deleted_channels:
            return
        for guild in self._guilds(shard):
            if guild.unavailable or not self._access.allowlist.may_serve_in(guild.id):
                continue
            there = {channel.id for channel in (*guild.channels, *guild.threads)}
            stored = {place.channel for place in await self._memory.store.places(guild.id)} - there
            for channel in sorted(stored, reverse=True)[:MAX_LOOKUPS]:
                if await self._is_deleted(channel):
                    await self._memory.on_channel_delete(guild.id, channel)

    async def _is_deleted(self, channel: int) -> bool:
        try:
            await self._bot.fetch_channel(channel)
        except discord.NotFound as problem:
            return problem.code == UNKNOWN_CHANNEL
        except (discord.HTTPException, discord.InvalidData):  # not to be seen, or nobody knows
            return False
        return False

    async def _read(self, channel: Any, place: Place, since: datetime) -> tuple[int, int]:
        """Store what is new in a channel, and follow edits and deletions among its latest messages.

        Returns how many messages are new, and how many were deleted.
        """
        limit, store = self._memory.settings.discord_catch_up, self._memory.store
        stored = await store.written_in(place.guild, place.channel, limit=limit)
        try:
            latest, unreadable = await latest_messages(channel, limit)
        except discord.HTTPException as problem:
            log.info(
                "could not read a channel",
                action="discord_catch_up",
                channel=channel.id,
                error=describe(problem),
            )
            return 0, 0
        new = 0
        for message in reversed(latest):
            if message.created_at > since:
                new += await self._store_missed(message)
            if message.edited_at is not None and message.edited_at > since:
                text, people = text_of(message, self._access.me), mentioned(message, self._access.me)
                await self._memory.on_edit(
                    place.guild, message.id, text, message.edited_at, place=place, mentions=people
                )
        if len(stored) == limit > len(latest) + len(unreadable):
            every = await store.written_in(place.guild, place.channel, limit=ALL_MESSAGES)
            stored = [id_ for id_ in every if id_ <= max(stored)]  # newer ones cannot be deleted yet
        latest_ids = {message.id for message in latest} | unreadable
        deleted = await _deleted(channel, stored, latest_ids, complete=len(latest_ids) < limit)
        if deleted:
            await self._memory.on_delete(place.guild, deleted)
        return new, len(deleted)


def _joined_at(channel: Any) -> datetime | None:
    """Return when the bot joined a channel's server: what was said before is not its business."""
    guild: discord.Guild | None = getattr(channel, "guild", None)
    return guild.me.joined_at if guild is not None else None


async def _deleted(
    channel: Any, stored: Iterable[int], latest: Collection[int], *, complete: bool
) -> list[int]:
    """Return which stored messages were deleted; `complete` when `latest` is the channel's whole history.

    A stored message that is missing between the oldest and newest of `latest` is deleted. A server may return
    less than it was asked for, so newer and older messages are looked up one by one. The first that still
    exists ends this: the server did not return those before it either.
    """
    newest, oldest = max(latest, default=0), min(latest, default=0)
    deleted = [id_ for id_ in stored if oldest < id_ < newest and id_ not in latest]
    unsure = [id_ for id_ in stored if id_ > newest or (id_ < oldest and complete)]
    for id_ in sorted(unsure, reverse=True)[:MAX_LOOKUPS]:
        try:
            await channel.fetch_message(id_)
        except discord.NotFound as problem:
            if problem.code != UNKNOWN_MESSAGE:
                break
            deleted.append(id_)
        except discord.HTTPException as problem:
            log.info(
                "could not look up a message",
                action="discord_catch_up",
                channel=channel.id,
                error=describe(problem),
            )
            break
        else:
            if id_ < oldest or not latest:
                break
    return deleted


def _readable_channels(guild: discord.Guild) -> Iterable[Any]:
    """Yield the channels and threads of a server whose history the bot may read."""
    for channel in (*guild.text_channels, *guild.voice_channels, *guild.stage_channels, *guild.threads):
        parent: Any = channel.parent if isinstance(channel, discord.Thread) else channel
        permissions = parent.permissions_for(guild.me) if parent is not None else discord.Permissions.none()
        if permissions.view_channel and permissions.read_message_history:
            yield channel


PAGE = 100
"""Messages that Discord gives at once."""
TELL_EVERY = 500
"""Messages between two reports."""

Tell = Callable[[str], Awaitable[None]]
"""Tells the manager how far it is."""


class Backfill:
    def __init__(self, memory: Memory, store: Callable[[discord.Message], Awaitable[bool]]) -> None:
        self._memory = memory
        self._store = store
        self._running: set[int] = set()

    def start(self, channel: Any, tell: Tell, language: str) -> str:
        """Begin to read in the background; return what to answer now."""
        guild = getattr(channel, "guild", None)
        if guild is None or not hasattr(channel, "history"):
            return reply(language, "backfill_no_history")
        parent = channel.parent if isinstance(channel, discord.Thread) and channel.parent else channel
        allowed = parent.permissions_for(guild.me)
        if not (allowed.view_channel and allowed.read_message_history):
            return reply(language, "backfill_not_allowed")
        if channel.id in self._running:
            return reply(language, "backfill_running")
        self._running.add(channel.id)
        self._memory.lanes.submit(
            "backfill", f"discord_backfill {channel.id}", lambda: self._run(channel, tell, language)
        )
        days = self._memory.settings.retention_days
        return reply(language, "backfill_begun", days=days)

    async def _run(self, channel: Any, tell: Tell, language: str) -> None:
        try:
            await self._read(channel, tell, language)
        except discord.HTTPException as problem:
            log.warning("could not read a channel's past", action="discord_backfill", error=describe(problem))
            await tell(reply(language, "backfill_stopped"))
        finally:
            self._running.discard(channel.id)

    async def _read(self, channel: Any, tell: Tell, language: str) -> None:
        note = f"discord:backfill:{channel.id}"
        now = self._memory.clock.now()
        settings = await self._memory.guilds.of(channel.guild.id)
        oldest = now - timedelta(days=settings.retention_days)
        mark = await self._memory.store.get_note(note)
        after: Any = discord.Object(int(mark)) if mark else oldest
        read = new = 0
        first: datetime | None = None
        async for message in channel.history(limit=None, after=after, before=now, oldest_first=True):
            new += await self._store(message)
            read, first = read + 1, first or message.created_at
            if read % PAGE == 0:
                await self._memory.store.put_note(note, str(message.id))
            if read % TELL_EVERY == 0:
                spent = self._memory.clock.now() - now
                span = (first, now)
                await tell(
                    progress(read, new, at=message.created_at, span=span, spent=spent, language=language)
                )
        await self._memory.store.put_note(note, None)
        await tell(reply(language, "backfill_done", read=f"{read:,}", new=f"{new:,}"))
        counts = {"channel": channel.id, "messages": read, "new": new}
        log.info("read a channel's past", action="discord_backfill", **counts)


def progress(
    read: int,
    new: int,
    *,
    at: datetime,
    span: tuple[datetime, datetime],
    spent: timedelta,
    language: str = "en",
) -> str:
    """Return how far it is, with an estimate of the rest.

    Discord does not say how many messages there are, so the rest is as dense as what was read: `span` is from
    the first message to now, `at` where the reading is, `spent` how long it took.
    """
    done = reply(language, "backfill_read", read=f"{read:,}", at=f"{at:%Y-%m-%d}", new=f"{new:,}")
    share = (at - span[0]) / (span[1] - span[0]) if span[1] > span[0] else 1.0
    if share <= 0:
        return done
    rest = (1 - share) / share
    minutes = max(1, round(spent * rest / timedelta(minutes=1)))
    estimate = {"share": f"{share:.0%}", "rest": f"{round(read * rest):,}", "minutes": f"{minutes:,}"}
    return f"{done} {reply(language, 'backfill_rest', **estimate)}"
