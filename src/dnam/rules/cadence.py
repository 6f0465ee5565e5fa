"""What has fallen due: decided from counts and times alone."""

from datetime import datetime, timedelta

from dnam.model import Unread


def fresh_start(session: str) -> str:
    """Name the note that says since when a conversation is summed up anew."""
    return f"fresh:{session}"


def reading_is_due(place: Unread, *, at: datetime, every: int, quiet: timedelta) -> bool:
    """Say whether a place's unread messages should be read now: enough of them, or silence since the last."""
    return place.count >= every or at - place.newest >= quiet
