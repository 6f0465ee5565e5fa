"""What the shared half of both stores needs from a database: run a named query, in one transaction."""

from collections.abc import Sequence
from typing import Protocol

from dnam.stores.rows import Params, Row

Step = tuple[str, Params]
"""A named query and its parameters; lists and vectors are written as the database wants them."""


class Database(Protocol):
    """A database that knows our queries by name."""

    async def read(self, query: str, params: Params) -> list[Row]:
        """Give the rows of a query. Raises StoreError."""

    async def write(self, steps: Sequence[Step], *, repeatable: bool = True) -> list[int]:
        """Run queries in one transaction, all or none; give how many rows each has changed.

        What is repeatable may be run again when a connection was lost on the way. Raises StoreError.
        """
