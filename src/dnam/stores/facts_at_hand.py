"""Facts of a SQLite file that were read lately, so that the same are not read and converted again.

Which facts an audience may see is asked of the file each time. It answers with their stamps, and a fact's
stamp is another one whenever it changes, but for its uses: nothing comes from here that is stored no more.
"""

from dataclasses import replace
from itertools import islice
from threading import Lock

import apsw

from dnam.domain import HeldFact
from dnam.stores.rows import Params, to_held
from dnam.stores.sqlite_threads import bound, run

MOST_AT_HAND = 5000
"""Facts that stay at hand: with their vectors some 20 megabytes."""


class FactsAtHand:
    def __init__(self) -> None:
        self._by_stamp: dict[tuple[int, str | None], HeldFact] = {}
        self._changing = Lock()

    def __len__(self) -> int:
        return len(self._by_stamp)

    def read(self, db: apsw.Connection, query: str, params: Params) -> list[HeldFact]:
        """Return the facts of a query that answers with numbers, stamps and uses; within a transaction."""
        model, at_hand = params["model"], self._by_stamp
        facts: dict[int, HeldFact | None] = {}
        stamps: dict[int, int] = {}
        changed: dict[int, HeldFact] = {}
        for number, stamp, hits in run(db, query, bound(params)):
            item = at_hand.get((stamp, model))
            if item is not None and item.fact.hits != hits:
                item = changed[number] = item._replace(fact=replace(item.fact, hits=hits))
            facts[number], stamps[number] = item, stamp
        if new := [number for number, item in facts.items() if item is None]:
            rows = run(db, "held_facts", bound({"numbers": new, "model": model}))
            changed |= {
                row[0]: item for row, item in zip(rows, to_held(row[1:] for row in rows), strict=True)
            }
            facts |= changed
        if changed:
            self._add({(stamps[number], model): item for number, item in changed.items()})
        return [item for item in facts.values() if item is not None]

    def forget(self) -> None:
        """Drop what was read so far."""
        self._by_stamp = {}

    def _add(self, read: dict[tuple[int, str | None], HeldFact]) -> None:
        with self._changing:
            self._by_stamp |= read
            for first in [*islice(self._by_stamp, max(len(self) - MOST_AT_HAND, 0))]:
                del self._by_stamp[first]
