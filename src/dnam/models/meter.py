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
from dataclasses import dataclass, replace
from datetime import UTC
from time import perf_counter
from typing import Generic, TypeVar

import structlog

from dnam.domain import Action, Task, Usage
from dnam.errors import ModelError, Silence, StoreError, describe
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

log = structlog.get_logger("dnam")


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered(Generic[T]):
    """A model answered."""

    value: T
    usage: Usage
    model: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Offline:
    """No model answered: do the task without one."""

    reason: Silence

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
    ) -> None:
        self._models = dict(models)
        self._store = store
        self._settings = settings
        self._clock = clock
        self._sleep = sleep
        self._slots = asyncio.Semaphore(settings.model_concurrency)
        self._breakers: defaultdict[str, Breaker] = defaultdict(Breaker)

    async def ask(self, task: Task, guild: int, prompt: Prompt, reply: type[R]) -> Answered[R] | Offline:
        """Ask for an answer parsed as `reply`; the usage counts for the guild's budget."""
        return await self._ask(task, guild, lambda model: model.complete(prompt, reply))

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

        return await self._ask(task, guild, call, may_repeat=lambda: not used)

    async def barred(self, task: Task, guild: int) -> Silence | None:
        """Return why a call for a guild would not be made now, or None if it would."""
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
            if not self._allowed(model):  # concurrent calls may have opened the breaker
                break
            try:
                return await self._call(line, model, call)
            except ModelError as fault:
                reason = fault.reason
                if reason not in AGAIN or not left or not may_repeat() or not self._allowed(model):
                    break
                delay = pause if fault.retry_after is None else fault.retry_after
            await self._sleep(min(delay, LONGEST_PAUSE))
            pause *= 2
        return Offline(reason=reason or Silence.BREAKER)

    async def _call(self, line: Action, model: ChatModel, call: Call[T]) -> Answered[T]:
        """Make one call and report it to the breaker and the log. Raises ModelError."""
        settings, breaker = self._settings, self._breakers[model.name]
        long = line.task == "summarise_day"  # reads a whole guild's day and writes about everyone
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


def _watched(tool: Tool, used: list[str]) -> Tool:
    """Return a tool that adds its name to `used` on each call."""

    async def call(arguments: object) -> str:
        used.append(tool.name)
        return await tool.call(arguments)

    return replace(tool, call=call)
