"""A breaker for one provider's model: after many failures in a row it is left alone, then tried once."""

from datetime import datetime, timedelta

FAILURES = 5
"""How many failures in a row open it."""
PAUSE = timedelta(minutes=2)
"""How long no call is made then; after that one call is, and its outcome decides."""


class Breaker:
    """Counts failures in a row; time is passed in."""

    def __init__(self) -> None:
        self._failures = 0
        self._open_until: datetime | None = None
        self._trying = False

    def allows(self, now: datetime) -> bool:
        """Say whether a call may be made."""
        return self._open_until is None or (now >= self._open_until and not self._trying)

    def begin(self) -> bool:
        """Note that a call is being made; True where it is the one after a pause, which decides."""
        decides = self._open_until is not None
        self._trying = self._trying or decides
        return decides

    def end(self) -> None:
        """Note that the call after a pause is over, however it went."""
        self._trying = False

    def succeed(self) -> None:
        """Note that the provider answered."""
        self._failures, self._open_until = 0, None

    def fail(self, now: datetime) -> None:
        """Note that the provider failed."""
        self._failures += 1
        if self._failures >= FAILURES:
            self._open_until = now + PAUSE
