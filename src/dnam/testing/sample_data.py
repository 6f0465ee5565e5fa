"""Messages, places and facts for the conformance suite."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np

from dnam.audience import origin_of
from dnam.domain import Fact, Kind, Message, Person, Place, Source, SourceType, Vector, Visibility
from dnam.ports import Store
from dnam.rules.text import fact_id, words

Check = Callable[[Store], Awaitable[None]]

START = datetime(2025, 1, 1, 12, tzinfo=UTC)
GUILD = 500
ANN = Person(id=11, name="Ann")
BEN = Person(id=12, name="Ben")
GENERAL = Place(guild=GUILD, channel=71, visibility=Visibility.PUBLIC, name="general", guild_name="Gardeners")
SECRET = Place(guild=GUILD, channel=72, visibility=Visibility.PRIVATE, name="secret", guild_name="Gardeners")
THREAD = replace(SECRET, channel=73, parent=72, name="secret thread")
INVITED = replace(SECRET, channel=74, parent=72, name="invited", invite_only=True)
ELSEWHERE = Place(guild=600, channel=81, visibility=Visibility.PUBLIC, name="elsewhere", guild_name="Cooks")
DM_ANN = Place.dm_with(ANN.id, channel=91)
DM_BEN = Place.dm_with(BEN.id, channel=92)


def same(actual: object, wanted: object) -> None:
    """Raise AssertionError unless two values are equal."""
    if actual != wanted:
        raise AssertionError(f"found {actual!r}, wanted {wanted!r}")


def a_message(
    number: int, text: str, place: Place = GENERAL, author: Person = ANN, *, after: float = -1
) -> Message:
    """Return a message sent `after` minutes, by default `number` minutes, after START."""
    minutes = number if after < 0 else after
    sent_at = START + timedelta(minutes=minutes)
    return Message(id=number, place=place, author=author, text=text, sent_at=sent_at)


async def tell(store: Store, *messages: Message) -> list[Message]:
    """Add messages with their words; return them as the store reads them."""
    for message in messages:
        await store.add_message(message, words(message.text))
    return [await stored(store, message) for message in messages]


async def stored(store: Store, message: Message) -> Message:
    """Return a stored message, which must exist."""
    stored = await store.get_message(message.place.guild, message.id)
    if stored is None:
        raise AssertionError(f"message {message.id} is not stored")
    return stored


def known(text: str, place: Place = GENERAL, about: Person = ANN, by: Person | None = None) -> Fact:
    return Fact(
        id=fact_id("fact", text),
        guild=place.guild,
        subject=about.id,
        kind=Kind.FACT,
        text=text,
        origin=origin_of(place),
        asserted_by=(by or about).id,
        source=Source(type=SourceType.SUMMARY, guild=place.guild, channel=place.channel, message=1),
        created_at=START,
        updated_at=START,
    )


def pointing(*numbers: float) -> Vector:
    """Return a vector of norm 1."""
    vector = np.array(numbers, np.float32)
    return vector / np.float32(np.linalg.norm(vector))
