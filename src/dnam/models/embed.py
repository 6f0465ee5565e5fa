"""Embedders: what turns texts into vectors, chosen by the setting `embedder`."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from dnam import vectors
from dnam.models import encoders
from dnam.models.embedding_log import EmbeddingLog
from dnam.models.embedding_server import OPENAI_MODEL, OPENAI_URL, ServerEmbedder
from dnam.optional_packages import require
from dnam.ports import Embedder
from dnam.settings import Settings

NAMES = {
    "static": "wordllama-256",
    "multilingual": vectors.NAME,
    "minilm": "all-minilm-l6-v2-int8",
    "both": f"{vectors.NAME}+all-minilm-l6-v2-int8",
}
LOADERS = {
    "static": encoders.load_static,
    "multilingual": encoders.load_multilingual,
    "minilm": encoders.load_minilm,
    "both": encoders.load_both,
}
FASTEMBED_MODEL = "BAAI/bge-small-en-v1.5"
SLICE = 8
"""Texts encoded at a time: a question waits for one slice of the background's work, not for all of it."""


class LocalEmbedder:
    """Runs an encoder of this machine in threads, a slice at a time; loads it when first used."""

    def __init__(self, name: str, load: Callable[[], encoders.Encode]) -> None:
        self.name = name
        self._load = load
        self._encode: encoders.Encode | None = None
        self._loading = Lock()

    @property
    def ready(self) -> bool:
        return self._encode is not None

    async def load(self) -> None:
        if self._encode is None:
            await asyncio.to_thread(self._loaded)

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        order = sorted(
            range(len(texts)), key=lambda nth: len(texts[nth])
        )  # long texts together: less padding
        rows = np.empty((len(texts), 0), dtype=np.float32)
        for start in range(0, len(texts), SLICE):
            some = order[start : start + SLICE]
            encoded = await asyncio.to_thread(self._embed, [texts[nth] for nth in some])
            if not start:
                rows = np.empty((len(texts), encoded.shape[1]), dtype=np.float32)
            rows[some] = encoded
        return rows

    async def close(self) -> None:
        """Keep the encoder: another memory of this process may use it."""

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._loaded()(texts)

    def _loaded(self) -> encoders.Encode:
        with self._loading:
            if self._encode is None:
                self._encode = self._load()
        return self._encode


def embedder_for(settings: Settings, calls: EmbeddingLog | None = None) -> Embedder | None:
    """Return the embedder the settings name; None if embeddings are off. A server's calls are logged."""
    chosen = settings.embedder
    if chosen == "off":
        return None
    if chosen == "openai":
        key = settings.embedding_api_key or (None if settings.embedding_base_url else settings.openai_api_key)
        return ServerEmbedder(
            model=settings.embedding_model or OPENAI_MODEL,
            base_url=settings.embedding_base_url or OPENAI_URL,
            api_key=key.get_secret_value() if key else None,
            calls=calls,
        )
    if chosen != "multilingual":
        extra = "minilm" if chosen == "both" else chosen
        require(extra, f"The embedder {chosen!r}", "or set DNAM_EMBEDDER to multilingual or off")
    if chosen == "fastembed":
        model = settings.embedding_model or FASTEMBED_MODEL
        load = partial(
            encoders.load_fastembed, model, settings.embedding_folder, settings.data_dir / "models"
        )
        return LocalEmbedder(f"fastembed {model}", load)
    return LocalEmbedder(NAMES[chosen], LOADERS[chosen])
