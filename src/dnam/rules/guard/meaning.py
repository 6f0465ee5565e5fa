"""Whether a text means an order to an assistant: its meaning, weighed against labelled examples.

A text is near to some of the examples and far from others; each counts for or against it, as much as `make
train` found from `evals/orders.jsonl` and `evals/order_training.jsonl`. So words nobody foresaw are judged by
what they mean.
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
_SENTENCE = re2.compile(r"[^.!?…؟。！？;；\n]+[.!?…؟。！？;；\n]*")

Rows = NDArray[np.float32]


def means_order(text: str) -> bool:
    """Return whether a text, or a sentence of it, means an order."""
    parts = [part.strip() for part in _SENTENCE.findall(text)]
    others = [part for part in parts if SHORTEST <= len(part) < len(text.strip())]
    examples, weights, least = _examples()
    return bool((nearness(sentence_vectors([text, *others]), examples) @ weights > least).any())


def nearness(rows: Rows, examples: Rows) -> Rows:
    """Return how near each row is to each example, from 0 to 1."""
    near: Rows = np.exp(2 * WIDTH * (rows @ examples.T - 1))
    return near


@cache
def _examples() -> tuple[Rows, Rows, float]:
    with np.load(WEIGHTS) as held:
        return held["examples"].astype(np.float32) / SCALE, held["weights"], float(held["least"])
