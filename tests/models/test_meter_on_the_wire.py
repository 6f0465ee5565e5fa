"""The meter around real clients: providers that are busy, broken, slow, or wrong."""

from collections.abc import AsyncIterator

import pytest
from provider_server import TOKENS, Drops, Fails, Hangs, Says
from wired import PROMPT, Found, Provider

from dnam.errors import Silence
from dnam.models.usage_meter import Answered, Meter, Offline
from dnam.settings import Settings
from dnam.stores.sqlite import MEMORY, SqliteStore, open_sqlite
from dnam.testing import HandClock

pytest_plugins = ("wire_fixtures",)

GUILD = 500


class Wired:
    """A meter around a real client, whose sleeps are only written down."""

    def __init__(self, provider: Provider, store: SqliteStore) -> None:
        self.server = provider.server
        self.store = store
        self.slept: list[float] = []
        self._model = provider.model
        self.meter = self.with_settings()

    def with_settings(self, **settings: object) -> Meter:
        chosen = Settings.model_validate({"budget_usd_per_day": 1, **settings})
        return Meter(
            {"extract": self._model}, self.store, settings=chosen, clock=HandClock(), sleep=self.sleep
        )

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    async def ask(self) -> Answered[Found] | Offline:
        return await self.meter.ask("extract", GUILD, PROMPT, Found)


@pytest.fixture
async def wired(provider: Provider) -> AsyncIterator[Wired]:
    """Return a meter around each provider's real client, which has answered once."""
    store = await open_sqlite(MEMORY)
    await provider.model.complete(PROMPT, Found)  # its library is loaded
    provider.server.asked.clear()
    yield Wired(provider, store)
    await store.close()


async def test_a_busy_provider_answers_in_the_end(wired: Wired) -> None:
    """N-14: 429 with retry-after and then 500 are got over, with the pauses they ask for."""
    wired.server.then(Fails(429, {"retry-after": "3"}), Fails(500))
    answer = await wired.ask()
    assert isinstance(answer, Answered)
    assert answer.value.facts == ["likes tea"]
    assert wired.slept == [3, 2]


async def test_a_provider_that_hangs_is_given_up(wired: Wired) -> None:
    """DC-54, DC-76: after the time limit it is offline, and the next call works."""
    wired.server.then(Hangs())
    wired.meter = wired.with_settings(model_timeout_seconds=0.1)
    assert await wired.ask() == Offline(reason=Silence.TIMEOUT)
    assert wired.server.busy.is_set()
    wired.meter = wired.with_settings()
    assert isinstance(await wired.ask(), Answered)


async def test_a_dropped_connection_is_tried_again(wired: Wired) -> None:
    """N-14: a connection that breaks is nobody's fault."""
    wired.server.then(Drops(), Drops())
    assert isinstance(await wired.ask(), Answered)
    assert len(wired.server.asked) == 3


async def test_a_wrong_key_is_not_tried_again_and_opens_the_breaker(wired: Wired) -> None:
    """N-14: after five refusals of the key nobody is asked any more."""
    wired.server.usual = Fails(401)
    outcomes = [await wired.ask() for _ in range(7)]
    assert outcomes == [Offline(reason=Silence.AUTH)] * 5 + [Offline(reason=Silence.BREAKER)] * 2
    assert len(wired.server.asked) == 5


async def test_the_log_has_the_real_tokens_and_the_real_price(wired: Wired) -> None:
    """CL-70, N-14: per task, guild and day."""
    wired.server.then(Says("nonsense"))
    await wired.ask()
    await wired.ask()
    (spending,) = await wired.store.spending(HandClock().now())
    assert (spending.guild, spending.task, spending.calls) == (GUILD, "extract", 2)
    assert spending.usage.input_tokens == 2 * TOKENS[0]
    assert spending.usage.cost_usd > 0
