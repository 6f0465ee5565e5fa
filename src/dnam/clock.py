"""The machine's clock."""

from datetime import UTC, datetime


class SystemClock:
    """Reads the machine's clock."""

    def now(self) -> datetime:
        """Return the current time in UTC."""
        return datetime.now(UTC)
