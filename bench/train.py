"""Train what judges meanings from labelled lines: `make train`.

Kernel ridge regression over sentence vectors: every labelled line is an example, and gets the weight with
which it counts for or against a text near to it. The lightest examples go. The same lines give the same
weights on every machine, up to rounding.
"""

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnam.rules.guard.meaning import SCALE, WEIGHTS, nearness, worded
from dnam.vectors import sentence_vectors

LINES = [Path(__file__).parents[1] / "evals" / name for name in ("orders.jsonl", "order_training.jsonl")]
RIDGE = 0.15
"""How strongly weights are held small."""
EXAMPLES = 4_000
"""How many examples are kept."""
PASSED = 0.96
"""The share of harmless lines, not trained with, that must not be taken for orders."""

Rows = NDArray[np.float32]


def fit(rows: Rows, orders: NDArray[np.bool_]) -> Rows:
    """Return the weight of each example; both kinds count the same in all."""
    share = orders.mean()
    importance = np.where(orders, 0.5 / share, 0.5 / (1 - share))
    near = nearness(rows, rows).astype(np.float64)
    weights = np.linalg.solve(near + np.diag(RIDGE / importance), np.where(orders, 1.0, -1.0))
    return weights.astype(np.float32)


def heaviest(rows: Rows, orders: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the examples that count most."""
    return np.sort(np.argsort(-np.abs(fit(rows, orders)))[:EXAMPLES])


def main() -> None:
    """Train the judge of orders, and print how it does on lines it was not trained with."""
    lines = [json.loads(line) for path in LINES for line in path.read_text(encoding="utf-8").splitlines()]
    rows = sentence_vectors([worded(line["text"]) for line in lines])
    rows = (np.round(rows * SCALE) / SCALE).astype(np.float32)
    orders = np.array([bool(line["order"]) for line in lines])
    folds = np.random.default_rng(0).permutation(len(lines)) % 4
    judged = np.empty(len(lines), dtype=np.float32)
    for fold in range(4):
        known = np.flatnonzero(folds != fold)
        known = known[heaviest(rows[known], orders[known])]
        judged[folds == fold] = nearness(rows[folds == fold], rows[known]) @ fit(rows[known], orders[known])
    least = float(np.quantile(judged[~orders], PASSED))
    english = np.array([line["lang"] == "en" for line in lines])
    for name, which in (("English", english), ("other languages", ~english)):
        refused, left = (judged[orders & which] > least).mean(), (judged[~orders & which] <= least).mean()
        print(f"{name}, lines held out in fourths: {refused:.3f} of orders refused, {left:.3f} of facts kept")
    chosen = heaviest(rows, orders)
    examples = np.round(rows[chosen] * SCALE).clip(-127, 127).astype(np.int8)
    np.savez_compressed(WEIGHTS, examples=examples, weights=fit(rows[chosen], orders[chosen]), least=least)


if __name__ == "__main__":
    main()
