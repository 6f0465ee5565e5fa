"""Pages of bits in SQLite: the signs of many vectors in one row, added to, taken out of and read."""

from collections.abc import Iterable

import apsw
import numpy as np

from dnam.model import Vector
from dnam.stores.bit_vectors import PAGE_SIZE, BitPage, signs
from dnam.stores.sqlite_threads import run


def pages_of(
    db: apsw.Connection, origins: Iterable[str], model: str, dims: int, *, most: int
) -> list[BitPage]:
    """Give the latest pages of each origin."""
    return [
        BitPage(bits=bits, spots=spots, authors=authors)
        for origin in origins
        for bits, spots, authors in run(
            db, "pages_of", {"origin": origin, "model": model, "dims": dims, "pages": most}
        )
    ]


def add_bits(
    db: apsw.Connection, where: dict[str, int | str], entries: dict[int, tuple[int, Vector]]
) -> list[int]:
    """Append to the last page and begin new ones; give each entry's page."""
    new = BitPage(
        bits=b"".join(signs(vector) for _, vector in entries.values()),
        spots=np.fromiter(entries, np.int64).tobytes(),
        authors=np.fromiter((author for author, _ in entries.values()), np.int64).tobytes(),
    )
    dims, start, pages = int(where["dims"]), 0, list[int]()
    for page, count, bits, spots, authors in run(db, "last_page", where):
        start = min(PAGE_SIZE - count, new.count)
        if start > 0:
            held = BitPage(bits=bits, spots=spots, authors=authors).joined(new.cut(0, start, dims))
            _save(db, page, held)
            pages += [page] * start
    for first in range(start, new.count, PAGE_SIZE):
        part = new.cut(first, first + PAGE_SIZE, dims)
        stored = {"count": part.count, "bits": part.bits, "spots": part.spots, "authors": part.authors}
        pages += [run(db, "add_page", {**where, **stored})[0][0]] * part.count
    return pages


def drop_bits(db: apsw.Connection, bits: dict[int, list[int]]) -> None:
    """Take entries out of their pages."""
    for page, gone in bits.items():
        for dims, held, spots, authors in run(db, "get_page", {"page": page}):
            _save(db, page, BitPage(bits=held, spots=spots, authors=authors).without(gone, dims))


def _save(db: apsw.Connection, page: int, held: BitPage) -> None:
    if held.count:
        stored = {"count": held.count, "bits": held.bits, "spots": held.spots, "authors": held.authors}
        run(db, "save_page", {"page": page, **stored})
    else:
        run(db, "drop_page", {"page": page})
