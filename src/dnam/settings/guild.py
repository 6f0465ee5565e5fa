"""What managers may choose for their server: the operator's limits."""

from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from dnam.settings.types import Allowed, Ids, Switch, pairs

Models = Annotated[dict[str, str], BeforeValidator(pairs), Allowed("pairs such as small=haiku, large=sonnet")]


class GuildSettingsLimits(BaseSettings):
    """Limits of what managers choose for their server."""

    model_config = SettingsConfigDict(defer_build=True)

    guild_settings: Switch = True
    """Whether managers may choose for their server: persona, model, budget, language, retention, channels."""
    guild_persona_chars: int = Field(default=500, ge=0, le=4000)
    """Characters that managers may add to `persona` for their server; 0 lets them add none."""
    guild_models: Models = Field(default={})
    """Models among which managers may choose the one that answers, by a name; empty lets them choose none."""
    language: str = Field(default="en", pattern=r"^[a-z]{2}$")
    """The language of dnam's own sentences where a person's is not known: a code such as en or de."""
    discord_answer_channels: Ids = ()
    """The channels in which the bot answers; empty means all. It remembers in the others too."""
