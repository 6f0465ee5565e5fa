"""Looking for remains: every table, every file, every cache of a memory, searched for a planted word."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from dnam import Memory
from dnam.ports import Store
from dnam.settings import Settings
from dnam.stores.postgres import PostgresStore
from dnam.stores.sqlite import SqliteStore

if TYPE_CHECKING:
    from dnam.stores.postgres_pool import Connection

WORD = "yxqplan"
"""The inside of what is planted: an index may store a word without its first letters."""


async def in_tables(store: Store) -> list[str]:
    """Name the tables that hold the word, search indexes included."""
    if isinstance(store, PostgresStore):
        return await _in_postgres(store)
    found = []
    with closing(apsw.Connection(store.location, flags=apsw.SQLITE_OPEN_READONLY)) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for name in names:
            rows = db.execute(f'SELECT * FROM "{name}"').fetchall()  # noqa: S608  names of our own schema
            if any(_holds(value) for row in rows for value in row):
                found.append(str(name))
    return found


async def _in_postgres(store: PostgresStore) -> list[str]:
    async def look(connection: "Connection") -> list[str]:
        tables = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        found = []
        for (name,) in tables:
            rows = await connection.fetch(f"SELECT t::text FROM {name} t")  # noqa: S608  names of our own schema
            if any(_holds(row[0]) for row in rows):
                found.append(str(name))
        return found

    return await store._pool.working(look, repeatable=True, together=False)


def in_files(folder: Path) -> list[str]:
    """Name the files below a folder that hold the word, byte for byte, or bear it in their name."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return [str(p.relative_to(folder)) for p in paths if _holds(p.read_bytes()) or _holds(p.name)]


def in_caches(memory: Memory) -> list[str]:
    """Name the parts of a running memory that still hold the word."""
    todo: list[tuple[str, object]] = [("memory", memory)]
    seen, remains = set[int](), list[str]()
    while todo:
        name, part = todo.pop()
        if id(part) in seen or isinstance(part, SqliteStore | PostgresStore | Settings):
            continue
        seen.add(id(part))
        if type(part).__module__.startswith("dnam.") and hasattr(part, "__dict__"):
            todo += [(f"{name}.{attribute}", value) for attribute, value in vars(part).items()]
        elif _holds(repr(part)) or _holds(str(_values(part))):
            remains.append(name)
    return remains


def _values(part: object) -> list[object]:
    return list(part.items()) if hasattr(part, "items") else [part]


def _holds(value: object) -> bool:
    if isinstance(value, bytes):
        return WORD.encode() in value.lower()
    return WORD in str(value).casefold()
