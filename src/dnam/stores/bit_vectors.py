"""Approximate nearest vectors by Hamming distance over sign bits, packed into pages.

Pure arithmetic over bytes; `sqlite_bit_vectors.py` stores the pages. Sign bits rank nearly as well as the
cosine at 1/32 of the size; the exact score is computed later from the vectors themselves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Positions, Vector

PAGE_SIZE = 512
TOGETHER = 8
"""Pages that are compared at once: a quarter of a megabyte."""

Bits = NDArray[np.uint8]
Counts = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True, slots=True)
class BitPage:
    """The sign bits of up to `PAGE_SIZE` vectors, with their positions and authors in the same order."""

    bits: bytes
    positions: bytes
    authors: bytes

    @property
    def count(self) -> int:
        return len(self.positions) // 8  # int64

    def joined(self, other: "BitPage") -> "BitPage":
        return BitPage(
            bits=self.bits + other.bits,
            positions=self.positions + other.positions,
            authors=self.authors + other.authors,
        )

    def cut(self, start: int, stop: int, dims: int) -> "BitPage":
        width = width_of(dims)
        return BitPage(
            bits=self.bits[start * width : stop * width],
            positions=self.positions[start * 8 : stop * 8],
            authors=self.authors[start * 8 : stop * 8],
        )

    def without(self, positions: Sequence[int], dims: int) -> "BitPage":
        all_positions = np.frombuffer(self.positions, np.int64)
        keep = ~np.isin(all_positions, np.array(positions, np.int64))
        return BitPage(
            bits=np.frombuffer(self.bits, np.uint8).reshape(-1, width_of(dims))[keep].tobytes(),
            positions=all_positions[keep].tobytes(),
            authors=np.frombuffer(self.authors, np.int64)[keep].tobytes(),
        )


def width_of(dims: int) -> int:
    """Return the bytes that the sign bits of one vector take."""
    return -(-dims // 8)


def signs(vector: Vector) -> bytes:
    return np.packbits(vector > 0).tobytes()


def quantised(vector: Vector) -> bytes:
    """Return a vector of norm 1 as one signed byte per number."""
    return np.clip(np.rint(vector * 127), -127, 127).astype(np.int8).tobytes()


class HalfVector(bytes):
    """A vector as PostgreSQL sends it: its dimensions, two bytes of nothing, then its half floats."""

    HEAD = 2
    """How many half floats the dimensions and the nothing are as long as."""


_FLOATS: NDArray[np.float32] = np.arange(1 << 16, dtype=np.uint16).view(">f2").astype(np.float32)
"""Every half float by its two bytes as they are sent: looked up, it takes a third of the time to convert."""


def halves(stored: bytes) -> NDArray[np.float32]:
    """Return the numbers of a `HalfVector`, or of several, each with its head."""
    return _FLOATS.take(np.frombuffer(stored, np.uint16))


def stacked(stored: Sequence[bytes | None]) -> "NDArray[np.float32] | None":
    """Return vectors as rows, zeros where there is none; each is quantised, or a `HalfVector`.

    An embedding server may change its dimensions under the same model name: only vectors of the most frequent
    length count.
    """
    lengths = Counter(map(len, filter(None, stored)))
    if not lengths:
        return None
    length = max(lengths, key=lengths.__getitem__)
    blank = bytes(length)
    joined = b"".join([blank if one is None or len(one) != length else one for one in stored])
    if any(isinstance(one, HalfVector) for one in stored):
        return halves(joined).reshape(len(stored), -1)[:, HalfVector.HEAD :]
    rows = np.frombuffer(joined, np.int8).reshape(len(stored), length)
    scaled: NDArray[np.float32] = np.divide(rows, np.float32(127), dtype=np.float32)
    return scaled


def nearest(
    pages: Sequence[BitPage], vector: Vector, *, limit: int, author: int | None
) -> tuple[Positions, Counts]:
    """Return the nearest positions and their distances, nearest first; with `author`, only of that person.

    Of those that are equally near, the later come first.
    """
    target = np.frombuffer(signs(vector), np.uint8)
    # Some pages at a time: the bits stay within the CPU cache, and few calls are made.
    batches = [pages[first : first + TOGETHER] for first in range(0, len(pages), TOGETHER)]
    distances = np.concatenate([_distances(b"".join([p.bits for p in some]), target) for some in batches])
    positions = np.frombuffer(b"".join(page.positions for page in pages), np.int64)
    if author is not None:
        own = np.frombuffer(b"".join(page.authors for page in pages), np.int64) == author
        distances, positions = distances[own], positions[own]
    if len(positions) > limit:
        within = distances <= np.partition(distances, limit - 1)[limit - 1]
        positions, distances = positions[within], distances[within]
    best = np.lexsort((-positions, distances))[:limit]
    return positions[best], distances[best]


def _distances(packed: bytes, target: Bits) -> Counts:
    """Return each vector's Hamming distance, eight bytes at a time where the width allows."""
    word = np.uint64 if len(target) % 8 == 0 else np.uint8
    rows = np.frombuffer(packed, np.uint8).reshape(-1, len(target)).view(word)
    differing = np.bitwise_count(rows ^ target.view(word))
    counts = np.zeros(len(rows), np.int64)
    for column in differing.T:  # a few long columns add up faster than many short rows
        counts += column
    return counts
