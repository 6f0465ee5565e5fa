"""Train how a question is answered without a model: a part of `make train`.

What a question asks for: ridge regression on the vectors of questions, with "they" for names. Which message
answers it: the conversations of `evals/questions/` are played, and the weights are those with which the
message that has what the answer must have is the likeliest of all, or none where nothing answers.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Positions
from dnam.evaluation.scenario_player import play
from dnam.evaluation.scenarios import AskStep, SayStep, Scenario, read_scenarios
from dnam.models.embed import embedder_for
from dnam.rules import answer_ranking
from dnam.rules.prompt_lines import answer_line
from dnam.rules.question_cues import asks
from dnam.rules.question_kinds import KINDS, SLOT_WEIGHTS, SLOTS, WEIGHTS, names_slot
from dnam.settings import Settings
from dnam.vectors import sentence_vectors

EVALS = Path(__file__).parents[1] / "evals"
RIDGE = 0.3
"""How strongly the weights for questions are held small."""
HELD_SMALL, STEPS, STRIDE = 0.02, 500, 0.05
"""How strongly the weights for messages are held small, and how they are found."""
UNANSWERED = 0.2
"""How much a question counts from which the messages that answer it are taken away."""
OTHERWISE = ("list", "picture")
"""The kinds of conversations whose questions are answered in other ways."""

Rows = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was played: what speaks for each message, and which of them answer it."""

    file: str
    columns: Rows
    right: NDArray[np.bool_]

    def unanswered(self) -> "Asked":
        """Return the question as if nobody had said what answers it."""
        left = ~self.right
        return replace(self, columns=self.columns[left], right=self.right[left])


def fit_kind(rows: NDArray[np.float32], label: Rows) -> Rows:
    """Return the weights of a kind with the bias last; lines of it count as much as all others."""
    wide = np.hstack([rows, np.ones((len(rows), 1))]).astype(np.float64)
    held_small = RIDGE * np.eye(wide.shape[1])
    held_small[-1, -1] = 1e-6
    share = (label > 0).mean()
    scaled = wide * np.where(label > 0, 0.5 / share, 0.5 / (1 - share))[:, None]
    weights: Rows = np.linalg.solve(wide.T @ scaled + held_small, scaled.T @ label)
    return weights


def train_kinds() -> None:
    """Train what a question asks for, and print how it does on lines it was not trained with.

    Talk is told from questions by `asks` alone: the other kinds are told from other questions.
    """
    lines = _lines("question_kinds.jsonl") + _talk()
    labels = np.array([[1.0 if _is(line["kind"], kind) else -1.0 for kind in KINDS] for line in lines])
    rows, talk = sentence_vectors([line["text"] for line in lines]), labels[:, -1] < 0
    folds, weights = np.random.default_rng(0).permutation(len(lines)) % 8, []
    for kind, label in zip(KINDS, labels.T, strict=True):
        among = np.full(len(lines), True) if kind == "asks" else ~talk
        judged = np.zeros(len(lines))
        for fold in range(8):
            fitted = fit_kind(rows[among & (folds != fold)], label[among & (folds != fold)])
            judged[folds == fold] = rows[folds == fold] @ fitted[:-1] + fitted[-1]
        right = ((judged > 0) == (label > 0))[among].mean()
        print(f"question kind {kind}, held out in eighths: {right:.3f} of {among.sum()} judged as labelled")
        weights.append(fit_kind(rows[among], label[among]))
    np.savez_compressed(WEIGHTS, weights=np.array(weights, np.float16))


def train_slots() -> None:
    """Train which slot of a person a question asks for, and print how it does on lines held out."""
    lines = _lines("question_slots.jsonl") + [{"slot": "none", "text": one["text"]} for one in _talk()]
    labels = np.array([[1.0 if line["slot"] == slot else -1.0 for slot in SLOTS] for line in lines])
    rows = sentence_vectors([line["text"] for line in lines])
    folds, judged = np.random.default_rng(0).permutation(len(lines)) % 8, np.zeros(labels.shape)
    for fold in range(8):
        fitted = _fit_slots(rows[folds != fold], labels[folds != fold])
        judged[folds == fold] = rows[folds == fold] @ fitted[:, :-1].T + fitted[:, -1]
    asked, none = labels.argmax(axis=1), SLOTS.index("none")
    given = np.where(names_slot(judged), judged.argmax(axis=1), none)
    right, named = (given == asked) & (given != none), given != none
    print(f"question slots, held out in eighths: {right.sum()} of {(asked != none).sum()} are known,")
    print(f"  and {named.sum() - right.sum()} of {named.sum()} that are named are wrong")
    np.savez_compressed(SLOT_WEIGHTS, weights=_fit_slots(rows, labels).astype(np.float16))


def _fit_slots(rows: NDArray[np.float32], labels: Rows) -> Rows:
    return np.array([fit_kind(rows, label) for label in labels.T])


def _is(labelled: str, kind: str) -> bool:
    return labelled != "talk" if kind == "asks" else labelled == kind


def _talk() -> list[dict[str, Any]]:
    """Return what people say to each other in the conversations, and ask nothing."""
    scenarios, _ = read_scenarios([EVALS / "questions"])
    said = [step.say for one in scenarios for step in one.steps if isinstance(step, SayStep)]
    return [{"kind": "talk", "text": text} for text in dict.fromkeys(said) if not asks(text)]


async def asked_in(path: Path) -> tuple[list[str], list[Asked]]:
    """Play a file of conversations; return the names of the columns, and the questions for one answer."""
    scenarios, mistakes = read_scenarios([path])
    assert not mistakes, mistakes
    embedder, names, found = embedder_for(Settings()), list[str](), list[Asked]()
    judge = answer_ranking.best_answers
    seen: dict[str, tuple[answer_ranking.Judged, answer_ranking.Wanted]] = {}

    def watch(judged: answer_ranking.Judged, wanted: answer_ranking.Wanted) -> Positions:
        seen[judged.query.text] = judged, wanted
        return np.empty(0, np.int64)  # what is chosen today does not matter

    answer_ranking.best_answers = watch
    with TemporaryDirectory() as folder:
        for number, scenario in enumerate(one for one in scenarios if one.kind not in OTHERWISE):
            seen.clear()
            own = Settings(data_dir=Path(folder) / str(number))
            await play(scenario, own, embedder=embedder, settle_each=False)
            for step in scenario.steps:
                if not isinstance(step, AskStep) or step.ask not in seen:
                    continue
                judged, wanted = seen[step.ask]
                right = _right(judged, step, scenario)
                if judged.messages and (right.any() or scenario.kind == "unknown"):
                    columns = answer_ranking.columns(judged, wanted)
                    names = [*columns]
                    table = np.stack([*columns.values()], axis=1)
                    found.append(Asked(path.stem, table, right))
    answer_ranking.best_answers = judge
    return names, found


def _right(judged: answer_ranking.Judged, step: AskStep, scenario: Scenario) -> NDArray[np.bool_]:
    """Return which messages have what the answer must have, and nothing it must not."""
    lines = [
        answer_line(message, {message.author.id: ""}, ()).partition(": ")[2] for message in judged.messages
    ]
    wanted = [] if scenario.kind == "unknown" else step.must
    return np.array(
        [
            any(_has(line, one) for one in wanted) and not any(_has(line, one) for one in step.must_not)
            for line in lines
        ],
        bool,
    )


def _has(line: str, alternatives: str) -> bool:
    return any(one.strip().casefold() in line.casefold() for one in alternatives.split(" | "))


def fit_answers(answerable: Sequence[Asked]) -> tuple[Rows, float]:
    """Return the weights and the bias: the likeliest is a right message, or none, which counts zero.

    Each question counts a little once more as if nobody had said what answers it.
    """
    again = [one.unanswered() for one in answerable if one.right.any() and not one.right.all()]
    asked = [*answerable, *again]
    rows = np.concatenate([one.columns for one in asked])
    right = np.concatenate([one.right for one in asked])
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    rows = (rows - mean) / spread
    group = np.repeat(np.arange(len(asked)), [len(one.right) for one in asked])
    known = np.array([one.right.any() for one in asked])[group]
    counts = np.repeat([1.0, UNANSWERED], [len(answerable), len(again)])
    weights = np.append(np.zeros(rows.shape[1]), -1.0)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        likely = np.exp(np.clip(rows @ weights[:-1] + weights[-1], -30, 30))
        share = likely / (1 + np.bincount(group, likely))[group]
        among = likely * right / np.maximum(np.bincount(group, likely * right)[group], 1e-12)
        off = (share - np.where(known, among, 0.0)) * (counts / counts.sum())[group]
        slope = np.append(rows.T @ off + HELD_SMALL * weights[:-1], off.sum())
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        weights -= STRIDE * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return weights[:-1] / spread, float(weights[-1] - (mean * weights[:-1] / spread).sum())


def train_answers() -> None:
    """Train which message answers, and print how often the first is right in files not trained with."""
    names: list[str] = []
    asked: list[Asked] = []
    for path in sorted((EVALS / "questions").glob("*.jsonl")):
        names, found = asyncio.run(asked_in(path))
        asked += found
    for file in sorted({one.file for one in asked}):
        weights, bias = fit_answers([one for one in asked if one.file != file])
        known = [one for one in _of(asked, file) if one.right.any()]
        unknown = [one.unanswered() for one in _of(asked, file) if not one.right.all()]
        first = sum(_first_is_right(one, weights, bias) for one in known)
        silent = sum(_first_is_right(one, weights, bias) for one in unknown)
        print(f"answers, {file}.jsonl held out: the first is right in {first} of {len(known)}")
        print(f"  without what answers, nothing is said in {silent} of {len(unknown)}")
    weights, bias = fit_answers(asked)
    rounded = {name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)}
    text = json.dumps({"bias": round(bias, 2), **rounded}, indent=2)
    answer_ranking.WEIGHTS.write_text(f"{text}\n", "utf-8")


def _of(asked: Sequence[Asked], file: str) -> list[Asked]:
    return [one for one in asked if one.file == file]


def _first_is_right(asked: Asked, weights: Rows, bias: float) -> bool:
    score = asked.columns @ weights + bias
    return bool(asked.right[score.argmax()]) if score.max() > 0 else not asked.right.any()


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EVALS / name).read_text("utf-8").split("\n") if line]


if __name__ == "__main__":
    train_kinds()
    train_slots()
    train_answers()
