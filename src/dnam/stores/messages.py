"""Reading messages, shared by both stores; each store writes and searches them in its own way."""

from collections.abc import Collection, Sequence
from datetime import datetime

import numpy as np

from dnam.audience import Audience
from dnam.domain import Candidates, FoundMessage, Message, Person, Positions
from dnam.ports.hidden_until_stored import Hidden
from dnam.stores.bit_vectors import stacked
from dnam.stores.database import Database
from dnam.stores.rows import Params, Row, aside, audience_params, mentioned, micros, to_messages, to_person


def candidates_of(numbers: Sequence[Positions], vectors: Sequence[bytes | None]) -> Candidates:
    """Return candidates of their columns, in the order of `read_candidates`."""
    positions, authors, sent_at, lengths, cues = numbers
    return Candidates(
        positions=positions,
        authors=authors,
        sent_at=sent_at,
        lengths=lengths,
        cues=cues,
        vectors=stacked(vectors),
    )


class MessageReader:
    """The part of `ports.MessageStore` that only reads rows by key."""

    _database: Database
    hidden: Hidden

    async def get_message(self, guild: int, message: int) -> Message | None:
        messages = await self._messages("get_message", {"guild": guild, "id": message})
        return messages[0] if messages else None

    async def get_messages(self, guild: int, messages: Collection[int]) -> list[Message]:
        return await self._messages("get_messages", {"guild": guild, "ids": sorted(messages)})

    async def recent_messages(
        self, audience: Audience, channel: int, *, limit: int, before: int | None = None
    ) -> list[Message]:
        query, params = "recent_messages", {**audience_params(audience), "channel": channel, "limit": limit}
        if before is not None:
            sent = await self._database.read("when_sent", {"channel": channel, "id": before})
            query = "recent_messages_before" if sent else "recent_messages_under"
            params |= {"id": before, "sent_at": sent[0][0] if sent else None}
        return (await self._shown_messages(query, params))[::-1]

    async def written_in(self, guild: int, channel: int, *, limit: int) -> list[int]:
        params = {"guild": guild, "channel": channel, "limit": limit}
        return [row[0] for row in await self._database.read("written_in", params)]

    async def written_by(self, audience: Audience, people: Sequence[int], *, limit: int) -> Positions:
        params = {**audience_params(audience), "ids": [*people], "limit": limit}
        return np.array([row[0] for row in await self._database.read("written_by", params)], np.int64)

    async def read_positions(self, audience: Audience, positions: Sequence[int]) -> dict[int, FoundMessage]:
        wanted = [int(position) for position in positions]
        rows = await self._database.read("read_positions", {**audience_params(audience), "spots": wanted})
        messages = await self._with_names([row[1:] for row in rows])
        return {
            message.position: FoundMessage(message=message, words=tuple(row[0].split(" ")) if row[0] else ())
            for row, message in zip(rows, messages, strict=True)
            if not self.hidden.message(message)
        }

    async def read_candidates(
        self, audience: Audience, positions: Positions, *, model: str | None
    ) -> Candidates:
        params = {**audience_params(audience), "spots": positions.tolist(), "model": model}
        rows = await self._database.read("read_candidates", params)
        *numbers, vectors = list(zip(*rows, strict=True)) if rows else [()] * 6
        return candidates_of([np.array(column, np.int64) for column in numbers], vectors)

    async def slot_of(self, guild: int, channel: int) -> int | None:
        rows = await self._database.read("slot_of", {"guild": guild, "channel": channel})
        return int(rows[0][0]) if rows else None

    async def count_messages(self, audience: Audience) -> int:
        rows = await self._database.read("count_messages", audience_params(audience))
        return int(rows[0][0])

    async def messages_between(
        self, start: datetime, end: datetime, *, guild: int | None = None
    ) -> list[Message]:
        query = "all_messages_between" if guild is None else "messages_between"
        span = {"start": micros(start), "end": micros(end), "guild": guild}
        return await self._shown_messages(query, span)

    async def unembedded_messages(self, *, model: str, limit: int) -> list[Message]:
        messages: list[Message] = []
        for (stored_model,) in await self._database.read("message_models", {}):
            if stored_model != model:
                params = {"model": stored_model, "limit": limit}
                messages += await self._messages("messages_of_model", params)
        return sorted(messages, key=lambda message: message.sent_at, reverse=True)[:limit]

    async def count_unembedded(self, *, model: str) -> int:
        rows = await self._database.read("count_unembedded", {"model": model})
        return int(rows[0][0])

    async def _shown_messages(self, query: str, params: Params) -> list[Message]:
        return [each for each in await self._messages(query, params) if not self.hidden.message(each)]

    async def _messages(self, query: str, params: Params) -> list[Message]:
        return await self._with_names(await self._database.read(query, params))

    async def _with_names(self, rows: Sequence[Row]) -> list[Message]:
        names: dict[tuple[int, int], Person] = {}
        for guild, ids in mentioned(rows).items():
            known = await self._database.read("people_by_id", {"guild": guild, "ids": sorted(ids)})
            names |= {(guild, row[0]): to_person(row) for row in known}
        return await aside(to_messages, rows, names)
