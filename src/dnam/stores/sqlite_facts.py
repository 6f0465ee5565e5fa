"""Fact search in SQLite: a word index and pages of sign bits, updated in the transaction that changes a fact.

Only active facts are indexed, each under all of its hearers (`index_terms.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import apsw
import numpy as np

from dnam.audience import Audience
from dnam.domain import Fact, Positions, Status, Vector
from dnam.rules.fact_ranking import most_shared
from dnam.stores.bit_vectors import BitPage, nearest
from dnam.stores.database import Step
from dnam.stores.index_terms import fact_terms, fts_match, hearers_of, listening, may_begin
from dnam.stores.rows import Row, fact_key
from dnam.stores.sqlite_bit_vectors import add_bits, drop_bits, pages_of
from dnam.stores.sqlite_threads import bound, run, run_steps

TERMS_DELETED = "fact terms marked as gone"
_PAGES = 40
"""Pages compared per hearer: the latest 20,000 facts."""
LATEST = 2000
"""Facts compared per word: the latest."""


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexEntry:
    """What a fact's index rows are made from."""

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
    """Run steps that change facts, and reindex those whose index entries differ afterwards."""
    keyed = {fact.key: fact for fact in facts}.values()
    before = [_entry(db, fact) for fact in keyed]
    changed = run_steps(db, steps)
    after = [_entry(db, fact) for fact in keyed]
    bits: list[IndexEntry] = []
    for old, new in zip(before, after, strict=True):
        _change_terms(db, old, new)
        if (old.bits if old else None) != (new.bits if new else None):
            if old and old.bits:
                _drop_bits(db, old.number)
            if new and new.bits:
                bits.append(new)
    _add_bits(db, bits)
    return changed


def entries_since(db: apsw.Connection, stamp: int) -> list[IndexEntry]:
    """Return the entries of facts that have changed since a stamp."""
    return [*map(_to_entry, run(db, "fact_entries_since", {"stamp": stamp}))]


def entries_heard_by(db: apsw.Connection, hearer: str, *, most: int) -> list[IndexEntry] | None:
    """Return the entries of a hearer's facts; None when they are more than `most`."""
    match = fts_match([(f"{hearer}:",)], begun=True)
    numbers = [row[0] for row in run(db, "facts_heard_by", {"match": match, "limit": most + 1})]
    if len(numbers) > most:
        return None
    return [*map(_to_entry, run(db, "fact_entries", bound({"numbers": numbers})))]


def _entry(db: apsw.Connection, fact: Fact) -> IndexEntry | None:
    return next(map(_to_entry, run(db, "fact_entry", fact_key(fact))), None)


def _to_entry(row: Row) -> IndexEntry:
    number, status, subject, origin, by, widened, words, model, vector = row
    if status != Status.ACTIVE.value or not words:  # facts of an older schema have no words yet
        return IndexEntry(number=number)
    hearers = hearers_of(origin, subject=subject, asserted_by=by, widened=bool(widened))
    return IndexEntry(number=number, hearers=tuple(hearers), words=words, model=model, vector=vector)


def _change_terms(db: apsw.Connection, old: IndexEntry | None, new: IndexEntry | None) -> None:
    before, wanted = old.terms if old else "", new.terms if new else ""
    if before == wanted:
        return
    if old and before:
        run(db, "drop_fact_terms", {"number": old.number})
        run(db, "set_meta", {"name": TERMS_DELETED, "value": "yes"})
    if new and wanted:
        run(db, "add_fact_terms", {"number": new.number, "terms": wanted})


def _drop_bits(db: apsw.Connection, number: int) -> None:
    drop_bits(db, {page: [number] for (page,) in run(db, "fact_pages", {"number": number})})
    run(db, "drop_fact_bits", {"number": number})


def _add_bits(db: apsw.Connection, entries: Sequence[IndexEntry]) -> None:
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
    """Return the origin of fact pages, which share a table with the pages of messages."""
    return f"fact {hearer}"


def find_numbers(
    db: apsw.Connection,
    audience: Audience,
    words: Sequence[str],
    vector: Vector | None,
    *,
    model: str | None,
    limit: int,
) -> list[int]:
    """Return the row numbers of audible facts that match by word or by meaning."""
    numbers = most_shared([*_postings(db, audience, words).values()], limit).tolist()
    if vector is not None and model is not None:
        numbers += _near(db, audience, vector, model, limit)
    return sorted({*numbers})


def _postings(db: apsw.Connection, audience: Audience, words: Sequence[str]) -> dict[str, Positions]:
    """Return the numbers of the facts of each word that any fact has, or else of the words it begins.

    Most words of a question are in no fact: the index is asked only for terms it has.
    """
    prefixes = [f"{listener}:" for listener in listening(audience)]
    known = _next_terms(db, prefixes)
    prefixes = [prefix for prefix in prefixes if known[prefix].startswith(prefix)]
    terms = {word: [prefix + word for prefix in prefixes] for word in words}
    known = _next_terms(db, [term for some in terms.values() for term in some])
    exact = {word: [term for term in some if known[term] == term] for word, some in terms.items()}
    postings = _find_terms(db, exact)
    begun = {
        word: [term for term in some if known[term].startswith(term)]
        for word, some in terms.items()
        if may_begin(word) and word not in postings
    }
    return postings | _find_terms(db, begun, begun=True)


def _next_terms(db: apsw.Connection, terms: Sequence[str]) -> dict[str, str]:
    """Return for each term the first one of the index from it on; at its end nothing."""
    rows = run(db, "next_fact_terms", bound({"terms": [*terms]})) if terms else []
    return {term: first or "" for term, (first,) in zip(terms, rows, strict=True)}


def _find_terms(
    db: apsw.Connection, terms: Mapping[str, Sequence[str]], *, begun: bool = False
) -> dict[str, Positions]:
    """Return the numbers of the facts that have any term of a word; words that none has are left out."""
    matches = {
        word: fts_match([(term,) for term in some], begun=begun) for word, some in terms.items() if some
    }
    params = {"matches": [*matches.values()], "limit": LATEST}
    rows = run(db, "find_fact_terms", bound(params)) if matches else []
    return {
        word: np.fromstring(joined, np.int64, sep=",")
        for word, (joined,) in zip(matches, rows, strict=True)
        if joined is not None
    }


def _near(db: apsw.Connection, audience: Audience, vector: Vector, model: str, limit: int) -> list[int]:
    origins = [_origin(listener) for listener in listening(audience)]
    pages = pages_of(db, origins, model, len(vector), most=_PAGES)
    return nearest_numbers(pages, vector, limit, hearers=len(origins))


def nearest_numbers(pages: Sequence[BitPage], vector: Vector, limit: int, *, hearers: int) -> list[int]:
    """Return the numbers of the nearest facts; a fact is in the pages of each of its hearers."""
    if not pages:
        return []
    numbers, _ = nearest(pages, vector, limit=limit * hearers, author=None)
    return [*dict.fromkeys(numbers.tolist())][:limit]
