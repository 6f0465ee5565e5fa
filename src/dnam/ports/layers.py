"""The store port for work done after a reply: reading marks, summaries, short-term memory."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from dnam.audience import Audience
from dnam.domain import Message, Place, ShortTermEntry, Summary, Unread


class LayerStore(Protocol):
    """Which messages were read for facts, rolling summaries, and short-term memory."""

    async def unread_places(self, *, level: int, since: datetime) -> list[Unread]:
        """Return the places with messages not yet read at this level, oldest first."""

    async def unread_messages(
        self, place: Unread, *, level: int, since: datetime, limit: int
    ) -> list[Message]:
        """Return the messages of a place not yet read at this level, oldest first."""

    async def mark_read(self, messages: Sequence[Message], *, level: int) -> None:
        """Mark messages as read at this level, except those edited since; never lowers a level."""

    async def still_unread(self, messages: Sequence[Message], *, level: int) -> list[Message]:
        """Return which messages of one guild still have the same text and are not read at this level."""

    async def hide_messages(self, guild: int, messages: Sequence[int], *, hidden: bool) -> None:
        """Hide messages from every prompt and search, or show them again; they stay stored."""

    async def count_turn(self, place: Place) -> int:
        """Count a turn of a place's session; return the turns since its last summary. Not idempotent."""

    async def due_places(self, *, turns: int) -> list[Place]:
        """Return the places whose sessions have had at least `turns` turns since their last summary."""

    async def reset_turns(self, session: str) -> None:
        """Set a session's turn count to zero."""

    async def get_summary(self, session: str) -> Summary | None:
        """Return a session's summary, or None; does not check the audience."""

    async def all_summaries(self) -> list[Summary]:
        """Return every summary, for projections and export."""

    async def put_summary(self, summary: Summary, messages: Sequence[int]) -> bool:
        """Store a summary and the messages it covers; return False if a newer one is stored already."""

    async def drop_summary(self, session: str) -> bool:
        """Delete a session's summary; return False if there was none."""

    async def add_recent(self, recent: ShortTermEntry, *, keep: int, since: datetime) -> None:
        """Add a short-term entry; drop its guild's entries before `since`, and all but `keep`.

        The newest entry of each person stays before the second newest of anybody.
        """

    async def recents(self, audience: Audience, *, since: datetime, limit: int) -> list[ShortTermEntry]:
        """Return the short-term entries this audience could have heard, newest first."""

    async def drop_derived(self, guild: int, messages: Sequence[int]) -> int:
        """Delete what was made from these messages, which must still be stored; return how many rows.

        That is summaries, short-term entries, days and cached texts. The stamps of their origins move on.
        """
