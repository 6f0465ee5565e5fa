"""Train what judges meanings from labelled lines, orders and what lasts: `make train`.

    python -m bench.train [orders|lasting]

Kernel ridge regression over sentence vectors: every labelled line is an example, and gets the weight with
which it counts for or against a text near to it. The lightest examples go. The same lines give the same
weights on every machine, up to rounding.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Kind
from dnam.rules.guard.orders import ORDERS
from dnam.rules.statement_meaning import KINDS, LASTING
from dnam.rules.statements import KIND_OF
from dnam.rules.trained_judge import SCALE, Judge, as_sentence, nearness, worded
from dnam.vectors import sentence_vectors

EVALS = Path(__file__).parents[1] / "evals"
Line = tuple[str, str, bool]
"""Language, text, and whether the judge is to find it."""
RIDGE = 0.15
"""How strongly weights are held small."""
EXAMPLES = 5_000
"""How many examples are kept."""
PASSED = {"orders": 0.97, "lasting": 0.985}
"""The share of other lines, not trained with, that must not be found."""

Rows = NDArray[np.float32]


def fit(rows: Rows, wanted: NDArray[np.bool_]) -> Rows:
    """Return the weight of each example; both kinds count the same in all."""
    share = wanted.mean()
    importance = np.where(wanted, 0.5 / share, 0.5 / (1 - share))
    near = nearness(rows, rows).astype(np.float64)
    weights = np.linalg.solve(near + np.diag(RIDGE / importance), np.where(wanted, 1.0, -1.0))
    return weights.astype(np.float32)


def heaviest(rows: Rows, wanted: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the examples that count most."""
    return np.sort(np.argsort(-np.abs(fit(rows, wanted)))[:EXAMPLES])


def train(
    name: str, judge: Judge, lines: Sequence[Line], kinds: Mapping[str, Kind] = MappingProxyType({})
) -> None:
    """Train a judge, and print how it does on lines it was not trained with; `kinds` are of some lines."""
    rows = sentence_vectors([worded(text) for _, text, _ in lines])
    rows = (np.round(rows * SCALE) / SCALE).astype(np.float32)
    wanted = np.array([one for _, _, one in lines])
    folds = np.random.default_rng(0).permutation(len(lines)) % 4
    judged = np.empty(len(lines), dtype=np.float32)
    for fold in range(4):
        known = np.flatnonzero(folds != fold)
        known = known[heaviest(rows[known], wanted[known])]
        judged[folds == fold] = nearness(rows[folds == fold], rows[known]) @ fit(rows[known], wanted[known])
    least = float(np.quantile(judged[~wanted], PASSED[name]))
    english = np.array([spoken == "en" for spoken, _, _ in lines])
    for language, which in (("English", english), ("other languages", ~english)):
        found, left = (judged[wanted & which] > least).mean(), (judged[~wanted & which] <= least).mean()
        print(f"{name}, {language}, lines held out in fourths: {found:.3f} found, {left:.3f} of others left")
    chosen = heaviest(rows, wanted)
    examples = np.round(rows[chosen] * SCALE).clip(-127, 127).astype(np.int8)
    weights = fit(rows[chosen], wanted[chosen])
    if kinds:
        known = np.array([lines[at][1] in kinds for at in chosen])
        named = [kinds.get(lines[at][1]) for at in chosen[known]]
        each = np.zeros((len(chosen), len(KINDS)), dtype=np.float32)
        for at, kind in enumerate(KINDS):
            each[known, at] = fit(rows[chosen][known], np.array([one is kind for one in named]))
        weights = np.column_stack((weights, each))
    np.savez_compressed(judge.path, examples=examples, weights=weights, least=least)


def main() -> None:
    """Train what is named, or both."""
    named = sys.argv[1:] or [*PASSED]
    if "orders" in named:
        lines = _lines("orders.jsonl") + _lines("order_training.jsonl")
        train("orders", ORDERS, [(one["lang"], as_sentence(one["text"]), one["order"]) for one in lines])
    if "lasting" in named:
        said = [(one["lang"], one["text"], one["lasting"]) for one in _lines("lasting_training.jsonl")]
        said += [(one["lang"], one["text"], one["telling"]) for one in _lines("telling.jsonl")]
        said += [(one["lang"], one["text"], bool(one["facts"])) for one in _lines("statements.jsonl")]
        said += [("en", one["text"], bool(one["expect"])) for one in _lines("extraction.jsonl")]
        train("lasting", LASTING, said, _kinds())


def _kinds() -> dict[str, Kind]:
    """Return the kinds of the statements whose kind is labelled."""
    kinds = {
        one["text"]: KIND_OF.get(one["slot"], Kind.PROFILE)
        for one in _lines("statements.jsonl")
        if "slot" in one
    }
    labelled = {one["text"]: one["expect"][0]["kinds"] for one in _lines("extraction.jsonl") if one["expect"]}
    kinds |= {text: Kind(named[0]) for text, named in labelled.items()}
    return {text: kind for text, kind in kinds.items() if kind in KINDS}


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EVALS / name).read_text("utf-8").splitlines()]


if __name__ == "__main__":
    main()
