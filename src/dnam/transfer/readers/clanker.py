"""ClankerBot's SQLite file: `memory_facts` and `messages`; and what of its `memory/` folder is not needed.

A fact that was archived there (`is_active = 0`) is archived here. Vectors are of another model and are made
anew; the Markdown files are copies of what the database has.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

from dnam.domain import LORE, Kind, Person, Status
from dnam.transfer.readers.clanker_pages import MEMORY_LINE
from dnam.transfer.records import (
    ChannelRecord,
    Damage,
    FactRecord,
    Format,
    MessageRecord,
    Options,
    Record,
    Unmapped,
    optional_id,
    person_id,
    sentence,
    time_of,
    unknown_person,
)
from dnam.transfer.run_in_thread import beginning, in_thread

_LORE, _SELF = "__lore__", "__self__"


def fits(source: str) -> bool:
    """Return whether a file is a SQLite database with `memory_facts`, or a folder has one."""
    return _database(source) is not None


def _database(source: str) -> Path | None:
    path = Path(source)
    files = sorted(each for each in path.iterdir() if each.is_file()) if path.is_dir() else [path]
    for file in files:
        if beginning(str(file), 16) == b"SQLite format 3\0":
            with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)) as db:
                if "memory_facts" in _tables(db):
                    return file
    return None


def _tables(db: apsw.Connection) -> set[str]:
    try:
        return {str(row[0]) for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    except apsw.Error:
        return set()


def read(source: str, options: Options) -> Iterator[Record]:
    file = _database(source)
    if file is None:
        return
    try:
        with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)) as db:
            tables = _tables(db)
            for number, row in _rows(db, "memory_facts"):
                yield _fact(f"{file.name}: memory_facts row {number}", row, options)
            for number, row in _rows(db, "messages") if "messages" in tables else ():
                yield _message(f"{file.name}: messages row {number}", row)
            for table in sorted(tables & {"memory_fact_vectors_native", "message_vectors_native"}):
                for _ in db.execute(f"SELECT 1 FROM {table}"):  # noqa: S608 (a name of ours)
                    yield Unmapped(what="vectors", why="they are of another model and are made anew")
    except apsw.Error as error:
        yield Damage(where=file.name, says=f"the database is damaged, and was read up to there ({error})")
    folder = Path(source) if Path(source).is_dir() else file.parent / "memory"
    for page in sorted([*folder.glob("*.md"), *folder.glob("memory/*.md")]):
        yield Unmapped(what=f"the page {page.name}", why="it is a copy of what the database has")


def _rows(db: apsw.Connection, table: str) -> Iterator[tuple[int, dict[str, Any]]]:
    cursor = db.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid")  # noqa: S608 (a name of ours)
    names = [column[0] for column in cursor.get_description()] if cursor.is_readonly is not None else []
    for row in cursor:
        yield int(row[0]), dict(zip(names[1:], row[1:], strict=True))


def _fact(where: str, row: Mapping[str, Any], options: Options) -> Record:
    text, subject = row.get("fact"), row.get("subject")
    if subject == _SELF:
        return Unmapped(what="the bot's facts about itself", why="nothing is learned from what a bot says")
    lore = subject == _LORE
    person = LORE if lore else person_id(subject, options)
    if person is None:
        return unknown_person(where, subject or "")
    if not isinstance(text, str) or not text.strip():
        return Damage(where=where, says="it lacks a text")
    text = sentence(text.removeprefix(MEMORY_LINE) if lore else text)
    kind = Kind.LORE if lore else Kind.parse(str(row.get("fact_type") or "fact"))
    confidence = row.get("confidence")
    return FactRecord(
        where=where,
        subject=person,
        text=text,
        guild=optional_id(row.get("guild_id")),
        channel=optional_id(row.get("channel_id")),
        message=optional_id(row.get("source_message_id")),
        kind=kind,
        confidence=float(confidence) if isinstance(confidence, int | float) else 1.0,
        evidence=str(row.get("evidence_text") or ""),
        status=Status.ACTIVE if row.get("is_active", 1) else Status.ARCHIVED,
        created_at=time_of(row.get("created_at")),
        updated_at=time_of(row.get("updated_at")),
    )


def _message(where: str, row: Mapping[str, Any]) -> Record:
    id_, channel = optional_id(row.get("message_id")), optional_id(row.get("channel_id"))
    author, text = optional_id(row.get("author_id")), row.get("content")
    sent_at = time_of(row.get("created_at"))
    if id_ is None or channel is None or author is None or sent_at is None:
        return Unmapped(
            what="messages without an id, a channel, an author or a time", why="they are Discord's no more"
        )
    if not isinstance(text, str) or not text.strip():
        return Unmapped(what="messages without words", why="there is nothing to remember")
    guild = optional_id(row.get("guild_id"))
    if guild is None:
        return Unmapped(what="direct messages", why="the database does not say with whom they were")
    person = Person(id=author, name=str(row.get("author_name") or ""), bot=bool(row.get("is_bot")))
    return MessageRecord(
        where=where,
        id=id_,
        channel=ChannelRecord(guild=guild, id=channel),
        author=person,
        text=text,
        sent_at=sent_at,
        reply_to=optional_id(row.get("referenced_message_id")),
    )


FORMAT = Format(name="ClankerBot's SQLite file", fits=fits, read=in_thread(read))
