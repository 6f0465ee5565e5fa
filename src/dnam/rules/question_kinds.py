"""What kind of answer a question asks for, judged by its vector, in every language that the encoder knows.

It is the vector of the built-in encoder, whichever finds messages. One row of weights for each kind, trained
by `make train` from `evals/question_kinds.jsonl` and, for what asks nothing, from what people say in
`evals/questions/`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Vector

WEIGHTS = Path(__file__).with_name("question_kinds.npz")
KINDS = ("when", "number", "everyone", "earlier", "portrait", "asks")
SURE = 0.5
"""What is judged this much above zero is certain."""


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionKind:
    """How surely a question asks for each of these, from 0 to 1."""

    when: float = 0.0
    number: float = 0.0
    everyone: float = 0.0
    """It asks of several people."""
    earlier: float = 0.0
    """It asks how things were before."""
    portrait: float = 0.0
    """It asks for all that is known of somebody."""
    asks: float = 0.0
    """It asks anything at all: a greeting and a remark do not."""


def kind_of(vector: Vector | None) -> QuestionKind:
    """Return what a question asks for, by its vector of the built-in encoder."""
    if vector is None:
        return QuestionKind()
    weights = _weights()
    judged = np.clip((weights[:, :-1] @ vector + weights[:, -1]) / SURE, 0.0, 1.0)
    return QuestionKind(**dict(zip(KINDS, map(float, judged), strict=True)))


@cache
def _weights() -> NDArray[np.float32]:
    with np.load(WEIGHTS) as stored:
        weights: NDArray[np.float32] = stored["weights"].astype(np.float32)
    return weights
