"""Train what the answer to a question looks like: a part of `make train`.

Each line of `evals/answers.jsonl` is a question, messages that answer it, and messages that only share its
words or its subject. The vector of the question is moved until it is nearer to its answer than to those and
to the answers of others. Written out by hand, since the gradient is short and nothing else here needs torch.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dnam.rules.expected_answer import WEIGHTS
from dnam.vectors import SIZE, sentence_vectors

EVALS = Path(__file__).parents[1] / "evals"
DIRECTIONS = 128
"""How many directions of a question decide where its vector is moved."""
EPOCHS, BATCH, STRIDE, HELD_SMALL = 8, 128, 5e-4, 0.3
SHARPNESS = 5.0
"""How much more a message counts that is nearer."""
KEPT = 0.5
"""The share of the way towards its answer that a question is moved: all of it fits these lines too well."""
FOLDS = 6

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Vectors of questions, of what answers each, and of what does not."""

    questions: Rows
    answers: Sequence[Rows]
    others: Sequence[Rows]

    def part(self, chosen: NDArray[np.bool_]) -> "Pairs":
        nth = np.flatnonzero(chosen).tolist()
        return Pairs(self.questions[nth], [self.answers[n] for n in nth], [self.others[n] for n in nth])


def read_pairs() -> Pairs:
    lines: list[dict[str, Any]] = [
        json.loads(line) for line in (EVALS / "answers.jsonl").read_text("utf-8").split("\n") if line
    ]
    texts = list(dict.fromkeys(text for line in lines for text in (line["q"], *line["a"], *line["not"])))
    rows = dict(zip(texts, sentence_vectors(texts), strict=True))
    return Pairs(
        np.array([rows[line["q"]] for line in lines]),
        [np.array([rows[text] for text in line["a"]]) for line in lines],
        [np.array([rows[text] for text in line["not"]]) for line in lines],
    )


def fit(pairs: Pairs) -> dict[str, Rows]:
    """Return the weights with which a question is nearest to its answer, by gradient descent (Adam)."""
    random = np.random.default_rng(0)
    always = np.concatenate(pairs.answers).mean(axis=0) - pairs.questions.mean(axis=0)
    asked = (random.standard_normal((DIRECTIONS, SIZE)) * 4 / SIZE**0.5).astype(np.float32)
    towards = np.zeros((SIZE, DIRECTIONS), np.float32)
    learned = (asked, towards)
    first, second = [np.zeros_like(one) for one in learned], [np.zeros_like(one) for one in learned]
    step = 0
    for _ in range(EPOCHS):
        order = random.permutation(len(pairs.questions))
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            right = [pairs.answers[nth][random.integers(len(pairs.answers[nth]))] for nth in some]
            wrong = [pairs.others[nth][random.integers(len(pairs.others[nth]))] for nth in some]
            slopes = _slopes(pairs.questions[some], np.array(right + wrong), always, asked, towards)
            step += 1
            for nth, slope in enumerate(slopes):
                first[nth] += 0.1 * (slope - first[nth])
                second[nth] += 0.001 * (slope**2 - second[nth])
                stride = first[nth] / (1 - 0.9**step) / (np.sqrt(second[nth] / (1 - 0.999**step)) + 1e-8)
                learned[nth][:] -= STRIDE * (stride + HELD_SMALL * learned[nth])
    return {"always": KEPT * always, "asked": asked, "towards": KEPT * towards}


def _slopes(questions: Rows, messages: Rows, always: Rows, asked: Rows, towards: Rows) -> tuple[Rows, Rows]:
    """Return the gradients for `asked` and `towards`; the message that answers a question has its number."""
    along = questions @ asked.T
    moved = questions + always + along @ towards.T
    length = np.linalg.norm(moved, axis=1, keepdims=True)
    expected = moved / length
    likely = np.exp(SHARPNESS * expected @ messages.T)
    likely /= likely.sum(axis=1, keepdims=True)
    likely[np.arange(len(questions)), np.arange(len(questions))] -= 1
    slope = SHARPNESS / len(questions) * likely @ messages
    slope = (slope - expected * (slope * expected).sum(axis=1, keepdims=True)) / length
    return (slope @ towards).T @ questions, slope.T @ along


def nearest(pairs: Pairs, weights: dict[str, Rows]) -> tuple[float, float]:
    """Return how often the answer is nearer than what was written beside it, as it is and with weights."""
    moved = pairs.questions + weights["always"] + pairs.questions @ weights["asked"].T @ weights["towards"].T
    return _share(pairs, pairs.questions), _share(pairs, moved)


def _share(pairs: Pairs, rows: NDArray[Any]) -> float:
    compared = zip(rows, pairs.answers, pairs.others, strict=True)
    return float(np.mean([(right @ row).max() > (wrong @ row).max() for row, right, wrong in compared]))


def main() -> None:
    """Train, and print how it does on lines it was not trained with."""
    pairs = read_pairs()
    fold = np.random.default_rng(0).permutation(len(pairs.questions)) % FOLDS
    shares = [nearest(pairs.part(fold == one), fit(pairs.part(fold != one))) for one in range(FOLDS)]
    before, after = np.mean(shares, axis=0)
    print(f"expected answers, held out in sixths: nearest {after:.3f}, questions as they are {before:.3f}")
    weights: dict[str, Any] = {name: np.float16(one) for name, one in fit(pairs).items()}
    np.savez_compressed(WEIGHTS, **weights)


if __name__ == "__main__":
    main()
