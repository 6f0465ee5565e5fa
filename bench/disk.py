"""What a message takes on disk, by what is stored of it.

    python -m bench.disk [--messages 10000]

The world that people live in, each message with its vector. Writes bench/results/disk.json.
"""

import argparse
import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

from bench.results import write
from bench.world import Shape, kept_world

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


def run(messages: int) -> None:
    """Fill the world unless it is there, and write down what it takes."""
    file = asyncio.run(kept_world(Shape(messages, guilds=4, channels=40)))
    write("disk", measure(file, messages))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=10_000)
    run(parser.parse_args().messages)


if __name__ == "__main__":
    main()
