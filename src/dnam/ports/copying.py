"""The store port for copying a whole memory: out of one store, into another of either kind."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, Protocol

TableRows = tuple[str, list[Mapping[str, Any]]]
"""Some rows of a table, by the names of their columns."""


class CopyStore(Protocol):
    """Everything a memory consists of, as rows. What is computed from them (indexes, vectors) is left out."""

    def dump(self) -> AsyncIterator[TableRows]:
        """Yield every row as of one moment, while the store is in use; each after those it refers to."""

    async def load(self, rows: Iterable[TableRows], *, replace: bool = False) -> None:
        """Take in dumped rows, all or nothing; with `replace`, in place of everything that is stored.

        `rows` is read in another thread. Raises StoreError when the store is not empty and not replaced, or
        when a row does not fit the schema; then nothing is changed.
        """

    async def load_part(self, rows: Sequence[TableRows], *, total: int) -> None:
        """Take in the next rows of a copy that is made in parts, and note that `total` are in, or neither.

        The first part needs an empty store. Raises StoreError as `load` does.
        """

    async def loaded_rows(self) -> int | None:
        """Return how many rows an unfinished copy in parts has taken in; None when there is none."""

    async def end_parts(self) -> None:
        """Note that a copy in parts is whole, and index what it has brought."""
