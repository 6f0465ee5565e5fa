"""Who speaks, where, and what is said; and messages as they wait, are searched and are ranked."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]
    Spots: TypeAlias = NDArray[np.int64]
else:  # numpy is heavy, and whoever only reads settings does without it
    Vector = Spots = Any

DM_GUILD = 0
"""The guild of every direct message: keys start with a guild, and a DM has none."""
GAP = 16
"""How far an hour's silence sets two messages' spots apart."""


class Visibility(StrEnum):
    """Who can read a place at the moment something is said there."""

    PUBLIC = "public"
    PRIVATE = "private"
    DM = "dm"


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """Somebody who speaks, known by id; the name is only for showing."""

    id: int
    name: str
    bot: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where something is said: a channel, a thread, or a direct message."""

    guild: int
    """Discord's guild id, `DM_GUILD` in a direct message."""
    channel: int
    """The id of the channel or thread itself."""
    visibility: Visibility
    name: str = ""
    """Shown after `#`; a thread's own name; empty in a direct message."""
    parent: int | None = None
    """The channel a thread belongs to."""
    invite_only: bool = False
    """A thread that not everyone in its parent channel can read."""
    person: int | None = None
    """In a direct message, the one person the assistant talks to."""
    guild_name: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """Something said, as it was said."""

    id: int
    place: Place
    author: Person
    text: str
    sent_at: datetime
    edited_at: datetime | None = None
    source: str = "text"
    """`text`, or the name of the speech pipeline that heard it, such as `voice:turn`."""
    reply_to: int | None = None
    mentions: tuple[Person, ...] = ()
    addressed: bool = False
    """Meant for the assistant, not just said in its hearing."""
    spot: int = 0
    """Given by the store: neighbours in one conversation differ by one, an hour's silence leaves a gap."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """What somebody asks the assistant, and where: all that recall needs to know."""

    place: Place
    asker: Person
    text: str
    message: int | None = None
    """The id of the message that asks, once it has one: it is not part of its own history."""
    mentions: tuple[Person, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundMessage:
    """A message as search reads it: with its words."""

    message: Message
    words: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Unread:
    """A place where messages wait to be read for facts."""

    guild: int
    channel: int
    origin: str
    count: int
    oldest: datetime
    newest: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidates:
    """Messages as ranking sees them: one column per thing known, one row per message, ascending by spot."""

    spots: Spots
    authors: "NDArray[np.int64]"
    sent_at: "NDArray[np.int64]"
    """Microseconds since the epoch, UTC."""
    lengths: "NDArray[np.int64]"
    """Words in the message."""
    cues: "NDArray[np.int64]"
    """What was noted about each when it was stored (`rules/message_ranking.py`)."""
    vectors: "NDArray[np.float32] | None" = None
    """One row each, zeros for a message that has none of the model asked for."""
