"""urmom-bot's PostgreSQL database: `user_facts` and `chat_history`, by its address.

A person's blob becomes single facts, by a model where there is one and by its sentences otherwise; the whole
blob is kept as history beside them.
Where it was said is not recorded, so it is for the person alone unless the operator says otherwise.
"""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import regex

from dnam.domain import Person, SourceType, Status
from dnam.errors import BadInput
from dnam.optional_packages import require
from dnam.transfer.records import (
    ChannelRecord,
    Damage,
    FactRecord,
    Format,
    MessageRecord,
    Options,
    Record,
    Unmapped,
    sentence,
    time_of,
)

_SENTENCE = regex.compile(r"(?<=[.!?])\s+(?=[\p{Lu}\p{Lo}\p{N}\p{P}])|(?<=[。！？])\s*(?=.)|\n+")
ORIGINAL = "original"
"""The tag of a whole blob."""


def fits(source: str) -> bool:
    """Return whether this is the address of a PostgreSQL database."""
    return source.startswith(("postgresql://", "postgres://"))


async def read(source: str, options: Options) -> AsyncIterator[Record]:
    """Yield the facts of every blob, then every message."""
    require("postgres", "Reading a PostgreSQL database")
    import asyncpg  # noqa: PLC0415 (optional)

    try:
        connection = await asyncpg.connect(source)
    except (OSError, asyncpg.PostgresError, ValueError) as error:
        raise BadInput(f"The database cannot be opened ({error}).") from error
    try:
        async with connection.transaction(readonly=True):
            tables = {str(row[0]) for row in await connection.fetch("SELECT tablename FROM pg_tables")}
            if not tables & {"user_facts", "chat_history"}:
                raise BadInput("The database has neither user_facts nor chat_history: it is not urmom-bot's.")
            if "user_facts" in tables:
                async for row in connection.cursor("SELECT * FROM user_facts ORDER BY guild_id, user_id"):
                    for record in await _facts(dict(row), options):
                        yield record
            if "chat_history" in tables:
                async for row in connection.cursor(
                    "SELECT * FROM chat_history ORDER BY timestamp, message_id"
                ):
                    yield _message(dict(row))
    finally:
        await connection.close()


async def _facts(row: Mapping[str, Any], options: Options) -> list[Record]:
    where = f"user_facts: guild {row['guild_id']}, user {row['user_id']}"
    blob = row["memory_blob"].strip()
    if not blob:
        return [Damage(where=where, says="it is empty")]
    at = time_of(row.get("updated_at"))
    shared: dict[str, Any] = {"subject": row["user_id"], "guild": row["guild_id"]}
    shared |= {"created_at": at, "updated_at": at, "source": SourceType.MANUAL}
    texts = await options.split(row["guild_id"], blob) if options.split is not None else []
    grounds = blob if texts else ""
    texts = texts or [sentence(part) for part in _SENTENCE.split(blob) if part.strip()]
    items: list[Record] = [
        FactRecord(where=f"{where}, fact {nth}", text=text, grounds=grounds, **shared)
        for nth, text in enumerate(texts, 1)
    ]
    whole = FactRecord(
        where=where, text=blob, status=Status.SUPERSEDED, ended_here=True, tags=(ORIGINAL,), **shared
    )
    return [*items, whole] if texts != [blob] else items


def _message(row: Mapping[str, Any]) -> Record:
    if not row["message_text"].strip():
        return Unmapped(what="messages without words", why="there is nothing to remember")
    sent_at = time_of(row["timestamp"])
    if sent_at is None:
        return Damage(where=f"chat_history: message {row['message_id']}", says="it lacks a time")
    return MessageRecord(
        where=f"chat_history: message {row['message_id']}",
        id=row["message_id"],
        channel=ChannelRecord(guild=row["guild_id"], id=row["channel_id"]),
        author=Person(id=row["user_id"], name=""),
        text=row["message_text"],
        sent_at=sent_at,
    )


FORMAT = Format(name="urmom-bot's PostgreSQL database", fits=fits, read=read)
