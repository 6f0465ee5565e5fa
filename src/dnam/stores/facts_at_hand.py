"""Facts of a SQLite file that were read lately, so that the same are not read and converted again.

Which facts an audience may see is asked of the file each time. It answers with their stamps, and a fact's
stamp is another one whenever it changes: nothing comes from here that is no longer stored just so.
"""

from itertools import islice
from threading import Lock

import apsw

from dnam.domain import HeldFact
from dnam.stores.rows import Params, to_held
from dnam.stores.sqlite_threads import bound, run

MOST_AT_HAND = 5000
"""Facts that stay at hand: with their vectors some 25 megabytes."""


class FactsAtHand:
    def __init__(self) -> None:
        self._by_stamp: dict[tuple[int, str | None], HeldFact] = {}
        self._changing = Lock()

    def __len__(self) -> int:
        return len(self._by_stamp)

    def read(self, db: apsw.Connection, query: str, params: Params) -> list[HeldFact]:
        """Return the facts of a query that answers with numbers and stamps; within a transaction."""
        stamps: dict[int, int] = dict(run(db, query, bound(params)))  # type: ignore[arg-type]  # pairs
        model, at_hand = params["model"], self._by_stamp
        facts = {number: at_hand.get((stamp, model)) for number, stamp in stamps.items()}
        if new := [number for number, fact in facts.items() if fact is None]:
            rows = run(db, "held_facts", bound({"numbers": new, "model": model}))
            read = {row[0]: fact for row, fact in zip(rows, to_held(row[1:] for row in rows), strict=True)}
            facts |= read
            self._add({(stamps[number], model): fact for number, fact in read.items()})
        return [fact for fact in facts.values() if fact is not None]

    def forget(self) -> None:
        """Drop what was read so far."""
        self._by_stamp = {}

    def _add(self, read: dict[tuple[int, str | None], HeldFact]) -> None:
        with self._changing:
            self._by_stamp |= read
            for first in [*islice(self._by_stamp, max(len(self) - MOST_AT_HAND, 0))]:
                del self._by_stamp[first]
