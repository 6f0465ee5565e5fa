"""Embedders: local by default, or an OpenAI-compatible server.

The local embedder reads the weights inside the wordllama package: nothing is downloaded, no process called.
"""

import asyncio
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dnam.errors import ModelError, SettingsError
from dnam.ports import Embedder
from dnam.settings import Settings

OPENAI_MODEL = "text-embedding-3-small"
OPENAI_URL = "https://api.openai.com/v1"
_LONGEST = 2_000
"""Characters of a text that are embedded; the rest hardly changes an average of word vectors."""


class LocalEmbedder:
    """Averages static word-piece vectors, in about 0.1 ms per sentence.

    The weights cover Latin script only. Text in another script gets a row of zeros and is found by its words:
    averages of single letters would make any two Russian sentences look alike.
    """

    name = "wordllama-256"

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if len(texts) > 8:
            return await asyncio.to_thread(self._embed, texts)
        return self._embed(texts)

    def _embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        table, tokenizer = self._weights
        rows = np.zeros((len(texts), table.shape[1]), dtype=np.float32)
        encoded = tokenizer.encode_batch_fast([text[:_LONGEST] for text in texts], add_special_tokens=False)
        for index, pieces in enumerate(encoded):
            if pieces.ids and _knows(texts[index]):
                rows[index] = table[pieces.ids].mean(axis=0)
        return unit(rows)

    @cached_property
    def _weights(self) -> tuple[NDArray[np.float32], Any]:
        from safetensors.numpy import load_file  # noqa: PLC0415  heavy
        from tokenizers import Tokenizer  # noqa: PLC0415

        folder = _wordllama_folder()
        table = load_file(folder / "weights" / "l2_supercat_256.safetensors")["embedding.weight"]
        tokenizer = Tokenizer.from_file(str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json"))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return table.astype(np.float32), tokenizer


class OpenAIEmbedder:
    """Calls the embeddings endpoint of an OpenAI-compatible server."""

    def __init__(self, *, model: str, base_url: str, api_key: str | None) -> None:
        self.name = model
        self._url = base_url.rstrip("/") + "/embeddings"
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import httpx2  # noqa: PLC0415  only needed by this embedder

        body = {"model": self.name, "input": [text[:_LONGEST] or " " for text in texts]}
        try:
            async with httpx2.AsyncClient(timeout=20) as client:
                reply = await client.post(self._url, json=body, headers=self._headers)
                reply.raise_for_status()
            data = sorted(reply.json()["data"], key=lambda item: item["index"])
            return unit(np.array([item["embedding"] for item in data], dtype=np.float32))
        except (httpx2.HTTPError, ValueError, KeyError, TypeError) as fault:
            raise ModelError(
                f"The embedding server at {self._url} did not answer as expected: {fault}"
            ) from fault


def _knows(text: str) -> bool:
    """Return whether at least half of the letters of a text are Latin."""
    if text.isascii():
        return True
    letters = [letter for letter in text[:_LONGEST] if letter.isalpha()]
    return 2 * sum(letter <= "\u024f" or "\u1e00" <= letter <= "\u1eff" for letter in letters) >= len(letters)


def unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the rows scaled to norm 1; rows of zeros stay."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, np.where(lengths == 0, 1, lengths), dtype=np.float32)


def embedder_for(settings: Settings) -> Embedder | None:
    """Return the embedder the settings name; None if embeddings are off."""
    if settings.embedder == "off":
        return None
    if settings.embedder == "local":
        _wordllama_folder()
        return LocalEmbedder()
    key = settings.embedding_api_key or (None if settings.embedding_base_url else settings.openai_api_key)
    return OpenAIEmbedder(
        model=settings.embedding_model or OPENAI_MODEL,
        base_url=settings.embedding_base_url or OPENAI_URL,
        api_key=key.get_secret_value() if key else None,
    )


def _wordllama_folder() -> Path:
    spec = find_spec("wordllama")
    places = spec.submodule_search_locations if spec else None
    if not places:
        raise SettingsError(
            "The local embedder needs the wordllama package. Install dnam with its dependencies, or set "
            "DNAM_EMBEDDER=off."
        )
    return Path(places[0])
