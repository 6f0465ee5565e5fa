"""Whether candidates are secrets: their look and the meaning of what stands around, weighed against examples.

What is said with a mark in the place of a candidate, the same with the candidate, and its look make a row; a
row is near to some examples and far from others, and each counts for or against it, as much as `make train`
worked out from `evals/secret_training.jsonl` and `evals/secrets.jsonl`.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnam.rules.guard.meaning import worded
from dnam.rules.secrets.candidates import MIXED, NUMBER, PLAIN, Candidate, look
from dnam.rules.secrets.words import SecretWord
from dnam.vectors import sentence_vectors

WEIGHTS = Path(__file__).with_name("secrets.npz")
SCALE = 256
"""Rows of examples are stored as whole numbers, this many to 1."""
MEANING, LOOK = 0.55, 0.22
"""How much meanings and looks count: the smaller, the further an example reaches."""
MOST = 32
"""Candidates of a text that are judged by meaning; of further ones only the word beside them counts."""
LONG = 1_000
_MARK = "XXXX"
_NO_BOLD = str.maketrans("", "", "*`~|")
_BEFORE, _BEHIND, _BESIDE, _INTRODUCED = 100, 60, 25, 5

Rows = NDArray[np.float32]


def secrets_among(text: str, some: Sequence[Candidate], named: Sequence[SecretWord]) -> list[Candidate]:
    """Return the candidates that are secrets."""
    # In a long text the words around may be pasted a hundred times, and drown what is said of a value.
    strange = [word for word in named if len(text) > LONG or not word.trained]
    chosen = [one for one in some[:MOST] if _is_beside(one, strange)]
    chosen += [one for one in some[MOST:] if _is_beside(one, named)]
    chosen += [one for one in some[:MOST] if one not in chosen and _is_introduced(one, named)]
    chosen += _judged(text, [one for one in some[:MOST] if one not in chosen], named)
    for one in (one for one in some[:MOST] if one.quoted and one not in chosen):
        # Judged once more by the words that lead to it alone: what else is said around may hide it.
        begin = max((word.start for word in named if word.end <= one.start <= word.end + _BESIDE), default=-1)
        lead = replace(one, start=one.start - begin, end=one.end - begin)
        within = [replace(word, start=word.start - begin, end=word.end - begin) for word in named]
        if begin >= 0 and _judged(text[begin : one.end + 1], [lead], within):
            chosen.append(one)
    return chosen


def _judged(text: str, judged: Sequence[Candidate], named: Sequence[SecretWord]) -> list[Candidate]:
    """Return which candidates are nearer to secrets than to anything else."""
    chosen: list[Candidate] = []
    if judged:
        axes, examples, weights, least = _examples()
        texts = contexts(text, judged)
        distinct = {one: at for at, one in enumerate(dict.fromkeys(texts))}
        meanings = (sentence_vectors([*distinct]) @ axes)[[distinct[one] for one in texts]]
        scores = nearness(rows(text, judged, named, meanings), examples) @ weights
        chosen += [one for one, score in zip(judged, scores, strict=True) if score > least]
    return chosen


def _is_beside(one: Candidate, named: Sequence[SecretWord]) -> bool:
    """Return whether a value that is no plain word stands right behind a word for a secret."""
    return one.kind != PLAIN and any(0 <= one.start - word.end <= _BESIDE for word in named)


def _is_introduced(one: Candidate, named: Sequence[SecretWord]) -> bool:
    """Return whether hardly a word stands between a value and its name: "password is hunter2"."""
    length = one.end - one.start
    clear = one.quoted or (one.kind == NUMBER and length >= 4) or (one.kind == MIXED and length >= 6)
    names = (word for word in named if word.kind in ("password", "pin"))
    return clear and any(0 <= one.start - word.end <= _INTRODUCED for word in names)


def contexts(text: str, some: Sequence[Candidate]) -> list[str]:
    """Return what stands around each candidate with a mark in its place, then the same without the mark."""
    around = [_around(text, one) for one in some]
    texts = [f"{before}{_MARK}{behind}" for before, behind in around]
    texts += [f"{b}{text[one.start : one.end]}{a}" for one, (b, a) in zip(some, around, strict=True)]
    return [worded(one.translate(_NO_BOLD)) for one in texts]


def rows(text: str, some: Sequence[Candidate], named: Sequence[SecretWord], meanings: Rows) -> Rows:
    """Return a row for each candidate: the meanings of its contexts, and its look."""
    looks = np.array([look(text, one, named) for one in some], dtype=np.float32)
    return np.hstack((MEANING * meanings[: len(some)], MEANING * meanings[len(some) :], LOOK * looks))


def _around(text: str, one: Candidate) -> tuple[str, str]:
    """Return what stands before and behind a candidate; what stands far away does not count."""
    before, behind = text[: one.start][-_BEFORE:], text[one.end :][:_BEHIND]
    if one.start > _BEFORE:
        before = before[before.find(" ") + 1 :]
    if len(text) - one.end > _BEHIND and " " in behind:
        behind = behind[: behind.rfind(" ")]
    return before, behind


def nearness(some: Rows, examples: Rows) -> Rows:
    """Return how near each row is to each example, from 0 to 1."""
    squares = (some**2).sum(axis=1)[:, None] + (examples**2).sum(axis=1)
    near: Rows = np.exp(2 * some @ examples.T - squares)
    return near


@cache
def _examples() -> tuple[Rows, Rows, Rows, float]:
    with np.load(WEIGHTS) as stored:
        examples = stored["examples"].astype(np.float32) / SCALE
        return stored["axes"].astype(np.float32), examples, stored["weights"], float(stored["least"])
