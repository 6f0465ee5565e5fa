"""What programs send and get. Ids are text in JSON: JavaScript cannot hold them as numbers.

Nobody says who may hear something: that is computed from the place and the people.
"""

from typing import Annotated, Any, Literal

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

ID_PATTERN = r"^([0-9]{1,18}|[1-8][0-9]{18})$"
"""What fits into 63 bits, as every id of Discord does."""
MAX_TEXT = 8000


def _digits(value: object) -> object:
    """Accept an id as text or as a whole number."""
    if isinstance(value, str):
        if not value.isascii() or not value.isdecimal() or len(value) > 19:
            raise ValueError("an id has digits only")
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("an id is text with digits only")
    return value


Id = Annotated[
    int,
    BeforeValidator(_digits),
    Field(ge=0, lt=9 * 10**18),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string", "pattern": ID_PATTERN, "examples": ["1045800378228281345"]}),
]
PersonId = Annotated[
    int,
    BeforeValidator(_digits),
    Field(ge=1, lt=9 * 10**18),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^([1-9][0-9]{0,17}|[1-8][0-9]{18})$", "examples": ["1"]}),
]
Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
Name = Annotated[str, Field(max_length=200)]
Cursor = Annotated[
    str, Field(max_length=400, description="`next` of the page before; leave out for the first.")
]
Limit = Annotated[int, Field(ge=1, le=100)]


class Sent(BaseModel):
    """Something a program sends."""

    model_config = ConfigDict(extra="forbid")


class PersonIn(Sent):
    """A person or a bot."""

    id: PersonId
    name: Name = ""
    bot: bool = False

    def value(self) -> Person:
        """Return the person."""
        return Person(id=self.id, name=self.name, bot=self.bot)


def _has_guild_or_person(place: Any) -> Any:
    """Refuse a place that is nowhere."""
    if place.guild is None and place.person is None:
        raise ValueError("give `guild` and `channel`, or `person` for a direct message")
    return place


_ONE_OF_BOTH: Any = {
    "anyOf": [
        {"required": [name], "properties": {name: {"type": "string"}}, "type": "object"}
        for name in ("guild", "person")
    ]
}


class PlaceIn(Sent):
    """Where something is said: a channel or a thread of a guild, or the direct message with `person`."""

    guild: PersonId | None = None
    channel: Id
    person: PersonId | None = None
    visibility: Literal["public", "private"] = "private"
    """Whether everyone in the guild can read it."""
    name: Name = ""
    parent: Id | None = None
    """The channel a thread belongs to."""
    invite_only: bool = False
    guild_name: Name = ""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_ONE_OF_BOTH)
    _complete = model_validator(mode="after")(_has_guild_or_person)

    def value(self) -> Place:
        """Return the place as it is described."""
        if self.guild is None:
            return Place(
                guild=DM_GUILD, channel=self.channel, visibility=Visibility.DM, person=self.person or 0
            )
        return Place(
            guild=self.guild,
            channel=self.channel,
            visibility=Visibility(self.visibility),
            name=self.name,
            parent=self.parent,
            invite_only=self.invite_only,
            guild_name=self.guild_name,
        )


class AskedIn(Sent):
    """A place that is known already: its id says everything else."""

    guild: PersonId | None = None
    channel: Id = 0
    person: PersonId | None = None
    """Without a guild: the person whose direct message it is."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_ONE_OF_BOTH)
    _complete = model_validator(mode="after")(_has_guild_or_person)


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

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "id": "1045800378228281345",
                    "place": {
                        "guild": "10",
                        "channel": "100",
                        "visibility": "public",
                        "name": "general",
                        "guild_name": "Gardeners",
                    },
                    "author": {"id": "1", "name": "Ann"},
                    "text": "My cat is called Miso.",
                    "sent_at": "2026-03-01T12:00:00Z",
                }
            ]
        },
    )

    def value(self) -> Message:
        """Return the message."""
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

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "place": {"guild": "10", "channel": "100"},
                    "asker": {"id": "1", "name": "Ann"},
                    "text": "What is my cat called?",
                }
            ]
        },
    )


class ReplyIn(Sent):
    """An answer of the assistant, and the context it was made from."""

    message: MessageIn
    context: Annotated[str, Field(max_length=64)] | None = None
    """`id` of the context, for an hour."""
    more: Annotated[list[Id], Field(max_length=20)] = []
    """Ids of further messages of the same answer."""


class CommandIn(Sent):
    """A command as somebody types it, without the prefix."""

    place: AskedIn
    person: PersonIn
    text: Text
    message: Id | None = None
    manager: bool = False
    """Whether they manage the guild; this needs a token with the scope admin."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "place": {"guild": "10", "channel": "100"},
                    "person": {"id": "1", "name": "Ann"},
                    "text": "remember I prefer tea over coffee",
                }
            ]
        },
    )


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
