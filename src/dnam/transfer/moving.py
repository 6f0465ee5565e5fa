"""`dnam move`: a whole memory from one store into another of either kind, in parts.

Each part is saved together with how many rows are in, so that a move that broke off goes on there; until it
is whole, the target cannot be opened as a memory. Afterwards every table of both is counted and hashed, so
that a source that was written to meanwhile is noticed.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic_core import to_json

from dnam.errors import StoreError
from dnam.ports import Store, TableRows
from dnam.transfer.archive import Progress, rows_about, silent

PART = 10_000
"""Rows that are saved at once."""


@dataclass(slots=True)
class Digest:
    """How many rows each table has, and a hash of them that does not depend on their order."""

    counts: Counter[str] = field(default_factory=Counter)
    hashes: Counter[str] = field(default_factory=Counter)

    @classmethod
    async def of(cls, store: Store) -> "Digest":
        digest = cls()
        async for table, rows in store.dump():
            digest.counts[table] += len(rows)
            for row in rows:
                line = to_json(dict(sorted(row.items())))
                digest.hashes[table] += int.from_bytes(hashlib.blake2b(line, digest_size=16).digest())
        return digest


async def move(
    source: Store, target: Store, progress: Progress = silent, *, part_rows: int = PART
) -> Mapping[str, int]:
    """Copy everything into an empty store, or go on where a move broke off; return the rows by table.

    Raises StoreError when the target is not empty, or is not equal to the source in the end.
    """
    total = await rows_about(source)
    done = await target.loaded_rows() or 0
    part, read = list[TableRows](), 0
    async for table, rows in source.dump():
        read += len(rows)
        if read <= done:
            continue
        part.append((table, rows))
        if sum(len(each) for _, each in part) >= part_rows:
            await target.load_part(part, total=read)
            part = []
            progress(read, total)
    await target.load_part(part, total=read)
    left, arrived = await Digest.of(source), await Digest.of(target)
    for table in left.counts | arrived.counts:
        if left.counts[table] != arrived.counts[table] or left.hashes[table] != arrived.hashes[table]:
            raise StoreError(
                f"{arrived.counts[table]:,} rows of {table} arrived in {target.location}, not the "
                f"{left.counts[table]:,} that the source has, or others: the source was changed meanwhile. "
                "Stop everything that writes to it, empty the target and move again."
            )
    await target.end_parts()
    progress(read, read)
    return dict(left.counts)
