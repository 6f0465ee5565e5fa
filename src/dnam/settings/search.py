"""The settings of search: what is looked for, by which ranking, embedder and reranker."""

from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from dnam.settings.types import OptionalFolder, Secret, Switch, WebAddress


class SearchSettings(BaseSettings):
    """Settings of search."""

    model_config = SettingsConfigDict(defer_build=True)

    relevant_messages: int = Field(default=24, ge=0, le=100)
    """How many older messages relevant to the question a prompt may show; 0 turns this off."""
    relevant_chars: int = Field(default=2000, ge=0)
    """Characters for those older messages in a prompt."""
    relevant_everywhere: Switch = True
    """Whether they may come from every place the audience could hear, or only from the same channel."""
    ranking: Literal["dnam", "clanker", "discoclaw"] = "dnam"
    """The formula that ranks memories for a question."""

    embedder: Literal["multilingual", "minilm", "both", "static", "fastembed", "openai", "off"] = (
        "multilingual"
    )
    """What turns text into vectors for search by meaning; off searches by words alone. See `models.md`."""
    embedding_model: str = ""
    """The model of `openai` or `fastembed`; empty means text-embedding-3-small or BAAI/bge-small-en-v1.5."""
    embedding_folder: OptionalFolder = None
    """A folder with the files of the fastembed model; unset means that it is downloaded into `data_dir`."""
    embedding_base_url: WebAddress = Field(default="", repr=False)
    """The address of an OpenAI-compatible embedding server; empty means OpenAI itself."""
    embedding_api_key: Secret = None
    """The key for the embedding server; unset means `openai_api_key`, if the server is OpenAI."""

    reranker: Literal["off", "server", "fastembed"] = "off"
    """What reads the best messages of a search once more and reorders them. See `models.md`."""
    rerank_model: str = ""
    """The model of the reranker; empty means the server's own, or Xenova/ms-marco-MiniLM-L-6-v2."""
    rerank_folder: OptionalFolder = None
    """A folder with the files of fastembed's reranker; unset means that it is downloaded into `data_dir`."""
    rerank_base_url: WebAddress = Field(default="", repr=False)
    """The address of a server that has `/rerank`, such as Jina, Cohere, TEI or llama.cpp, up to its `/v1`."""
    rerank_api_key: Secret = None
    """The key for that server."""
