"""Train what judges requests from labelled lines: a part of `make train`.

Kernel ridge regression as for orders, with one weight of each example for each thing that can be asked for.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dnam.rules.requests.meaning import JUDGED, REQUESTS
from dnam.rules.trained_judge import SCALE, nearness
from dnam.vectors import sentence_vectors

EVALS = Path(__file__).parents[1] / "evals"
RIDGE = 0.15
"""How strongly weights are held small."""
EXAMPLES = 3_500
"""How many examples are kept."""
LEFT_ALONE = 0.975
"""The share of lines that ask for nothing, not trained with, that must be left alone."""
EVERY_ORDER = 10
"""Each such line of the many about orders is talk."""
_VERBS = [*JUDGED, None]

Rows = NDArray[np.float32]
Labels = NDArray[np.intp]


def fit(rows: Rows, labels: Labels) -> Rows:
    """Return the weights of each example, one for each verb; all verbs, and none, count the same in all."""
    shares = np.bincount(labels) / len(labels)
    wanted = np.where(np.eye(len(shares))[labels] > 0, 1.0, -1.0)[:, :-1]
    importance = 1 / (len(shares) * shares[labels])
    near = nearness(rows, rows).astype(np.float64)
    return np.linalg.solve(near + np.diag(RIDGE / importance), wanted).astype(np.float32)


def heaviest(rows: Rows, labels: Labels) -> Labels:
    """Return the examples that count most."""
    return np.sort(np.argsort(-np.abs(fit(rows, labels)).sum(axis=1))[:EXAMPLES])


def main() -> None:
    """Train, and print how the judge does on lines it was not trained with."""
    talk = _lines("statements.jsonl") + _lines("extraction.jsonl")
    talk += (_lines("orders.jsonl") + _lines("order_training.jsonl"))[::EVERY_ORDER]
    lines = _lines("requests.jsonl") + _lines("request_training.jsonl")
    lines += [{**line, "verb": None} for line in talk]
    labels = np.array([_VERBS.index(line["verb"] if line["verb"] in JUDGED else None) for line in lines])
    rows = sentence_vectors([line["text"] for line in lines])
    rows = (np.round(rows * SCALE) / SCALE).astype(np.float32)
    folds = np.random.default_rng(0).permutation(len(lines)) % 4
    judged = np.empty((len(lines), len(JUDGED)), dtype=np.float32)
    for fold in range(4):
        known = np.flatnonzero(folds != fold)
        judged[folds == fold] = nearness(rows[folds == fold], rows[known]) @ fit(rows[known], labels[known])
    nothing, best = labels == len(JUDGED), judged.max(axis=1)
    least = float(np.quantile(best[nothing], LEFT_ALONE))
    english = np.array([line.get("lang") == "en" for line in lines])
    for name, which in (("English", english), ("other languages", ~english)):
        asked, understood = ~nothing & which, best > least
        right = (understood & (judged.argmax(axis=1) == labels))[asked].mean()
        alone = (~understood)[nothing & which].mean()
        print(f"requests, {name}, lines held out in fourths: {right:.3f} understood, {alone:.3f} left alone")
    chosen = heaviest(rows, labels)
    examples = np.round(rows[chosen] * SCALE).clip(-127, 127).astype(np.int8)
    np.savez_compressed(
        REQUESTS.path, examples=examples, weights=fit(rows[chosen], labels[chosen]), least=least
    )


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EVALS / name).read_text("utf-8").split("\n") if line]


if __name__ == "__main__":
    main()
