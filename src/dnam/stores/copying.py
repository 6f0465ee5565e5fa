"""Which rows make up a memory, for copying it from one store into another of either kind.

Vectors and word indexes are computed from the rows, so they are not copied: `load` indexes anew, and vectors
follow in the background.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dnam.errors import StoreError
from dnam.stores.database import Database
from dnam.stores.index_terms import terms_of
from dnam.stores.privacy import KEY

BATCH = 1000
"""Rows that are read, or written, at once."""

TABLES = (
    *("places", "people", "messages", "voices", "facts", "fact_sources", "fact_people", "answer_sources"),
    *("sessions", "summaries", "summary_sources", "short_term", "days", "day_marks", "stamps", "contexts"),
    *("consents", "tombstones", "notes", "actions"),
)
"""The tables of a memory; what a row refers to is in an earlier one."""
COMPUTED_TABLES = frozenset(
    {"message_vectors", "fact_vectors", "vector_pages", "fact_bits", "message_terms", "fact_terms"}
)
"""Tables that are computed from the others."""
META = "meta"
"""Of what a store notes about itself, only the key of its tombstones is copied: they mean nothing without."""
TOKENS = "tokens"
"""What a PostgreSQL store notes of the tokens of its dashboard; empty while there are none."""
MOVING = "moving"
"""What a store notes while it is copied into in parts: how many rows it has taken in."""

_COMPUTED = {
    "messages": frozenset({"vector_model", "terms"}),
    "facts": frozenset({"vector_model", "terms", "words", "slot", "stems", "number", "stamp"}),
    "actions": frozenset({"id"}),
}
_FLAGS = frozenset(
    {"addressed", "hidden", "muted", "bot", "invite_only", "widened", "pinned", "offline", "refused"}
)


def copied(table: str, columns: Collection[str]) -> list[str]:
    return sorted(set(columns).difference(_COMPUTED.get(table, ())))


def as_row(columns: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    """Return a row by the names of its columns; SQLite has no booleans of its own."""
    return {
        column: bool(value) if column in _FLAGS else value
        for column, value in zip(columns, values, strict=True)
    }


def message_terms(row: Mapping[str, Any]) -> list[str]:
    return terms_of(row["origin"], row["author"], row["channel"], row["words"].split())


@dataclass(frozen=True, kw_only=True, slots=True)
class TableInsert:
    """An insert of rows that all have the same columns."""

    table: str
    columns: tuple[str, ...]

    def values(self, row: Mapping[str, Any]) -> list[Any]:
        """Return a row's values in the order of the columns. Raises StoreError when it has others."""
        if row.keys() != set(self.columns):
            raise StoreError(
                f"The rows of {self.table} do not all have the same columns. Nothing was changed."
            )
        return [row[column] for column in self.columns]


def insert_into(table: str, rows: Sequence[Mapping[str, Any]], known: Collection[str]) -> TableInsert:
    """Return the insert for dumped rows. Raises StoreError when this dnam does not know their columns."""
    allowed = {"name", "value"} if table == META else set(copied(table, known))
    columns = tuple(rows[0])
    if table not in (*TABLES, META) or not set(columns) <= allowed:
        raise StoreError(f"This dnam has no such rows as those of {table}. Nothing was changed.")
    if table == META and any(row["name"] != KEY for row in rows):
        raise StoreError("What a store notes about itself is not copied. Nothing was changed.")
    return TableInsert(table=table, columns=columns)


async def rows_loaded(database: Database) -> int | None:
    """Return how many rows an unfinished copy in parts has taken in; None when there is none."""
    rows = await database.read("get_meta", {"name": MOVING})
    return int(str(rows[0][0])) if rows else None


NOT_EMPTY = (
    "The memory in {} is not empty: copy into a new one, or restore a backup of it. Nothing was changed."
)
