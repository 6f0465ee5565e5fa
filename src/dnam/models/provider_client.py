"""The client of a provider, through pydantic-ai: our prompts out, checked replies in, its errors as ours.

Loaded by `chat.py` when a model is first asked. Nothing is retried here and nothing waits here: that is the
meter's. What providers say in their errors may repeat what was asked, so only its kind is kept.
"""

# ruff: noqa: PLC0415 (each provider's library is heavy: only the one that is needed is loaded)

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

from pydantic_ai import exceptions as theirs
from pydantic_ai.direct import model_request
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, ToolReturnPart
from pydantic_ai.models import Model, ModelRequestParameters, create_async_httpx2_client
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from dnam.errors import ModelError, Silence
from dnam.model import Usage
from dnam.models.json_repair import salvage
from dnam.models.routes import Route
from dnam.models.tools import use
from dnam.ports import Prompt, R, Tool
from dnam.prompts import load_prompt

ROUNDS = 6
"""How often a model may speak in one conversation; the last time without tools."""


class WireModel:
    """A model behind a provider's own protocol."""

    def __init__(self, route: Route) -> None:
        self.name = route.name
        self._http = create_async_httpx2_client()
        self._model = _model(route, self._http)
        profile: dict[str, Any] = {**self._model.profile}
        self._knows_schemas = bool(profile.get("supports_json_schema_output"))
        always_thinks = profile.get("openai_supports_reasoning") and profile.get("thinking_always_enabled")
        self._may_be_cold = not (always_thinks or profile.get("anthropic_disallows_sampling_settings"))

    async def complete(self, prompt: Prompt, reply: type[R]) -> tuple[R, Usage]:
        """Give an answer in the form of `reply`, at temperature 0 where the model has one."""
        if self._knows_schemas:
            schema = OutputObjectDefinition(json_schema=reply.model_json_schema(), name=reply.__name__)
            form = ModelRequestParameters(output_mode="native", output_object=schema)
            try:
                return self._read(await self._ask([_spoken(prompt)], prompt.longest, form, cold=True), reply)
            except _NotUnderstood:
                pass  # some servers refuse what they do not know, and do well when told in words
        answer = self._read(
            await self._ask([_spoken(_with_schema(prompt, reply))], prompt.longest, cold=True), reply
        )
        self._knows_schemas = False
        return answer

    async def converse(self, prompt: Prompt, tools: Sequence[Tool] = ()) -> tuple[str, Usage]:
        """Give an answer in words, after as many uses of tools as fit into the rounds."""
        said: list[ModelMessage] = [_spoken(prompt)]
        offered = ModelRequestParameters(function_tools=[_definition(tool) for tool in tools])
        usage = Usage()
        try:
            for left in reversed(range(ROUNDS)):
                response = await self._ask(
                    said, prompt.longest, offered, choice=None if left or not tools else "none"
                )
                usage += _usage(response)
                if not response.tool_calls:
                    break
                done = [
                    ToolReturnPart(
                        call.tool_name, await use(tools, call.tool_name, call.args), call.tool_call_id
                    )
                    for call in response.tool_calls
                ]
                said += [response, ModelRequest(parts=done)]
        except ModelError as fault:
            fault.usage += usage
            raise
        text = (response.text or "").strip()
        if not text:
            raise ModelError(f"{self.name} gave no answer.", reason=Silence.BAD_REPLY, usage=usage)
        return text, usage

    async def close(self) -> None:
        """Let go of connections."""
        await self._http.aclose()

    async def _ask(
        self,
        said: Sequence[ModelMessage],
        longest: int,
        form: ModelRequestParameters | None = None,
        *,
        cold: bool = False,
        choice: Literal["none"] | None = None,
    ) -> ModelResponse:
        how = ModelSettings(max_tokens=longest, max_retries=0, thinking=False, cache={"messages": False})
        if cold and self._may_be_cold:
            how["temperature"] = 0.0
        if choice:
            how["tool_choice"] = choice
        try:
            response = await model_request(
                self._model, said, model_settings=how, model_request_parameters=form
            )
        except (theirs.ModelAPIError, theirs.UnexpectedModelBehavior, theirs.UserError) as fault:
            raise _as_ours(fault, self.name) from fault
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


class _NotUnderstood(ModelError):
    """The request was refused for its form."""


def _model(route: Route, http: Any) -> Model:
    """Load the provider's client and give it the model."""
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
    key = route.key or "none"  # the library wants one, the server does not
    if route.provider == "ollama":
        from pydantic_ai.providers.ollama import OllamaProvider

        return OllamaProvider(api_key=key, **address)
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    return OpenAICompatibleProvider(route.provider, api_key=key, **address)


def _spoken(prompt: Prompt) -> ModelRequest:
    return ModelRequest.user_text_prompt(prompt.text, instructions=prompt.instructions)


def _with_schema(prompt: Prompt, reply: type[R]) -> Prompt:
    """Tell in words what form the answer must have; what is the same for every call stays first."""
    asked = load_prompt("json").fill(schema=json.dumps(reply.model_json_schema(), ensure_ascii=False))
    return Prompt(
        instructions="\n\n".join((prompt.instructions, asked.instructions, asked.text)), text=prompt.text
    )


def _definition(tool: Tool) -> ToolDefinition:
    return ToolDefinition(
        name=tool.name, description=tool.purpose, parameters_json_schema=tool.arguments.model_json_schema()
    )


def _usage(response: ModelResponse) -> Usage:
    """Count the tokens and the money of an answer; a price nobody knows is marked."""
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
"""What each of pydantic-ai's errors means; the first that fits counts."""


def _as_ours(fault: Exception, name: str) -> ModelError:
    kind, reason, what = next(entry for entry in _REASONS if isinstance(fault, entry[0]))
    status = getattr(fault, "status_code", None)
    ours = _NotUnderstood if kind is theirs.ModelRequestRejectedError else ModelError
    return ours(
        f"{name} {what}{f' (status {status})' if status else ''}.",
        reason=reason,
        retry_after=getattr(fault, "retry_after", None),
    )
