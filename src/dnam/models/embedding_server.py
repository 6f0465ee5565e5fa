"""An embedder on a server that speaks as OpenAI does: OpenAI itself, Ollama, llama.cpp, vLLM and others."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dnam.errors import ModelError
from dnam.models.encoders import unit
from dnam.vectors import LONGEST

if TYPE_CHECKING:
    from httpx2 import AsyncClient

OPENAI_MODEL = "text-embedding-3-small"
OPENAI_URL = "https://api.openai.com/v1"
SECONDS = 20


class ServerEmbedder:
    """Calls an embeddings endpoint over one connection that stays open."""

    def __init__(self, *, model: str, base_url: str, api_key: str | None) -> None:
        self.name = model
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
        try:
            reply = await self._client.post(self._url, json=body)
            reply.raise_for_status()
            data = sorted(reply.json()["data"], key=lambda item: item["index"])
            return unit(np.array([item["embedding"] for item in data], dtype=np.float32))
        except (httpx2.HTTPError, ValueError, KeyError, TypeError) as fault:
            raise ModelError(
                f"The embedding server at {self._url} did not answer as expected: {fault}"
            ) from fault

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None
