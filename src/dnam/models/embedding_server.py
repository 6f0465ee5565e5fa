"""An embedder on a server that speaks as OpenAI does: OpenAI itself, Ollama, llama.cpp, vLLM and others."""

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dnam.errors import ModelError
from dnam.models.embedding_log import EmbeddingLog
from dnam.models.encoders import unit
from dnam.vectors import LONGEST

if TYPE_CHECKING:
    from httpx2 import AsyncClient

OPENAI_MODEL = "text-embedding-3-small"
OPENAI_URL = "https://api.openai.com/v1"
SECONDS = 20


class ServerEmbedder:
    """Calls an embeddings endpoint over one connection that stays open."""

    def __init__(
        self, *, model: str, base_url: str, api_key: str | None, calls: EmbeddingLog | None = None
    ) -> None:
        self.name = model
        self._calls = calls
        self._url = base_url.rstrip("/") + "/embeddings"
        self.headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client: AsyncClient | None = None

    @property
    def ready(self) -> bool:
        return True

    async def load(self) -> None:
        """Do nothing: the server has its model."""

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import httpx2  # noqa: PLC0415  only needed by this embedder

        if self._client is None:  # made once: a new client for each call takes ten times as long as the call
            self._client = httpx2.AsyncClient(timeout=SECONDS, headers=self.headers)
        body = {"model": self.name, "input": [text[:LONGEST] or " " for text in texts]}
        began = perf_counter()
        try:
            reply = await self._client.post(self._url, json=body)
            reply.raise_for_status()
            content = reply.json()
            data = sorted(content["data"], key=lambda item: item["index"])
            vectors = unit(np.array([item["embedding"] for item in data], dtype=np.float32))
        except (httpx2.HTTPError, ValueError, KeyError, TypeError) as fault:
            self._note(0, began, ok=False)
            raise ModelError(
                f"The embedding server at {self._url} did not answer as expected: {fault}"
            ) from fault
        self._note(_tokens(content, texts), began, ok=True)
        return vectors

    def _note(self, tokens: int, began: float, *, ok: bool) -> None:
        if self._calls is not None:
            self._calls.note(self.name, tokens, (perf_counter() - began) * 1000, ok=ok)

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None
        if self._calls is not None:
            await self._calls.close()


def _tokens(reply: dict[str, Any], texts: Sequence[str]) -> int:
    """Return the tokens of a call: as the server counts them, else four characters each."""
    usage = reply.get("usage")
    counted = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    return counted if isinstance(counted, int) else sum(len(text) for text in texts) // 4
