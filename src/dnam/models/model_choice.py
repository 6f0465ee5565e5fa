"""Chooses provider, model and key of a task from the settings. Loads no client."""

import re
from dataclasses import dataclass, field
from typing import Literal

from pydantic import SecretStr

from dnam.domain import Task
from dnam.errors import SettingsError
from dnam.log_lines import log
from dnam.optional_packages import require
from dnam.settings import Settings

Provider = Literal["anthropic", "openai", "google", "ollama", "compatible"]

HAIKU = "anthropic:claude-haiku-5-5"
SHORTHANDS = {
    "haiku": HAIKU,
    "sonnet": "anthropic:claude-sonnet-5-5",
    "opus": "anthropic:claude-opus-5-5",
    "gpt": "openai:gpt-6-luna",
    "gemini": "google:gemini-flash-lite-latest",
}
ADDRESSES: dict[Provider, str] = {
    "anthropic": "https://api.anthropic.com",
    "openai": "https://api.openai.com/v1",
    "google": "https://generativelanguage.googleapis.com",
    "ollama": "http://127.0.0.1:11434/v1",
}
"""Always passed to the client libraries, which would otherwise read the environment."""

_WRITTEN = re.compile(r"(anthropic|openai|google|ollama):(.+)")
_FAMILIES: tuple[tuple[str, Provider], ...] = (
    (r"claude-", "anthropic"),
    (r"gpt-|o\d", "openai"),
    (r"gemini-|gemma-", "google"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Route:
    """Provider, model, address and key of one model."""

    provider: Provider
    model: str
    base_url: str
    key: str = field(default="", repr=False)
    """Empty if none is needed."""

    @property
    def name(self) -> str:
        """The provider and the model, as in the settings."""
        return f"{self.provider}:{self.model}"


def route_for(settings: Settings, task: Task) -> Route | None:
    """Return the model of a task; None if it is done offline. Raises SettingsError.

    A model without a key is offline too, with a warning: the environment may name models for other programs
    that sign in differently.
    """
    named = str(getattr(settings, f"model_{task}")).strip() or settings.model.strip()
    written = named or _usual(settings)
    if written in ("", "off"):
        return None
    provider, model = _read(written, settings)
    if not _can_load(provider, written, must=bool(named)):
        return None
    own_server = provider in ("openai", "compatible") and settings.model_base_url
    if own_server or provider == "ollama":
        base_url = settings.model_base_url or ADDRESSES["ollama"]
        name: Provider = "ollama" if provider == "ollama" else "compatible"
        return Route(provider=name, model=model, base_url=base_url, key=_shown(settings.model_api_key))
    key = _shown(getattr(settings, f"{provider}_api_key"))
    if not key:
        log.warning(
            "no API key for this model: the task runs offline",
            action="choose_model",
            task=task,
            model=written,
            missing=f"DNAM_{provider.upper()}_API_KEY",
        )
        return None
    return Route(provider=provider, model=model, base_url=ADDRESSES[provider], key=key)


def key_setting(route: Route) -> str:
    """Return the name of the setting that holds the key of a model."""
    own_server = route.provider in ("ollama", "compatible")
    return "DNAM_MODEL_API_KEY" if own_server else f"DNAM_{route.provider.upper()}_API_KEY"


def missing_key(settings: Settings) -> str:
    """Return the setting with the key that the named `model` lacks; empty if it names none or lacks none."""
    named = settings.model.strip()
    provider = _read(named, settings)[0] if named not in ("", "off") else "compatible"
    if provider in ("ollama", "compatible") or settings.model_base_url:
        return ""
    return "" if _shown(getattr(settings, f"{provider}_api_key")) else f"DNAM_{provider.upper()}_API_KEY"


def _can_load(provider: Provider, written: str, *, must: bool) -> bool:
    """Return whether the provider's client is installed. Raises SettingsError where it must be.

    A key alone, which the environment may hold for other programs, is no reason to refuse to start.
    """
    extra = provider if provider in ("anthropic", "google") else "openai"
    try:
        require(extra, f"The model {written[:80]}", "or set DNAM_MODEL=off")
    except SettingsError as problem:
        if must:
            raise
        log.warning("no model: its client is missing", action="choose_model", error=str(problem))
        return False
    return True


def _usual(settings: Settings) -> str:
    """Return the model used when none is named, or an empty text."""
    if settings.model_base_url:
        return "openai:default"
    for key, model in (
        (settings.anthropic_api_key, HAIKU),
        (settings.openai_api_key, SHORTHANDS["gpt"]),
        (settings.google_api_key, SHORTHANDS["gemini"]),
    ):
        if _shown(key):
            return model
    return ""


def _read(written: str, settings: Settings) -> tuple[Provider, str]:
    """Parse a model as people write it: with its provider, as a shorthand, or by its bare name."""
    match = _WRITTEN.fullmatch(SHORTHANDS.get(written.lower(), written))
    if match:
        provider: Provider = match[1]  # type: ignore[assignment]  # the pattern allows nothing else
        return provider, match[2].strip()
    if settings.model_base_url:
        return "compatible", written
    for start, family in _FAMILIES:
        if re.match(start, written):
            return family, written
    raise SettingsError(
        f"The model {written[:80]!r} has no provider: put anthropic:, openai:, google: or ollama: before it, "
        f"or write one of {', '.join(SHORTHANDS)} or off; or set DNAM_MODEL_BASE_URL to a server that has it."
    )


def _shown(key: SecretStr | None) -> str:
    return key.get_secret_value().strip() if key else ""
