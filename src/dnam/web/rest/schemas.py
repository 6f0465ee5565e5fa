"""What programs send. Ids are text in JSON: JavaScript cannot hold them as numbers.

Nobody says who may hear something: that is computed from the place and the people.
"""

from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
    model_validator,
)

from dnam.domain import DM_GUILD, Message, Person, Place, Visibility

MAX_TEXT = 8000
MAX_ID = 9 * 10**18
"""Fits into 63 bits, as every id of Discord does."""


def _digits(value: object) -> object:
    """Accept an id as text or as a whole number."""
    if isinstance(value, str):
        if not value.isascii() or not value.isdecimal() or len(value) > 19:
            raise ValueError("an id has digits only")
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("an id is text with digits only")
    return value


def _schema(pattern: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": pattern, "examples": ["1045800378228281345"]})


_Digits = Annotated[int, BeforeValidator(_digits), PlainSerializer(str, return_type=str)]
Id = Annotated[_Digits, Field(ge=0, lt=MAX_ID), _schema(r"^([0-9]{1,18}|[1-8][0-9]{18})$")]
PersonId = Annotated[_Digits, Field(ge=1, lt=MAX_ID), _schema(r"^([1-9][0-9]{0,17}|[1-8][0-9]{18})$")]
Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
Name = Annotated[str, Field(max_length=200)]
Cursor = Annotated[str, Field(max_length=400)]
Guild = Annotated[Id, Field(description="The guild's id; leave it out for direct messages.")]
PathId = Annotated[Id, Path(alias="id", description="The id on Discord.")]


class Sent(BaseModel):
    """Something a program sends; what stands below its fields is in the OpenAPI document too."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


def example(**content: Any) -> ConfigDict:
    """Return the configuration of a model with an example in the OpenAPI document."""
    return ConfigDict(json_schema_extra={"examples": [content]})


class PersonIn(Sent):
    """A person or a bot."""

    id: PersonId
    name: Name = ""
    bot: bool = False

    def value(self) -> Person:
        return Person(id=self.id, name=self.name, bot=self.bot)


ANN = {"id": "1", "name": "Ann"}
ASKED = {"guild": "10", "channel": "100"}
GENERAL = {**ASKED, "visibility": "public", "name": "general", "guild_name": "Gardeners"}
_ONE_OF_BOTH: Any = {
    "anyOf": [
        {"required": [name], "properties": {name: {"type": "string"}}, "type": "object"}
        for name in ("guild", "person")
    ]
}


class AskedIn(Sent):
    """A place that is known already: its id says everything else."""

    guild: PersonId | None = None
    channel: Id = 0
    person: PersonId | None = None
    """Without a guild: the person whose direct message it is."""

    model_config = ConfigDict(json_schema_extra=_ONE_OF_BOTH)

    @model_validator(mode="after")
    def _is_somewhere(self) -> "AskedIn":
        if self.guild is None and self.person is None:
            raise ValueError("give `guild` and `channel`, or `person` for a direct message")
        return self


class PlaceIn(AskedIn):
    """Where something is said: a channel or a thread of a guild, or the direct message with `person`."""

    channel: Id
    visibility: Literal["public", "private"] = "private"
    """Whether everyone in the guild can read it."""
    name: Name = ""
    parent: Id | None = None
    """The channel a thread belongs to."""
    invite_only: bool = False
    guild_name: Name = ""

    def value(self) -> Place:
        if self.guild is None:
            return Place.dm_with(self.person or 0, channel=self.channel)
        return Place(
            guild=self.guild,
            channel=self.channel,
            visibility=Visibility(self.visibility),
            name=self.name,
            parent=self.parent,
            invite_only=self.invite_only,
            guild_name=self.guild_name,
        )


class MessageIn(Sent):
    """Something said."""

    id: Id
    place: PlaceIn
    author: PersonIn
    text: Text
    sent_at: AwareDatetime
    reply_to: Id | None = None
    mentions: Annotated[list[PersonIn], Field(max_length=100)] = []
    addressed: bool = False

    model_config = example(
        id="1045800378228281345",
        place=GENERAL,
        author=ANN,
        text="My cat is called Miso.",
        sent_at="2026-03-01T12:00:00Z",
    )

    def value(self) -> Message:
        return Message(
            id=self.id,
            place=self.place.value(),
            author=self.author.value(),
            text=self.text,
            sent_at=self.sent_at,
            reply_to=self.reply_to,
            mentions=tuple(person.value() for person in self.mentions),
            addressed=self.addressed,
        )


class BatchIn(Sent):
    """Several messages, oldest first."""

    messages: Annotated[list[MessageIn], Field(min_length=1, max_length=100)]


class EditIn(Sent):
    """The new text of a message."""

    guild: Id = DM_GUILD
    text: Text
    edited_at: AwareDatetime | None = None


class QuestionIn(Sent):
    """What somebody asks, and where."""

    place: AskedIn
    asker: PersonIn
    text: Text
    message: Id | None = None
    mentions: Annotated[list[PersonIn], Field(max_length=100)] = []

    model_config = example(place=ASKED, asker=ANN, text="What is my cat called?")


class ReplyIn(Sent):
    """An answer of the assistant, and the context it was made from."""

    message: MessageIn
    context: Annotated[str, Field(max_length=1_000_000)] | None = None
    """`id` of the context as it is, for an hour; it is long."""
    more: Annotated[list[Id], Field(max_length=20)] = []
    """Ids of further messages of the same answer."""


class CommandIn(Sent):
    """A command as somebody types it, with or without the prefix."""

    place: AskedIn
    person: PersonIn
    text: Text
    message: Id | None = None
    manager: bool = False
    """Whether they manage the guild; this needs a token with the scope admin."""

    model_config = example(place=ASKED, person=ANN, text="remember I prefer tea over coffee")


class ConsentIn(Sent):
    """Whether a person agrees to be remembered."""

    person: PersonIn
    choice: Literal["in", "out"]


class EraseIn(Sent):
    """What to erase; without `confirm` it is only counted."""

    kind: Literal["person", "channel", "guild"]
    id: PersonId
    guild: Id = DM_GUILD
    """The guild of a channel."""
    confirm: bool = False
