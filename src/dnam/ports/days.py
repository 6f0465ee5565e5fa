"""What is needed of a store for days, and for what is made of them and of facts."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol

from dnam.model import CachedText, Day, DayMark, Message


class DayStore(Protocol):
    """Days by guild, origin and date; and per person what was made of facts and days.

    A stamp counts what was taken back among the messages of an origin. What was made of messages is kept
    only while the stamp is the one that was read before them, so that nothing erased comes back.
    """

    async def stamp(self, guild: int, origins: Sequence[str]) -> int:
        """Give the stamp of some origins of a guild together."""

    async def day_messages(self, guild: int, origin: str, begins: datetime, ends: datetime) -> list[Message]:
        """Give what people said to an origin from `begins` until before `ends`, oldest first."""

    async def newest_message(
        self, guild: int, origin: str, begins: datetime, ends: datetime
    ) -> datetime | None:
        """Say when people last said something to an origin within a time."""

    async def day_marks(self, guild: int, origin: str, first: date, last: date) -> list[DayMark]:
        """Say which days have been summed up, and how far."""

    async def days(self, guild: int, origin: str, first: date, last: date) -> list[Day]:
        """Give everyone's days from `first` to `last`."""

    async def put_day(self, mark: DayMark, days: Sequence[Day], *, stamp: int) -> bool:
        """Replace a day; False when something has been taken back since the stamp was read."""

    async def get_composed(
        self, guild: int, person: int, origins: Sequence[str], task: str
    ) -> CachedText | None:
        """Give what was last made for a person and an audience by a task."""

    async def put_composed(self, kept: CachedText, *, stamp: int) -> bool:
        """Replace it; False when something has been taken back since the stamp was read."""
