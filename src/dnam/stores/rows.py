"""Conversion of values to rows and back, shared by both stores.

Times are microseconds since 1970 UTC. Rows are read by position: the order is that of the fragments
`message_columns` and `fact_columns` in `sql/shared/`.
"""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from dnam.audience import Audience, origin_of
from dnam.domain import (
    Ending,
    Fact,
    HeldFact,
    Kind,
    Message,
    Person,
    Place,
    Source,
    SourceType,
    Status,
    Vector,
    Visibility,
)
from dnam.rules.contradictions import sense_of
from dnam.rules.fact_ranking import fact_words
from dnam.stores.bit_vectors import HalfVector, halves
from dnam.stores.index_terms import fact_terms, hearers_of

Row = Sequence[Any]
Params = dict[str, Any]
T = TypeVar("T")

MANY = 100
"""More rows than these are converted in a thread."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_KINDS = {kind.value: kind for kind in Kind}
_STATUSES = {status.value: status for status in Status}
_SOURCES = {source.value: source for source in SourceType}
_VISIBILITIES = {visibility.value: visibility for visibility in Visibility}


def micros(moment: datetime) -> int:
    return (moment - _EPOCH) // _MICROSECOND


def maybe_micros(moment: datetime | None) -> int | None:
    return None if moment is None else (moment - _EPOCH) // _MICROSECOND


def moment(stored: int) -> datetime:
    return _EPOCH + timedelta(microseconds=stored)


def maybe_moment(stored: int | None) -> datetime | None:
    return None if stored is None else _EPOCH + timedelta(microseconds=stored)


def storable(text: str) -> str:
    """Return a text that every database accepts: without NUL and lone surrogates."""
    if "\0" in text:
        text = text.replace("\0", "")
    return (
        text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    )


def audience_params(audience: Audience) -> Params:
    """Return the parameters of the SQL fragments that apply `audience.may_hear`."""
    return {"origins": sorted(audience.origins), "alone": audience.alone, "follows": audience.follows}


def as_vector(stored: bytes | None) -> "Vector | None":
    """Return a fact's vector: SQLite stores float32 bytes, PostgreSQL halves."""
    if isinstance(stored, HalfVector):
        return halves(stored)[HalfVector.HEAD :]
    return None if stored is None else np.frombuffer(stored, np.float32)


def message_params(message: Message, words: Sequence[str], position: int, cues: int) -> Params:
    return {
        "spot": position,
        "guild": message.place.guild,
        "id": message.id,
        "channel": message.place.channel,
        "author": message.author.id,
        "origin": origin_of(message.place),
        "sent_at": micros(message.sent_at),
        "edited_at": maybe_micros(message.edited_at),
        "source": message.source,
        "reply_to": message.reply_to,
        "mentions": " ".join(str(person.id) for person in message.mentions),
        "addressed": message.addressed,
        "cues": cues,
        "length": len(words),
        "text": storable(message.text),
        "words": " ".join(words),
    }


def edit_params(text: str, words: Sequence[str], edited_at: datetime, cues: int) -> Params:
    return {
        "text": storable(text),
        "words": " ".join(words),
        "length": len(words),
        "cues": cues,
        "edited_at": micros(edited_at),
    }


async def aside(convert: Callable[..., T], rows: Sequence[Row], *more: Any) -> T:
    """Return what rows are converted to; many in a thread, so that they do not hold the loop."""
    return await asyncio.to_thread(convert, rows, *more) if len(rows) > MANY else convert(rows, *more)


def place_params(place: Place) -> Params:
    return {
        "guild": place.guild,
        "channel": place.channel,
        "name": storable(place.name),
        "visibility": place.visibility.value,
        "parent": place.parent,
        "invite_only": place.invite_only,
        "person": place.person,
        "guild_name": storable(place.guild_name),
    }


def people_params(message: Message) -> list[Params]:
    """Return rows for the author and everyone mentioned, in one order for all processes (no deadlocks)."""
    seen = {person.id: person for person in (*message.mentions, message.author)}
    guild, at = message.place.guild, micros(message.sent_at)
    return [
        {"guild": guild, "person": key, "name": storable(seen[key].name), "bot": seen[key].bot, "seen_at": at}
        for key in sorted(seen)
    ]


def mentioned(rows: Iterable[Row]) -> dict[int, set[int]]:
    """Return by guild the ids of people mentioned in these messages, whose names are read separately."""
    needed: dict[int, set[int]] = {}
    for row in rows:
        if row[11]:
            needed.setdefault(row[1], set()).update(map(int, row[11].split()))
    return needed


def to_messages(rows: Iterable[Row], names: Mapping[tuple[int, int], Person]) -> list[Message]:
    """Return messages; `names` are the people they mention, by guild and id."""
    places: dict[tuple[int, int, str], Place] = {}
    return [_to_message(row, names, places) for row in rows]


def _to_message(
    row: Row, names: Mapping[tuple[int, int], Person], places: dict[tuple[int, int, str], Place]
) -> Message:
    position, guild, key, channel, author, origin, text, sent_at, edited_at, source, reply_to = row[:11]
    place = places.get((guild, channel, origin))
    if place is None:
        place = places[guild, channel, origin] = place_heard_as(
            to_place((guild, channel, *row[15:21])), origin
        )
    return Message(
        id=key,
        place=place,
        author=Person(id=author, name=row[13], bot=bool(row[14])),
        text=text,
        sent_at=moment(sent_at),
        edited_at=maybe_moment(edited_at),
        source=source,
        reply_to=reply_to,
        mentions=tuple(_called(names, guild, int(person)) for person in row[11].split()) if row[11] else (),
        addressed=bool(row[12]),
        position=position,
    )


def _called(names: Mapping[tuple[int, int], Person], guild: int, person: int) -> Person:
    """Return a mentioned person; a name that was erased is empty."""
    return names.get((guild, person)) or Person(id=person, name="")


def to_place(row: Row) -> Place:
    guild, channel, name, visibility, parent, invite_only, person, guild_name = row
    return Place(
        guild=guild,
        channel=channel,
        visibility=_VISIBILITIES[visibility],
        name=name,
        parent=parent,
        invite_only=bool(invite_only),
        person=person,
        guild_name=guild_name,
    )


def place_heard_as(place: Place, origin: str) -> Place:
    """Return a place as it was when something with this origin was said there."""
    if origin_of(place) == origin:
        return place
    who = int(origin[1:])
    public = place.visibility is Visibility.PUBLIC and not place.invite_only
    parent, visibility, invite_only, person = place.parent, Visibility.PUBLIC, False, place.person
    if origin[0] == "d":
        visibility, person = Visibility.DM, who
    elif origin[0] == "c":
        visibility = Visibility.PRIVATE
        invite_only = parent is not None and who == place.channel
        parent = parent if who == place.channel else who
    return Place(
        guild=place.guild,
        channel=place.channel,
        visibility=visibility,
        name=place.name if public else "",  # only the present members may know the present name
        parent=parent,
        invite_only=invite_only,
        person=person,
        guild_name=place.guild_name,
    )


def fact_key(fact: Fact) -> Params:
    return {"guild": fact.guild, "subject": fact.subject, "origin": fact.origin, "id": fact.id}


def fact_params(fact: Fact) -> Params:
    """Return a fact's row; its messages and named people are rows of other tables."""
    source = fact.source
    return {
        **fact_key(fact),
        "kind": fact.kind.value,
        "text": storable(fact.text),
        "asserted_by": fact.asserted_by,
        "source_type": source.type.value,
        "source_guild": source.guild,
        "source_channel": source.channel,
        "source_message": source.message,
        "source_channel_name": None if source.channel_name is None else storable(source.channel_name),
        "created_at": micros(fact.created_at),
        "updated_at": micros(fact.updated_at),
        "status": fact.status.value,
        "tags": json.dumps([storable(tag) for tag in fact.tags], ensure_ascii=False) if fact.tags else "[]",
        "confidence": fact.confidence,
        "evidence": storable(fact.evidence),
        "widened": fact.widened,
        "pinned": fact.pinned,
        "valid_from": maybe_micros(fact.valid_from),
        "expires_at": maybe_micros(fact.expires_at),
        "superseded_by": fact.superseded_by,
        "hits": fact.hits,
        "waits": " ".join(map(str, fact.waits)),
        "ended_because": fact.ended_because,
        **found_by(fact),
    }


def found_by(fact: Fact) -> Params:
    """Return a fact's words, its sense, and if it is active its index terms: every word for every hearer.

    The empty word matches everything a hearer may hear.
    """
    words = storable(" ".join(sorted(fact_words(fact))))
    hearers = hearers_of(
        fact.origin, subject=fact.subject, asserted_by=fact.asserted_by, widened=fact.widened
    )
    terms = fact_terms(hearers, ["", *words.split(" ")]) if fact.status is Status.ACTIVE else []
    sense = sense_of(fact.text)
    return {"words": words, "terms": terms, "slot": sense.slot, "stems": storable(sense.stems)}


def to_held(rows: Iterable[Row]) -> list[HeldFact]:
    return [_to_held(row) for row in rows]


def to_facts(rows: Iterable[Row]) -> list[Fact]:
    return [to_fact(row) for row in rows]


def _to_held(row: Row) -> HeldFact:
    fact, words = _worded(row[1:])
    return HeldFact(fact, as_vector(row[0]), words, row[2])


@lru_cache(maxsize=4096)  # a prompt reads the facts of its people again
def _worded(row: Row) -> tuple[Fact, frozenset[str]]:
    return to_fact(row[2:]), frozenset(row[0].split(" ")) if row[0] else frozenset()


def to_fact(row: Row) -> Fact:
    guild, subject, origin, key, kind, text, asserted_by, source_type, *rest = row
    source_guild, channel, message, channel_name, created_at, updated_at, status, tags, *rest = rest
    confidence, evidence, widened, pinned, valid_from, expires_at, superseded_by, hits, *rest = rest
    muted, waits, ended_because, named, messages = rest
    updated = moment(updated_at)
    return Fact(
        id=key,
        guild=guild,
        subject=subject,
        kind=_KINDS[kind],
        text=text,
        origin=origin,
        asserted_by=asserted_by,
        source=Source(
            type=_SOURCES[source_type],
            guild=source_guild,
            channel=channel,
            message=message,
            channel_name=channel_name,
        ),
        created_at=updated if created_at == updated_at else moment(created_at),
        updated_at=updated,
        status=_STATUSES[status],
        tags=tuple(json.loads(tags)) if tags != "[]" else (),
        confidence=confidence,
        evidence=evidence,
        messages=tuple(map(int, messages.split())) if messages else (),
        widened=bool(widened),
        pinned=bool(pinned),
        valid_from=maybe_moment(valid_from),
        expires_at=maybe_moment(expires_at),
        superseded_by=superseded_by,
        hits=hits,
        muted=bool(muted),
        named=tuple(map(int, named.split())) if named else (),
        waits=tuple(map(int, waits.split())) if waits else (),
        ended_because=Ending(ended_because),
    )


def to_person(row: Row) -> Person:
    return Person(id=row[0], name=row[1], bot=bool(row[2]))


def to_people(rows: Iterable[Row]) -> dict[int, Person]:
    return {row[0]: to_person(row) for row in rows}
