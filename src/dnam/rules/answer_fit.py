"""How well a message gives what a question asks for, judged by the vectors of both.

Likeness tells that a message is about the same thing; this tells a place where a place is asked for from a
time or a feeling. A question and a message are each drawn together to a few directions, and each pair of
these has a weight. `make train` fits them to the conversations in `evals/questions/`, for the built-in
encoder.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Candidates, Vector
from dnam.vectors import NAME

WEIGHTS = Path(__file__).with_name("answer_fit.npz")
SPREAD = 4.0
"""Directions of vectors are small; the bias beside them is 1."""

Rows = NDArray[np.float32]
Scores = NDArray[np.float64]


def suits(candidates: Candidates, vector: Vector | None, model: str | None) -> Scores:
    """Return how well each message gives what is asked for; all alike for an encoder without weights."""
    rows = candidates.vectors
    if model != NAME or vector is None or rows is None or rows.shape[1] != len(vector):
        return np.zeros(len(candidates.positions))
    with_directions = _weights()
    question = drawn(vector[None, :], with_directions["questions"])[0]
    messages = drawn(rows, with_directions["messages"])
    score: Scores = (messages @ (question @ with_directions["pairs"])).astype(np.float64)
    return np.where(np.linalg.norm(rows, axis=1) > 0, score - with_directions["usual"], 0.0)


def drawn(rows: Rows, directions: Rows) -> Rows:
    """Return rows along directions, a bias last; the first of `directions` is what is usual."""
    along: Rows = (rows - directions[0]) @ directions[1:].T * SPREAD
    return np.hstack([along, np.ones((len(rows), 1), np.float32)])


@cache
def _weights() -> dict[str, Rows]:
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}
