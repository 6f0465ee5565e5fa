"""What the answer to a question looks like, as a vector: a question itself looks most like other questions.

"Where does Ann live?" is nearer to "where do you live?" than to "finally unpacked in Bergen". A question's
vector is moved towards what people answer, by a part that is the same for every question and by a part that
depends on what it asks. `make train` learns both from `evals/answers.jsonl`, for the built-in encoder;
vectors of messages and facts stay as they are stored.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Vector
from dnam.vectors import NAME

WEIGHTS = Path(__file__).with_name("expected_answer.npz")

Rows = NDArray[np.float32]


def expected_answer(question: Vector | None, model: str | None) -> Vector | None:
    """Return the vector by which answers are found: the question's own for an encoder without weights."""
    if question is None or model != NAME:
        return question
    weights = _weights()
    moved: Rows = question + weights["always"] + weights["towards"] @ (weights["asked"] @ question)
    return moved / np.linalg.norm(moved)


@cache
def _weights() -> dict[str, Rows]:
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}
