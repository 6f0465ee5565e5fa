"""The machine's clock."""

from datetime import UTC, datetime


class SystemClock:
    """Tells the machine's time."""

    def now(self) -> datetime:
        """Give the present moment, UTC."""
        return datetime.now(UTC)
