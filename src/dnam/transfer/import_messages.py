"""Messages of other systems into the store, many at a time: with consent, secrets masked, in their order."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from dnam.audience import origin_of
from dnam.consent import Consent
from dnam.domain import Message, Place
from dnam.ingest import store_message
from dnam.ports import Store
from dnam.transfer.import_audience import NOT_AGREED, ImportScope, message_place
from dnam.transfer.records import MessageRecord


@dataclass(slots=True)
class ImportedMessages:
    """What became of the messages of an import."""

    added: int = 0
    unchanged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    audiences: Counter[str] = field(default_factory=Counter)


class MessageImporter:
    """Adds messages of other systems."""

    def __init__(self, store: Store, consent: Consent, *, scope: ImportScope, oldest: datetime) -> None:
        self._store = store
        self._consent = consent
        self._scope = scope
        self._oldest = oldest
        self.result = ImportedMessages()

    async def add(self, records: Sequence[MessageRecord]) -> None:
        """Add messages in their order; those of a channel that has become known since are moved there."""
        recent = [record for record in records if record.sent_at >= self._oldest]
        if old := len(records) - len(recent):
            self.result.refused["it is older than retention_days allows: raise that to keep it"] += old
        placed = [
            message_place(record.channel, self._scope.places, public=self._scope.public) for record in recent
        ]
        messages = [_message(record, place) for record, (place, _) in zip(recent, placed, strict=True)]
        allowed = await self._consent.storable_all(messages)
        if self._scope.dry:
            added = [await self._is_new(message) if message else None for message in allowed]
        else:
            # Started in order, they are written in order, and share commits.
            added = await asyncio.gather(*map(self._store_one, allowed))
        for stored, (_, why) in zip(added, placed, strict=True):
            if stored is None:
                self.result.refused[NOT_AGREED] += 1
            elif stored:
                self.result.added += 1
                self.result.audiences[why] += 1
            else:
                self.result.unchanged += 1

    async def _is_new(self, message: Message) -> bool:
        return await self._store.get_message(message.place.guild, message.id) is None

    async def _store_one(self, message: Message | None) -> bool | None:
        if message is None:
            return None
        if await store_message(self._store, message):
            return True
        stored = await self._store.get_message(message.place.guild, message.id)
        if stored is None or origin_of(stored.place) == origin_of(message.place):
            return False
        if stored.place.channel != message.place.channel:  # the source is wrong: what was heard here stands
            return False
        await self._store.delete_messages(message.place.guild, [message.id])
        return await store_message(self._store, message)


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
