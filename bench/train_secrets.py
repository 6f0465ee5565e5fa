"""Train what judges secrets from labelled lines: a part of `make train`.

Kernel ridge regression on every candidate of the labelled lines, some of which become the examples. Meanings
are taken along the axes on which the lines differ most. The same lines give the same weights on every
machine, up to rounding.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dnam.rules.guard.disguise import read_through
from dnam.rules.secrets import sort_out
from dnam.rules.secrets.judge import SCALE, WEIGHTS, Rows, contexts, nearness, rows
from dnam.vectors import sentence_vectors

EVALS = Path(__file__).parents[1] / "evals"
TALK = ("extraction.jsonl", "statements.jsonl", "requests.jsonl")
"""Lines about something else."""
RIDGE = 0.05
"""How strongly weights are drawn to zero."""
AXES, EXAMPLES = 128, 6_000
UNTOUCHED = 0.975
"""The share of lines about secrets that tell none, not trained with, that must stay as they are."""

Flags = NDArray[np.bool_]
Numbers = NDArray[np.intp]


def labelled(lines: Sequence[dict[str, Any]]) -> tuple[Rows, Rows, Flags, Numbers]:
    """Return the axes, a row for each candidate of the lines, whether it is a secret, and of which line.

    What a form tells is no candidate, and of a line that lists only some of its secrets the rest is unknown.
    """
    texts = [read_through(line["text"])[0] for line in lines]
    sorted_out = [sort_out(text)[1:] for text in texts]
    around = [contexts(text, some) for text, (some, _) in zip(texts, sorted_out, strict=True)]
    places = {one: at for at, one in enumerate(dict.fromkeys(one for each in around for one in each))}
    vectors = sentence_vectors([*places])
    axes = np.linalg.svd(vectors, full_matrices=False)[2][:AXES].T.astype(np.float16).astype(np.float32)
    meanings = vectors @ axes
    marked: list[tuple[Rows, bool, int]] = []
    for number, (line, text, (some, named), each) in enumerate(
        zip(lines, texts, sorted_out, around, strict=True)
    ):
        values = [(at, at + len(value)) for value in line["values"] if (at := text.find(value)) >= 0]
        table: Iterable[Rows] = (
            rows(text, some, named, meanings[[places[one] for one in each]]) if some else []
        )
        for one, row in zip(some, table, strict=True):
            secret = any(start < one.end and one.start < end for start, end in values)
            if secret or line["whole"]:
                marked.append((row, secret, number))
    columns: list[Any] = [np.array(column) for column in zip(*marked, strict=True)]
    return axes, columns[0], columns[1], columns[2]


def fit(some: Rows, flags: Flags, examples: Rows) -> Rows:
    """Return the weight of each example; lines with and without the flag count the same in all."""
    share = flags.mean()
    importance = np.where(flags, 0.5 / share, 0.5 / (1 - share))
    # Examples are much alike: single precision is too coarse.
    nearby = nearness(some, examples).astype(np.float64)
    weighed = nearby * importance[:, None]
    among = nearness(examples, examples) + 1e-3 * np.eye(len(examples))
    wanted = weighed.T @ np.where(flags, 1.0, -1.0)
    return np.linalg.solve(weighed.T @ nearby + RIDGE * among, wanted).astype(np.float32)


def held_out(some: Rows, flags: Flags, groups: Numbers) -> Rows:
    """Return the score of each row by a judge trained without it and the other rows of its group."""
    order = np.random.default_rng(0)
    folds = order.permutation(len(some))[groups] % 4
    scores = np.empty(len(some), dtype=np.float32)
    for fold in range(4):
        known = order.permutation(np.flatnonzero(folds != fold))
        examples = some[known[:EXAMPLES]]
        weights = fit(some[known], flags[known], examples)
        scores[folds == fold] = nearness(some[folds == fold], examples) @ weights
    return scores


def main() -> None:
    """Train, and print how the judge does on lines it was not trained with."""
    about = [*_lines("secret_training.jsonl", "value"), *_lines("secrets.jsonl", "secret")]
    talk = [line for name in TALK for line in _lines(name, "")]
    axes, some, secret, line_of = labelled([*about, *talk])
    some = (np.round(some * SCALE).clip(-127, 127) / SCALE).astype(np.float32)
    # Lines that say the same of different values are held out together.
    _, groups = np.unique(some[:, :AXES], axis=0, return_inverse=True)
    scores = held_out(some, secret, groups.ravel())
    highest = np.full(len(about) + len(talk), -np.inf)
    np.maximum.at(highest, line_of[~secret], scores[~secret])
    ordinary = np.array([not line["values"] for line in about])
    least = float(np.quantile(highest[: len(about)][ordinary], UNTOUCHED))
    english = np.array([line["lang"] == "en" for line in (*about, *talk)])
    for name, which in (("English", english), ("other languages", ~english)):
        masked = (scores[secret & which[line_of]] > least).mean()
        left = (highest[: len(about)][ordinary & which[: len(about)]] <= least).mean()
        print(
            f"secrets, {name}, held out in fourths: {masked:.3f} masked, {left:.3f} of other lines untouched"
        )
    chosen = np.sort(np.random.default_rng(0).permutation(len(some))[:EXAMPLES])
    weights = fit(some, secret, some[chosen])
    stored = np.round(some[chosen] * SCALE).astype(np.int8)
    np.savez_compressed(WEIGHTS, axes=axes.astype(np.float16), examples=stored, weights=weights, least=least)


def _lines(name: str, key: str) -> Iterator[dict[str, Any]]:
    """Yield labelled lines; `whole` when all their secrets are listed."""
    for line in map(json.loads, (EVALS / name).read_text("utf-8").splitlines()):
        value = line.get(key)
        values = [value] if isinstance(value, str) else value or []
        whole = key != "secret" or not values
        yield {"lang": "", **line, "values": values, "whole": whole}


if __name__ == "__main__":
    main()
