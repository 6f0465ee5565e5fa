"""What is needed of a store for messages."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from dnam.audience import Audience
from dnam.model import Candidates, FoundMessage, Message, Spots, Vector


class MessageStore(Protocol):
    """Messages: kept whole, found by place, by word and by meaning."""

    async def add_message(self, message: Message, words: Sequence[str], cues: int = 0) -> bool:
        """Keep a message and index it under `words`; False and no change when its id is held or was erased.

        `cues` are kept for ranking and mean nothing to the store. The names of its author, mentions and
        place become the current ones.
        """

    async def edit_message(
        self, guild: int, message: int, text: str, words: Sequence[str], edited_at: datetime, *, cues: int = 0
    ) -> bool:
        """Replace a message's text, words and vector; False when it is not held or the edit is not newer."""

    async def delete_messages(self, guild: int, messages: Sequence[int]) -> int:
        """Remove messages with their words and vectors; give how many were held."""

    async def get_message(self, guild: int, message: int) -> Message | None:
        """Give one message whoever may hear it: for provenance, never for showing."""

    async def recent_messages(
        self, audience: Audience, channel: int, *, limit: int, before: int | None = None
    ) -> list[Message]:
        """Give the newest audible messages of a channel, oldest first; `before` is a message id left out."""

    async def written_in(self, guild: int, channel: int, *, limit: int) -> list[int]:
        """Give the ids of the latest written messages held of a channel, hidden or not, newest first.

        What was said aloud is left out: nobody but this memory knows its id.
        """

    async def find_words(
        self,
        audience: Audience,
        words: Sequence[str],
        *,
        channel: int | None = None,
        here: int | None = None,
        limit: int = 1000,
    ) -> Mapping[str, Spots]:
        """Give for each word the spots of audible messages that contain it, ascending, at most `limit` each.

        Where there are more, those of the latest spots are given, and besides them as many of the channel
        `here`.
        """

    async def find_near(self, audience: Audience, vector: Vector, *, model: str, limit: int) -> Spots:
        """Give the spots of the audible messages whose vectors of this model are nearest, in no order.

        May be approximate, and may look at the latest few thousand messages of each origin only: words find
        the older ones.
        """

    async def read_spots(self, audience: Audience, spots: Sequence[int]) -> dict[int, FoundMessage]:
        """Read the audible messages at these spots; spots without one are absent."""

    async def read_candidates(self, audience: Audience, spots: Spots, *, model: str | None) -> Candidates:
        """Read what ranking needs of the audible messages at these spots, ascending, with their vectors."""

    async def slot_of(self, guild: int, channel: int) -> int | None:
        """Give the upper 32 bits that all spots of a channel share; None when nothing was said there."""

    async def count_messages(self, audience: Audience) -> int:
        """Count the messages an audience could have heard."""

    async def messages_between(
        self, start: datetime, end: datetime, *, guild: int | None = None
    ) -> list[Message]:
        """Give every message sent from `start` until before `end` that is not hidden, oldest first."""

    async def unembedded_messages(self, *, model: str, limit: int) -> list[Message]:
        """Give messages without a vector of this model, newest first."""

    async def put_message_vectors(self, model: str, vectors: Sequence[tuple[Message, Vector]]) -> None:
        """Keep vectors of messages; ignored for a message deleted or edited since it was read."""
