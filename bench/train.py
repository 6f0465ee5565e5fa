"""Train what judges orders from labelled lines: a part of `make train`.

Kernel ridge regression over sentence vectors: some of the labelled lines are examples, and get the weight
with which they count for or against a text near to them. The same lines give the same weights on every
machine, up to rounding.
"""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnam.rules.guard.meaning import SCALE, WEIGHTS, nearness, worded
from dnam.vectors import sentence_vectors

LINES = [Path(__file__).parents[1] / "evals" / name for name in ("orders.jsonl", "order_training.jsonl")]
RIDGE = 0.1
"""How strongly weights are drawn to zero."""
EXAMPLES = 3_000
KEPT = 0.965
"""The share of harmless lines, not trained with, that must not be taken for orders."""

Rows = NDArray[np.float32]
Flags = NDArray[np.bool_]
Nearness = Callable[[Rows, Rows], Rows]


def fit(rows: Rows, flags: Flags, examples: Rows, near: Nearness) -> Rows:
    """Return the weight of each example; lines with and without the flag count the same in all."""
    share = flags.mean()
    importance = np.where(flags, 0.5 / share, 0.5 / (1 - share)).astype(np.float32)
    nearby = near(rows, examples)
    weighed = nearby * importance[:, None]
    among = near(examples, examples).astype(np.float64) + 1e-2 * np.eye(len(examples))
    wanted = weighed.T @ np.where(flags, 1.0, -1.0).astype(np.float32)
    return np.linalg.solve(weighed.T @ nearby + RIDGE * among, wanted).astype(np.float32)


def held_out(rows: Rows, flags: Flags, groups: NDArray[np.intp], most: int, near: Nearness) -> Rows:
    """Return the score of each row by a judge trained without it and the other rows of its group."""
    order = np.random.default_rng(0)
    folds = order.permutation(len(rows))[groups] % 4
    scores = np.empty(len(rows), dtype=np.float32)
    for fold in range(4):
        known = order.permutation(np.flatnonzero(folds != fold))
        examples = rows[known[:most]]
        weights = fit(rows[known], flags[known], examples, near)
        scores[folds == fold] = near(rows[folds == fold], examples) @ weights
    return scores


def main() -> None:
    """Train the judge of orders, and print how it does on lines it was not trained with."""
    lines = [json.loads(line) for path in LINES for line in path.read_text(encoding="utf-8").splitlines()]
    rows = sentence_vectors([worded(line["text"]) for line in lines])
    rows = (np.round(rows * SCALE).clip(-127, 127) / SCALE).astype(np.float32)
    orders = np.array([bool(line["order"]) for line in lines])
    scores = held_out(rows, orders, np.arange(len(rows)), EXAMPLES, nearness)
    least = float(np.quantile(scores[~orders], KEPT))
    english = np.array([line["lang"] == "en" for line in lines])
    for name, which in (("English", english), ("other languages", ~english)):
        refused, kept = (scores[orders & which] > least).mean(), (scores[~orders & which] <= least).mean()
        print(f"orders, {name}, lines held out in fourths: {refused:.3f} refused, {kept:.3f} of facts kept")
    chosen = np.sort(np.random.default_rng(0).permutation(len(rows))[:EXAMPLES])
    weights = fit(rows, orders, rows[chosen], nearness)
    examples = np.round(rows[chosen] * SCALE).astype(np.int8)
    np.savez_compressed(WEIGHTS, examples=examples, weights=weights, least=least)


if __name__ == "__main__":
    main()
