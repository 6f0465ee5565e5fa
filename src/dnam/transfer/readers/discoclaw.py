"""DiscoClaw's data folder: `durable/`, `rolling/` or `summaries/`, and short-term memory.

`durable/*.json` of dnam's own are the same format; a folder of those alone, or one such file, is read by
`durable_files.py`, which also follows what somebody edited in them.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import ValidationError
from pydantic_core import from_json

from dnam.domain import Status
from dnam.projections.texts import moment
from dnam.transfer.durable_files import AnyItems, Item, complaint
from dnam.transfer.records import (
    Damage,
    FactRecord,
    Format,
    Options,
    Record,
    SummaryRecord,
    Unmapped,
    time_of,
)
from dnam.transfer.run_in_thread import in_thread

_SESSION = re.compile(r"discord[:-](dm|thread|channel)[:-](\d{1,19})\.json")
_PERSON = re.compile(r"([1-9]\d{0,18})\.json")
_SUMMARIES = ("rolling", "summaries", "memory/rolling")
_DURABLE = ("durable", "memory/durable")
_SHORT_TERM = ("shortterm", "short-term", "memory/shortterm")


def fits(source: str) -> bool:
    """Return whether a folder has DiscoClaw's folders in it, or only durable files."""
    return any((Path(source) / name).is_dir() for name in (*_DURABLE, *_SUMMARIES)) or is_durable(source)


def is_durable(source: str) -> bool:
    """Return whether this is a durable file, or a folder of durable files and nothing else of DiscoClaw's."""
    path = Path(source)
    files = [path] if path.is_file() else [*path.glob("*.json*")]
    return any(_PERSON.match(file.name) for file in files)


def read(source: str, options: Options) -> Iterator[Record]:
    del options
    for file in _files(source, _DURABLE):
        if named := _PERSON.fullmatch(file.name):
            yield from _durable(file, int(named[1]))
        else:
            yield Damage(where=file.name, says="it is not named after a user id: not read")
    for file in _files(source, _SUMMARIES):
        yield _summary(file)
    for file in _files(source, _SHORT_TERM):
        yield Unmapped(what=f"short-term memory {file.name}", why="it lasts for six hours only")


def _files(source: str, folders: tuple[str, ...]) -> list[Path]:
    if Path(source).is_file():
        return [Path(source)] if folders == _DURABLE else []
    files = [file for folder in folders for file in sorted((Path(source) / folder).glob("*.json"))]
    if folders == _DURABLE:
        files += [file for file in sorted(Path(source).glob("*.json")) if _PERSON.fullmatch(file.name)]
    return [file for file in files if not file.name.startswith(".")]


def _durable(file: Path, person: int) -> Iterator[Record]:
    try:
        entries = AnyItems.model_validate_json(file.read_bytes().removeprefix(b"\xef\xbb\xbf")).items
    except ValidationError as error:
        yield Damage(where=file.name, says=f"it {complaint(error)}")
        return
    except OSError as error:
        yield Damage(where=file.name, says=f"it cannot be read: {error.strerror}")
        return
    for nth, entry in enumerate(entries, 1):
        try:
            item = Item.model_validate(entry)
        except ValidationError as error:
            yield Damage(where=f"{file.name}: item {nth}", says=f"it {complaint(error)}")
            continue
        source = item.source
        yield FactRecord(
            where=f"{file.name}: item {nth}",
            subject=person,
            text=item.text,
            id=item.id,
            guild=source.guild_id,
            channel=source.channel_id,
            message=source.message_id,
            kind=item.kind,
            tags=item.tags,
            status=Status.ACTIVE if item.status == "active" else Status.SUPERSEDED,
            source=source.type,
            hits=item.hit_count,
            created_at=moment(item.created_at) if item.created_at is not None else None,
            updated_at=moment(item.updated_at) if item.updated_at is not None else None,
        )


def _summary(file: Path) -> Record:
    named = _SESSION.fullmatch(file.name)
    if named is None:
        return Damage(where=file.name, says="its name is no conversation's, such as discord:channel:123.json")
    try:
        value: Any = from_json(file.read_bytes())
    except (ValueError, OSError) as error:
        return Damage(where=file.name, says=f"it cannot be read ({error})")
    text = value.get("summary") if isinstance(value, dict) else None
    updated_at = time_of(value.get("updatedAt")) if isinstance(value, dict) else None
    if not isinstance(text, str) or not text.strip() or updated_at is None:
        return Damage(where=file.name, says='it lacks a "summary" or "updatedAt"')
    kind = cast(Literal["dm", "thread", "channel"], named[1])
    return SummaryRecord(
        where=file.name, kind=kind, id=int(named[2]), text=text.strip(), updated_at=updated_at
    )


FORMAT = Format(name="DiscoClaw's data folder", fits=fits, read=in_thread(read))
