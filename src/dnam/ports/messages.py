"""The store port for messages."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from dnam.audience import Audience
from dnam.domain import Candidates, FoundMessage, Message, Place, Positions, Vector


class MessageStore(Protocol):
    """Messages, found by place, by word and by meaning."""

    async def add_message(self, message: Message, words: Sequence[str], cues: int = 0) -> bool:
        """Store a message under `words`; return False and change nothing if already stored or erased.

        `cues` are stored for ranking and not interpreted. The names of the author, mentions and
        place become the current ones.
        """

    async def add_messages(self, messages: Sequence[tuple[Message, Sequence[str], int]]) -> list[bool]:
        """Store messages with their words and cues, in this order, all or none; return as `add_message`."""

    async def place_messages(self, place: Place, messages: Sequence[int]) -> list[int]:
        """Move messages of a channel to those who can read it, all or none; return which moved.

        Everything else stays as it is, but for their vectors, which are made anew.
        """

    async def edit_message(
        self, guild: int, message: int, text: str, words: Sequence[str], edited_at: datetime, *, cues: int = 0
    ) -> bool:
        """Replace a message's text and words, drop its vector; return False if unknown or not newer."""

    async def delete_messages(self, guild: int, messages: Sequence[int]) -> int:
        """Delete messages with their words and vectors; return how many there were."""

    async def get_message(self, guild: int, message: int) -> Message | None:
        """Return one message, or None, without checking the audience: for provenance, never for showing."""

    async def get_messages(self, guild: int, messages: Collection[int]) -> list[Message]:
        """Return those of a guild's messages that are stored, without checking the audience either."""

    async def recent_messages(
        self, audience: Audience, channel: int, *, limit: int, before: int | None = None
    ) -> list[Message]:
        """Return the newest audible messages of a channel, sent before message `before`, oldest first."""

    async def written_in(self, guild: int, channel: int, *, limit: int) -> list[int]:
        """Return the ids of the latest written messages of a channel, hidden or not, newest first.

        Speech is left out: its ids are known only to this store, not to Discord.
        """

    async def written_by(self, audience: Audience, people: Sequence[int], *, limit: int) -> Positions:
        """Return the positions of the latest `limit` audible messages of each of these people, ascending."""

    async def find_words(
        self,
        audience: Audience,
        words: Sequence[str],
        *,
        channel: int | None = None,
        here: int | None = None,
        limit: int = 1000,
    ) -> Mapping[str, Positions]:
        """Return for each word the positions of audible messages with it, ascending, at most `limit` each.

        Where there are more, the latest are returned; with a channel `here` the latest from there, and any
        `limit` of the others. A store whose index is in no order adds those among the latest `limit` messages
        of its guild.
        """

    async def find_near(self, audience: Audience, vector: Vector, *, model: str, limit: int) -> Positions:
        """Return the positions of the audible messages whose vectors of this model are nearest, in no order.

        May be approximate, and may compare only the latest few thousand messages of each origin: older ones
        are found by words.
        """

    async def read_positions(self, audience: Audience, positions: Sequence[int]) -> dict[int, FoundMessage]:
        """Return the audible messages at these positions; positions without one are absent."""

    async def read_candidates(
        self, audience: Audience, positions: Positions, *, model: str | None
    ) -> Candidates:
        """Return the ranking data of the audible messages at these positions, ascending, with vectors."""

    async def slot_of(self, guild: int, channel: int) -> int | None:
        """Return the upper 32 bits that all positions of a channel share; None if it has no messages."""

    async def count_messages(self, audience: Audience) -> int:
        """Return how many messages this audience could have heard."""

    async def messages_between(
        self, start: datetime, end: datetime, *, guild: int | None = None
    ) -> list[Message]:
        """Return every message sent in [`start`, `end`) that is not hidden, oldest first."""

    async def unembedded_messages(self, *, model: str, limit: int) -> list[Message]:
        """Return messages without a vector of this model, newest first."""

    async def count_unembedded(self, *, model: str) -> int:
        """Return how many messages and active facts have no vector of this model."""

    async def put_message_vectors(self, model: str, vectors: Sequence[tuple[Message, Vector]]) -> None:
        """Store vectors of messages; ignored for a message deleted or edited since it was read."""
