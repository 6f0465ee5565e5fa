"""The store port for day summaries, and for texts cached from facts and days."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol

from dnam.domain import CachedText, Day, DayMark, Message


class DayStore(Protocol):
    """Day summaries by guild, origin and date, and texts cached per person.

    A stamp counts the retractions (edits, deletions, erasures) among the messages of an origin. A text made
    from messages is stored only if the stamp is unchanged since they were read, so nothing erased comes back.
    """

    async def stamp(self, guild: int, origins: Sequence[str]) -> int:
        """Return the combined stamp of these origins of a guild."""

    async def day_messages(self, guild: int, origin: str, begins: datetime, ends: datetime) -> list[Message]:
        """Return what people, not bots, said to an origin in [`begins`, `ends`), oldest first."""

    async def newest_message(
        self, guild: int, origin: str, begins: datetime, ends: datetime
    ) -> datetime | None:
        """Return when people last said something to an origin in [`begins`, `ends`), or None."""

    async def day_marks(self, guild: int, origin: str, first: date, last: date) -> list[DayMark]:
        """Return which days from `first` to `last` have been summarised, and up to which message."""

    async def days(self, guild: int, origin: str, first: date, last: date) -> list[Day]:
        """Return everyone's days from `first` to `last`, both included."""

    async def put_day(self, mark: DayMark, days: Sequence[Day], *, stamp: int) -> bool:
        """Replace a day; return False and change nothing if the stamp has moved on."""

    async def get_composed(
        self, guild: int, person: int, origins: Sequence[str], task: str
    ) -> CachedText | None:
        """Return the text a task last made for this person and audience, or None."""

    async def put_composed(self, text: CachedText, *, stamp: int) -> bool:
        """Replace a cached text; return False and change nothing if the stamp has moved on."""
