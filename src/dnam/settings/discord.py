"""The settings of the Discord bot and the cog."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from dnam.settings.types import Ids, IdsOrAll, OptionalFolder, Secret, SocketAddress, WebAddress


class DiscordSettings(BaseSettings):
    """Settings of the Discord bot and cog."""

    model_config = SettingsConfigDict(defer_build=True)

    discord_token: Secret = None
    """The bot's token, from Discord's developer portal; `dnam run` needs it."""
    discord_guilds: IdsOrAll = ()
    """The servers in which the bot answers and remembers; with no server and no user set, it does neither."""
    discord_users: IdsOrAll = ()
    """People the bot serves wherever they are, also in direct messages."""
    discord_answers_per_minute: int = Field(default=10, ge=0, le=1000)
    """Answers and commands per person, minute and bot process, privacy ones not counted; 0 is no limit."""
    discord_memory_channel: int = Field(default=0, ge=0, lt=2**63)
    """The id of a channel that shows everyone's memory, one pinned message per person; 0 is none."""
    discord_catch_up: int = Field(default=100, ge=0, le=1000)
    """How many of a channel's latest messages are read after being offline; 0 reads none."""
    discord_shards: int = Field(default=0, ge=0, le=10_000)
    """Number of gateway connections (shards) for all servers; 0 asks Discord."""
    discord_shard_ids: Ids = ()
    """Which shards this process runs; empty means all of them."""
    discord_silence_seconds: float = Field(default=60.0, ge=1, le=600)
    """Seconds without any gateway traffic after which the connection is reopened."""
    discord_api: WebAddress = ""
    """The address of another Discord-compatible REST API, with its version; empty means Discord's own."""
    discord_gateway: SocketAddress = ""
    """The address of another Discord-compatible gateway; empty means Discord's own."""
    discord_forget_deleted_channels: bool = True
    """Deleting a channel or thread deletes its messages here too; if off, they stay until retention ends."""
    discord_ask_conflicts: bool = False
    """After an answer, ask a person once which of two contradicting facts about them is right."""
    context_dir: OptionalFolder = None
    """A folder of files for the model: `base/*.md` for every place, `channels/ID.md` for one."""
    workspace_dir: OptionalFolder = None
    """A folder with `MEMORY.md` and `memory/YYYY-MM-DD.md`, for the model in direct messages only."""
