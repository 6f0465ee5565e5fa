"""What programs get."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import AliasPath, BaseModel, BeforeValidator, ConfigDict, Field, computed_field

from dnam.audience import visibility_of
from dnam.domain import Kind, Status, Visibility
from dnam.web.rest.schemas import Id


class Read(BaseModel):
    """Something that is read from a value of the memory, field by field."""

    model_config = ConfigDict(from_attributes=True)


def within(*path: str) -> Any:
    """Return a field that is read from deeper within a value."""
    return Field(validation_alias=AliasPath(path[0], *path[1:]))


class Stored(BaseModel):
    """How many messages are stored now; storing one again changes nothing."""

    stored: int


class Changed(BaseModel):
    """Whether something changed."""

    changed: bool


class SectionOut(Read):
    """One layer of a prompt."""

    layer: str
    text: str
    budget: int
    left_out: int
    stale: bool

    @computed_field  # type: ignore[prop-decorator]  # pydantic's own way
    @property
    def characters(self) -> int:
        """The length of the text."""
        return len(self.text)


class ContextOut(Read):
    """A prompt, ready for a model."""

    id: str = ""
    text: str
    tokens: int
    instructions: str
    sections: list[SectionOut]


class FactOut(Read):
    """One thing known about a person, or lore (`subject` 0)."""

    id: str
    guild: Id
    subject: Id
    kind: Kind
    text: str
    status: Status
    heard: Annotated[Visibility, BeforeValidator(visibility_of), Field(validation_alias="origin")]
    """Who could hear it: everyone in the guild, a private channel, or a direct message."""
    asserted_by: Id
    confidence: float
    pinned: bool
    source: str = within("source", "type")
    channel: Id | None = within("source", "channel")
    message: Id | None = within("source", "message")
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None


class AnswerOut(Read):
    """What the memory answers to a command."""

    text: str
    changed: bool
    refused: bool
    """It was not done; `text` says why."""
    confirm: str
    """The command that does what this only asks about; empty when it asks nothing."""
    facts: Annotated[list[FactOut], Field(validation_alias="listed")]


class PersonOut(Read):
    """A person of a guild, and how much is stored of them."""

    id: Id = within("person", "id")
    name: str = within("person", "name")
    bot: bool = within("person", "bot")
    facts: int
    messages: int


class ProfileOut(BaseModel):
    """What is known of a person, as one text."""

    id: Id
    name: str
    text: str
    facts: list[FactOut]


class SummaryOut(Read):
    """The rolling summary of a conversation."""

    session: str
    text: str
    updated_at: datetime
    offline: bool


class DayOut(Read):
    """One person's day."""

    date: date
    person: Id
    text: str


class HitOut(BaseModel):
    """A fact or a message that fits a question, with the reasons."""

    kind: Literal["fact", "message"]
    id: str
    person: Id
    text: str
    score: float
    reasons: list[str]


class ConsentOut(BaseModel):
    """Whether a person is remembered in a guild, and what they chose."""

    remembered: bool
    choice: Literal["in", "out", ""]


class SpendingOut(Read):
    """What one task cost on one day (UTC)."""

    day: date
    task: str
    calls: int
    input_tokens: int = within("usage", "input_tokens")
    output_tokens: int = within("usage", "output_tokens")
    cost_usd: float = within("usage", "cost_usd")


class ReceiptOut(BaseModel):
    """How much was erased, or would be, by kind; what is verified to be gone, and what is still to do."""

    erased: bool
    counts: dict[str, int]
    verified: list[str] = []
    """What was looked at again, and holds nothing of it."""
    unfinished: list[str] = []
    """What could not be erased yet; it is tried again until it can be."""


class HealthOut(BaseModel):
    """How the memory is."""

    status: Literal["ok", "failing"]
    waiting: int
    """Background jobs that wait."""
    failures: dict[str, int]
    """Failures since the start, by action."""


class ActionOut(Read):
    """A line of the action log."""

    kind: str
    at: datetime
    guild: Id
    task: str
    outcome: str
    detail: str
    person: Id


class JobOut(Read):
    """Long work: how far it is, and what came of it."""

    id: str
    name: str
    state: Literal["running", "done", "failed", "cancelled"]
    done: int
    total: int
    """How much there is to do; 0 when nobody knows."""
    says: str
    """What came of it; empty while it runs."""


Item = TypeVar("Item")
Model = TypeVar("Model", bound=BaseModel)


class Page(BaseModel, Generic[Item]):
    """A page of a list."""

    items: list[Item]
    next: str | None = None
    """The cursor of the next page; none when this is the last."""


def page_of(kind: type[Model], rows: Iterable[object], more: str | None = None) -> Page[Model]:
    return Page(items=[kind.model_validate(row) for row in rows], next=more)
