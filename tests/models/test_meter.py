"""The meter: time limit, retries, budget, breaker, and the log of it all."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from wired import PROMPT, Found

from dnam.domain import Action, Usage
from dnam.errors import ModelError, Silence
from dnam.models import circuit_breaker
from dnam.models.usage_meter import Answered, Meter, Offline
from dnam.ports import Prompt, Tool
from dnam.settings import Settings
from dnam.stores.sqlite import MEMORY, SqliteStore, open_sqlite
from dnam.testing import HandClock, ScriptedModel, Use

GUILD = 500
TEA = Found(facts=["likes tea"])
DOWN = ModelError("It is down.")
BUSY = ModelError("It is busy.", reason=Silence.RATE_LIMITED, retry_after=7)


class MeterOnScript:
    """A meter on a script, a hand clock and a store, whose sleeps are only written down."""

    def __init__(self, store: SqliteStore, **settings: object) -> None:
        self.store = store
        self.clock = HandClock()
        self.model = ScriptedModel()
        self.slept: list[float] = []
        self.meter = Meter(
            {"extract": self.model, "reply": self.model},
            store,
            settings=Settings.model_validate(settings),
            clock=self.clock,
            sleep=self.sleep,
        )

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    async def ask(self, *replies: object, guild: int = GUILD) -> Answered[Found] | Offline:
        """Ask once, with these replies written down."""
        self.model.add(*replies)
        return await self.meter.ask("extract", guild, PROMPT, Found)

    async def outcomes(self) -> list[str]:
        """Read the log, oldest first."""
        return [f"{line.kind} {line.outcome}" for line in reversed(await self.store.actions())]


@pytest.fixture
async def store() -> AsyncIterator[SqliteStore]:
    """Return a store that is gone afterwards."""
    opened = await open_sqlite(MEMORY)
    yield opened
    await opened.close()


@pytest.fixture
def metered(store: SqliteStore) -> MeterOnScript:
    """Return a meter with the usual settings."""
    return MeterOnScript(store)


async def paid(store: SqliteStore, dollars: float, at: HandClock) -> None:
    """Write down that the guild has spent something."""
    usage = Usage(cost_usd=dollars)
    await store.log_action(Action(kind="memory_extract_call", at=at.now(), guild=GUILD, usage=usage))


class TestOutcomes:
    """What an answer is, and what none is."""

    async def test_an_answer_is_a_value_with_what_it_took(self, metered: MeterOnScript) -> None:
        """CL-65, N-14: who asks gets the reply, the usage and the model."""
        answer = await metered.ask(TEA)
        assert isinstance(answer, Answered)
        assert (answer.value, answer.model) == (TEA, "scripted")
        assert answer.usage.input_tokens > 0

    async def test_a_task_without_a_model_is_offline_and_not_logged(self, metered: MeterOnScript) -> None:
        """R-21: with no model configured everything still works."""
        answer = await metered.meter.ask("summarise_session", GUILD, PROMPT, Found)
        assert answer == Offline(reason=Silence.NO_MODEL)
        assert await metered.outcomes() == []

    @pytest.mark.parametrize("reason", [Silence.REFUSED, Silence.BAD_REPLY, Silence.REJECTED])
    async def test_a_refused_question_is_not_worth_repeating(
        self, metered: MeterOnScript, reason: Silence
    ) -> None:
        """X-18: what a model refuses once is not asked again, here or later."""
        answer = await metered.ask(ModelError("No.", reason=reason))
        assert answer == Offline(reason=reason)
        assert not answer.worth_repeating
        assert len(metered.model.prompts) == 1

    async def test_a_bad_reply_changes_nothing(self, metered: MeterOnScript) -> None:
        """DC-75: what is no JSON is no answer."""
        assert await metered.ask("I would rather not.") == Offline(reason=Silence.BAD_REPLY)

    async def test_models_are_closed_once(self, metered: MeterOnScript) -> None:
        """Connections are let go at the end."""
        await metered.meter.close()
        assert metered.model.closed


class TestTime:
    """Time limits and repeated calls."""

    async def test_a_late_answer_is_a_timeout_and_not_repeated(self, store: SqliteStore) -> None:
        """DC-54, DC-76: the limit is strict."""
        metered = MeterOnScript(store, model_timeout_seconds=0.05)
        never = asyncio.Event()
        answer = await metered.ask(lambda _: never.wait())
        assert answer == Offline(reason=Silence.TIMEOUT)
        assert answer.worth_repeating
        assert len(metered.model.prompts) == 1

    def test_a_model_has_30_seconds(self) -> None:
        """DC-54: the usual limit."""
        assert Settings().model_timeout_seconds == 30

    async def test_a_provider_that_is_down_is_asked_again_with_growing_pauses(
        self, metered: MeterOnScript
    ) -> None:
        """N-14: two more times, after one and two seconds."""
        answer = await metered.ask(DOWN, DOWN, TEA)
        assert isinstance(answer, Answered)
        assert metered.slept == [1, 2]

    async def test_a_busy_provider_is_asked_again_when_it_says(self, metered: MeterOnScript) -> None:
        """N-14: retry-after is honoured."""
        assert isinstance(await metered.ask(BUSY, TEA), Answered)
        assert metered.slept == [7]

    async def test_no_pause_is_longer_than_a_minute(self, metered: MeterOnScript) -> None:
        """N-14: a provider cannot stop us for a day."""
        await metered.ask(ModelError("Busy.", reason=Silence.RATE_LIMITED, retry_after=86_400), TEA)
        assert metered.slept == [60]

    async def test_after_the_last_retry_it_is_offline(self, metered: MeterOnScript) -> None:
        """DC-57, DC-76: then the old value stands."""
        assert await metered.ask(BUSY, DOWN, BUSY) == Offline(reason=Silence.RATE_LIMITED)
        assert len(metered.model.prompts) == 3

    async def test_a_conversation_is_repeated_only_before_a_tool_was_used(
        self, metered: MeterOnScript
    ) -> None:
        """N-14: nothing is remembered or forgotten twice."""

        async def call(_: Found) -> str:
            return "done"

        tool = Tool(name="remember", purpose="Remembers.", arguments=Found, call=call)
        metered.model.add(DOWN, Use("remember", facts=["tea"]), DOWN)
        answer = await metered.meter.converse("reply", GUILD, PROMPT, [tool])
        assert answer == Offline(reason=Silence.UNAVAILABLE)
        assert metered.model.told == ["done"]
        assert len(metered.model.prompts) == 2

    async def test_only_so_many_calls_are_under_way_at_once(self, store: SqliteStore) -> None:
        """N-14: others wait for their turn."""
        metered = MeterOnScript(store, model_concurrency=2)
        under_way, most, free = 0, 0, asyncio.Event()

        async def answer(_: Prompt) -> Found:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            if under_way == 2:
                free.set()
            await free.wait()
            under_way -= 1
            return TEA

        await asyncio.gather(*(metered.ask(answer) for _ in range(6)))
        assert (most, len(metered.model.prompts)) == (2, 6)


class TestMoney:
    """The budget of a guild."""

    async def test_a_guild_that_has_spent_its_budget_is_offline(self, store: SqliteStore) -> None:
        """N-14, UM-49: the budget degrades to the offline mode, for that guild only."""
        metered = MeterOnScript(store, budget_usd_per_day=0.5)
        await paid(store, 0.5, metered.clock)
        assert await metered.ask() == Offline(reason=Silence.BUDGET)
        assert isinstance(await metered.ask(TEA, guild=600), Answered)
        assert "memory_extract_error offline: budget" in await metered.outcomes()

    async def test_the_budget_is_new_every_day(self, store: SqliteStore) -> None:
        """N-14: the day is that of UTC."""
        metered = MeterOnScript(store, budget_usd_per_day=0.5)
        await paid(store, 2, metered.clock)
        metered.clock.advance(timedelta(hours=11, minutes=59))
        assert await metered.meter.barred("extract", GUILD) is Silence.BUDGET
        metered.clock.advance(timedelta(minutes=1))
        assert await metered.meter.barred("extract", GUILD) is None

    async def test_without_a_budget_nothing_is_too_much(self, metered: MeterOnScript) -> None:
        """N-14: 0 is no limit."""
        await paid(metered.store, 1000, metered.clock)
        assert isinstance(await metered.ask(TEA), Answered)


class TestBreaker:
    """A provider that is down is left alone."""

    async def test_after_five_failures_in_a_row_nobody_is_asked(self, metered: MeterOnScript) -> None:
        """N-14: retries count too, and stop when it opens."""
        assert await metered.ask(DOWN, DOWN, DOWN) == Offline(reason=Silence.UNAVAILABLE)
        assert await metered.ask(DOWN, DOWN) == Offline(reason=Silence.UNAVAILABLE)
        assert await metered.ask() == Offline(reason=Silence.BREAKER)
        assert len(metered.model.prompts) == 5

    async def test_after_a_pause_one_call_decides(self, metered: MeterOnScript) -> None:
        """N-14: a success closes it."""
        await self._open(metered)
        metered.clock.advance(circuit_breaker.PAUSE)
        assert isinstance(await metered.ask(TEA), Answered)
        assert isinstance(await metered.ask(DOWN, TEA), Answered)

    async def test_a_failure_after_the_pause_begins_another(self, metered: MeterOnScript) -> None:
        """N-14: it is tried once and not more."""
        await self._open(metered)
        metered.clock.advance(circuit_breaker.PAUSE)
        assert await metered.ask(DOWN) == Offline(reason=Silence.UNAVAILABLE)
        assert await metered.ask() == Offline(reason=Silence.BREAKER)

    async def test_while_one_call_decides_the_others_wait_offline(self, metered: MeterOnScript) -> None:
        """N-14: half open means one."""
        await self._open(metered)
        metered.clock.advance(circuit_breaker.PAUSE)
        asked, free = asyncio.Event(), asyncio.Event()

        async def answer(_: Prompt) -> Found:
            asked.set()
            await free.wait()
            return TEA

        first = asyncio.create_task(metered.ask(answer))
        await asked.wait()
        assert await metered.ask() == Offline(reason=Silence.BREAKER)
        free.set()
        assert isinstance(await first, Answered)

    async def test_a_call_given_up_halfway_leaves_the_way_open(self, metered: MeterOnScript) -> None:
        """N-14: a cancelled try decides nothing."""
        await self._open(metered)
        metered.clock.advance(circuit_breaker.PAUSE)
        asked = asyncio.Event()
        first = asyncio.create_task(metered.ask(lambda _: _hang(asked)))
        await asked.wait()
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert await metered.meter.barred("extract", GUILD) is None

    async def test_a_refusal_is_no_failure_of_the_provider(self, metered: MeterOnScript) -> None:
        """N-14: who refuses is there."""
        for _ in range(9):
            await metered.ask(ModelError("No.", reason=Silence.REFUSED))
        assert isinstance(await metered.ask(TEA), Answered)

    async def _open(self, metered: MeterOnScript) -> None:
        for _ in range(5):
            await metered.ask(ModelError("Wrong key.", reason=Silence.AUTH))


async def _hang(asked: asyncio.Event) -> None:
    asked.set()
    await asyncio.Event().wait()


class TestLog:
    """Every call is written down."""

    async def test_every_call_is_in_the_action_log(self, metered: MeterOnScript) -> None:
        """CL-39, CL-70: memory_extract_call and memory_extract_error, one line each time."""
        await metered.ask(DOWN, TEA)
        assert await metered.outcomes() == [
            "memory_extract_error error: unavailable",
            "memory_extract_call ok",
        ]

    async def test_a_line_has_tokens_money_time_and_model(self, metered: MeterOnScript) -> None:
        """CL-69..72, N-14: what it took, how long, for whom and with what."""
        answer = await metered.ask(TEA)
        (line,) = await metered.store.actions(guild=GUILD)
        assert isinstance(answer, Answered)
        assert (line.usage, line.model, line.task) == (answer.usage, "scripted", "extract")
        assert line.at == metered.clock.now()
        assert line.ms > 0

    async def test_a_line_never_shows_what_was_said(self, metered: MeterOnScript) -> None:
        """CL-72: the log is for operators."""
        await metered.ask("I like tea too!")
        (line,) = await metered.store.actions()
        assert line.outcome == "error: bad reply"
        assert "tea" not in repr(line)

    async def test_failures_cost_too(self, metered: MeterOnScript) -> None:
        """N-14: a bad reply is paid, so it counts."""
        bad = ModelError("No.", reason=Silence.BAD_REPLY, usage=Usage(input_tokens=9, cost_usd=0.1))
        await metered.ask(bad)
        assert (await metered.store.spent(GUILD, metered.clock.now())).cost_usd == 0.1

    async def test_a_store_that_fails_does_not_lose_the_answer(self, metered: MeterOnScript) -> None:
        """DC-04: what was answered and paid is used."""
        await metered.store.close()
        assert isinstance(await metered.ask(TEA), Answered)
