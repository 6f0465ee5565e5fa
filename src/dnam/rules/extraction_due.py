"""When work is due: decided from counts and times alone."""

from datetime import datetime, timedelta

from dnam.domain import Unread

LONGEST_WAIT = timedelta(days=3)
"""The longest that messages wait for a model, however few they are; rules read them at once."""


def reading_is_due(place: Unread, *, at: datetime, every: int, quiet: timedelta) -> bool:
    """Return whether a model should read a place's unread messages now.

    A full buffer is due at once, half a buffer once the place has gone quiet, and anything after
    `LONGEST_WAIT`: a call for every lone remark would cost as much as one for every message.
    """
    gone_quiet = at - place.newest >= quiet and 2 * place.count >= every
    return place.count >= every or gone_quiet or at - place.oldest >= LONGEST_WAIT
