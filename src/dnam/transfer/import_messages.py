"""Messages of other systems into the store, many at a time: with consent, secrets masked, in their order."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

from dnam.consent import Consent, masking
from dnam.domain import Message, Place
from dnam.ingest import StorableMessage, storable_entries
from dnam.ports import Store
from dnam.transfer.import_audience import NOT_AGREED, NOT_KNOWN, ImportResult, ImportScope, message_place
from dnam.transfer.imported_places import wait_for
from dnam.transfer.records import MessageRecord

TOO_OLD = "it is older than retention_days allows: raise that to keep it"
NOT_YET = "its time is in the future"


class MessageImporter:
    def __init__(
        self, store: Store, consent: Consent, *, scope: ImportScope, oldest: datetime, now: datetime
    ) -> None:
        self._store = store
        self._consent = consent
        self._scope = scope
        self._oldest, self._now = oldest, now
        self.result = ImportResult()

    async def add(self, records: Sequence[MessageRecord]) -> None:
        """Add messages in their order; those of a channel that has become known since are moved there."""
        recent = [record for record in records if self._oldest <= record.sent_at <= self._now]
        self.result.refused[TOO_OLD] += sum(record.sent_at < self._oldest for record in records)
        self.result.refused[NOT_YET] += sum(record.sent_at > self._now for record in records)
        placed = [
            message_place(record.channel, self._scope.places, public=self._scope.public) for record in recent
        ]
        messages = [_message(record, place) for record, (place, _) in zip(recent, placed, strict=True)]
        views = await self._consent.views(messages)
        allowed = await asyncio.to_thread(storable_entries, messages, views, await masking(messages))
        entries = [entry for entry in allowed if entry is not None]
        if not self._scope.dry:
            unknown = {(place.guild, place.channel) for place, why in placed if why == NOT_KNOWN}
            await wait_for(self._store, unknown, self._now)
        added = iter(await (self._new(entries) if self._scope.dry else self._store_together(entries)))
        for entry, (_, why) in zip(allowed, placed, strict=True):
            if entry is None:
                self.result.refused[NOT_AGREED] += 1
            elif next(added):
                self.result.added += 1
                self.result.audiences[why] += 1
            else:
                self.result.unchanged += 1

    async def _new(self, entries: Sequence[StorableMessage]) -> list[bool]:
        stored = await self._by_place(entries, self._stored)
        return [(e.message.place, e.message.id) not in stored for e in entries]

    async def _store_together(self, entries: Sequence[StorableMessage]) -> list[bool]:
        """Store messages in one transaction, and move those that came before their channel was known."""
        added = await self._store.add_messages([(e.message, e.words, e.cues) for e in entries])
        old = [entry for entry, is_new in zip(entries, added, strict=True) if not is_new]
        moved = await self._by_place(old, self._store.place_messages)
        return [
            is_new or (entry.message.place, entry.message.id) in moved
            for entry, is_new in zip(entries, added, strict=True)
        ]

    async def _stored(self, place: Place, messages: Sequence[int]) -> list[int]:
        return [message.id for message in await self._store.get_messages(place.guild, messages)]

    async def _by_place(
        self, entries: Sequence[StorableMessage], look: Callable[[Place, Sequence[int]], Awaitable[list[int]]]
    ) -> set[tuple[Place, int]]:
        """Return the places and ids of what `look` finds of the messages of each place."""
        ids: dict[Place, list[int]] = {}
        for entry in entries:
            ids.setdefault(entry.message.place, []).append(entry.message.id)
        return {(place, id_) for place, some in ids.items() for id_ in await look(place, some)}


def _message(record: MessageRecord, place: Place) -> Message:
    return Message(
        id=record.id,
        place=place,
        author=record.author,
        text=record.text,
        sent_at=record.sent_at,
        edited_at=record.edited_at,
        reply_to=record.reply_to,
        mentions=record.mentions,
    )
