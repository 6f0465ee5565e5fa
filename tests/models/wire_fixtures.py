"""A provider on loopback, and the real clients of all three protocols on it."""

from collections.abc import AsyncIterator

import pytest
from provider_server import ProviderServer, running
from wired import ROUTES, Provider, way_to

from dnam.models.chat import ProviderModel


@pytest.fixture
async def server() -> AsyncIterator[ProviderServer]:
    """Run a provider on loopback."""
    async with running() as server:
        yield server


@pytest.fixture(params=ROUTES)
async def provider(request: pytest.FixtureRequest, server: ProviderServer) -> AsyncIterator[Provider]:
    """Return the real client of each provider, connected to loopback."""
    written, path = ROUTES[request.param]
    model = ProviderModel(way_to(written, server.url + path))
    yield Provider(request.param, server, model)
    await model.close()
