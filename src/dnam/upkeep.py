"""Retention: what is over goes, kind by kind, on time.

Facts are durable and outlive the messages they were learned from; they keep the ids of those, so that a
deletion on Discord still reaches them, and lose their words. Summaries and days have retentions of their own.
"""

from datetime import datetime, timedelta

import structlog

from dnam.lanes import FACTS, Lanes
from dnam.model import MessagePointer
from dnam.ports import Clock, Store
from dnam.rules.fact_notes import PERSON, old_steps
from dnam.rules.retention import cutoffs
from dnam.settings import Settings

BATCH = 500
OFTEN = timedelta(hours=1)
"""How often it is looked for what is over."""

log = structlog.get_logger("dnam")


class Retention:
    """Lets everything end in time."""

    def __init__(self, store: Store, *, lanes: Lanes, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._lanes = lanes
        self._settings = settings
        self._clock = clock
        self._looked: datetime | None = None

    async def enforce(self) -> list[MessagePointer]:
        """Remove what is over; give the messages that went. Does nothing when it was done this hour."""
        at = self._clock.now()
        if self._looked is not None and at - self._looked < OFTEN:
            return []
        over = cutoffs(self._settings, at)
        gone: list[MessagePointer] = []
        while some := await self._store.expired_messages(over.messages, limit=BATCH):
            for guild in sorted({message.guild for message in some}):
                ids = [message.id for message in some if message.guild == guild]
                await self._store.delete_messages(guild, ids)
            gone += some
        facts = await self._lanes.run(FACTS, self._drop_facts)
        steps = await self._lanes.run(FACTS, self._drop_steps)
        counts = {"messages": len(gone), "facts": facts, "undo steps": steps}
        counts |= await self._store.expire(over)
        self._looked = at
        if any(counts.values()):
            log.info("what was over has been removed", action="retention", **counts)
        return gone

    async def _drop_facts(self) -> int:
        return await self._store.drop_facts(
            await self._store.expired_facts(cutoffs(self._settings, self._clock.now()))
        )

    async def _drop_steps(self) -> int:
        """Remove steps to undo that are as old as history may be: they hold copies of it."""
        over = cutoffs(self._settings, self._clock.now()).history
        old = old_steps(await self._store.notes(PERSON), over)
        for name, (left, _) in old.items():
            await self._store.put_note(name, left)
        return sum(gone for _, gone in old.values())
