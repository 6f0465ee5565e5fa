"""Plain JSON lines: one fact or message on each line, for everything that has no reader of its own.

    {"fact": "Likes tea", "person": 42, "guild": 1, "channel": 10, "at": "2026-01-31T12:00:00Z"}
    {"message": "Hello", "id": 7, "author": 42, "name": "Ann", "guild": 1, "channel": 10, "at": 1769860800}

A line ends at a newline only: texts may hold U+2028.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from dnam.domain import Kind, Person, SourceType
from dnam.transfer.records import (
    ChannelRecord,
    Damage,
    FactRecord,
    Format,
    MessageRecord,
    Options,
    Record,
    optional_id,
    person_id,
    time_of,
    unknown_person,
)
from dnam.transfer.run_in_thread import beginning, in_thread


def fits(source: str) -> bool:
    """Return whether a file's first line is a fact or a message, or its name says so."""
    line = beginning(source).removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].strip()
    begins = line.startswith(b"{") and (b'"fact"' in line or b'"message"' in line)
    return begins or (Path(source).suffix == ".jsonl" and Path(source).is_file())


def read(source: str, options: Options) -> Iterator[Record]:
    file = Path(source)
    with file.open("rb") as opened:
        for nth, line in enumerate(opened, 1):
            where = f"{file.name}: line {nth}"
            if not line.strip():
                continue
            try:
                value = from_json(line.removeprefix(b"\xef\xbb\xbf").strip())
            except ValueError as error:
                yield Damage(where=where, says=f"it is not JSON ({error})")
                continue
            yield _record(where, value, options)


def _record(where: str, value: Any, options: Options) -> Record:
    if isinstance(value, dict) and isinstance(value.get("fact"), str):
        return _fact(where, value, options)
    if isinstance(value, dict) and isinstance(value.get("message"), str):
        return _message(where, value, options)
    return Damage(where=where, says='it has neither a "fact" nor a "message" with a text')


def _fact(where: str, value: Mapping[str, Any], options: Options) -> Record:
    person = person_id(value.get("person", ""), options)
    if person is None:
        return unknown_person(where, value.get("person", ""))
    if not value["fact"].strip():
        return Damage(where=where, says="it lacks a text")
    tags = value.get("tags")
    at = time_of(value.get("at"))
    return FactRecord(
        where=where,
        subject=person,
        text=value["fact"],
        guild=optional_id(value.get("guild")),
        channel=optional_id(value.get("channel")),
        message=optional_id(value.get("id")),
        kind=Kind.parse(str(value.get("kind", "fact"))),
        tags=tuple(map(str, tags)) if isinstance(tags, list) else (),
        source=SourceType.MANUAL,
        created_at=at,
        updated_at=at,
    )


def _message(where: str, value: Mapping[str, Any], options: Options) -> Record:
    id_, author = optional_id(value.get("id")), person_id(value.get("author", ""), options)
    guild, channel = optional_id(value.get("guild")), optional_id(value.get("channel"))
    at = time_of(value.get("at"))
    if id_ is None or author is None or channel is None or guild is None or at is None:
        return Damage(where=where, says='a message needs "id", "author", "guild", "channel" and "at"')
    return MessageRecord(
        where=where,
        id=id_,
        channel=ChannelRecord(guild=guild, id=channel, name=str(value.get("channel_name", ""))),
        author=Person(id=author, name=str(value.get("name", "")), bot=value.get("bot") is True),
        text=value["message"],
        sent_at=at,
        reply_to=optional_id(value.get("reply_to")),
    )


FORMAT = Format(name="JSON lines", fits=fits, read=in_thread(read))
