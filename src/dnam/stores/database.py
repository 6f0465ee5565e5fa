"""What the code shared by both stores needs from a database: run named queries in a transaction."""

from collections.abc import Sequence
from typing import Protocol

from dnam.stores.rows import Params, Row

Step = tuple[str, Params]
"""A named query and its parameters; the database encodes lists and vectors."""


class Database(Protocol):
    """A database that runs our queries by name."""

    async def read(self, query: str, params: Params) -> list[Row]:
        """Return the rows of a query. Raises StoreError."""

    async def write(self, steps: Sequence[Step], *, repeatable: bool = True) -> list[int]:
        """Run queries in one transaction, all or nothing; return how many rows each has changed.

        Repeatable steps are run again if the connection is lost meanwhile. Raises StoreError.
        """
