"""The fact index of a SQLite file in memory, for hearers who have not too many facts.

It finds what the index in the file finds (`sqlite_facts.py`), in a fraction of the time. The file counts its
changes: before each search, what has changed since is read. What is found is only numbers: whether an
audience may see these facts is asked of the file.
"""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from threading import Lock

import apsw
import numpy as np

from dnam.audience import Audience
from dnam.domain import Positions, Vector
from dnam.rules.fact_ranking import most_shared
from dnam.stores.bit_vectors import BitPage, signs
from dnam.stores.index_terms import listening, may_begin
from dnam.stores.sqlite_facts import (
    LATEST,
    IndexEntry,
    entries_heard_by,
    entries_since,
    find_numbers,
    nearest_numbers,
)
from dnam.stores.sqlite_threads import run

MOST_OF_ONE = 20_000
"""The most facts of one hearer in memory; where there are more, the index in the file is asked."""
MOST = 40_000
"""The most facts and hearers in memory, some 30 megabytes; those that were read first go first."""
LAST_LETTER = "\U0010ffff"
MOST_CHANGES = 1000
"""More changes than these are not followed: what is asked for is read anew."""


class HeardFacts:
    """The facts of one hearer by their words, and the signs of their vectors of one model."""

    def __init__(self, model: str | None, entries: Sequence[IndexEntry]) -> None:
        self._model = model
        self._facts: dict[int, tuple[str, bytes, int]] = {}
        self._having: dict[str, array[int]] = {}
        self._vocabulary: list[str] = []
        self._pages: dict[int, list[BitPage]] = {}
        for entry in entries:
            self.put(entry)

    def __len__(self) -> int:
        return len(self._facts)

    def put(self, entry: IndexEntry) -> None:
        vector = np.frombuffer(entry.vector or b"", np.float32)
        if entry.model != self._model:
            vector = vector[:0]
        fact = (entry.words, signs(vector), len(vector))
        if self._facts.get(entry.number) == fact:
            return
        self.drop(entry)
        self._facts[entry.number] = fact
        self._pages.clear()
        for word in entry.words.split():
            if word not in self._having:
                self._having[word] = array("q")
                self._vocabulary = []
            self._having[word].append(entry.number)

    def drop(self, entry: IndexEntry) -> None:
        if entry.number in self._facts:
            for word in self._facts.pop(entry.number)[0].split():
                self._having[word].remove(entry.number)
            self._pages.clear()

    def having(self, word: str) -> list[Positions]:
        """Return the facts that have a word, if any do."""
        numbers = self._having.get(word)
        return [np.array(numbers, np.int64)] if numbers else []

    def having_begun(self, word: str) -> list[Positions]:
        """Return the facts of each word that begins with these letters."""
        self._vocabulary = self._vocabulary or sorted(self._having)
        first, last = (bisect_left(self._vocabulary, end) for end in (word, word + LAST_LETTER))
        return [numbers for one in self._vocabulary[first:last] for numbers in self.having(one)]

    def pages(self, dims: int) -> list[BitPage]:
        """Return the signs of all vectors of a length."""
        if dims not in self._pages:
            of_length = {number: bits for number, (_, bits, size) in self._facts.items() if size == dims}
            positions = np.fromiter(of_length, np.int64).tobytes()
            page = BitPage(bits=b"".join(of_length.values()), positions=positions, authors=b"")
            self._pages[dims] = [page] if of_length else []
        return self._pages[dims]


class FactIndex:
    def __init__(self) -> None:
        self._by_hearer: dict[tuple[str, str | None], HeardFacts | None] = {}
        self._counted = (0, 0)
        self._turn = Lock()

    def __len__(self) -> int:
        """Return how many hearers and facts are in memory."""
        return sum(1 + len(facts or ()) for facts in self._by_hearer.values())

    def find(
        self,
        db: apsw.Connection,
        audience: Audience,
        words: Sequence[str],
        vector: Vector | None,
        *,
        model: str | None,
        limit: int,
    ) -> list[int]:
        """Return what `sqlite_facts.find_numbers` does.

        It must be the first read of a transaction, so that a later turn sees no earlier state of the file.
        """
        with self._turn:
            self._follow(db)
            hearers = listening(audience)
            facts = [one for hearer in hearers if (one := self._of(db, hearer, model)) is not None]
            if len(facts) < len(hearers):
                return find_numbers(db, audience, words, vector, model=model, limit=limit)
            postings = []
            for word in words:
                having = [some for one in facts for some in one.having(word)]
                if not having and may_begin(word):
                    having = [some for one in facts for some in one.having_begun(word)]
                postings += [_latest(having)] if having else []
            numbers = most_shared(postings, limit).tolist()
            if vector is not None and model is not None:
                pages = [page for one in facts for page in one.pages(len(vector))]
                numbers += nearest_numbers(pages, vector, limit, hearers=len(hearers))
            return sorted({*numbers})

    def forget(self) -> None:
        """Drop what was read so far."""
        with self._turn:
            self._by_hearer = {}

    def _follow(self, db: apsw.Connection) -> None:
        """Read what has changed since the last time; once facts were dropped, everything anew."""
        changed, dropped = self._counted
        ((now_changed, now_dropped),) = run(db, "count_fact_changes", {})
        if now_dropped > dropped or now_changed > changed + MOST_CHANGES:
            self._by_hearer = {}
        elif now_changed > changed:
            for entry in entries_since(db, changed):
                for (hearer, _), facts in self._by_hearer.items():
                    if facts is not None:
                        (facts.put if hearer in entry.hearers else facts.drop)(entry)
        self._counted = now_changed, now_dropped

    def _of(self, db: apsw.Connection, hearer: str, model: str | None) -> HeardFacts | None:
        """Return the facts of a hearer; None when they are too many."""
        if (hearer, model) not in self._by_hearer:
            entries = entries_heard_by(db, hearer, most=MOST_OF_ONE)
            facts = self._by_hearer[hearer, model] = None if entries is None else HeardFacts(model, entries)
            self._make_room()
            return facts
        return self._by_hearer[hearer, model]

    def _make_room(self) -> None:
        while len(self) > MOST:
            del self._by_hearer[next(iter(self._by_hearer))]


def _latest(numbers: Sequence[Positions]) -> Positions:
    """Return the latest of these numbers, each once."""
    together = numbers[0] if len(numbers) == 1 else np.unique(np.concatenate(numbers))
    return together if len(together) <= LATEST else np.sort(together)[-LATEST:]
