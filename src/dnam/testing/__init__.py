"""For tests of dnam and of programs built on it: a clock, a scripted model, a conformance suite of stores.

A store's author runs each of `CHECKS` on an empty store of their own:

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    async def test_my_store(check, my_store):
        await check(my_store)
"""

from inspect import isfunction, signature

from dnam.testing import actions, days, fact_search, facts, layers, listings, messages, privacy, search
from dnam.testing.clock import HandClock
from dnam.testing.sample_data import Check
from dnam.testing.scripted_model import ScriptedModel, StreamingScriptedModel, Use

CHECKS: tuple[Check, ...] = tuple(
    check
    for module in (messages, search, facts, fact_search, actions, layers, days, privacy, listings)
    for check in vars(module).values()
    if isfunction(check)
    and check.__module__ == module.__name__
    and list(signature(check).parameters) == ["store"]
)
"""The conformance suite: every function of these modules that takes only a store.

Each takes an empty store and raises AssertionError where the store breaks its contract.
"""

__all__ = ["CHECKS", "Check", "HandClock", "ScriptedModel", "StreamingScriptedModel", "Use"]
