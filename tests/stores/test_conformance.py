"""Every store does what `dnam.testing` asks of a store."""

import pytest

from dnam.ports import Store
from dnam.testing import CHECKS, Check


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
async def test_every_store_conforms(check: Check, store: Store) -> None:
    """Both stores pass the whole conformance suite, each check with an empty store (R-02)."""
    await check(store)
