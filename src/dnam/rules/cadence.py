"""What has fallen due: decided from counts and times alone."""

from datetime import datetime, timedelta

from dnam.model import Unread

FRESH, REDONE = "fresh:", "redone:"
"""How the names of two kinds of notes about conversations begin."""


def fresh_start(session: str) -> str:
    """Name the note that says since when a conversation is summed up anew."""
    return f"{FRESH}{session}"


def tried_anew(session: str) -> str:
    """Name the note that says which summary made offline a model has been asked to make anew."""
    return f"{REDONE}{session}"


LONGEST_WAIT = timedelta(days=3)
"""However little was said, a model reads it by then; rules have read it at once."""


def reading_is_due(place: Unread, *, at: datetime, every: int, quiet: timedelta) -> bool:
    """Say whether a model should read a place's unread messages now.

    A full buffer is due at once, half a buffer once the place has gone quiet, and anything before long: a
    call for every remark that is followed by silence would cost as much as one for every message.
    """
    gone_quiet = at - place.newest >= quiet and 2 * place.count >= every
    return place.count >= every or gone_quiet or at - place.oldest >= LONGEST_WAIT
