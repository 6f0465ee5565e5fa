"""The meter: around every call of a language model stand its time limit, retries, budget, breaker and log.

    answer = await meter.ask("extract", guild, prompt, Found)
    match answer:
        case Answered(value=found): ...
        case Offline(): ...                  # do the task without a model

A call that fails is an outcome here, not an error: whoever asks has an offline way and takes it.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from time import perf_counter
from typing import Generic, TypeVar

import structlog

from dnam.errors import ModelError, Silence, StoreError
from dnam.model import Action, Task, Usage
from dnam.models.circuit_breaker import Breaker
from dnam.ports import ActionStore, ChatModel, Clock, Prompt, R, Tool
from dnam.settings import Settings

T = TypeVar("T")
Call = Callable[[ChatModel], Awaitable[tuple[T, Usage]]]

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before a call is repeated: doubled each time, or what the provider says, up to the longest."""
AGAIN = {Silence.RATE_LIMITED, Silence.UNAVAILABLE}
"""What passes by itself, so that the call is repeated."""
OF_PROVIDER = {*AGAIN, Silence.TIMEOUT, Silence.AUTH}
"""What says that the provider is not well; anything else is an answer of sorts."""
OF_REQUEST = {Silence.REFUSED, Silence.REJECTED, Silence.TOO_LONG, Silence.BAD_REPLY}
"""What would be the same if the same were asked again."""

log = structlog.get_logger("dnam")


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered(Generic[T]):
    """A model has answered."""

    value: T
    usage: Usage
    model: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Offline:
    """No model has answered; the task is to be done without."""

    reason: Silence

    @property
    def worth_repeating(self) -> bool:
        """Whether the same question may be answered another time: not when it was itself refused."""
        return self.reason not in OF_REQUEST


class Meter:
    """Asks the model of each task, and keeps the count."""

    def __init__(
        self,
        models: Mapping[Task, ChatModel],
        store: ActionStore,
        *,
        settings: Settings,
        clock: Clock,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._models = dict(models)
        self._store = store
        self._settings = settings
        self._clock = clock
        self._sleep = sleep
        self._slots = asyncio.Semaphore(settings.model_concurrency)
        self._breakers: defaultdict[str, Breaker] = defaultdict(Breaker)

    async def ask(self, task: Task, guild: int, prompt: Prompt, reply: type[R]) -> Answered[R] | Offline:
        """Ask for an answer in the form of `reply`, paid by a guild."""
        return await self._ask(task, guild, lambda model: model.complete(prompt, reply))

    async def converse(
        self, task: Task, guild: int, prompt: Prompt, tools: Sequence[Tool] = ()
    ) -> Answered[str] | Offline:
        """Ask for an answer in words, paid by a guild; the model may use tools.

        Once a tool was used the call is not repeated, because what it did would be done twice.
        """
        used: list[str] = []
        watched = [_watched(tool, used) for tool in tools]
        return await self._ask(
            task, guild, lambda model: model.converse(prompt, watched), may_repeat=lambda: not used
        )

    async def barred(self, task: Task, guild: int) -> Silence | None:
        """Say why no call would be made for a guild now, if so: to know when a model is back."""
        model = self._models.get(task)
        if model is None:
            return Silence.NO_MODEL
        now, budget = self._clock.now(), self._settings.budget_usd_per_day
        if not self._breakers[model.name].allows(now):
            return Silence.BREAKER
        if budget:
            today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
            if (await self._store.spent(guild, today)).cost_usd >= budget:
                return Silence.BUDGET
        return None

    async def close(self) -> None:
        """Let go of the models' connections."""
        for model in {id(model): model for model in self._models.values()}.values():
            await model.close()

    async def _ask(
        self, task: Task, guild: int, call: Call[T], *, may_repeat: Callable[[], bool] = lambda: True
    ) -> Answered[T] | Offline:
        reason = await self.barred(task, guild)
        if reason is Silence.NO_MODEL:
            return Offline(reason=reason)
        model = self._models[task]
        line = Action(kind="", at=self._clock.now(), guild=guild, task=task, model=model.name)
        if reason is not None:
            await self._note(line, outcome=f"offline: {reason}")
            return Offline(reason=reason)
        pause = FIRST_PAUSE
        for left in reversed(range(self._settings.model_retries + 1)):
            if not self._allowed(model):  # others have failed meanwhile
                break
            try:
                return await self._call(line, model, call)
            except ModelError as fault:
                reason = fault.reason
                if reason not in AGAIN or not left or not may_repeat() or not self._allowed(model):
                    break
                asked_for = pause if fault.retry_after is None else fault.retry_after
            await self._sleep(min(asked_for, LONGEST_PAUSE))
            pause *= 2
        return Offline(reason=reason or Silence.BREAKER)

    async def _call(self, line: Action, model: ChatModel, call: Call[T]) -> Answered[T]:
        """Make one call, tell the breaker and the log. Raises ModelError."""
        settings, breaker = self._settings, self._breakers[model.name]
        long = line.task == "summarise_day"  # reads a whole guild's day and writes about everyone in it
        seconds = settings.day_timeout_seconds if long else settings.model_timeout_seconds
        decides = breaker.begin()
        try:
            async with self._slots:
                began = perf_counter()
                try:
                    async with asyncio.timeout(seconds):
                        value, usage = await call(model)
                except TimeoutError as late:
                    raise ModelError(
                        f"{model.name} did not answer within {seconds:g} seconds.", reason=Silence.TIMEOUT
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
        """Write a line to the action log and to the program's log; a store that fails loses only the line."""
        kind = f"memory_{line.task}_{'call' if outcome == 'ok' else 'error'}"
        line = replace(line, kind=kind, outcome=outcome, detail=detail)
        say = log.debug if outcome == "ok" else log.warning
        say(
            "a model was asked",
            action=kind,
            guild=line.guild,
            model=line.model,
            outcome=outcome,
            detail=detail,
            ms=round(line.ms),
            tokens=line.usage.input_tokens + line.usage.output_tokens,
            cost_usd=line.usage.cost_usd,
        )
        try:
            await self._store.log_action(line)
        except StoreError as fault:
            log.warning("a line of the action log was lost", action="log_action", error=str(fault))


def _watched(tool: Tool, used: list[str]) -> Tool:
    """Note each use of a tool."""

    async def call(arguments: object) -> str:
        used.append(tool.name)
        return await tool.call(arguments)

    return replace(tool, call=call)
