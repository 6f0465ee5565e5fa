"""The client of a provider, through pydantic-ai: sends prompts, validates replies, translates errors.

Loaded by `chat.py` on the first call. Retries and waiting are the meter's. A provider's error message may
repeat the prompt, so only the kind of error is kept.
"""

# ruff: noqa: PLC0415 (providers' libraries are heavy: only the one needed is loaded)

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from pydantic_ai import exceptions as theirs
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ToolReturnPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, create_async_httpx2_client
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from dnam.domain import Usage
from dnam.errors import ModelError, Silence
from dnam.models.json_repair import salvage
from dnam.models.model_choice import Route
from dnam.models.tools import use
from dnam.ports import Prompt, R, Tool, Written
from dnam.prompts import load_prompt

_THEIRS = (theirs.ModelAPIError, theirs.UnexpectedModelBehavior, theirs.UserError)
ROUNDS = 6
"""Model calls per conversation; the last one is without tools."""


class WireModel:
    """A model reached over its provider's own protocol."""

    def __init__(self, route: Route) -> None:
        self.name = route.name
        self._streams = True
        self._http = create_async_httpx2_client()
        self._model = _model(route, self._http)
        profile: dict[str, Any] = {**self._model.profile}
        self._knows_schemas = bool(profile.get("supports_json_schema_output"))
        always_thinks = profile.get("openai_supports_reasoning") and profile.get("thinking_always_enabled")
        self._may_be_cold = not (always_thinks or profile.get("anthropic_disallows_sampling_settings"))

    async def complete(self, prompt: Prompt, reply: type[R]) -> tuple[R, Usage]:
        if self._knows_schemas:
            schema = OutputObjectDefinition(json_schema=reply.model_json_schema(), name=reply.__name__)
            form = ModelRequestParameters(output_mode="native", output_object=schema)
            try:
                return self._read(await self._ask(self._cold(prompt, form)), reply)
            except _NotUnderstood:
                pass  # some servers refuse schemas but follow one that is written into the prompt
        answer = self._read(await self._ask(self._cold(_with_schema(prompt, reply))), reply)
        self._knows_schemas = False
        return answer

    async def converse(self, prompt: Prompt, tools: Sequence[Tool] = ()) -> tuple[str, Usage]:
        return await self._converse(prompt, tools, None)

    async def stream(
        self, prompt: Prompt, tools: Sequence[Tool] = (), *, written: Written
    ) -> tuple[str, Usage]:
        return await self._converse(prompt, tools, written)

    async def _converse(
        self, prompt: Prompt, tools: Sequence[Tool], written: Written | None
    ) -> tuple[str, Usage]:
        history: list[ModelMessage] = [_request(prompt)]
        offered = ModelRequestParameters(function_tools=[_definition(tool) for tool in tools])
        usage = Usage()
        try:
            for left in reversed(range(ROUNDS)):
                asking = _Asking(history, prompt.longest, offered)
                if tools and not left:
                    asking.options["tool_choice"] = "none"
                response = await (self._ask(asking) if written is None else self._stream(asking, written))
                usage += _usage(response)
                if not response.tool_calls:
                    break
                done = [
                    ToolReturnPart(
                        call.tool_name, await use(tools, call.tool_name, call.args), call.tool_call_id
                    )
                    for call in response.tool_calls
                ]
                history += [response, ModelRequest(parts=done)]
        except ModelError as fault:
            fault.usage += usage
            raise
        text = (response.text or "").strip()
        if not text:
            raise ModelError(f"{self.name} gave no answer.", reason=Silence.BAD_REPLY, usage=usage)
        return text, usage

    async def close(self) -> None:
        await self._http.aclose()

    def _cold(self, prompt: Prompt, form: ModelRequestParameters | None = None) -> "_Asking":
        """Return the request for an answer that is parsed: at temperature 0 where the model allows."""
        asking = _Asking([_request(prompt)], prompt.longest, form)
        if self._may_be_cold:
            asking.options["temperature"] = 0.0
        return asking

    async def _ask(self, asking: "_Asking") -> ModelResponse:
        try:
            response = await model_request(self._model, asking.history, **asking.how)
        except _THEIRS as fault:
            raise _as_ours(fault, self.name) from fault
        return self._answered(response)

    async def _stream(self, asking: "_Asking", written: Written) -> ModelResponse:
        """Ask, and show the answer as far as it is written; all at once where a server cannot stream."""
        if not self._streams:
            return await self._ask(asking)
        try:
            async with model_request_stream(self._model, asking.history, **asking.how) as stream:
                text = ""
                async for event in stream:
                    if new := _new_text(event):
                        text += new
                        written(text)
                response = stream.get()
        except _THEIRS as fault:
            ours = _as_ours(fault, self.name)
            if not isinstance(ours, _NotUnderstood):
                raise ours from fault
            self._streams = False
            return await self._ask(asking)
        return self._answered(response)

    def _answered(self, response: ModelResponse) -> ModelResponse:
        if response.finish_reason == "content_filter":
            raise ModelError(
                f"{self.name} will not answer this.", reason=Silence.REFUSED, usage=_usage(response)
            )
        return response

    def _read(self, response: ModelResponse, reply: type[R]) -> tuple[R, Usage]:
        usage = _usage(response)
        answer = salvage(response.text or "", reply)
        if answer is None:
            raise ModelError(
                f"{self.name} did not answer in the form that was asked for ({reply.__name__}).",
                reason=Silence.BAD_REPLY,
                usage=usage,
            )
        return answer, usage


class _Asking:
    """One request to a model."""

    def __init__(
        self, history: Sequence[ModelMessage], longest: int, form: ModelRequestParameters | None = None
    ) -> None:
        self.history = history
        self.options = ModelSettings(
            max_tokens=longest, max_retries=0, thinking=False, cache={"messages": False}
        )
        self._form = form

    @property
    def how(self) -> dict[str, Any]:
        return {"model_settings": self.options, "model_request_parameters": self._form}


def _new_text(event: ModelResponseStreamEvent) -> str:
    """Return what an event adds to the answer; empty when it adds no text."""
    if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
        return event.part.content
    if isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
        return event.delta.content_delta
    return ""


class _NotUnderstood(ModelError):
    """The provider rejected the form of the request."""


def _model(route: Route, http: Any) -> Model:
    if route.provider == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        return AnthropicModel(
            route.model,
            provider=AnthropicProvider(api_key=route.key, base_url=route.base_url, http_client=http),
        )
    if route.provider == "google":
        from pydantic_ai.models.google import GoogleModel
        from pydantic_ai.providers.google import GoogleProvider

        return GoogleModel(
            route.model,
            provider=GoogleProvider(api_key=route.key, base_url=route.base_url, http_client=http),
        )
    from pydantic_ai.models.openai import OpenAIChatModel

    return OpenAIChatModel(route.model, provider=_openai_provider(route, http))


def _openai_provider(route: Route, http: Any) -> Any:
    address = {"base_url": route.base_url, "http_client": http}
    if route.provider == "openai":
        from pydantic_ai.providers.openai import OpenAIProvider

        return OpenAIProvider(api_key=route.key, **address)
    key = route.key or "none"  # the library requires a key, the server does not
    if route.provider == "ollama":
        from pydantic_ai.providers.ollama import OllamaProvider

        return OllamaProvider(api_key=key, **address)
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    return OpenAICompatibleProvider(route.provider, api_key=key, **address)


def _request(prompt: Prompt) -> ModelRequest:
    return ModelRequest.user_text_prompt(prompt.text, instructions=prompt.instructions)


def _with_schema(prompt: Prompt, reply: type[R]) -> Prompt:
    """Return the prompt with the schema in its instructions, after the part that providers cache."""
    form = load_prompt("json").fill(schema=json.dumps(reply.model_json_schema(), ensure_ascii=False))
    return Prompt(
        instructions="\n\n".join((prompt.instructions, form.instructions, form.text)), text=prompt.text
    )


def _definition(tool: Tool) -> ToolDefinition:
    return ToolDefinition(
        name=tool.name, description=tool.purpose, parameters_json_schema=tool.arguments.model_json_schema()
    )


def _usage(response: ModelResponse) -> Usage:
    """Return the tokens and cost of an answer; an unknown price counts as unpriced."""
    cost = None
    with suppress(LookupError, ValueError, AssertionError):
        cost = float(response.cost().total_price)
    return Usage(
        input_tokens=response.usage.input_tokens,
        output_tokens=response.usage.output_tokens,
        cost_usd=cost or 0.0,
        unpriced=int(cost is None),
    )


_REASONS: tuple[tuple[type[Exception], Silence, str], ...] = (
    (theirs.ModelRateLimitError, Silence.RATE_LIMITED, "is asked too often"),
    (theirs.ModelQuotaExceededError, Silence.AUTH, "has no credit left"),
    (theirs.ModelTimeoutError, Silence.TIMEOUT, "did not answer in time"),
    (theirs.ModelRequestTimeout, Silence.TIMEOUT, "did not answer in time"),
    (theirs.ModelAuthenticationError, Silence.AUTH, "does not accept the key"),
    (theirs.ModelNotFoundError, Silence.REJECTED, "does not exist"),
    (theirs.ModelContextWindowExceededError, Silence.TOO_LONG, "cannot read that much"),
    (theirs.ModelRequestRejectedError, Silence.REJECTED, "does not understand the request"),
    (theirs.ContentFilterError, Silence.REFUSED, "will not answer this"),
    (theirs.UserError, Silence.REJECTED, "cannot be asked this"),
    (theirs.ModelConnectionError, Silence.UNAVAILABLE, "cannot be reached"),
    (theirs.ModelAPIError, Silence.UNAVAILABLE, "failed"),
    (theirs.UnexpectedModelBehavior, Silence.UNAVAILABLE, "did not speak its own protocol"),
)
"""Reason and message for each of pydantic-ai's errors; the first match counts."""


def _as_ours(fault: Exception, name: str) -> ModelError:
    kind, reason, what = next(entry for entry in _REASONS if isinstance(fault, entry[0]))
    status = getattr(fault, "status_code", None)
    ours = _NotUnderstood if kind is theirs.ModelRequestRejectedError else ModelError
    return ours(
        f"{name} {what}{f' (status {status})' if status else ''}.",
        reason=reason,
        retry_after=getattr(fault, "retry_after", None),
    )
