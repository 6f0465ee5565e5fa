"""What kind of answer a question asks for, judged by its vector, in every language that the encoder knows.

It is the vector of the built-in encoder, whichever finds messages. One row of weights for each kind, trained
by `make train` from `evals/question_kinds.jsonl` and, for what asks nothing, from what people say in
`evals/questions/`; and one for each slot of a person, from `evals/question_slots.jsonl`.
"""

from collections.abc import Mapping
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
SLOT_WEIGHTS = Path(__file__).with_name("question_slots.npz")
SLOTS = tuple(
    "age birthday diet dislikes employer family favourite health hobby home job language likes name origin"
    " partner pet project pronouns study timezone tool none".split()
)
"""What of a person is asked for, as the rows of the language files name it; "none" is anything else."""
SLOT_LEAST, SLOT_MARGIN = 0.4, 1.0
"""How high a slot must be judged, and how far above "none". Of lines held out, 1 in 8 so named is wrong,
mostly by the slot beside: where somebody is from for where they live."""
_ANSWERED_BY: Mapping[str, frozenset[str]] = {
    "diet": frozenset({"diet", "health"}),
    "employer": frozenset({"employer", "job"}),
    "health": frozenset({"diet", "health"}),
    "hobby": frozenset({"hobby", "likes"}),
    "job": frozenset({"employer", "job"}),
    "likes": frozenset({"favourite", "hobby", "likes"}),
}


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
    slots: frozenset[str] = frozenset()
    """The slots of a person that it asks for; empty when it asks for anything else."""


def kind_of(vector: Vector | None) -> QuestionKind:
    """Return what a question asks for, by its vector of the built-in encoder."""
    if vector is None:
        return QuestionKind()
    weights = _weights()
    judged = np.clip((weights[:, :-1] @ vector + weights[:, -1]) / SURE, 0.0, 1.0)
    return QuestionKind(slots=_slots(vector), **dict(zip(KINDS, map(float, judged), strict=True)))


def _slots(vector: Vector) -> frozenset[str]:
    weights = _weights(SLOT_WEIGHTS)
    judged = weights[:, :-1] @ vector + weights[:, -1]
    slot = SLOTS[int(judged.argmax())]
    return _ANSWERED_BY.get(slot, frozenset({slot})) if names_slot(judged) else frozenset()


def names_slot(judged: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Return whether what is judged of a question, or of several, is certain enough to name a slot."""
    best, none = judged.max(axis=-1), judged[..., SLOTS.index("none")]
    certain: NDArray[np.bool_] = (best > SLOT_LEAST) & (best > none + SLOT_MARGIN)
    return certain


@cache
def _weights(file: Path = WEIGHTS) -> NDArray[np.float32]:
    with np.load(file) as stored:
        weights: NDArray[np.float32] = stored["weights"].astype(np.float32)
    return weights
