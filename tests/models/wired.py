"""What the tests of models ask, and the way to a provider on loopback."""

from dataclasses import dataclass, replace

from provider_server import ProviderServer
from pydantic import BaseModel

from dnam.models.chat import ProviderModel
from dnam.models.model_choice import Route, route_for
from dnam.ports import Prompt
from dnam.settings import Settings

ROUTES = {
    "anthropic": ("anthropic:claude-haiku-4-5", ""),
    "openai": ("openai:gpt-5.4-mini", "/v1"),
    "google": ("google:gemini-2.5-flash", ""),
}
PROMPT = Prompt(instructions="Find facts.", text="Ann: I like tea")


class Found(BaseModel):
    """The form that the tests ask for."""

    facts: list[str] = []


@dataclass(frozen=True)
class Provider:
    """A model of one provider, and the server it talks to."""

    name: str
    server: ProviderServer
    model: ProviderModel


def settings_with_keys(**settings: object) -> Settings:
    """Return settings with a key for every provider."""
    keys = {f"{name}_api_key": f"{name}-key" for name in ("anthropic", "openai", "google")}
    return Settings.model_validate(keys | settings)


def way_to(model: str, url: str) -> Route:
    """Return the way that the settings name, at another address."""
    route = route_for(settings_with_keys(model=model), "extract")
    assert route
    return replace(route, base_url=url)
