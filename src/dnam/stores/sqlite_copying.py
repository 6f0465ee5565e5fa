"""Copying a whole memory out of a SQLite file and into one: functions that run in a connection's thread."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import apsw

from dnam.errors import StoreError
from dnam.ports.copying import TableRows
from dnam.stores.copying import (
    BATCH,
    COMPUTED_TABLES,
    META,
    MOVING,
    NOT_EMPTY,
    TABLES,
    as_row,
    copied,
    insert_into,
    message_terms,
)
from dnam.stores.privacy import KEY
from dnam.stores.sqlite_threads import run

_INDEXES = ("message_terms", "fact_terms")


def dumped(db: apsw.Connection) -> Iterator[TableRows]:
    """Yield every row; the caller keeps one transaction open meanwhile."""
    yield META, [{"name": KEY, "value": run(db, "get_meta", {"name": KEY})[0][0]}]
    for table in TABLES:
        columns = copied(table, _columns(db, table))
        cursor = db.execute(f"SELECT {', '.join(columns)} FROM {table}")  # noqa: S608 (our own names)
        while rows := [*islice(cursor, BATCH)]:
            yield table, [as_row(columns, row) for row in rows]


def loaded(db: apsw.Connection, batches: Iterable[TableRows], location: str, *, replace: bool) -> None:
    """Write dumped rows, within the caller's transaction."""
    if replace:
        _clear(db)
    else:
        _refuse_full(db, location)
    _insert(db, batches)


def load_part(db: apsw.Connection, batches: Iterable[TableRows], location: str, total: int) -> None:
    """Write the next rows of a copy in parts, within the caller's transaction."""
    if not run(db, "get_meta", {"name": MOVING}):
        _refuse_full(db, location)
    _insert(db, batches)
    run(db, "set_meta", {"name": MOVING, "value": str(total)})


def end_parts(db: apsw.Connection) -> None:
    """Note that a copy in parts is whole."""
    db.execute("DELETE FROM meta WHERE name = ?", (MOVING,))


def _refuse_full(db: apsw.Connection, location: str) -> None:
    if any(db.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchall() for table in TABLES):  # noqa: S608
        raise StoreError(NOT_EMPTY.format(location))


def _insert(db: apsw.Connection, batches: Iterable[TableRows]) -> None:
    known = {table: _columns(db, table) for table in TABLES}
    number: Any = db.execute("SELECT coalesce(max(number), 0) FROM facts").fetchall()[0][0]
    for table, rows in batches:
        insert = insert_into(table, rows, known.get(table, ()))
        columns, extra = insert.columns, (("number",) if table == "facts" else ())
        names = ", ".join((*columns, *extra))
        marks = ", ".join("?" * (len(columns) + len(extra)))
        how = "INSERT OR REPLACE" if table == META else "INSERT"
        values = [insert.values(row) for row in rows]
        if table == "facts":
            values = [[*row, number + nth] for nth, row in enumerate(values, 1)]
            number += len(rows)
        db.executemany(f"{how} INTO {table} ({names}) VALUES ({marks})", values)
        if table == "messages":
            terms = [{"spot": row["spot"], "terms": " ".join(message_terms(row))} for row in rows]
            for each in terms:
                run(db, "add_terms", each)


def _clear(db: apsw.Connection) -> None:
    for index in _INDEXES:
        db.execute(f"INSERT INTO {index} ({index}) VALUES ('delete-all')")  # noqa: S608
    for table in (*sorted(COMPUTED_TABLES.difference(_INDEXES)), *reversed(TABLES)):
        db.execute(f"DELETE FROM {table}")  # noqa: S608


def _columns(db: apsw.Connection, table: str) -> list[str]:
    return [str(row[1]) for row in db.execute(f"PRAGMA table_info({table})").fetchall()]
