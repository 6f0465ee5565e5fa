"""The words of dnam: people, places, messages, facts, and what is made of them.

Frozen values without behaviour beyond their own fields. Nothing here does I/O or knows a rule;
who may see what is in `audience.py`, how facts change is in `rules/merge.py`.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]
    Spots: TypeAlias = NDArray[np.int64]
else:  # numpy is heavy, and whoever only reads settings does without it
    Vector = Spots = Any

DM_GUILD = 0
"""The guild of every direct message: keys start with a guild, and a DM has none."""

LORE = 0
"""The subject of lore: a guild's own stories belong to nobody in particular."""


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


class Kind(StrEnum):
    """What sort of thing a fact says."""

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
        """Read a kind as people and models write it; whatever is unknown is a fact."""
        try:
            return cls(word.strip().lower())
        except ValueError:
            return cls.FACT


class Status(StrEnum):
    """Where a fact stands in its life. Only active facts are used."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"
    EXPIRED = "expired"
    FORGOTTEN = "forgotten"


class SourceType(StrEnum):
    """How a fact came to be known."""

    DISCORD = "discord"
    MANUAL = "manual"
    SUMMARY = "summary"


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """Where a fact was said: enough for a jump link."""

    type: SourceType
    guild: int | None = None
    channel: int | None = None
    message: int | None = None
    channel_name: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """One thing known about one person (or a guild's lore), with where it comes from."""

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
    """Every message it was learned from, oldest first: what edits, deletions and erasure follow."""
    widened: bool = False
    """The person it is about allowed it everywhere."""
    pinned: bool = False
    valid_from: datetime | None = None
    expires_at: datetime | None = None
    superseded_by: str | None = None
    hits: int = 0

    @property
    def key(self) -> tuple[int, int, str, str]:
        """What identifies the stored row: guild, subject, origin, id."""
        return (self.guild, self.subject, self.origin, self.id)

    @property
    def by_hand(self) -> bool:
        """Stated with a command: no cap and no model may drop it."""
        return self.source.type is SourceType.MANUAL


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
class Summary:
    """What a session has been about, compressed and replaced as it goes on."""

    session: str
    guild: int
    origin: str
    """Who could hear all it was made from."""
    sequence: int
    """Grows with each summary; an older one never replaces a newer."""
    text: str
    updated_at: datetime
    offline: bool = False
    """Made without a language model; made anew when there is one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Recent:
    """One entry of short-term memory: what was just talked about in a public channel."""

    guild: int
    message: int
    channel: int
    channel_name: str
    origin: str
    text: str
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class HeldFact:
    """A fact as recall reads it: with its vector, if it has one of the model asked for."""

    fact: Fact
    vector: "Vector | None" = None
    words: frozenset[str] = frozenset()
    """What it is found by (`rules/rank.py`); no fact is without, so none means that nobody has looked yet."""


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
    """What was noted about each when it was stored (`rules/find.py`)."""
    vectors: "NDArray[np.float32] | None" = None
    """One row each, zeros for a message that has none of the model asked for."""


class Layer(StrEnum):
    """The layers of a prompt; `settings.prompt_order` says in which order they appear."""

    FILES = "files"
    FACTS = "facts"
    LORE = "lore"
    PEOPLE = "people"
    SHORT_TERM = "short_term"
    ROLLING = "rolling"
    RELEVANT = "relevant"
    HISTORY = "history"
    ACTIONS = "actions"
    MESSAGE = "message"


Thing = TypeVar("Thing", Fact, Message)


@dataclass(frozen=True, kw_only=True, slots=True)
class Recollection(Generic[Thing]):
    """Something found, how well it fits, and why."""

    what: Thing
    score: float
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What a search brought up, best first."""

    facts: tuple[Recollection[Fact], ...] = ()
    messages: tuple[Recollection[Message], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """One layer as it stands in a prompt."""

    layer: Layer
    text: str
    """Header included, as it appears."""
    budget: int
    facts: tuple[Fact, ...] = ()
    messages: tuple[Message, ...] = ()
    left_out: int = 0
    """How many entries did not fit."""
    stale: bool = False
    """The deadline passed and this is the last known good value."""

    @property
    def tokens(self) -> int:
        """The usual estimate: four characters a token."""
        return -(-len(self.text) // 4)


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """A prompt ready for a model, and what it is made of."""

    text: str
    sections: tuple[Section, ...] = field(default=())

    @property
    def tokens(self) -> int:
        """The usual estimate: four characters a token."""
        return -(-len(self.text) // 4)


Task = Literal["extract", "summarise_session", "reply"]
"""What a language model is asked to do; `settings.model_<task>` says which one is asked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What calls of a model have taken."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0
    """How many calls have no known price and are counted as free."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost_usd=self.cost_usd + other.cost_usd,
            unpriced=self.unpriced + other.unpriced,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """A line of the action log: what was done for a guild, with what, and how it went."""

    kind: str
    """Such as `memory_extract_call`, `memory_extract_error`, `memory_fact` or `bot_error`."""
    at: datetime
    guild: int
    task: str = ""
    """The task a model was asked to do; empty where none was."""
    model: str = ""
    usage: Usage = Usage()
    ms: float = 0.0
    outcome: str = "ok"
    """`ok`, or `error:` or `offline:` with the reason."""
    detail: str = ""
    """A few words for operators; never what anybody wrote."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Spending:
    """What one task has taken in one guild on one day, UTC."""

    day: date
    guild: int
    task: str
    calls: int
    usage: Usage
