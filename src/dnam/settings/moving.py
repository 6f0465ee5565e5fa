"""The settings of backups and of agents."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from dnam.settings.types import OptionalFolder, Secret


class MovingSettings(BaseSettings):
    """Settings of backups and of agents."""

    model_config = SettingsConfigDict(defer_build=True)

    backup_hours: int = Field(default=0, ge=0, le=8760)
    """Hours between two backups that a running bot makes by itself; 0 makes none."""
    backup_dir: OptionalFolder = None
    """The folder of those backups; unset means `backups` in `data_dir`."""
    backup_keep: int = Field(default=7, ge=1, le=1000)
    """How many of those backups are kept; the oldest are removed."""
    mcp_token: Secret = None
    """The token with which agents sign in to `dnam mcp --http`."""
