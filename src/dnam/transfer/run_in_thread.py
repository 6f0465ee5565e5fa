"""Reading files beside the event loop: a reader is a plain generator, and runs in a thread, in pieces."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import islice

from dnam.transfer.records import Options, Record

PIECE = 500


def in_thread(
    read: Callable[[str, Options], Iterator[Record]],
) -> Callable[[str, Options], AsyncIterator[Record]]:

    async def records(source: str, options: Options) -> AsyncIterator[Record]:
        iterator = read(source, options)
        while piece := await asyncio.to_thread(lambda: [*islice(iterator, PIECE)]):
            for record in piece:
                yield record

    return records


def beginning(source: str, length: int = 4096) -> bytes:
    """Return the first bytes of a file; nothing when it is none."""
    try:
        with open(source, "rb") as file:  # noqa: PTH123 (a path as it was typed)
            return file.read(length)
    except (OSError, ValueError):
        return b""
