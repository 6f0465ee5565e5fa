"""What is needed of a store for what is made of messages after the reply."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from dnam.audience import Audience
from dnam.model import Message, Place, ShortTermEntry, Summary, Unread


class LayerStore(Protocol):
    """What is made of messages after the reply: reading marks, rolling summaries, short-term memory."""

    async def unread_places(self, *, level: int, since: datetime) -> list[Unread]:
        """Say where messages wait to be read at this level, oldest first."""

    async def unread_messages(
        self, place: Unread, *, level: int, since: datetime, limit: int
    ) -> list[Message]:
        """Give the messages of a place that wait to be read at this level, oldest first."""

    async def mark_read(self, messages: Sequence[Message], *, level: int) -> None:
        """Note that messages have been read; never lowers what is noted."""

    async def hide_messages(self, guild: int, messages: Sequence[int], *, hidden: bool) -> None:
        """Leave messages out of every prompt and search, or let them in again; they stay stored."""

    async def count_turn(self, place: Place) -> int:
        """Count one more turn of a place's session; give how many since its last summary."""

    async def due_places(self, *, turns: int) -> list[Place]:
        """Give the places whose sessions have had at least so many turns since their last summary."""

    async def reset_turns(self, session: str) -> None:
        """Begin to count a session's turns anew."""

    async def get_summary(self, session: str) -> Summary | None:
        """Give a session's summary, whoever may hear it."""

    async def all_summaries(self) -> list[Summary]:
        """Give every summary: for projections and export."""

    async def put_summary(self, summary: Summary, messages: Sequence[int]) -> bool:
        """Keep a summary and the messages it covers; False when a newer one is kept already."""

    async def drop_summary(self, session: str) -> bool:
        """Remove a session's summary; False when there was none."""

    async def add_recent(self, recent: ShortTermEntry, *, keep: int, since: datetime) -> None:
        """Keep what was just talked about, and drop what is too old or too much in its guild."""

    async def recents(self, audience: Audience, *, since: datetime, limit: int) -> list[ShortTermEntry]:
        """Give what an audience could have heard lately, newest first."""

    async def drop_derived(self, guild: int, messages: Sequence[int]) -> int:
        """Remove the summaries, short-term entries, days and contexts made of these messages, still held.

        Gives how many.
        """
