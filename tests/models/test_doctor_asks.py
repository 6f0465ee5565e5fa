"""The doctor asks every configured model, and names the key that is wrong or missing."""

from dataclasses import replace

import pytest
from provider_server import Fails, ProviderServer
from wired import ROUTES, settings_with_keys, way_to

from dnam.doctor import Level
from dnam.doctor.external_checks import ask_model, check_models
from dnam.models.model_choice import key_setting
from dnam.settings import Settings

pytest_plugins = ("wire_fixtures",)


async def test_a_model_that_answers_is_well(server: ProviderServer) -> None:
    """R-21: one real request for each model, however many tasks it has."""
    settings = Settings(model_base_url=f"{server.url}/v1", model="openai:large", model_reply="openai:small")
    found = await check_models(settings)
    assert {each.level for each in found} == {Level.OK}
    assert {asked.body["model"] for asked in server.asked} == {"small", "large"}
    assert "compatible:small answers (reply)." in {each.says for each in found}


@pytest.mark.parametrize("name", ROUTES)
async def test_a_key_that_is_refused_is_named(server: ProviderServer, name: str) -> None:
    """R-21: the setting that holds this provider's key, and no word of the key or of the reply."""
    written, path = ROUTES[name]
    server.then(Fails(401))
    found = await ask_model(way_to(written, server.url + path), "reply")
    assert found.level is Level.PROBLEM
    assert f"DNAM_{name.upper()}_API_KEY" in found.do
    assert f"{name}-key" not in found.says + found.do
    assert "SECRET" not in found.says


async def test_a_server_that_is_not_there_is_named() -> None:
    """R-21: its address is what to check."""
    nowhere = replace(way_to("openai:x", "http://127.0.0.1:9/v1"), provider="compatible")
    assert (await ask_model(nowhere, "reply")).do == "Check that http://127.0.0.1:9/v1 can be reached."
    assert key_setting(nowhere) == "DNAM_MODEL_API_KEY"


@pytest.mark.parametrize(
    ("model", "key"), [("haiku", "ANTHROPIC"), ("gpt-6-luna", "OPENAI"), ("google:gemini-x", "GOOGLE")]
)
async def test_a_missing_key_is_named(model: str, key: str) -> None:
    """R-21: the key of the model that was named, not of another."""
    (found,) = await check_models(Settings(model=model))
    assert (found.level, found.do) == (Level.PROBLEM, f"Set its key, DNAM_{key}_API_KEY.")
    assert settings_with_keys(model=model).model == model
