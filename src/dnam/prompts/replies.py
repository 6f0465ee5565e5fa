"""The replies of models, as pydantic models that validate them."""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field

from dnam.domain import Ending, Kind


def _text(value: object) -> object:
    return "" if value is None else str(value) if isinstance(value, int) else value


Loose = Annotated[str, BeforeValidator(_text)]
"""A text that models may also write as a number or null."""


class Learned(BaseModel):
    """A fact a model found in a message, new or changed."""

    message: int = Field(description="The number of the message it comes from.")
    text: str = Field(description="One short sentence in the third person.")
    kind: Loose = Field("fact", description=", ".join(Kind))
    about: Loose = Field("", description="The id of the person it is about; empty for who said it.")
    id: Loose = Field("", description="The id of the known fact that it changes; empty for a new one.")
    tags: list[str] = Field(default_factory=list, description="A few lower-case words.")
    evidence: Loose = Field("", description="The words of the message that say it.")
    until: Loose = Field("", description="The last date (YYYY-MM-DD) it holds, if it says so.")


class Ended(BaseModel):
    """A known fact that is no longer true."""

    message: int = Field(description="The number of the message that says so.")
    id: Loose = Field("", description="The id of the known fact.")
    match_text: Loose = Field("", description="Most of its text, if the id is not known.")
    reason: Loose = Field("", description="One of: " + ", ".join(filter(None, Ending)) + ".")


class Learning(BaseModel):
    """Everything a model found in some messages."""

    upserts: list[Learned] = Field(default_factory=list)
    deprecations: list[Ended] = Field(default_factory=list)


class DayOfPerson(BaseModel):
    """What a day was like for one person."""

    id: Loose = Field(description="The person's id.")
    summary: str


class DaySummaries(BaseModel):
    """What a day was like for everyone."""

    people: list[DayOfPerson] = Field(default_factory=list)


class WeekSummary(BaseModel):
    """What a person's last days were like."""

    summary: str


class MergedContext(BaseModel):
    """What is known about a person, in one text."""

    context: str


class Routed(BaseModel):
    """What a message asks of the memory."""

    verb: Literal["remember", "forget", "know", "none"]
    text: Loose = Field("", description="The statement to keep or forget, in the words of the message.")
    about: Loose = Field("", description="The person it is about as the message names them; empty if nobody.")
    language: Loose = Field("", description="The language of the message, in two letters.")


class Remembering(BaseModel):
    """What a model found in a conversation that somebody asked to have remembered."""

    upserts: list[Learned] = Field(default_factory=list)


class SessionSummary(BaseModel):
    """A conversation's summary."""

    summary: str


class Statements(BaseModel):
    """The facts of a note, one sentence each."""

    statements: list[str] = Field(default_factory=list)
