"""What a text means, weighed against labelled examples: an order, a request, something that lasts.

A text is near to some of the examples and far from others; each counts for or against it, as much as `make
train` worked out from labelled lines in `evals/`. So words nobody foresaw are judged by what they mean.
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import re2
from numpy.typing import NDArray

from dnam.languages import detect, languages
from dnam.vectors import sentence_vectors

TRAINED = frozenset("ar de en es fr it ja ko nl pl pt ru tr uk zh".split())
"""The languages of the lines that judges were trained with."""
WIDTH = 1.0
"""How quickly an example stops counting with its distance."""
SCALE = 512
"""Vectors of examples are kept as whole numbers, this many to 1."""
_DRAWN_OUT = 8
"""A piece with so many times more letters than different ones is no word."""
_WORD = re2.compile(r"[\p{L}\p{M}]+")
_MENTIONS = ("<@", "<#", "<:", "<a:")

Rows = NDArray[np.float32]


class Judge:
    """Examples with their weights, as `make train` wrote them into a file; loaded when it is first asked."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _stored(self) -> tuple[Rows, Rows, float]:
        with np.load(self.path) as stored:
            return stored["examples"].astype(np.float32) / SCALE, stored["weights"], float(stored["least"])

    @property
    def least(self) -> float:
        """What a text must weigh to count."""
        return self._stored[2]

    def weigh(self, texts: Sequence[str]) -> Rows:
        examples, weights, _ = self._stored
        weighed: Rows = nearness(meanings(texts), examples) @ weights
        return weighed


def meanings(texts: Sequence[str]) -> Rows:
    """Return what texts mean, as examples are compared with it."""
    if any(one.english for one in languages().values()):
        texts = [_in_english(text) for text in texts]
    return sentence_vectors(texts)


def _in_english(text: str) -> str:
    """Put English words for those of a language whose file has them: its encoder does not know that one."""
    english = next((one.english for one in detect(text)[:1]), {})
    read = str(_WORD.sub(lambda word: english.get(word[0].casefold(), word[0]), text))
    return read[:1].upper() + read[1:] if text[:1].isupper() else read


def worded(text: str) -> str:
    """Return the pieces of a text that are words or numbers: emoji, mentions and "xxxxxxxxx" mean nothing."""
    return " ".join(
        piece
        for piece in text.split()
        if any(map(str.isalnum, piece))
        and len(piece) <= _DRAWN_OUT * len({*piece})
        and not piece.startswith(_MENTIONS)
    )


def as_sentence(text: str) -> str:
    """Return a text as a sentence without other capitals: names, titles and shouting weigh nothing.

    The encoder was trained with sentences: one that begins small is further from what it says.
    """
    folded = text.casefold().replace("i\u0307", "i")
    return folded[:1].upper() + folded[1:]


def nearness(rows: Rows, examples: Rows) -> Rows:
    """Return how near each row is to each example, from 0 to 1."""
    near: Rows = np.exp(2 * WIDTH * (rows @ examples.T - 1))
    return near
