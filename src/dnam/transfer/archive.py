"""A whole memory as one file, which a store of either kind takes in again: `dnam export` and `dnam import`.

The file is gzipped JSON, one object on each line: a header, then each row of each table, then an end with the
number of rows and a hash of all lines before it. A file that was cut off or changed is refused before
anything is written. `docs/moving-in.md` describes the format.
"""

import asyncio
import gzip
import hashlib
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any, cast

from pydantic_core import from_json, to_json

from dnam.errors import BadInput, StoreTooNew
from dnam.ports import Clock, Store, TableRows
from dnam.stores.copying import BATCH, COMPUTED_TABLES
from dnam.stores.queries import migrations
from dnam.user_files import new_file

FORMAT = "dnam archive"
VERSION = 1
MAGIC = b"\x1f\x8b"
"""The first bytes of every gzipped file."""

Progress = Callable[[int, int], None]
"""Told how many rows are done, and how many there are; 0 when nobody knows."""


def silent(done: int, total: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Archive:
    """An archive that was read to its end and is whole."""

    path: Path
    made_at: datetime
    counts: Mapping[str, int]
    """How many rows it has of each table."""
    key: str
    """The tombstone key: the same in every copy of one memory."""

    @property
    def total(self) -> int:
        return sum(self.counts.values())


async def rows_about(store: Store) -> int:
    """Return about how many rows a copy of a store has: what is computed from the others is not copied."""
    return sum(count for table, count in (await store.counts()).items() if table not in COMPUTED_TABLES)


async def write_archive(
    store: Store, path: Path, *, clock: Clock, progress: Progress = silent
) -> Mapping[str, int]:
    """Write everything a store has into a new file; return the number of rows of each table.

    The file gets its name when it is complete. Raises BadInput when it exists, StoreError.
    """
    if await asyncio.to_thread(path.exists):
        raise BadInput(f"{path} exists already: choose a new name. Nothing was written.")
    total = await rows_about(store)
    with _gzipped(path) as file:
        lines = _Lines(file)
        header = {"format": FORMAT, "version": VERSION, "schema": _schema(), "made_at": clock.now()}
        lines.write([header])
        async with aclosing(cast(Any, store.dump())) as batches:
            async for table, rows in batches:
                await asyncio.to_thread(lines.write, [{"table": table, "row": row} for row in rows])
                lines.counts[table] += len(rows)
                progress(lines.counts.total(), total)
        lines.end()
        progress(lines.counts.total(), lines.counts.total())
    return dict(lines.counts)


class _Lines:
    """The lines of an archive while it is written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = hashlib.sha256()
        self.counts: Counter[str] = Counter()

    def write(self, lines: list[dict[str, Any]]) -> None:
        data = b"".join(to_json(line) + b"\n" for line in lines)
        self._hash.update(data)
        self._file.write(data)

    def end(self) -> None:
        self._file.write(to_json({"end": dict(self.counts), "sha256": self._hash.hexdigest()}) + b"\n")


@contextmanager
def _gzipped(path: Path) -> Iterator[IO[bytes]]:
    with (
        new_file(path) as part,
        part.open("wb") as raw,
        gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=6, mtime=0) as file,
    ):
        yield cast(IO[bytes], file)


def check_archive(path: Path) -> Archive:
    """Read an archive to its end. Raises BadInput when it is none or is damaged, StoreTooNew."""
    hashed, counts = hashlib.sha256(), Counter[str]()
    header, end, key = dict[str, Any](), dict[str, Any](), ""
    try:
        with gzip.open(path, "rb") as file:
            for line in file:  # in binary, a line ends at a newline only
                if end:
                    raise BadInput(f"{path} goes on after its end: it is damaged. Nothing was changed.")
                value = from_json(line)
                if "end" in value:
                    end = value
                    continue
                hashed.update(line)
                if not header:
                    header = _header(path, value)
                    continue
                counts[value["table"]] += 1
                key = value["row"]["value"] if value["table"] == "meta" else key
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error
    except (EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"{path} is damaged after {counts.total()} rows. Nothing was changed.") from error
    if end.get("end") != dict(counts) or end.get("sha256") != hashed.hexdigest():
        raise BadInput(f"{path} is cut off or was changed. Nothing was changed here.")
    return Archive(path=path, made_at=datetime.fromisoformat(header["made_at"]), counts=counts, key=key)


def _header(path: Path, value: dict[str, Any]) -> dict[str, Any]:
    if value.get("format") != FORMAT:
        raise BadInput(f"{path} is not an archive of dnam.")
    if value["version"] > VERSION or value["schema"] > _schema():
        raise StoreTooNew(f"{path} was written by a newer dnam: update dnam. Nothing was changed.")
    return value


def is_archive(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        if file.read(2) != MAGIC:
            return False
    try:
        with gzip.open(path, "rb") as file:
            return f'"format":"{FORMAT}"'.encode() in file.read(200)
    except (OSError, EOFError):
        return False


def rows_of(archive: Archive, progress: Progress = silent) -> Iterator[TableRows]:
    """Yield the rows of an archive as `Store.load` takes them."""
    done = 0
    with gzip.open(archive.path, "rb") as file:
        next(file)
        table, rows = "", list[Mapping[str, Any]]()
        for line in file:
            value = from_json(line)
            name = value.get("table", "")
            if rows and (name != table or len(rows) == BATCH or rows[0].keys() != value["row"].keys()):
                yield table, rows
                done, rows = done + len(rows), []
                progress(done, archive.total)
            if name:
                table = name
                rows.append(value["row"])


async def load_archive(
    store: Store, path: Path, *, replace: bool = False, progress: Progress = silent
) -> Archive:
    """Take an archive into a store, all or nothing. Raises BadInput, StoreError when it is not empty."""
    archive = await asyncio.to_thread(check_archive, path)
    await store.load(rows_of(archive, progress), replace=replace)
    return archive


def _schema() -> int:
    return migrations("sqlite")[-1].version
