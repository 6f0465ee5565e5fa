"""A language model that says what a test wrote down."""

from collections.abc import Callable, Iterable, Sequence
from inspect import isawaitable
from typing import Any

from pydantic import BaseModel

from dnam.errors import ModelError, Silence
from dnam.model import Usage
from dnam.models.json_repair import salvage
from dnam.models.tools import use
from dnam.ports import Prompt, R, Tool


class Use:
    """A reply of a `ScriptedModel` that uses a tool; the next reply follows it."""

    def __init__(self, tool: str, **arguments: object) -> None:
        self.tool = tool
        self.arguments = arguments


class ScriptedModel:
    """A `ports.ChatModel` for tests: gives its replies in order, and keeps what it was asked.

    A reply is a pydantic object, a dict or a list, a text (read as a real model's would be), an exception to
    raise, a `Use` of a tool, or a function of the prompt that gives one of these, awaited if need be. Instead
    of replies in order there may be one function for all.
    """

    def __init__(
        self, replies: Iterable[object] | Callable[[Prompt], object] = (), *, name: str = "scripted"
    ) -> None:
        self.name = name
        self.prompts: list[Prompt] = []
        self.told: list[str] = []
        """What tools have told it."""
        self.closed = False
        self._always = replies if callable(replies) else None
        self._replies = [] if callable(replies) else list(replies)

    def add(self, *replies: object) -> None:
        """Write down more replies."""
        self._replies += replies

    async def complete(self, prompt: Prompt, reply: type[R]) -> tuple[R, Usage]:
        """Give the next reply in the form of `reply`."""
        said = await self._next(prompt)
        text = said if isinstance(said, str) else None
        usage = _usage(prompt, text or repr(said))
        if isinstance(said, reply):
            return said, usage
        if isinstance(said, BaseModel):
            said = said.model_dump()
        answer = salvage(text, reply) if text is not None else reply.model_validate(said)
        if answer is None:
            raise ModelError("The scripted reply has another form.", reason=Silence.BAD_REPLY, usage=usage)
        return answer, usage

    async def converse(self, prompt: Prompt, tools: Sequence[Tool] = ()) -> tuple[str, Usage]:
        """Give the next reply that is a text, after the uses of tools before it."""
        said = await self._next(prompt)
        while isinstance(said, Use):
            self.told.append(await use(tools, said.tool, said.arguments))
            said = await self._following(prompt)
        return str(said), _usage(prompt, str(said))

    async def close(self) -> None:
        """Note that it was closed."""
        self.closed = True

    async def _next(self, prompt: Prompt) -> Any:
        self.prompts.append(prompt)
        return await self._following(prompt)

    async def _following(self, prompt: Prompt) -> Any:
        if self._always is None and not self._replies:
            raise AssertionError(f"no reply is left for: {prompt.text}")
        said: Any = self._always or self._replies.pop(0)
        if callable(said):
            said = said(prompt)
        if isawaitable(said):
            said = await said
        if isinstance(said, BaseException):
            raise said
        return said


def _usage(prompt: Prompt, said: str) -> Usage:
    """Estimate tokens as usual, four characters each; a script is free."""
    asked = len(prompt.instructions) + len(prompt.text)
    return Usage(input_tokens=-(-asked // 4), output_tokens=-(-len(said) // 4))
