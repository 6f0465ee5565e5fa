"""A circuit breaker for one model: many failures in a row stop calls for a while, then one call is tried."""

from datetime import datetime, timedelta

FAILURES = 5
"""Failures in a row that open the breaker."""
PAUSE = timedelta(minutes=2)
"""Time without calls once open; then one trial call decides whether it closes."""


class Breaker:
    """Counts failures in a row; the time is passed in."""

    def __init__(self) -> None:
        self._failures = 0
        self._open_until: datetime | None = None
        self._trying = False

    def allows(self, now: datetime) -> bool:
        return self._open_until is None or (now >= self._open_until and not self._trying)

    def begin(self) -> bool:
        """Record the start of a call; return True if it is the trial call after a pause."""
        decides = self._open_until is not None
        self._trying = self._trying or decides
        return decides

    def end(self) -> None:
        """Record the end of the trial call, whatever its outcome."""
        self._trying = False

    def succeed(self) -> None:
        self._failures, self._open_until = 0, None

    def fail(self, now: datetime) -> None:
        self._failures += 1
        if self._failures >= FAILURES:
            self._open_until = now + PAUSE
