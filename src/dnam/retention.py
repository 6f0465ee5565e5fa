"""Retention: remove what is older than the settings allow.

Facts outlive the messages they were learned from: they lose the quoted words and keep the message ids, so
that a deletion on Discord still reaches them. Summaries and days have retentions of their own.
"""

from datetime import datetime, timedelta

from dnam.domain import MessagePointer
from dnam.guild_settings import GuildSettings
from dnam.lanes import Lanes
from dnam.log_lines import log
from dnam.ports import Clock, Store, leased
from dnam.rules.fact_notes import PERSON, old_steps
from dnam.rules.retention import cutoffs
from dnam.settings import Settings

BATCH = 500
INTERVAL = timedelta(hours=1)


class Retention:
    def __init__(
        self, store: Store, *, guilds: GuildSettings, lanes: Lanes, settings: Settings, clock: Clock
    ) -> None:
        self._store = store
        self._guilds = guilds
        self._lanes = lanes
        self._settings = settings
        self._clock = clock
        self._last_run: datetime | None = None

    async def enforce(self) -> list[MessagePointer]:
        """Remove what has expired, at most once an hour; return the removed messages."""
        at = self._clock.now()
        if self._last_run is not None and at - self._last_run < INTERVAL:
            return []
        async with leased(self._store, "retention") as granted:
            return await self._enforce(at) if granted else []

    async def _enforce(self, at: datetime) -> list[MessagePointer]:
        limits = cutoffs(self._settings, at)
        removed = await self._drop_messages(limits.messages)
        for guild, settings in (await self._guilds.all()).items():
            if settings.retention_days < self._settings.retention_days:
                before = cutoffs(settings, at).messages
                removed += await self._drop_messages(before, guild)
                await self._store.expire_quotes(guild, before)
        facts = await self._lanes.change_facts(self._drop_facts)
        steps = await self._lanes.change_facts(self._drop_steps)
        counts = {"messages": len(removed), "facts": facts, "undo steps": steps}
        counts |= await self._store.expire(limits)
        self._last_run = at
        if any(counts.values()):
            log.info("removed expired memory", action="retention", **counts)
        return removed

    async def _drop_messages(self, before: datetime, guild: int | None = None) -> list[MessagePointer]:
        removed: list[MessagePointer] = []
        while batch := await self._store.expired_messages(before, limit=BATCH, guild=guild):
            for each in sorted({message.guild for message in batch}):
                await self._store.delete_messages(each, [m.id for m in batch if m.guild == each])
            removed += batch
        return removed

    async def _drop_facts(self) -> int:
        return await self._store.drop_facts(
            await self._store.expired_facts(cutoffs(self._settings, self._clock.now()))
        )

    async def _drop_steps(self) -> int:
        """Remove undo steps older than history may be: they hold copies of old facts."""
        before = cutoffs(self._settings, self._clock.now()).history
        old = old_steps(await self._store.notes(PERSON), before)
        for name, (left, _) in old.items():
            await self._store.put_note(name, left)
        return sum(count for _, count in old.values())
