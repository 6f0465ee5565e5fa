"""How SQLite finds facts: an index of words and pages of bits, kept in step within the same transaction.

Only active facts are indexed, each under every one of its hearers (`index_terms.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import apsw
import numpy as np

from dnam.audience import Audience
from dnam.model import Fact, Spots, Status, Vector
from dnam.rules.fact_ranking import most_shared
from dnam.stores.bit_vectors import nearest
from dnam.stores.database import Step
from dnam.stores.index_terms import asked_of_facts, fact_terms, fts_match, hearers_of, listening, may_begin
from dnam.stores.rows import Row, fact_key, hearing
from dnam.stores.sqlite_bit_vectors import add_bits, drop_bits, pages_of
from dnam.stores.sqlite_threads import bound, run, run_steps

_MARKED = "fact terms marked as gone"
_PAGES = 40
"""Of each hearer's facts so many pages are compared: the latest twenty thousand."""
_LATEST = 2000
"""So many facts of each word are weighed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Entry:
    """What the index holds of a fact."""

    number: int
    hearers: tuple[str, ...] = ()
    words: str = ""
    model: str = ""
    vector: bytes | None = None

    @property
    def terms(self) -> str:
        return " ".join(fact_terms(self.hearers, self.words.split())) if self.words else ""

    @property
    def bits(self) -> tuple[object, ...] | None:
        return (self.hearers, self.model, self.vector) if self.hearers and self.vector else None


def change(db: apsw.Connection, facts: Sequence[Fact], steps: Sequence[Step]) -> list[int]:
    """Run steps that change facts, and index anew those that are found otherwise than before."""
    keyed = {fact.key: fact for fact in facts}.values()
    before = [_entry(db, fact) for fact in keyed]
    changed = run_steps(db, steps)
    after = [_entry(db, fact) for fact in keyed]
    bits: list[_Entry] = []
    for old, new in zip(before, after, strict=True):
        _change_terms(db, old, new)
        if (old.bits if old else None) != (new.bits if new else None):
            if old and old.bits:
                _drop_bits(db, old.number)
            if new and new.bits:
                bits.append(new)
    _add_bits(db, bits)
    return changed


def _entry(db: apsw.Connection, fact: Fact) -> _Entry | None:
    for number, status, subject, origin, by, widened, words, model, vector in run(
        db, "fact_entry", fact_key(fact)
    ):
        if status != Status.ACTIVE.value or not words:  # without words it is of an older schema
            return _Entry(number=number)
        hearers = hearers_of(origin, subject=subject, asserted_by=by, widened=bool(widened))
        return _Entry(number=number, hearers=tuple(hearers), words=words, model=model, vector=vector)
    return None


def _change_terms(db: apsw.Connection, old: _Entry | None, new: _Entry | None) -> None:
    held, wanted = old.terms if old else "", new.terms if new else ""
    if held == wanted:
        return
    if old and held:
        run(db, "drop_fact_terms", {"number": old.number})
        run(db, "set_meta", {"name": _MARKED, "value": "yes"})
    if new and wanted:
        run(db, "add_fact_terms", {"number": new.number, "terms": wanted})


def _drop_bits(db: apsw.Connection, number: int) -> None:
    drop_bits(db, {page: [number] for (page,) in run(db, "fact_pages", {"number": number})})
    run(db, "drop_fact_bits", {"number": number})


def _add_bits(db: apsw.Connection, entries: Sequence[_Entry]) -> None:
    groups: dict[tuple[str, str, int], dict[int, tuple[int, Vector]]] = {}
    for entry in entries:
        vector = np.frombuffer(entry.vector or b"", np.float32)
        for hearer in entry.hearers:
            groups.setdefault((hearer, entry.model, len(vector)), {})[entry.number] = (0, vector)
    for (hearer, model, dims), some in groups.items():
        where: dict[str, int | str] = {"guild": 0, "origin": _origin(hearer), "model": model, "dims": dims}
        for number, page in zip(some, add_bits(db, where, some), strict=True):
            run(db, "add_fact_bits", {"number": number, "page": page})


def _origin(hearer: str) -> str:
    """Name the pages of facts so that they are not those of messages."""
    return f"fact {hearer}"


def purge(db: apsw.Connection) -> None:
    """Leave no byte of the words of facts that are gone, which the index had only marked."""
    if run(db, "get_meta", {"name": _MARKED}) == [("yes",)]:
        run(db, "purge_fact_terms", {})
        run(db, "set_meta", {"name": _MARKED, "value": "no"})


@dataclass(frozen=True, kw_only=True, slots=True)
class FactSearch:
    """What is looked for among facts."""

    words: Sequence[str]
    vector: Vector | None
    model: str | None
    at: int
    limit: int


def find(db: apsw.Connection, audience: Audience, search: FactSearch) -> list[Row]:
    """Read the facts that share most with what is asked, by word and by meaning."""
    by_word = most_shared([_numbers(db, audience, word) for word in search.words], search.limit)
    numbers = np.union1d(by_word, _near(db, audience, search)).tolist()
    params = {**hearing(audience), "numbers": numbers, "at": search.at, "model": search.model}
    return run(db, "read_facts", bound(params))


def _numbers(db: apsw.Connection, audience: Audience, word: str) -> Spots:
    alternatives = asked_of_facts(audience, word)
    asks = {"match": fts_match(alternatives), "limit": _LATEST}
    joined = run(db, "find_fact_terms", asks)[0][0]
    if joined is None and may_begin(word):
        joined = run(db, "find_fact_terms", {**asks, "match": fts_match(alternatives, begun=True)})[0][0]
    return np.fromstring(joined or "", np.int64, sep=",")


def _near(db: apsw.Connection, audience: Audience, search: FactSearch) -> Spots:
    if search.vector is None or search.model is None:
        return np.empty(0, np.int64)
    origins = [_origin(listener) for listener in listening(audience)]
    pages = pages_of(db, origins, search.model, len(search.vector), most=_PAGES)
    if not pages:
        return np.empty(0, np.int64)
    # who listens for several reasons has a fact several times
    numbers, apart = nearest(pages, search.vector, limit=search.limit * len(origins), author=None)
    ordered = numbers[np.argsort(apart, kind="stable")]
    _, first = np.unique(ordered, return_index=True)
    return ordered[np.sort(first)[: search.limit]]
