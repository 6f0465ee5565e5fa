"""What programs get."""

from datetime import date, datetime
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from dnam.audience import visibility_of
from dnam.domain import Action, Context, Fact, Kind, Status, Visibility
from dnam.web.rest.values import Id


class Stored(BaseModel):
    """How many messages are stored now; storing one again changes nothing."""

    stored: int


class Changed(BaseModel):
    """Whether something changed."""

    changed: bool


class SectionOut(BaseModel):
    """One layer of a prompt."""

    layer: str
    text: str
    characters: int
    budget: int
    left_out: int
    stale: bool


class ContextOut(BaseModel):
    """A prompt, ready for a model."""

    id: str
    text: str
    tokens: int
    sections: list[SectionOut]

    @classmethod
    def of(cls, context: Context, id_: str) -> "ContextOut":
        """Return a context for a program."""
        sections = [
            SectionOut(
                layer=s.layer,
                text=s.text,
                characters=len(s.text),
                budget=s.budget,
                left_out=s.left_out,
                stale=s.stale,
            )
            for s in context.sections
        ]
        return cls(id=id_, text=context.text, tokens=context.tokens, sections=sections)


class FactOut(BaseModel):
    """One thing known about a person, or lore (`subject` 0)."""

    id: str
    guild: Id
    subject: Id
    kind: Kind
    text: str
    status: Status
    heard: Visibility
    """Who could hear it: everyone in the guild, a private channel, or a direct message."""
    asserted_by: Id
    confidence: float
    pinned: bool
    source: str
    channel: Id | None
    message: Id | None
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None

    @classmethod
    def of(cls, fact: Fact) -> "FactOut":
        """Return a fact for a program."""
        same = {
            name: getattr(fact, name) for name in cls.model_fields if hasattr(fact, name) and name != "source"
        }
        return cls(
            **same,
            heard=visibility_of(fact.origin),
            source=fact.source.type,
            channel=fact.source.channel,
            message=fact.source.message,
        )


class AnswerOut(BaseModel):
    """What the memory answers to a command."""

    text: str
    changed: bool
    facts: list[FactOut]


class PersonOut(BaseModel):
    """A person of a guild, and how much is stored of them."""

    id: Id
    name: str
    bot: bool
    facts: int
    messages: int


class ProfileOut(BaseModel):
    """What is known of a person, as one text."""

    id: Id
    name: str
    text: str
    facts: list[FactOut]


class SummaryOut(BaseModel):
    """The rolling summary of a conversation."""

    session: str
    text: str
    updated_at: datetime
    offline: bool


class DayOut(BaseModel):
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


class SpendingOut(BaseModel):
    """What one task cost on one day (UTC)."""

    day: date
    task: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float


class ReceiptOut(BaseModel):
    """How much was erased, or would be, by kind."""

    erased: bool
    counts: dict[str, int]


class HealthOut(BaseModel):
    """How the memory is."""

    status: Literal["ok", "failing"]
    waiting: int
    """Background jobs that wait."""
    failures: dict[str, int]
    """Failures since the start, by action."""


class ActionOut(BaseModel):
    """A line of the action log."""

    kind: str
    at: datetime
    guild: Id
    task: str
    outcome: str
    detail: str
    person: Id

    @classmethod
    def of(cls, action: Action) -> "ActionOut":
        """Return a line for a program."""
        return cls(**{name: getattr(action, name) for name in cls.model_fields})


Item = TypeVar("Item")


class Page(BaseModel, Generic[Item]):
    """A page of a list."""

    items: list[Item]
    next: str | None = None
    """The cursor of the next page; none when this is the last."""
