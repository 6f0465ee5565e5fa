"""Whether a text means an order to an assistant: its meaning, weighed against labelled examples.

A text is near to some of the examples and far from others; each counts for or against it, as much as `make
train` worked out from `evals/orders.jsonl` and `evals/order_training.jsonl`. So words nobody foresaw are
judged by what they mean.
"""

from functools import cache
from pathlib import Path

import numpy as np
import re2
from numpy.typing import NDArray

from dnam.vectors import sentence_vectors

WEIGHTS = Path(__file__).with_name("orders.npz")
WIDTH = 1.0
"""How quickly an example stops counting with its distance."""
SCALE = 512
"""Vectors of examples are kept as whole numbers, this many to 1."""
SHORTEST = 12
"""Characters below which a sentence says too little to be weighed alone."""
_DRAWN_OUT = 8
"""A piece with so many times more letters than different ones is no word."""
_MENTIONS = ("<@", "<#", "<:", "<a:")
_SENTENCE = re2.compile(r"[^.!?…؟。！？;；\n]+[.!?…؟。！？;；\n]*")

Rows = NDArray[np.float32]


def means_order(text: str) -> bool:
    """Return whether a text, or a sentence of it, means an order."""
    whole, *parts = [worded(part) for part in (text, *_SENTENCE.findall(text))]
    others = [part for part in parts if SHORTEST <= len(part) < len(whole)]
    examples, weights, least = _examples()
    return bool((nearness(sentence_vectors([whole, *others]), examples) @ weights > least).any())


def worded(text: str) -> str:
    """Return the pieces of a text that are words or numbers: emoji, mentions and "xxxxxxxxx" mean nothing."""
    return " ".join(
        piece
        for piece in text.split()
        if any(map(str.isalnum, piece))
        and len(piece) <= _DRAWN_OUT * len({*piece})
        and not piece.startswith(_MENTIONS)
    )


def nearness(rows: Rows, examples: Rows) -> Rows:
    """Return how near each row is to each example, from 0 to 1."""
    near: Rows = np.exp(2 * WIDTH * (rows @ examples.T - 1))
    return near


@cache
def _examples() -> tuple[Rows, Rows, float]:
    with np.load(WEIGHTS) as stored:
        return stored["examples"].astype(np.float32) / SCALE, stored["weights"], float(stored["least"])
