"""Wraps every call of a language model in a time limit, retries, a budget, a circuit breaker and the log.

    answer = await meter.ask("extract", guild, prompt, Found)
    match answer:
        case Answered(value=found): ...
        case Offline(): ...                  # do the task without a model

A failed call is an outcome, not an error: every caller has a way to do its task offline.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC
from inspect import isawaitable
from time import perf_counter
from typing import Any, Generic, TypeVar

from dnam.domain import Action, Task, Usage
from dnam.errors import ModelError, Silence, StoreError, describe
from dnam.log_lines import log
from dnam.models.chat import chat_model_for
from dnam.models.circuit_breaker import Breaker
from dnam.ports import ActionStore, ChatModel, Clock, Prompt, R, StreamingModel, Tool, Written
from dnam.settings import Settings

T = TypeVar("T")
Call = Callable[[ChatModel], Awaitable[tuple[T, Usage]]]

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before a retry: doubled each time, or as the provider asks, up to the longest."""
AGAIN = {Silence.RATE_LIMITED, Silence.UNAVAILABLE}
"""Temporary failures: the call is retried."""
OF_PROVIDER = {*AGAIN, Silence.TIMEOUT, Silence.AUTH}
"""Failures of the provider, which count for the circuit breaker."""
OF_REQUEST = {Silence.REFUSED, Silence.REJECTED, Silence.TOO_LONG, Silence.BAD_REPLY}
"""Failures that the same request would meet again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered(Generic[T]):
    value: T
    usage: Usage
    model: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Offline:
    """No model answered: do the task without one."""

    reason: Silence
    error: Exception | None = field(default=None, compare=False, repr=False)
    """What the model raised, if it was called."""

    @property
    def worth_repeating(self) -> bool:
        """Whether the same request may succeed later: not if the request itself was the problem."""
        return self.reason not in OF_REQUEST


class Meter:
    """Calls the model of each task and records its usage."""

    def __init__(
        self,
        models: Mapping[Task, ChatModel],
        store: ActionStore,
        *,
        settings: Settings,
        clock: Clock,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        settings_of: Callable[[int], Awaitable[Settings]] | None = None,
    ) -> None:
        self._models = dict(models)
        self._store = store
        self._settings = settings
        self._clock = clock
        self._sleep = sleep
        self._settings_of = settings_of
        """Returns the settings of a guild; None when all have the same."""
        self._chosen: dict[str, ChatModel | None] = {}
        """Models that managers chose for answers, by what they are called in the settings."""
        self._slots = asyncio.Semaphore(settings.model_concurrency)
        self._breakers: defaultdict[str, Breaker] = defaultdict(Breaker)

    async def ask(self, task: Task, guild: int, prompt: Prompt, reply: type[R]) -> Answered[R] | Offline:
        """Ask for an answer parsed as `reply`; the usage counts for the guild's budget."""
        return await self._ask(task, guild, lambda model: model.complete(prompt, reply), reply)

    async def converse(
        self,
        task: Task,
        guild: int,
        prompt: Prompt,
        tools: Sequence[Tool] = (),
        written: Written | None = None,
    ) -> Answered[str] | Offline:
        """Ask for an answer as text; the usage counts for the guild's budget, and the model may call tools.

        A model that can shows `written` its answer meanwhile. Once a tool was called there is no retry: its
        effects would happen twice.
        """
        used: list[str] = []
        watched = [_watched(tool, used) for tool in tools]

        def call(model: ChatModel) -> Awaitable[tuple[str, Usage]]:
            if written is not None and isinstance(model, StreamingModel):
                return model.stream(prompt, watched, written=written)
            return model.converse(prompt, watched)

        return await self._ask(task, guild, call, str, may_repeat=lambda: not used)

    async def barred(self, task: Task, guild: int) -> Silence | None:
        """Return why a call for a guild would not be made now, or None if it would."""
        return (await self._ready(task, guild))[1]

    async def _ready(self, task: Task, guild: int) -> tuple[ChatModel | None, Silence | None]:
        """Return the model of a task for a guild, and why it would not be called now."""
        if task not in self._models and not self._settings.guild_models:
            return None, Silence.NO_MODEL
        settings = self._settings if self._settings_of is None else await self._settings_of(guild)
        model = self._model(task, settings)
        if model is None:
            return None, Silence.NO_MODEL
        now, budget = self._clock.now(), settings.budget_usd_per_day
        if not self._breakers[model.name].allows(now):
            return model, Silence.BREAKER
        if budget:
            today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
            if (await self._store.spent(guild, today)).cost_usd >= budget:
                return model, Silence.BUDGET
        return model, None

    def _model(self, task: Task, settings: Settings) -> ChatModel | None:
        """Return the model of a task: for answers the one a guild's managers chose, if they did."""
        chosen = settings.model_reply
        if task != "reply" or chosen == self._settings.model_reply:
            return self._models.get(task)
        if chosen not in self._chosen:
            self._chosen[chosen] = chat_model_for(settings, task)
        return self._chosen[chosen] or self._models.get(task)

    async def close(self) -> None:
        models = [*self._models.values(), *(model for model in self._chosen.values() if model is not None)]
        for model in {id(model): model for model in models}.values():
            await model.close()

    async def _ask(
        self,
        task: Task,
        guild: int,
        call: Call[T],
        wants: type[T],
        *,
        may_repeat: Callable[[], bool] = lambda: True,
    ) -> Answered[T] | Offline:
        model, reason = await self._ready(task, guild)
        if model is None:
            return Offline(reason=Silence.NO_MODEL)
        line = Action(kind="", at=self._clock.now(), guild=guild, task=task, model=model.name)
        if reason is not None:
            await self._note(line, outcome=f"offline: {reason}")
            return Offline(reason=reason)
        pause, error = FIRST_PAUSE, None
        for left in reversed(range(self._settings.model_retries + 1)):
            if not self._allowed(model):  # concurrent calls may have opened the breaker
                break
            try:
                async with self._slots:
                    # What was asked before may have spent the rest of the budget while this waited.
                    reason = (await self._ready(task, guild))[1]
                    if reason is not None or not self._allowed(model):
                        break
                    return await self._call(line, model, call, wants)
            except ModelError as fault:
                reason, error = fault.reason, fault
                if reason not in AGAIN or not left or not may_repeat() or not self._allowed(model):
                    break
                delay = pause if fault.retry_after is None else fault.retry_after
            await self._sleep(min(delay, LONGEST_PAUSE))
            pause *= 2
        return Offline(reason=reason or Silence.BREAKER, error=error)

    async def _call(self, line: Action, model: ChatModel, call: Call[T], wants: type[T]) -> Answered[T]:
        """Make one call and report it to the breaker and the log. Raises ModelError."""
        settings, breaker = self._settings, self._breakers[model.name]
        long = line.task == "summarise_day"  # reads a whole guild's day and writes about everyone
        seconds = settings.day_timeout_seconds if long else settings.model_timeout_seconds
        decides = breaker.begin()
        try:
            began = perf_counter()
            try:
                async with asyncio.timeout(seconds):
                    value, usage = _as_agreed(await _awaitable(call(model), model.name), wants, model.name)
            except TimeoutError as late:
                raise ModelError(
                    f"{model.name} did not answer within {seconds:g} s.", reason=Silence.TIMEOUT
                ) from late
            finally:
                line = replace(line, at=self._clock.now(), ms=(perf_counter() - began) * 1000)
        except ModelError as fault:
            if fault.reason in OF_PROVIDER:
                breaker.fail(self._clock.now())
            else:
                breaker.succeed()
            await self._note(
                replace(line, usage=fault.usage), outcome=f"error: {fault.reason}", detail=str(fault)
            )
            raise
        finally:
            if decides:
                breaker.end()
        breaker.succeed()
        await self._note(replace(line, usage=usage), outcome="ok")
        return Answered(value=value, usage=usage, model=model.name)

    def _allowed(self, model: ChatModel) -> bool:
        return self._breakers[model.name].allows(self._clock.now())

    async def _note(self, line: Action, *, outcome: str, detail: str = "") -> None:
        """Write a line to the action log and the program's log; a failing store loses only the line."""
        kind = f"memory_{line.task}_{'call' if outcome == 'ok' else 'error'}"
        line = replace(line, kind=kind, outcome=outcome, detail=detail)
        write_log = log.debug if outcome == "ok" else log.warning
        write_log(
            "model called",
            action=kind,
            guild=line.guild,
            model=line.model,
            outcome=outcome,
            ms=round(line.ms),
            tokens=line.usage.input_tokens + line.usage.output_tokens,
            cost_usd=line.usage.cost_usd,
        )
        try:
            await self._store.log_action(line)
        except StoreError as fault:
            log.warning("could not write to the action log", action="log_action", error=describe(fault))


def _awaitable(called: Any, model: str) -> Awaitable[Any]:
    """Return what a call of a model returned. Raises ModelError when nobody can await it."""
    if isawaitable(called):
        return called
    log.warning("the model is not async: write `async def`", action="model_reply", model=model)
    raise ModelError(f"{model} is not async: write `async def`.", reason=Silence.BAD_REPLY)


def _as_agreed(answer: object, wants: type[T], model: str) -> tuple[T, Usage]:
    """Return what a model returned. Raises ModelError when it is empty, or not what `ChatModel` says."""
    if not isinstance(answer, tuple):
        returned = type(answer).__name__
    elif len(answer) == 2 and isinstance(answer[0], wants) and isinstance(answer[1], Usage):
        value, usage = answer
        if isinstance(value, str) and not value.strip():
            raise ModelError(f"{model} gave no answer.", reason=Silence.BAD_REPLY, usage=usage)
        return value, usage
    else:
        returned = f"({', '.join(type(each).__name__ for each in answer)})"
    agreed = f"({wants.__name__}, Usage)"
    log.warning("the model returned another type", action="model_reply", returned=returned, agreed=agreed)
    raise ModelError(f"{model} returned {returned}, not {agreed}.", reason=Silence.BAD_REPLY)


def _watched(tool: Tool, used: list[str]) -> Tool:
    """Return a tool that adds its name to `used` on each call."""

    async def call(arguments: object) -> str:
        used.append(tool.name)
        return await tool.call(arguments)

    return replace(tool, call=call)
