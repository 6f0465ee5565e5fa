"""For tests of dnam and of what is built on it: a clock, a model with a script, and what every store must do.

A store's author runs each of `CHECKS` on an empty store of their own:

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    async def test_my_store(check, my_store):
        await check(my_store)
"""

from dnam.testing.actions import ACTION_CHECKS
from dnam.testing.clock import HandClock
from dnam.testing.days import DAY_CHECKS
from dnam.testing.fact_search import FACT_SEARCH_CHECKS
from dnam.testing.facts import FACT_CHECKS
from dnam.testing.layers import LAYER_CHECKS
from dnam.testing.making import Check
from dnam.testing.messages import MESSAGE_CHECKS
from dnam.testing.privacy import PRIVACY_CHECKS
from dnam.testing.scripted import ScriptedModel, Use
from dnam.testing.search import SEARCH_CHECKS

CHECKS: tuple[Check, ...] = (
    *MESSAGE_CHECKS,
    *SEARCH_CHECKS,
    *FACT_CHECKS,
    *FACT_SEARCH_CHECKS,
    *ACTION_CHECKS,
    *LAYER_CHECKS,
    *DAY_CHECKS,
    *PRIVACY_CHECKS,
)
"""The conformance suite of stores: each takes an empty store and raises AssertionError where it fails."""

__all__ = ["CHECKS", "Check", "HandClock", "ScriptedModel", "Use"]
