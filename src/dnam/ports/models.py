"""The ports for clocks, embedders and language models."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from dnam.domain import Usage

R = TypeVar("R", bound=BaseModel)


class Clock(Protocol):
    """A source of the current time, so that tests can move it."""

    def now(self) -> datetime:
        """Return the current time, timezone-aware."""


class Embedder(Protocol):
    """Turns texts into vectors of one length; similar meanings give near vectors."""

    @property
    def name(self) -> str:
        """The model's name; vectors of different models are never compared."""

    @property
    def ready(self) -> bool:
        """Whether `embed` can answer without loading anything first: until then, search goes by words."""

    async def load(self) -> None:
        """Load what is needed, beside the event loop. Raises ModelError."""

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one row of norm 1 per text, in order; zeros for a text without words. Raises ModelError."""

    async def close(self) -> None:
        """Close connections; safe to call twice."""


class Reranker(Protocol):
    """Scores texts by how well each answers a question, reading both together."""

    @property
    def ready(self) -> bool:
        """Whether `score` can answer without loading anything first: until then, nothing is reordered."""

    async def load(self) -> None:
        """Load what is needed, beside the event loop. Raises ModelError."""

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one number per text, in order; the higher, the better it answers. Raises ModelError."""

    async def close(self) -> None:
        """Close connections; safe to call twice."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """A request to a language model."""

    instructions: str
    """The same for every call of a task, and sent first so that providers can cache it."""
    text: str
    longest: int = 4096
    """Token limit of the answer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tool:
    """A function a language model may call while it answers."""

    name: str
    purpose: str
    """Description shown to the model."""
    arguments: type[BaseModel]
    call: Callable[[Any], Awaitable[str]]
    """Takes the validated arguments, returns the text for the model. A DnamError is shown to the model."""


Written = Callable[[str], None]
"""Is shown an answer as far as it is written, again and again; each text replaces the one before."""


class ChatModel(Protocol):
    """A language model. It fails with `ModelError`, which carries the reason and the usage."""

    @property
    def name(self) -> str:
        """The provider and the model, such as `anthropic:claude-haiku-5-5`."""

    async def complete(self, prompt: Prompt, reply: type[R]) -> tuple[R, Usage]:
        """Return an answer parsed as `reply`, at temperature 0 where the model allows. Raises ModelError."""

    async def converse(self, prompt: Prompt, tools: Sequence[Tool] = ()) -> tuple[str, Usage]:
        """Return an answer as text; the model may call the tools a few times first. Raises ModelError."""

    async def close(self) -> None:
        """Close connections; safe to call twice."""


@runtime_checkable
class StreamingModel(Protocol):
    """A language model that can show its answer while it writes; a `ChatModel` need not be able to."""

    async def stream(
        self, prompt: Prompt, tools: Sequence[Tool] = (), *, written: Written
    ) -> tuple[str, Usage]:
        """Answer as `ChatModel.converse` does, with the same text at the end. Raises ModelError."""
