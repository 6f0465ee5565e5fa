"""The settings of the Discord bot and the cog."""

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from dnam.settings.types import Ids, IdsOrAll, OptionalFolder, Secret, SocketAddress, WebAddress


class DiscordSettings(BaseSettings):
    """What can be set about life on Discord."""

    model_config = SettingsConfigDict(use_attribute_docstrings=True)

    discord_token: Secret = None
    """The bot's token, from Discord's developer portal; `dnam run` needs it."""
    discord_guilds: IdsOrAll = ()
    """The servers in which the bot answers and remembers; with no server and no user set, it does neither."""
    discord_users: IdsOrAll = ()
    """People the bot serves wherever they are, also in direct messages."""
    discord_answers_per_minute: int = Field(10, ge=0, le=1000)
    """How many answers and commands one person gets in a minute, privacy aside; 0 is no limit."""
    discord_memory_channel: int = Field(0, ge=0, lt=2**63)
    """The id of a channel that shows everyone's memory, one pinned message for each person; 0 is none."""
    discord_catch_up: int = Field(100, ge=0, le=1000)
    """How many of a channel's latest messages are read after a time offline; 0 reads none."""
    discord_shards: int = Field(0, ge=0, le=10_000)
    """Over how many connections the servers are spread; 0 asks Discord."""
    discord_shard_ids: Ids = ()
    """Which of those connections this process holds; empty means all of them."""
    discord_silence_seconds: float = Field(60.0, ge=1, le=600)
    """A connection on which nothing was heard for so long counts as lost, and is opened anew."""
    discord_api: WebAddress = ""
    """The address of another Discord-compatible REST API, with its version; empty means Discord's own."""
    discord_gateway: SocketAddress = ""
    """The address of another Discord-compatible gateway; empty means Discord's own."""
    context_dir: OptionalFolder = None
    """A folder of files for the model: `base/*.md` for every place, `channels/NAME.md` or `ID.md` for one."""
    workspace_dir: OptionalFolder = None
    """A folder with `MEMORY.md` and `memory/YYYY-MM-DD.md`, for the model in direct messages only."""
