"""How telling a message is: whether it tells something lasting of who wrote it, judged by its vector.

One row of weights for each local encoder, trained by `make train` from labelled lines in `evals/`. It chooses
what stands for a person where facts do not, and never writes a fact.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Candidates

WEIGHTS = Path(__file__).with_name("message_worth.npz")
UNSURE = 0.0
"""What a message without a vector counts; a telling one is above, chatter below."""


def can_judge(model: str | None) -> bool:
    """Return whether there are weights for an encoder."""
    return model in _weights()


def telling(candidates: Candidates, model: str | None) -> NDArray[np.float64]:
    """Return how telling each message is, about from -1 to 1; all alike for an encoder without weights."""
    weights = _weights().get(model or "")
    rows = candidates.vectors
    if rows is None or weights is None or rows.shape[1] != len(weights) - 1:
        return np.full(len(candidates.positions), UNSURE)
    known = np.linalg.norm(rows, axis=1) > 0
    judged: NDArray[np.float64] = np.where(known, rows @ weights[:-1] + weights[-1], UNSURE)
    return judged


@cache
def _weights() -> dict[str, NDArray[np.float32]]:
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}
