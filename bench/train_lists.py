"""Train which messages are entries of a list that is asked for: a part of `make train`.

The conversations of `evals/lists.jsonl` are played, with what each message is. The weights are those of a
logistic regression, for what speaks for a message with its vector and without.
"""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Positions
from dnam.evaluation.scenario_player import play
from dnam.evaluation.scenarios import AskStep, SayStep, Scenario, Step, WaitStep
from dnam.models.embed import embedder_for
from dnam.rules import answer_lists
from dnam.rules.answer_lists import WEIGHTS
from dnam.rules.answer_ranking import Judged, Wanted
from dnam.settings import Settings

LINES = Path(__file__).parents[1] / "evals" / "lists.jsonl"
FOLDS, STEPS = 8, 20
COLUMNS, VECTORS = 0.3, 1.5
"""How far columns and vectors spread: what spreads more is held small less."""
HELD_SMALL = 3.0
LENIENT = 1.2
"""How much less sure an entry must be than likely: a list is worse without an entry than with a line more."""

Rows = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Listed:
    """A conversation that was played: what speaks for each message, and which are entries."""

    columns: Rows
    vectors: Rows
    entry: NDArray[np.bool_]
    all_entries: int
    """Those that were not found count too."""
    judged: Judged


def scenario(number: int, line: dict[str, Any]) -> Scenario:
    place = {"guild": f"guild {number}", "channel": "general"}
    steps: list[Step] = []
    for said in line["lines"]:
        if after := said.get("after"):
            steps.append(WaitStep(wait=after))
        steps.append(SayStep.model_validate({"as": said["as"], "place": place, "say": said["say"]}))
    steps.append(AskStep.model_validate({"as": line["asker"], "place": place, "ask": line["q"]}))
    outline = {"lang": line["lang"], "kind": "list", "proves": (), "settings": {}, "script": {}}
    return Scenario(id=f"list {number}", steps=tuple(steps), **outline)


async def listed_in(lines: list[dict[str, Any]]) -> list[Listed]:
    """Play conversations, and return what was judged at their ends."""
    embedder, found, usual = embedder_for(Settings()), list[Listed](), answer_lists.answers
    seen: list[Judged] = []

    def watch(judged: Judged, wanted: Wanted) -> Positions:  # noqa: ARG001 (as the one it stands for)
        seen.append(judged)
        return np.empty(0, np.int64)  # what is chosen today does not matter

    answer_lists.answers = watch
    with TemporaryDirectory() as folder:
        for number, line in enumerate(lines):
            seen.clear()
            own = Settings(data_dir=Path(folder) / str(number))
            await play(scenario(number, line), own, embedder=embedder, settle_each=False)
            if seen and seen[-1].messages:
                found.append(_labelled(seen[-1], line))
    answer_lists.answers = usual
    return found


def _labelled(judged: Judged, line: dict[str, Any]) -> Listed:
    labels = {(said["as"], said["say"]): said["label"] for said in line["lines"]}
    entry = [labels.get((one.author.name, one.text)) == "answers" for one in judged.messages]
    vectors = judged.vectors
    assert vectors is not None
    return Listed(
        answer_lists.columns(judged),
        vectors.astype(np.float64),
        np.array(entry, bool),
        [*labels.values()].count("answers"),
        judged,
    )


def fit(listed: list[Listed], *, vectors: bool) -> Rows:
    """Return the weights with the bias last, by Newton's method."""
    columns = np.concatenate([one.columns for one in listed])
    label = np.concatenate([one.entry for one in listed]).astype(float)
    mean, scale = columns.mean(axis=0), COLUMNS / (columns.std(axis=0) + 1e-6)
    parts = [(columns - mean) * scale]
    if vectors:
        parts.append(np.concatenate([one.vectors for one in listed]) * VECTORS)
    rows = np.hstack([*parts, np.ones((len(label), 1))])
    held_small = np.full(rows.shape[1], HELD_SMALL)
    held_small[-1] = 1e-6
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (likely - label) + held_small * weights
        bend = (rows.T * (likely * (1 - likely))) @ rows + np.diag(held_small)
        weights -= np.linalg.solve(bend, slope)
    width = columns.shape[1]
    weights[:width] *= scale
    weights[width:-1] *= VECTORS
    weights[-1] += LENIENT - mean @ weights[:width]
    return weights


def chosen(listed: Listed, weights: dict[str, Rows]) -> NDArray[np.bool_]:
    """Return which messages are shown with some weights."""
    answer_lists._weights.cache_clear()
    _save(weights)
    shown = np.zeros(len(listed.entry), bool)
    shown[answer_lists.entries(listed.judged)] = True
    return shown


def _save(weights: dict[str, Rows]) -> None:
    stored: dict[str, Any] = {name: one.astype(np.float16) for name, one in weights.items()}
    np.savez_compressed(WEIGHTS, **stored)


def counted(shown: Iterator[tuple[Listed, NDArray[np.bool_]]]) -> str:
    right = entries = lines = whole = 0
    for one, these in shown:
        found = int((these & one.entry).sum())
        right, entries, lines = right + found, entries + one.all_entries, lines + int(these.sum())
        whole += found == one.all_entries
    return f"{right} of {entries} entries shown, {right} of {lines} lines shown are entries, {whole} whole"


def main() -> None:
    """Train, and print how it does on conversations it was not trained with."""
    lines = [json.loads(line) for line in LINES.read_text("utf-8").split("\n") if line]
    listed = asyncio.run(listed_in(lines))
    fold = np.random.default_rng(0).permutation(len(listed)) % FOLDS

    def held_out(which: str) -> Iterator[tuple[Listed, NDArray[np.bool_]]]:
        for part in range(FOLDS):
            kept = [one for one, nth in zip(listed, fold, strict=True) if nth != part]
            weights = fit(kept, vectors=which == "beside")
            both = {"beside": weights, "alone": weights}
            tried = [one for one, nth in zip(listed, fold, strict=True) if nth == part]
            yield from ((one, chosen(one, both)) for one in tried)

    print(f"lists, held out in eighths, {len(listed)}: {counted(held_out('beside'))}")
    final = {"beside": fit(listed, vectors=True), "alone": fit(listed, vectors=False)}
    _save(final)


if __name__ == "__main__":
    main()
