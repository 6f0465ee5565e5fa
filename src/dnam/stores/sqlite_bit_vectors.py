"""Pages of sign bits in SQLite: one row holds the bits of many vectors (see `bit_vectors.py`)."""

from collections.abc import Iterable

import apsw
import numpy as np

from dnam.domain import Vector
from dnam.stores.bit_vectors import PAGE_SIZE, BitPage, signs
from dnam.stores.rows import Params
from dnam.stores.sqlite_threads import run


def pages_of(
    db: apsw.Connection, origins: Iterable[str], model: str, dims: int, *, most: int
) -> list[BitPage]:
    """Return at most `most` of the latest pages of each origin."""
    return [
        BitPage(bits=bits, positions=positions, authors=authors)
        for origin in origins
        for bits, positions, authors in run(
            db, "pages_of", {"origin": origin, "model": model, "dims": dims, "pages": most}
        )
    ]


def add_bits(
    db: apsw.Connection, where: dict[str, int | str], entries: dict[int, tuple[int, Vector]]
) -> list[int]:
    """Fill the last page, then add new ones; return each entry's page."""
    new = BitPage(
        bits=b"".join(signs(vector) for _, vector in entries.values()),
        positions=np.fromiter(entries, np.int64).tobytes(),
        authors=np.fromiter((author for author, _ in entries.values()), np.int64).tobytes(),
    )
    dims, start, pages = int(where["dims"]), 0, list[int]()
    for page, count, bits, positions, authors in run(db, "last_page", where):
        start = min(PAGE_SIZE - count, new.count)
        if start > 0:
            old = BitPage(bits=bits, positions=positions, authors=authors)
            _save(db, page, old.joined(new.cut(0, start, dims)))
            pages += [page] * start
    for first in range(start, new.count, PAGE_SIZE):
        part = new.cut(first, first + PAGE_SIZE, dims)
        pages += [run(db, "add_page", {**where, **_params(part)})[0][0]] * part.count
    return pages


def drop_bits(db: apsw.Connection, bits: dict[int, list[int]]) -> None:
    """Remove entries, given as positions by page."""
    for page, gone in bits.items():
        for dims, packed, positions, authors in run(db, "get_page", {"page": page}):
            _save(db, page, BitPage(bits=packed, positions=positions, authors=authors).without(gone, dims))


def _save(db: apsw.Connection, page: int, content: BitPage) -> None:
    if content.count:
        run(db, "save_page", {"page": page, **_params(content)})
    else:
        run(db, "drop_page", {"page": page})


def _params(page: BitPage) -> Params:
    return {"count": page.count, "bits": page.bits, "spots": page.positions, "authors": page.authors}
