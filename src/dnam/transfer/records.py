"""What every reader of another system's storage yields: facts, messages and summaries, all of the same form.

A reader says what the source says. Who may be told is decided afterwards, in `import_audience.py`.
"""

import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from dnam.domain import Kind, Person, SourceType, Status
from dnam.transfer.note_splitting import Split


@dataclass(frozen=True, kw_only=True, slots=True)
class FactRecord:
    """A fact of another system."""

    where: str
    """The file and the line, row or entry."""
    subject: int
    """The person it is about, or `LORE`."""
    text: str
    id: str = ""
    """The id it has there, if dnam would give it such a one too."""
    guild: int | None = None
    channel: int | None = None
    message: int | None = None
    kind: Kind = Kind.FACT
    tags: tuple[str, ...] = ()
    confidence: float = 1.0
    evidence: str = ""
    grounds: str = ""
    """The text it was made of by a model, which must support it; empty for the source's own words."""
    status: Status = Status.ACTIVE
    source: SourceType = SourceType.SUMMARY
    hits: int = 0
    """How often it was used there."""
    ended_here: bool = False
    """It becomes history by the import itself."""
    created_at: datetime | None = None
    updated_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ChannelRecord:
    """A channel as the source describes it; whether everyone can read it, most sources do not say."""

    guild: int
    id: int
    name: str = ""
    guild_name: str = ""
    parent: int | None = None
    """The channel of a thread."""
    invite_only: bool = False
    partner: int | None = None
    """In a direct message, whom the assistant talks to."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageRecord:
    """A message of another system."""

    where: str
    id: int
    channel: ChannelRecord
    author: Person
    text: str
    sent_at: datetime
    edited_at: datetime | None = None
    reply_to: int | None = None
    mentions: tuple[Person, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SummaryRecord:
    """The rolling summary of a conversation."""

    where: str
    kind: Literal["dm", "thread", "channel"]
    id: int
    """The person of a direct message, or the thread or channel."""
    text: str
    updated_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Unmapped:
    """Something that is left out, and why; counted by what it is."""

    what: str
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Damage:
    """Something that cannot be read; the rest is read all the same."""

    where: str
    says: str


Record = FactRecord | MessageRecord | SummaryRecord | Unmapped | Damage


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """What the operator says about a source."""

    public: bool = False
    """Everyone in its server can read its channels."""
    people: Mapping[str, int] = field(default_factory=dict)
    """Discord's ids of people whom the source knows by other names."""
    split: Split | None = None
    """Takes a note about a person apart into facts; None where there is no model."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Format:
    """A kind of source that can be imported."""

    name: str
    fits: Callable[[str], bool]
    """Whether a path or address is of this kind; a look at its names and beginning."""
    read: Callable[[str, Options], AsyncIterator[Record]]
    """Yields every record; damage is a record too, nothing is raised for it."""


def person_id(value: object, options: Options) -> int | None:
    """Return the person a source means by an id or a name; None when nobody knows."""
    word = str(value).strip()
    if word in options.people:
        return options.people[word]
    id_ = int(word) if word.isdecimal() and len(word) < 20 else 0
    return id_ if 0 < id_ < 2**63 else None


def unknown_person(where: str, value: object) -> Damage:
    """Return what to tell of somebody whom a source names in its own way."""
    name = str(value).strip()[:50]
    says = f'"{name}" is not a Discord id: add --person "{name}=ID"' if name else "it names nobody"
    return Damage(where=where, says=says)


def optional_id(value: object) -> int | None:
    """Return a snowflake as sources write it, as text or number; None when there is none."""
    return person_id(value, Options()) if value not in (None, "") else None


_LAST_PERIOD = re.compile(r"(?<!\.)\.$")


def sentence(text: str) -> str:
    """Return a sentence without the period at its end, as facts are written here."""
    return _LAST_PERIOD.sub("", text.strip())


_MILLISECONDS = 10**11
"""A number of seconds beyond this would be after the year 5000: it is milliseconds."""


def time_of(value: object) -> datetime | None:
    """Return a time as sources write it: ISO 8601, seconds or milliseconds; without a zone it is UTC."""
    try:
        if isinstance(value, datetime):
            moment = value
        elif isinstance(value, int | float) and not isinstance(value, bool):
            moment = datetime.fromtimestamp(value / 1000 if abs(value) > _MILLISECONDS else value, UTC)
        elif isinstance(value, str):
            moment = datetime.fromisoformat(value.strip())
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
