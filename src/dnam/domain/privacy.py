"""Values for consent, retention and erasure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, kw_only=True, slots=True)
class Scope:
    """A person everywhere, a channel with its threads, or a guild."""

    kind: Literal["person", "channel", "guild"]
    id: int
    guild: int = 0
    """The guild of a channel; of a guild it is the `id`."""

    def __post_init__(self) -> None:
        if self.kind == "guild" and not self.guild:
            object.__setattr__(self, "guild", self.id)

    @property
    def key(self) -> str:
        """The scope as part of a note's name; `parse` reads it."""
        return f"{self.kind}:{self.guild}:{self.id}"

    @classmethod
    def parse(cls, key: str) -> "Scope":
        """Return the scope of a key. Raises ValueError."""
        kind, guild, id_ = key.split(":")
        return cls(kind=kind, id=int(id_), guild=int(guild))  # type: ignore[arg-type]  # as `key` wrote it


@dataclass(frozen=True, kw_only=True, slots=True)
class ConsentChoice:
    """A consent choice: a person's own for everywhere, or a manager's for a channel or guild."""

    about: Literal["person", "notice", "claims", "channel", "guild", "hearsay"]
    subject: int
    choice: str
    guild: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class MessagePointer:
    """A message's key and time: enough to delete it and what was made of its day."""

    guild: int
    id: int
    sent_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Erased:
    """What was erased, for those who hold copies of it."""

    people: frozenset[int] = frozenset()
    sessions: frozenset[str] = frozenset()
    messages: Mapping[tuple[int, int], datetime] = field(default_factory=dict)
    """When each was sent, by guild and id."""
    facts: Mapping[tuple[int, int, str, str], str] = field(default_factory=dict)
    """The text of each, by key."""
    resumed: bool = False
    """The erasure was interrupted: messages and facts that went before are not among these."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cutoffs:
    """Times before which each kind of memory expires; None keeps it for ever."""

    messages: datetime
    short_term: datetime
    rolling: datetime | None
    days: datetime | None
    facts: datetime | None
    history: datetime | None
    actions: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """How much was erased, by kind, and what a second look at every place showed."""

    counts: Mapping[str, int]
    """By what it was, in English everywhere: `messages`, `facts`, `summaries`, `notes`, `log lines`, `files`.

    Of a person `facts about them` and `facts they told of others` stand in place of `facts`, and there are
    `names`. A count that was not made is left out.
    """
    verified: tuple[str, ...] = ()
    """The places that were looked at again and hold nothing any more."""
    unfinished: tuple[str, ...] = ()
    """What could not be erased or looked at yet, a sentence each; it is tried again until it can be."""
    noted: bool = True
    """False while not even the wish could be written down: it ends with this process."""
