"""Near vectors by counting bits: the signs of many vectors packed together, compared at once.

Pure arithmetic over bytes; `sqlite.py` keeps the pages. What two vectors' signs share says nearly as much
as their cosine, at a thirty-second of the size; the exact score is taken later from the vectors themselves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dnam.model import Spots, Vector

PAGE_SIZE = 512

Bits = NDArray[np.uint8]
Counts = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True, slots=True)
class BitPage:
    """The bits of some messages' vectors, with their spots and authors, in one order."""

    bits: bytes
    spots: bytes
    authors: bytes

    @property
    def count(self) -> int:
        """How many messages it holds."""
        return len(self.spots) // 8

    def joined(self, other: "BitPage") -> "BitPage":
        """Give this page with another's entries after its own."""
        return BitPage(
            bits=self.bits + other.bits,
            spots=self.spots + other.spots,
            authors=self.authors + other.authors,
        )

    def cut(self, start: int, stop: int, dims: int) -> "BitPage":
        """Give some of its entries."""
        width = width_of(dims)
        return BitPage(
            bits=self.bits[start * width : stop * width],
            spots=self.spots[start * 8 : stop * 8],
            authors=self.authors[start * 8 : stop * 8],
        )

    def without(self, spots: Sequence[int], dims: int) -> "BitPage":
        """Give this page without some messages."""
        held = np.frombuffer(self.spots, np.int64)
        keep = ~np.isin(held, np.array(spots, np.int64))
        return BitPage(
            bits=np.frombuffer(self.bits, np.uint8).reshape(-1, width_of(dims))[keep].tobytes(),
            spots=held[keep].tobytes(),
            authors=np.frombuffer(self.authors, np.int64)[keep].tobytes(),
        )


def width_of(dims: int) -> int:
    """Say how many bytes the signs of a vector take."""
    return -(-dims // 8)


def signs(vector: Vector) -> bytes:
    """Give the signs of a vector as bits."""
    return np.packbits(vector > 0).tobytes()


def quantised(vector: Vector) -> bytes:
    """Give a vector of length one in a byte a number."""
    return np.clip(np.rint(vector * 127), -127, 127).astype(np.int8).tobytes()


def stacked(stored: "Sequence[bytes | Vector | None]") -> "NDArray[np.float32] | None":
    """Read vectors into rows, zeros where there is none: quantised bytes, or what the driver has read.

    A server may change behind its model's name: the length most of them have counts, others are no vectors.
    """
    lengths = Counter(len(one) for one in stored if one is not None)
    if not lengths:
        return None
    length = max(lengths, key=lengths.__getitem__)
    stored = [None if one is None or len(one) != length else one for one in stored]
    first = next(one for one in stored if one is not None)
    kind = np.int8 if isinstance(first, bytes) else np.float32
    blank = b"\0" * len(first) if isinstance(first, bytes) else np.zeros(len(first), np.float32)
    joined = b"".join(bytes(blank if one is None else one) for one in stored)
    rows = np.frombuffer(joined, kind).reshape(len(stored), -1).astype(np.float32)
    return rows / np.float32(127) if kind is np.int8 else rows


def nearest(
    pages: Sequence[BitPage], vector: Vector, *, limit: int, author: int | None
) -> tuple[Spots, Counts]:
    """Give the spots that share most signs with a vector, and how many they do not share.

    With `author`, only that person's messages count.
    """
    wanted = np.frombuffer(signs(vector), np.uint8)
    apart = np.concatenate([_apart(page.bits, wanted) for page in pages])  # page by page stays in the cache
    spots = np.frombuffer(b"".join(page.spots for page in pages), np.int64)
    if author is not None:
        own = np.frombuffer(b"".join(page.authors for page in pages), np.int64) == author
        apart, spots = apart[own], spots[own]
    if len(spots) > limit:
        best = np.argpartition(apart, limit)[:limit]
        return spots[best], apart[best]
    return spots, apart


def _apart(packed: bytes, wanted: Bits) -> Counts:
    """Count for each vector the signs that differ, eight bytes at a time where the width allows."""
    word = np.uint64 if len(wanted) % 8 == 0 else np.uint8
    rows = np.frombuffer(packed, np.uint8).reshape(-1, len(wanted)).view(word)
    differing = np.bitwise_count(rows ^ wanted.view(word))
    counts = np.zeros(len(rows), np.int64)
    for column in differing.T:  # a few long columns add up faster than many short rows
        counts += column
    return counts
