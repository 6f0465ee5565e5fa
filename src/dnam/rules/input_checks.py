"""Checks of what a program passes in: a mistake of the caller is an error they see, never an empty result.

Ids fit 63 bits, times have a time zone, texts have an upper size. Each check raises BadInput.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import TypeVar

from dnam.domain import NOBODY, Message, Person, Place, Question, Scope, Visibility
from dnam.errors import BadInput

T = TypeVar("T")

LONGEST_TEXT = 20_000
"""Characters of a message, a question or a command; Discord allows 4,000."""
LONGEST_NAME = 1_000
_ID_LIMIT = 2**63


def check_message(message: Message) -> None:
    _is(message, Message, "a message")
    check_words(message.text, message.place, [message.author, *message.mentions])
    check_ids(message.id, *_given(message.reply_to))
    for moment in (message.sent_at, *_given(message.edited_at)):
        check_time(moment)


def check_edit(guild: int, message: int, text: str, at: datetime | None) -> None:
    check_ids(guild, message)
    check_text(text)
    if at is not None:
        check_time(at)


def check_question(question: Question) -> None:
    _is(question, Question, "a question")
    asker = [] if question.asker == NOBODY else [question.asker]
    check_words(question.text, question.place, [*asker, *question.mentions])
    check_ids(*_given(question.message))


def check_words(text: str, place: Place, people: Iterable[Person]) -> None:
    check_text(text)
    check_place(place)
    check_people(people)


def check_place(place: Place) -> None:
    _is(place, Place, "a place")
    check_ids(place.guild, place.channel, *_given(place.parent), *_given(place.person))
    if place.visibility is Visibility.DM and place.person is None:
        raise BadInput("A direct message needs the id of the person it is with: Place(…, person=ID).")
    check_text(place.name, LONGEST_NAME)
    check_text(place.guild_name, LONGEST_NAME)


def check_people(people: Iterable[Person]) -> None:
    for person in people:
        _is(person, Person, "a person")
        check_ids(person.id)
        check_text(person.name, LONGEST_NAME)


def check_scope(scope: Scope) -> None:
    _is(scope, Scope, "a scope")
    if scope.kind not in ("person", "channel", "guild"):
        raise BadInput(f"A scope is a person, a channel or a guild, not {scope.kind!r}.")
    check_ids(scope.id, scope.guild)


def check_ids(*ids: int) -> None:
    for id_ in ids:
        if not isinstance(id_, int) or isinstance(id_, bool):
            raise BadInput(f"An id is a whole number, not a {type(id_).__name__}.")
        if not 0 <= id_ < _ID_LIMIT:
            raise BadInput("An id is a whole number from 0 to 2**63 - 1.")


def check_time(moment: datetime) -> None:
    if not isinstance(moment, datetime):
        raise BadInput(f"A time is a datetime with a time zone, not a {type(moment).__name__}.")
    if moment.utcoffset() is None:
        raise BadInput("A time needs a time zone: use datetime.now(UTC), not datetime.now().")


def check_text(text: str, longest: int = LONGEST_TEXT) -> None:
    if not isinstance(text, str):
        raise BadInput(f"A text is a str, not a {type(text).__name__}.")
    if len(text) > longest:
        raise BadInput(f"The text has {len(text):,} characters; at most {longest:,} are allowed.")


def _given(value: T | None) -> tuple[T, ...]:
    return () if value is None else (value,)


def _is(value: object, kind: type, what: str) -> None:
    if not isinstance(value, kind):
        raise BadInput(f"This should be {what} (dnam.domain.{kind.__name__}), not a {type(value).__name__}.")
