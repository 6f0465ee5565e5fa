"""People, places and messages, and the forms in which messages are queued, searched and ranked."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]
    Positions: TypeAlias = NDArray[np.int64]
else:  # numpy is slow to import, and reading settings does not need it
    Vector = Positions = Any

DM_GUILD = 0
"""The guild of every direct message: keys start with a guild, and a DM has none."""
GAP = 16
"""Distance between two positions after an hour's silence."""
UNKNOWN_MESSAGE = 0
"""What a summary of another system covers: nobody knows who said it, so it goes with the first who leaves."""


class Visibility(StrEnum):
    """Who can read a place when something is said there."""

    PUBLIC = "public"
    PRIVATE = "private"
    DM = "dm"


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """A person or bot, identified by id; the name is only for display."""

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

    @classmethod
    def dm_with(cls, person: int, channel: int = 0) -> "Place":
        """Return a person's direct message with the assistant."""
        return cls(guild=DM_GUILD, channel=channel, visibility=Visibility.DM, person=person)

    @classmethod
    def whole_guild(cls, guild: int) -> "Place":
        """Return the place of what everyone in a guild may read."""
        return cls(guild=guild, channel=0, visibility=Visibility.PUBLIC)


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
    """Addressed to the assistant, not just said where it can hear."""
    position: int = 0
    """Set by the store: neighbours in a conversation differ by one, an hour's silence leaves a gap."""


NOBODY = Person(id=-1, name="")
"""Asks for the context of a post that nobody asked for, such as a scheduled one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """What somebody asks the assistant, and where: the input of recall."""

    place: Place
    asker: Person = NOBODY
    """Who asks; `NOBODY` for a post that nobody asked for."""
    text: str
    """The question, or what such a post is about."""
    message: int | None = None
    """The id of the asking message, if it has one, to leave it out of its own history."""
    mentions: tuple[Person, ...] = ()
    language: str = ""
    """The code of the language the reasons of hits are given in, and replies where words do not tell."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundMessage:
    """A message as search reads it, with its words."""

    message: Message
    words: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Unread:
    """A place with messages not yet read for facts."""

    guild: int
    channel: int
    origin: str
    count: int
    oldest: datetime
    newest: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidates:
    """Messages as columns for ranking: one row per message, ascending by position."""

    positions: Positions
    authors: "NDArray[np.int64]"
    sent_at: "NDArray[np.int64]"
    """Microseconds since the epoch, UTC."""
    lengths: "NDArray[np.int64]"
    """Words in the message."""
    cues: "NDArray[np.int64]"
    """Ranking hints computed when each was stored (`rules/message_ranking.py`)."""
    vectors: "NDArray[np.float32] | None" = None
    """One row each; zeros for a message without a vector of the requested model."""
