"""An embedder that encodes each text once and keeps its vector on disk: every system gets the same ones."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.peers import HOME
from dnam.models.embed import embedder_for
from dnam.ports import Embedder
from dnam.settings import Settings

Rows = NDArray[np.float32]


def _key(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


class RememberedVectors:
    """Wraps an embedder; `save` writes what is new."""

    ready = True

    def __init__(self, embedder: Embedder, folder: Path = HOME / "vectors") -> None:
        self.name = embedder.name
        self._embedder = embedder
        self._file = folder / f"{embedder.name.replace('/', '-')}.npz"
        self._rows: dict[str, NDArray[np.float32]] = {}
        if self._file.exists():
            stored = np.load(self._file)
            self._rows = dict(zip(stored["keys"].tolist(), stored["rows"], strict=True))

    async def load(self) -> None:
        """Leave loading until a text is new."""

    async def embed(self, texts: Sequence[str]) -> Rows:
        """Return the stored vectors, encoding what is new."""
        new = [text for text in dict.fromkeys(texts) if _key(text) not in self._rows]
        if new:
            rows = await self._embedder.embed(new)
            self._rows.update(zip(map(_key, new), rows, strict=True))
        return np.array([self._rows[_key(text)] for text in texts], np.float32)

    async def close(self) -> None:
        """Close the embedder."""
        await self._embedder.close()

    def save(self) -> None:
        """Write every vector to disk."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(self._file, keys=np.array(list(self._rows)), rows=np.array(list(self._rows.values())))


def remembered(name: str) -> RememberedVectors:
    """Return the embedder of this name with its remembered vectors."""
    embedder = embedder_for(Settings.model_validate({"embedder": name}))
    if embedder is None:
        raise ValueError(f"{name} is no embedder")
    return RememberedVectors(embedder)
