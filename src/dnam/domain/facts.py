"""Facts: what is known about somebody, its source and its status."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from dnam.domain.messages import Vector

LORE = 0
"""The subject of lore: a guild's own stories belong to nobody in particular."""


class Kind(StrEnum):
    """The category of a fact."""

    PREFERENCE = "preference"
    FACT = "fact"
    PROFILE = "profile"
    RELATIONSHIP = "relationship"
    PROJECT = "project"
    CONSTRAINT = "constraint"
    PERSON = "person"
    TOOL = "tool"
    WORKFLOW = "workflow"
    LORE = "lore"

    @classmethod
    def parse(cls, word: str) -> "Kind":
        """Parse a kind as people and models write it; anything unknown is a fact."""
        try:
            return cls(word.strip().lower())
        except ValueError:
            return cls.FACT


class Status(StrEnum):
    """The stage of a fact's life. Only active facts are used."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    EXPIRED = "expired"
    FORGOTTEN = "forgotten"
    CLAIMED = "claimed"
    """Said by somebody else; waits for its subject to accept it."""


class SourceType(StrEnum):
    """How a fact was learned."""

    DISCORD = "discord"
    MANUAL = "manual"
    SUMMARY = "summary"


class Ending(StrEnum):
    """Why a fact is no longer so: words of a fixed list: nothing somebody wrote outlives its message."""

    UNKNOWN = ""
    CHANGED = "changed"
    OVER = "over"
    CORRECTED = "corrected"
    RETRACTED = "retracted"

    @classmethod
    def parse(cls, text: str) -> "Ending":
        """Read a model's word; any other one is unknown."""
        word = text.strip().casefold()
        return next((each for each in cls if each == word), cls.UNKNOWN)


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """Where a fact was said; enough for a jump link."""

    type: SourceType
    guild: int | None = None
    channel: int | None = None
    message: int | None = None
    channel_name: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """One thing known about one person (or a guild's lore), with its source."""

    id: str
    """`durable-` and eight hex digits of its first kind and text; permanent, one per subject and origin."""
    guild: int
    subject: int
    """The person it is about, or `LORE`."""
    kind: Kind
    text: str
    origin: str
    """The audience token of the place it was said in (see `audience.py`)."""
    asserted_by: int
    """Who said it; differs from the subject when people speak of others."""
    source: Source
    created_at: datetime
    updated_at: datetime
    status: Status = Status.ACTIVE
    tags: tuple[str, ...] = ()
    confidence: float = 1.0
    evidence: str = ""
    messages: tuple[int, ...] = ()
    """Every message it was learned from, oldest first; edits, deletions and erasure follow these."""
    widened: bool = False
    """The subject allowed it in every place."""
    pinned: bool = False
    valid_from: datetime | None = None
    expires_at: datetime | None = None
    superseded_by: str | None = None
    ended_because: Ending = Ending.UNKNOWN
    """Why a model held that it is no longer so."""
    hits: int = 0
    named: tuple[int, ...] = ()
    """People the text names, besides the subject and who said it, ascending."""
    waits: tuple[int, ...] = ()
    """People whose consent it needs: they have not accepted it yet, or have withdrawn."""
    muted: bool = False
    """Set by the store: somebody involved has not consented to it being shown."""

    @property
    def key(self) -> tuple[int, int, str, str]:
        """The key of the stored row: guild, subject, origin, id."""
        return (self.guild, self.subject, self.origin, self.id)

    @property
    def by_hand(self) -> bool:
        """Whether it was stated with a command: no cap and no model may drop it."""
        return self.source.type is SourceType.MANUAL


class HeldFact(NamedTuple):
    """A fact as recall reads it: with its vector of the requested model, if any."""

    fact: Fact
    vector: "Vector | None" = None
    words: frozenset[str] = frozenset()
    """Its search words (`rules/fact_ranking.py`); empty until computed."""
    slot: str | None = None
    """What it states (`rules/contradictions.py`); None until it is read."""
