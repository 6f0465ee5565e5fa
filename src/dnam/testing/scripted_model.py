"""A language model with scripted replies."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from inspect import isawaitable
from typing import Any

from pydantic import BaseModel

from dnam.domain import Usage
from dnam.errors import BadInput, ModelError, Silence
from dnam.models.json_repair import salvage
from dnam.models.tools import use
from dnam.ports import Prompt, R, Tool, Written


class Use:
    """A reply of a `ScriptedModel` that calls a tool; the next reply follows it."""

    def __init__(self, tool: str, **arguments: object) -> None:
        self.tool = tool
        self.arguments = arguments


class ScriptedModel:
    """A `ports.ChatModel` for tests: returns its replies in order and records the prompts.

    A reply is a pydantic object, a dict or list, a text (parsed like a real model's), an exception to raise,
    a `Use` of a tool, or a function of the prompt (sync or async) that returns one of these. Instead of a
    list of replies, one function may make them all.
    """

    def __init__(
        self, replies: Iterable[object] | Callable[[Prompt], object] = (), *, name: str = "scripted"
    ) -> None:
        if isinstance(replies, str | Mapping | BaseModel) or not isinstance(replies, Iterable | Callable):
            kind = type(replies).__name__
            raise BadInput(f"`replies` should be a list of replies or a function, not a {kind}: use [reply].")
        self.name = name
        self.prompts: list[Prompt] = []
        self.told: list[str] = []
        """What tools returned."""
        self.closed = False
        self._always = replies if callable(replies) else None
        self._replies = [] if callable(replies) else list(replies)

    def add(self, *replies: object) -> None:
        self._replies += replies

    async def complete(self, prompt: Prompt, reply: type[R]) -> tuple[R, Usage]:
        """Return the next reply parsed as `reply`."""
        scripted = await self._next(prompt)
        text = scripted if isinstance(scripted, str) else None
        usage = _usage(prompt, text or repr(scripted))
        if isinstance(scripted, reply):
            return scripted, usage
        if isinstance(scripted, BaseModel):
            scripted = scripted.model_dump()
        answer = salvage(text, reply) if text is not None else reply.model_validate(scripted)
        if answer is None:
            raise ModelError("The scripted reply has another form.", reason=Silence.BAD_REPLY, usage=usage)
        return answer, usage

    async def converse(self, prompt: Prompt, tools: Sequence[Tool] = ()) -> tuple[str, Usage]:
        """Return the next text reply, after calling the tools scripted before it."""
        scripted = await self._next(prompt)
        while isinstance(scripted, Use):
            self.told.append(await use(tools, scripted.tool, scripted.arguments))
            scripted = await self._following(prompt)
        return str(scripted), _usage(prompt, str(scripted))

    async def close(self) -> None:
        self.closed = True

    async def _next(self, prompt: Prompt) -> Any:
        self.prompts.append(prompt)
        return await self._following(prompt)

    async def _following(self, prompt: Prompt) -> Any:
        if self._always is None and not self._replies:
            raise AssertionError(f"no reply is left for: {prompt.text}")
        scripted: Any = self._always or self._replies.pop(0)
        if callable(scripted):
            scripted = scripted(prompt)
        if isawaitable(scripted):
            scripted = await scripted
        if isinstance(scripted, BaseException):
            raise scripted
        return scripted


class StreamingScriptedModel(ScriptedModel):
    """A `ScriptedModel` that shows its answer word by word; `after_word` may wait or do something between."""

    def __init__(
        self,
        replies: Iterable[object] | Callable[[Prompt], object] = (),
        *,
        after_word: Callable[[str], Awaitable[None]],
    ) -> None:
        super().__init__(replies)
        self._after_word = after_word

    async def stream(
        self, prompt: Prompt, tools: Sequence[Tool] = (), *, written: Written
    ) -> tuple[str, Usage]:
        """Return the next text reply, after showing how it is written."""
        text, usage = await self.converse(prompt, tools)
        for word in re.finditer(r"\s*\S+", text):
            written(text[: word.end()])
            await self._after_word(text[: word.end()])
        return text, usage


def _usage(prompt: Prompt, scripted: str) -> Usage:
    """Estimate the tokens at four characters each; a script costs nothing."""
    asked = len(prompt.instructions) + len(prompt.text)
    return Usage(input_tokens=-(-asked // 4), output_tokens=-(-len(scripted) // 4))
