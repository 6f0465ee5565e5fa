"""Train what judges how telling a message is from labelled lines: a part of `make train`.

Ridge regression on the vectors of the messages as they are embedded, with their author's name before them.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dnam.models.embed import LOADERS, NAMES
from dnam.models.encoders import unit
from dnam.rules.message_worth import WEIGHTS

EVALS = Path(__file__).parents[1] / "evals"
RIDGE = 3.0
"""How strongly weights are held small."""
AUTHORS = ("Ann", "Mikkel", "tofu", "Zoë", "Иван", "さくら", "Okan", "night_owl")

Rows = NDArray[np.float32]


def fit(rows: Rows, labels: Rows, importance: Rows) -> Rows:
    """Return the weights with the bias last; telling lines count as much as all others together."""
    wide = np.hstack([rows, np.ones((len(rows), 1), dtype=np.float32)]).astype(np.float64)
    balanced = importance / np.where(labels > 0, importance[labels > 0].sum(), importance[labels < 0].sum())
    scaled = wide * (balanced * len(rows) / 2)[:, None]
    held_small = RIDGE * np.eye(wide.shape[1])
    held_small[-1, -1] = 0
    return np.linalg.solve(wide.T @ scaled + held_small, scaled.T @ labels).astype(np.float32)


def main() -> None:
    """Train for every local encoder, and print how it does on lines it was not trained with."""
    lines = _labelled()
    labels = np.array([1.0 if line["telling"] else -1.0 for line in lines], dtype=np.float32)
    importance = np.array([line["weight"] for line in lines], dtype=np.float32)
    texts = [f"{AUTHORS[nth % len(AUTHORS)]}: {line['text']}" for nth, line in enumerate(lines)]
    lively = np.array([line["weight"] == LIVELY for line in lines])
    folds = np.random.default_rng(0).permutation(len(lines)) % 5
    weights: dict[str, Any] = {}
    encoded: dict[str, Rows] = {}
    for name in ("multilingual", "minilm", "static", "both"):
        both = name == "both"  # a text's vector is then both, one after the other
        rows = unit(np.hstack([*encoded.values()][:2])) if both else LOADERS[name]()(texts)
        encoded[name] = rows
        judged = np.empty(len(lines))
        for fold in range(5):
            trained = fit(rows[folds != fold], labels[folds != fold], importance[folds != fold])
            judged[folds == fold] = rows[folds == fold] @ trained[:-1] + trained[-1]
        right = ((judged > 0) == (labels > 0))[lively]
        print(f"telling, {name}, lively lines held out in fifths: {right.mean():.3f} judged as labelled")
        weights[NAMES[name]] = fit(rows, labels, importance).astype(np.float16)
        np.savez_compressed(WEIGHTS, **weights)


LIVELY = 4.0
"""How much a line as people write it counts, against one written to try the reading of statements."""


def _labelled() -> list[dict[str, Any]]:
    lines = [{**line, "weight": LIVELY} for line in _lines("telling.jsonl")]
    lines += [
        {"text": line["text"], "telling": bool(line["expect"]), "weight": 1.0}
        for line in _lines("extraction.jsonl")
    ]
    return lines + [
        {"text": line["text"], "telling": bool(line["facts"]), "weight": 1.0}
        for line in _lines("statements.jsonl")
    ]


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EVALS / name).read_text("utf-8").split("\n") if line]


if __name__ == "__main__":
    main()
