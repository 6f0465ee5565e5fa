"""A clock that moves only when told."""

from datetime import UTC, datetime, timedelta


class HandClock:
    """A `ports.Clock` for tests: it stands until it is advanced."""

    def __init__(self, now: datetime = datetime(2025, 1, 1, 12, tzinfo=UTC)) -> None:
        self._now = now

    def now(self) -> datetime:
        """Give the moment it stands at."""
        return self._now

    def advance(self, by: timedelta) -> datetime:
        """Move it on, and give the new moment."""
        self._now += by
        return self._now
