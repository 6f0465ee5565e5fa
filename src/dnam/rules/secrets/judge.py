"""Whether candidates are secrets: their look and the meaning of what stands around, weighed against examples.

What is said with a mark in the place of a candidate, the same with the candidate, and its look make a row; a
row is near to some examples and far from others, and each counts for or against it, as much as `make train`
worked out from `evals/secret_training.jsonl` and `evals/secrets.jsonl`.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnam.rules.secrets.candidates import MIXED, NUMBER, PLAIN, Candidate, look
from dnam.rules.secrets.words import SecretWord
from dnam.rules.trained_judge import meanings, worded

WEIGHTS = Path(__file__).with_name("secrets.npz")
SCALE = 256
"""Rows of examples are stored as whole numbers, this many to 1."""
MEANING, LOOK = 0.55, 0.22
"""How much meanings and looks count: the smaller, the further an example reaches."""
MOST = 32
"""Candidates of a text that are judged by meaning; of further ones only the word beside them counts."""
BATCH = 128
"""Candidates that are compared at once: more take too much memory."""
LONG = 1_000
_MARK = "XXXX"
"""Stands for a candidate while its surroundings are compared; the examples were encoded with it."""
_NO_BOLD = str.maketrans("", "", "*`~|")
_BEFORE, _BEHIND, _BESIDE, _INTRODUCED = 100, 60, 25, 5

Rows = NDArray[np.float32]
Reading = tuple[str, Sequence[Candidate], Sequence[SecretWord]]
"""A text, what could be a secret in it, and its words for secrets."""
Judge = Callable[[Sequence[Reading]], list[list[Candidate]]]


def secrets_among(readings: Sequence[Reading]) -> list[list[Candidate]]:
    judged = _judged([(text, some[:MOST], named) for text, some, named in readings if some])
    return [[*_beside(*reading), *(one for one in reading[1][:MOST] if next(judged))] for reading in readings]


def likely_secrets(readings: Sequence[Reading]) -> list[list[Candidate]]:
    """Return the candidates that look like a secret or stand in a text that names one, whatever it says."""
    return [[one for one in some if named or one.kind == MIXED] for _, some, named in readings]


def _beside(text: str, some: Sequence[Candidate], named: Sequence[SecretWord]) -> list[Candidate]:
    # In a long text the words around may be pasted a hundred times, and drown what is said of a value.
    strange = [word for word in named if len(text) > LONG or not word.trained]
    chosen = [one for one in some[:MOST] if _is_beside(one, strange) or _is_introduced(one, named)]
    return chosen + [one for one in some[MOST:] if _is_beside(one, named)]


def _judged(readings: Sequence[Reading]) -> Iterator[bool]:
    """Yield for each candidate of each text whether its meaning and look are those of a secret."""
    if not readings:
        return
    axes, examples, weights, least = _examples()
    around = [contexts(text, some) for text, some, _ in readings]
    distinct = {one: at for at, one in enumerate(dict.fromkeys(chain.from_iterable(around)))}
    vectors = meanings([*distinct]) @ axes
    places = [[distinct[one] for one in texts] for texts in around]
    table = np.vstack([rows(*one, vectors[at]) for one, at in zip(readings, places, strict=True)])
    for first in range(0, len(table), BATCH):
        yield from (nearness(table[first : first + BATCH], examples) @ weights > least).tolist()


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
