"""Rerankers: what reads a question and each message together and scores the match. Chosen by `reranker`."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dnam.errors import ModelError, SettingsError
from dnam.optional_packages import require
from dnam.ports import Reranker
from dnam.settings import Settings
from dnam.vectors import LONGEST

if TYPE_CHECKING:
    from httpx2 import AsyncClient

FASTEMBED_MODEL = "Xenova/ms-marco-MiniLM-L-6-v2"
SECONDS = 20
NAMES_OF_TEXTS = ("documents", "texts")
"""What servers call the texts in a request: Jina, Cohere and llama.cpp the first, TEI the second."""
REFUSED = (400, 422)
"""How a server answers a request whose fields have names it does not know."""

Score = Callable[[str, Sequence[str]], list[float]]


class ServerReranker:
    """Calls a `/rerank` endpoint over one connection that stays open, in the form that the server knows."""

    def __init__(self, *, model: str, base_url: str, api_key: str | None) -> None:
        self._url = base_url.rstrip("/") + "/rerank"
        self._model = model
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._names: tuple[str, ...] = NAMES_OF_TEXTS
        self._client: AsyncClient | None = None

    @property
    def ready(self) -> bool:
        return True

    async def load(self) -> None:
        """Do nothing: the server has its model."""

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        import httpx2  # noqa: PLC0415  only needed by this reranker

        if self._client is None:
            self._client = httpx2.AsyncClient(timeout=SECONDS, headers=self._headers)
        body = {"query": question[:LONGEST], **({"model": self._model} if self._model else {})}
        shortened = [text[:LONGEST] or " " for text in texts]
        try:
            for name in self._names:
                reply = await self._client.post(self._url, json={**body, name: shortened})
                if reply.status_code not in REFUSED:
                    self._names = (name,)
                    break
            reply.raise_for_status()
            return _scores(reply.json(), len(texts))
        except (httpx2.HTTPError, ValueError, KeyError, TypeError, IndexError) as fault:
            raise ModelError(
                f"The reranking server at {self._url} did not answer as expected: {fault}"
            ) from fault

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None


def _scores(answer: Any, count: int) -> list[float]:
    """Return a server's scores in the order of the texts. Raises ValueError when one is missing."""
    rows = answer["results"] if isinstance(answer, dict) else answer
    scores: list[float | None] = [None] * count
    for row in rows:
        scores[row["index"]] = float(row["relevance_score"] if "relevance_score" in row else row["score"])
    complete = [score for score in scores if score is not None]
    if len(complete) < count:
        raise ValueError(f"{count - len(complete)} of {count} texts have no score")
    return complete


class LocalReranker:
    """Runs a cross-encoder of this machine in a thread; loads it in the background."""

    def __init__(self, load: Callable[[], Score]) -> None:
        self._load = load
        self._score: Score | None = None

    @property
    def ready(self) -> bool:
        return self._score is not None

    async def load(self) -> None:
        await self._loaded()

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        return await asyncio.to_thread(await self._loaded(), question, texts)

    async def _loaded(self) -> Score:
        if self._score is None:
            self._score = await asyncio.to_thread(self._load)
        return self._score

    async def close(self) -> None:
        """There is no connection to close."""


def load_fastembed(model: str, files: Path | None, folder: Path) -> Score:
    """Load a cross-encoder of fastembed from its files, or from the folder, into which it is downloaded."""
    from fastembed.rerank.cross_encoder import TextCrossEncoder  # noqa: PLC0415  optional

    path = str(files) if files else None
    try:
        encoder = TextCrossEncoder(model, cache_dir=str(folder), threads=1, specific_model_path=path)
    except (ValueError, OSError) as problem:  # an unknown name, files that are not there, no network
        raise ModelError(
            f"fastembed cannot load the reranker {model!r}: {problem}. Choose one that fastembed has, let it "
            "reach the network once, or set DNAM_RERANK_FOLDER to the folder with its files."
        ) from problem

    def score(question: str, texts: Sequence[str]) -> list[float]:
        return [
            float(each) for each in encoder.rerank(question[:LONGEST], [text[:LONGEST] for text in texts])
        ]

    return score


def reranker_for(settings: Settings) -> Reranker | None:
    if settings.reranker == "off":
        return None
    if settings.reranker == "fastembed":
        require("fastembed", "The reranker 'fastembed'", "or set DNAM_RERANKER to server or off")
        model = settings.rerank_model or FASTEMBED_MODEL
        return LocalReranker(
            partial(load_fastembed, model, settings.rerank_folder, settings.data_dir / "models")
        )
    if not settings.rerank_base_url:
        raise SettingsError("The reranker 'server' needs an address: set DNAM_RERANK_BASE_URL.")
    key = settings.rerank_api_key
    return ServerReranker(
        model=settings.rerank_model,
        base_url=settings.rerank_base_url,
        api_key=key.get_secret_value() if key else None,
    )
