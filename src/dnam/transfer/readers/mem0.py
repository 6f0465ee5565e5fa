"""mem0's export: memories as `get_all` and the platform's export give them, a list or under `results`.

mem0 knows people by any name; those that are not Discord ids are given with `--person NAME=ID`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import ijson

from dnam.domain import SourceType, Status
from dnam.transfer.records import (
    Damage,
    FactRecord,
    Format,
    Options,
    Record,
    Unmapped,
    optional_id,
    person_id,
    time_of,
    unknown_person,
)
from dnam.transfer.run_in_thread import beginning, in_thread


def fits(source: str) -> bool:
    """Return whether a JSON file has memories in it."""
    begins = beginning(source).removeprefix(b"\xef\xbb\xbf").lstrip()
    return begins.startswith((b"[", b"{")) and b'"memory"' in begins and b'"user_id"' in begins


def read(source: str, options: Options) -> Iterator[Record]:
    file = Path(source)
    begins = beginning(source).removeprefix(b"\xef\xbb\xbf").lstrip()
    prefixes = ("item",) if begins.startswith(b"[") else ("results.item", "memories.item")
    for prefix in prefixes:
        try:
            with file.open("rb") as opened:
                for nth, value in enumerate(ijson.items(opened, prefix, use_float=True), 1):
                    yield _record(f"{file.name}: memory {nth}", value, options)
        except ijson.JSONError as error:
            yield Damage(
                where=file.name, says=f"it is damaged or cut off, and was read up to there ({error})"
            )


def _record(where: str, value: Any, options: Options) -> Record:
    if not isinstance(value, dict) or not isinstance(value.get("memory"), str) or not value["memory"].strip():
        return Damage(where=where, says='it lacks a "memory" with a text')
    if value.get("user_id") is None:
        return Unmapped(what="memories of an agent or a run", why="they are about no person")
    person = person_id(value["user_id"], options)
    if person is None:
        return unknown_person(where, value["user_id"])
    metadata: Mapping[str, Any] = value["metadata"] if isinstance(value.get("metadata"), dict) else {}
    categories = value.get("categories")
    return FactRecord(
        where=where,
        subject=person,
        text=value["memory"],
        guild=optional_id(metadata.get("guild_id")),
        channel=optional_id(metadata.get("channel_id")),
        message=optional_id(metadata.get("message_id")),
        tags=tuple(map(str, categories)) if isinstance(categories, list) else (),
        status=Status.ACTIVE,
        source=SourceType.SUMMARY,
        created_at=time_of(value.get("created_at")),
        updated_at=time_of(value.get("updated_at")),
    )


FORMAT = Format(name="mem0's export", fits=fits, read=in_thread(read))
