"""A clock that moves only when advanced."""

from datetime import UTC, datetime, timedelta


class HandClock:
    """A `ports.Clock` for tests: it stands still until it is advanced."""

    def __init__(self, now: datetime = datetime(2025, 1, 1, 12, tzinfo=UTC)) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now

    def advance(self, by: timedelta) -> datetime:
        """Move it forward; return the new time."""
        self._now += by
        return self._now
