"""What is needed of clocks, embedders and language models."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from dnam.model import Usage

R = TypeVar("R", bound=BaseModel)


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Give the present moment, with its zone."""


class Embedder(Protocol):
    """Turns texts into vectors of one length, near each other when they mean the same."""

    @property
    def name(self) -> str:
        """The model's name; vectors of different names are never compared."""

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give one row of length 1 per text, in order; zeros for a text without words. Raises ModelError."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """What a language model is asked."""

    instructions: str
    """The same for every call of a task, and sent first, so that providers can cache it."""
    text: str
    longest: int = 4096
    """The most tokens the answer may have."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tool:
    """Something a language model may do while it answers."""

    name: str
    purpose: str
    """What the model is told it does."""
    arguments: type[BaseModel]
    call: Callable[[Any], Awaitable[str]]
    """Gets the arguments, checked; gives what the model is told. A DnamError is told to the model too."""


class ChatModel(Protocol):
    """A language model. Its failures are `ModelError`s that carry a reason and what they cost."""

    @property
    def name(self) -> str:
        """The provider and the model, such as `anthropic:claude-haiku-5-5`."""

    async def complete(self, prompt: Prompt, reply: type[R]) -> tuple[R, Usage]:
        """Give an answer in the form of `reply`, as little random as the model allows. Raises ModelError."""

    async def converse(self, prompt: Prompt, tools: Sequence[Tool] = ()) -> tuple[str, Usage]:
        """Give an answer in words; the model may use the tools, a few times. Raises ModelError."""

    async def close(self) -> None:
        """Let go of connections; safe to call twice."""
