"""What a message takes on disk, by what is stored of it, and in PostgreSQL.

    python -m bench.disk [--messages 10000]

The world that people live in, each message with its vector. Writes bench/results/disk.json.
"""

import argparse
import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import asyncpg

from bench.postgres import database, quiet, run_as_owner, server
from bench.results import write
from bench.world import KEPT, Chatter, DrawnVectors, Shape, fill, kept_world
from dnam.memory import Memory

PARTS = {
    "vector: a byte for each of its numbers": ("message_vectors", "sqlite_autoindex_message_vectors"),
    "vector: signs of its numbers, to find what is near": ("vector_pages",),
    "text and its words, who, where and when": ("messages",),
    "found by its words": ("message_terms",),
    "found by author, channel, time and id": ("messages_by",),
    "names and all else": ("",),
}
"""Where each table and index belongs: to the first of these whose beginning it has."""
_SIZES = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name"
_ALL_TABLES = """SELECT sum(pg_total_relation_size(oid)) FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"""
_LENGTHS = "SELECT avg(length(CAST(text AS blob))) FROM messages"


def measure(file: Path, messages: int) -> dict[str, Any]:
    """Return the bytes a message of a filled database, by part, and those of its text alone."""
    with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)) as db:
        sizes: dict[str, int] = dict(db.execute(_SIZES))
        (text,) = next(iter(db.execute(_LENGTHS)))
    parts = dict.fromkeys(PARTS, 0)
    for name, size in sizes.items():
        parts[_part_of(name)] += size
    return {
        "messages": messages,
        "text": round(float(text)),
        "parts": {part: round(size / messages) for part, size in parts.items()},
    }


def _part_of(name: str) -> str:
    """Return where a table or index belongs; the table of messages has no more to its name."""
    return next(
        part
        for part, begins in PARTS.items()
        if any(name == one or (one != "messages" and name.startswith(one)) for one in begins)
    )


async def in_postgres(uri: str, shape: Shape) -> dict[str, int]:
    """Fill a new database with the same world; return the bytes a message, and those once written anew."""
    await run_as_owner(uri, "DROP DATABASE IF EXISTS disk")
    url = await database(uri, "disk")
    async with Memory.open(quiet(url), embedder=DrawnVectors(), models={}) as memory:
        await fill(memory, shape, Chatter(seed=3))
    connection = await asyncpg.connect(url)
    filled = await connection.fetchval(_ALL_TABLES)
    await connection.execute("VACUUM FULL", timeout=3600)
    anew = await connection.fetchval(_ALL_TABLES)
    await connection.close()
    return {"filled": round(filled / shape.messages), "anew": round(anew / shape.messages)}


def run(messages: int) -> None:
    """Fill the world in both stores, and write down what it takes."""
    shape = Shape(messages, guilds=4, channels=40)
    measured = measure(asyncio.run(kept_world(shape)), messages)
    with server(KEPT / "disk-postgres") as uri:
        write("disk", {**measured, "postgres": asyncio.run(in_postgres(uri, shape))})


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=10_000)
    run(parser.parse_args().messages)


if __name__ == "__main__":
    main()
