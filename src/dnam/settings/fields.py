"""The settings class.

`Settings(...)` is a frozen value that reads nothing by itself. To add a setting, add a field with a sentence
below it; if a project that dnam is compatible with has a name for it or another default, see presets.py.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, PrivateAttr, ValidationError, model_validator
from pydantic_settings import SettingsConfigDict

from dnam.domain import Layer
from dnam.errors import SettingsError
from dnam.settings.complaints import complaints
from dnam.settings.discord import DiscordSettings
from dnam.settings.guild import GuildSettingsLimits
from dnam.settings.moving import MovingSettings
from dnam.settings.presets import CLAMPS, EVERY_LAYER_OFF, PRESETS
from dnam.settings.privacy import PrivacySettings
from dnam.settings.search import SearchSettings
from dnam.settings.types import Allowed, OptionalFolder, Secret, Sources, Switch, WebAddress, expanded, pairs
from dnam.settings.web import WebSettings

PREFIX = "DNAM_"
CONFIG_NAME = "DNAM_CONFIG"
"""Environment variable that names the TOML file; not a setting itself."""
USUAL_FILE = "memory.sqlite3"


def _reachable(value: str) -> str:
    """Reject an address that is not one of PostgreSQL, or is damaged, instead of using it as a file name."""
    if not re.match(r"\w{2,}:|.*://", value):  # one letter is a drive of Windows
        return value
    parts = urlsplit(value)
    # A / # or ? in a password that is not encoded ends the host too early: its @ is elsewhere.
    cut = bool(parts.fragment) or ("@" in parts.path and "@" not in parts.netloc)
    if cut or not value.startswith(("postgresql://", "postgres://")) or parts.port == 0:
        raise ValueError("not a PostgreSQL address")
    return value


def _split(value: object) -> object:
    """Split a list separated by commas."""
    return [part.strip() for part in value.split(",")] if isinstance(value, str) else value


def _each_once(order: tuple[Layer, ...]) -> tuple[Layer, ...]:
    """Reject an order that repeats or lacks a layer."""
    if sorted(order) != sorted(Layer):
        raise ValueError("not every layer exactly once")
    return order


def clamped(value: object, least: int | None, most: int | None) -> object:
    """Return a whole number clamped into a range; anything else unchanged, for the field to validate."""
    if least is None or not re.fullmatch(r"[+-]?\d{1,18}", str(value)):
        return value
    number = max(least, int(str(value)))
    return number if most is None else min(most, number)


def _zone(name: str) -> str:
    """Reject an unknown time zone."""
    try:
        ZoneInfo(name)
    except (OSError, ZoneInfoNotFoundError) as problem:
        raise ValueError("not a time zone") from problem
    return name


Chars = Annotated[int, Field(ge=0)]
Zone = Annotated[str, AfterValidator(_zone), Allowed("a time zone such as UTC or Europe/Berlin")]
Zones = Annotated[
    dict[int, Zone], BeforeValidator(pairs), Allowed("pairs such as 123=Europe/Berlin, with a guild's id")
]
Folder = Annotated[Path, AfterValidator(expanded), Allowed("a path")]
StoreAddress = Annotated[
    str,
    BeforeValidator(lambda given: str(given) if isinstance(given, Path) else given),
    AfterValidator(_reachable),
    Allowed(
        "a file's path or postgresql://user:password@host/database, with / # ? % in the password written as "
        "%2F %23 %3F %25"
    ),
]
Model = Annotated[
    str, Allowed("a model such as haiku, anthropic:…, openai:…, google:… or ollama:…, off, or nothing")
]
Word = Annotated[str, Field(pattern=r"^\S(.*\S)?$"), Allowed("text without spaces around it")]
EveryLayer = Allowed(f"each of these exactly once: {', '.join(Layer)}")
Order = Annotated[tuple[Layer, ...], BeforeValidator(_split), AfterValidator(_each_once), EveryLayer]


class Settings(
    SearchSettings, PrivacySettings, DiscordSettings, GuildSettingsLimits, MovingSettings, WebSettings
):
    """Everything that can be set, as one frozen value; `load_settings` fills it."""

    model_config = SettingsConfigDict(
        frozen=True, allow_inf_nan=False, hide_input_in_errors=True, defer_build=False
    )

    preset: Literal["dnam", "discoclaw", "clanker", "urmom"] = "dnam"
    """The project whose defaults apply to settings that are not set."""

    store: StoreAddress = Field(default="", repr=False)
    """Where memories are kept; empty means the file `memory.sqlite3` in `data_dir`."""
    data_dir: Folder = Field(default_factory=lambda: user_data_path("dnam"))
    """The folder for everything dnam writes."""
    languages_dir: OptionalFolder = None
    """A folder of additional language files, which replace built-in ones of the same name."""
    postgres_pool: int = Field(default=10, ge=1, le=100)
    """PostgreSQL connections per process."""
    statement_timeout_seconds: float = Field(default=5.0, ge=0.1, le=600)
    """Time limit of one PostgreSQL statement."""

    audience: Literal["strict", "portable"] = "strict"
    """Whether a person's public facts stay in their guild (strict) or follow the person (portable)."""
    about_others: Switch = True
    """Whether facts that people state about each other are kept, with the name of who said it."""
    guard: Literal["dnam", "clanker"] = "dnam"
    """Which checks a fact must pass before it is kept."""

    read_deadline_seconds: float = Field(default=1.0, ge=0.05, le=30)
    """How long a prompt waits for a layer before it uses the last known good value."""
    prompt_order: Order = tuple(Layer)
    """The order of the layers in a prompt."""
    prompt_chars: Chars = 0
    """Characters for all layers of memory in a prompt together; 0 is no limit beside that of each layer."""
    history_messages: int = Field(default=10, ge=1, le=120)
    """How many recent messages of the conversation a prompt may show."""
    history_chars: Chars = 3000
    """Characters for recent messages in a prompt; 0 leaves them out."""

    memory_enabled: Switch = True
    """Whether there is a memory at all; off turns every layer off, commands still list and erase."""
    ingest_enabled: Switch = True
    """Whether new messages are stored; off uses what is stored, and remembers only what people ask for."""
    facts_enabled: Switch = True
    """Whether facts about people, and lore, are learned and shown."""
    facts_chars: Chars = 2000
    """Characters for the author's facts in a prompt; 0 leaves them out."""
    facts_limit: int = Field(default=12, ge=0, le=200)
    """How many of the author's facts a prompt may show."""
    facts_cap: int = Field(default=200, ge=1, le=10_000)
    """How many active facts are kept about one person."""

    lore_chars: Chars = 800
    """Characters for a guild's lore in a prompt; 0 leaves it out."""
    lore_limit: int = Field(default=6, ge=0, le=200)
    """How many lines of lore a prompt may show."""
    lore_cap: int = Field(default=120, ge=1, le=10_000)
    """How many active lines of lore are kept in one guild."""
    lore_writers: Literal["everyone", "managers"] = "everyone"
    """Who may write a guild's lore."""
    lore_with_facts: Switch = False
    """Whether lore and the author's facts are ranked together for the places of `lore_limit`."""
    lore_prefix: str = ""
    """Written before each line of lore when it is shown; it is never stored."""
    people_chars: Chars = 1500
    """Characters for the other people of the conversation in a prompt; 0 leaves them out."""
    others_limit: int = Field(default=3, ge=0, le=50)
    """How many facts a prompt may show about each of them; of who is asked about, `facts_limit`."""

    model: Model = ""
    """The language model; empty means that of the first provider with a key: Anthropic, OpenAI, Google."""
    model_extract: Model = ""
    """The model that finds facts in messages; empty means `model`."""
    model_summarise_session: Model = ""
    """The model that summarises conversations; empty means `model`."""
    model_summarise_day: Model = ""
    """The model that summarises everyone's day; empty means `model`."""
    model_summarise_week: Model = ""
    """The model that summarises a person's week; empty means `model`."""
    model_merge_context: Model = ""
    """The model that merges a person's facts and days into one text; empty means `model`."""
    model_reply: Model = ""
    """The model that answers people; empty means `model`."""
    model_route: Model = ""
    """The model that recognises requests to the memory in conversation; empty means `model`."""
    model_remember: Model = ""
    """The model that finds in a conversation what somebody asked to have remembered; empty means `model`."""
    model_base_url: WebAddress = Field(default="", repr=False)
    """The address of an OpenAI-compatible server, such as llama.cpp, vLLM or Ollama, with its `/v1`."""
    model_api_key: Secret = None
    """The key for the server at `model_base_url`; the providers' own keys are never sent there."""
    anthropic_api_key: Secret = None
    """The key for Anthropic."""
    openai_api_key: Secret = None
    """The key for OpenAI."""
    google_api_key: Secret = None
    """The key for Google."""
    model_timeout_seconds: float = Field(default=30.0, ge=0.05, le=600)
    """How long a model may take to answer."""
    day_timeout_seconds: float = Field(default=180.0, ge=0.05, le=3600)
    """How long a model may take to summarise a whole day."""
    model_retries: int = Field(default=2, ge=0, le=10)
    """Retries of a call when the provider is busy or unreachable."""
    model_concurrency: int = Field(default=4, ge=1, le=100)
    """Concurrent model calls."""
    budget_usd_per_day: float = Field(default=0.0, ge=0)
    """Dollars a guild may spend on models per day (UTC), after which it works offline; 0 is no limit."""

    extract_enabled: Switch = True
    """Whether facts are learned from conversation, besides what people ask to have remembered."""
    extract_every: int = Field(default=20, ge=1, le=1000)
    """How many messages of a place a model reads together; rules read each one immediately."""
    extract_turns: Literal["place", "person"] = "place"
    """Whether these messages are counted for each place, or for each person wherever they write."""
    extract_after_reply: Switch = False
    """Whether a model reads what was said after each answer, however little it is."""
    extract_quiet_minutes: float = Field(default=10.0, ge=0, le=1440)
    """Minutes of silence in a place after which a model reads a batch of half that size."""
    extract_limit: int = Field(default=3, ge=1, le=20)
    """Facts learned from one message, at most."""
    extract_chars: int = Field(default=2000, ge=20, le=4000)
    """Characters of a message that are read for facts."""

    rolling_enabled: Switch = True
    """Whether each conversation has a rolling summary."""
    rolling_every: int = Field(default=5, ge=1, le=1000)
    """Answers after which the summary is updated."""
    rolling_chars: Chars = 2000
    """Longest summary in characters; 0 leaves it out of prompts."""

    short_term_enabled: Switch = True
    """Whether the assistant knows what was just talked about in a guild's other public channels."""
    short_term_entries: int = Field(default=20, ge=1, le=1000)
    """How many of these exchanges are kept."""
    short_term_hours: float = Field(default=6.0, ge=0.1, le=720)
    """For how long they are kept."""
    short_term_chars: Chars = 1000
    """Characters for these exchanges in a prompt; 0 leaves them out."""

    days_enabled: Switch = True
    """Whether the assistant knows what each person did in the last days."""
    days_chars: Chars = 1500
    """Characters for days in a prompt; 0 leaves them out."""
    days_back: int = Field(default=7, ge=1, le=30)
    """How many days are used, today included."""
    day_chars: int = Field(default=300, ge=50, le=2000)
    """Target length of one person's day, in characters."""
    day_refresh_minutes: float = Field(default=60.0, ge=1, le=1440)
    """Minutes after which today's summary is updated, if there is something new."""
    day_window_chars: int = Field(default=700_000, ge=2000)
    """Characters of a day that a model reads at once; a longer day is read in parts."""
    week: Literal["direct", "hierarchy"] = "direct"
    """Whether a person's days are used as they are (direct) or summarised as a week first (hierarchy)."""
    week_chars: int = Field(default=500, ge=50, le=4000)
    """Target length of a person's week, in characters."""
    profile_chars: int = Field(default=800, ge=50, le=4000)
    """Target length of the merged text of a person's facts and days, in characters."""
    cached_todays: int = Field(default=100, ge=1)
    """Cache size: guilds whose present day is cached."""
    cached_days: int = Field(default=200, ge=1)
    """Cache size: past days."""
    cached_weeks: int = Field(default=500, ge=1)
    """Cache size: people's weeks."""
    cached_profiles: int = Field(default=500, ge=1)
    """Cache size: people's merged texts."""
    time_zone: Zone = "UTC"
    """The time zone in which days begin and end."""
    time_zones: Zones = Field(default={})
    """Guilds with another time zone, such as `123=Europe/Berlin, 456=Asia/Tokyo`."""

    persona: str = "You are a helpful assistant on a Discord server. Answer briefly."
    """Who the assistant is, told to the model that answers."""

    commands_enabled: Switch = True
    """Whether people can ask for their memory with commands."""
    command_prefix: Word = "!memory"
    """What a command in a message starts with."""

    projections: Switch = True
    """Whether readable copies of the memory are written as JSON and Markdown files."""
    projections_dir: OptionalFolder = None
    """The folder of those files; unset means beside a SQLite file, or in `data_dir` with PostgreSQL."""
    durable_dir: OptionalFolder = None
    """The folder of the facts as JSON files; unset means its usual place in `projections_dir`."""
    rolling_dir: OptionalFolder = None
    """The folder of the rolling summaries as files; unset means its usual place in `projections_dir`."""
    short_term_dir: OptionalFolder = None
    """The folder of short-term memory as files; unset means its usual place in `projections_dir`."""
    journal_chars: int = Field(default=320, ge=1, le=4000)
    """How much of a message one line of the daily journal shows."""
    refresh_seconds: int = Field(default=300, ge=1, le=86_400)
    """Seconds after which the readable files are rewritten even without a change."""
    debounce_seconds: float = Field(default=1.0, ge=0, le=60)
    """Seconds a change waits for further ones before the readable files are written."""

    lane_waiting: int = Field(default=400, ge=1, le=100_000)
    """Background jobs that may wait before the oldest is dropped."""
    drain_seconds: float = Field(default=10.0, ge=0, le=600)
    """Seconds a stopping process may take to finish its background jobs."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """The lowest log level that is written."""
    log_format: Literal["console", "json"] = "console"
    """Whether log lines are for people (console) or for programs (json)."""

    _sources: Sources = PrivateAttr(default_factory=Sources)

    if not TYPE_CHECKING:  # type checkers take the fields for the arguments

        def __init__(self, **given: object) -> None:
            """Check every setting. Raises SettingsError with one line per problem."""
            try:
                super().__init__(**given)
            except ValidationError as error:
                raise SettingsError(complaints(error, given, type(self).model_fields)) from error

    def came_from(self, name: str) -> str:
        """Return where a setting was set: its name in the environment or a file, the preset, or nowhere."""
        if not self.memory_enabled and name in EVERY_LAYER_OFF:
            name = "memory_enabled"
        if name in self._sources:
            return self._sources[name]
        if name in PRESETS[self.preset]:
            return f"preset {self.preset}"
        return "the program" if name in self.model_fields_set else "default"

    @property
    def location(self) -> str:
        """Where the store is: the address given, or the usual file in `data_dir`."""
        return self.store or str(self.data_dir / USUAL_FILE)

    @property
    def chat_history(self) -> Path:
        """Where the terminal chat keeps what was typed; an erasure removes it."""
        return self.beside("chat-history")

    @property
    def exports(self) -> Path:
        """Where the terminal chat writes what people take away; an erasure empties it."""
        return self.beside("exports")

    def beside(self, name: str, *, usual: str = "") -> Path:
        """Return where a file of this memory is on this machine: beside a SQLite file, else in `data_dir`.

        It has `usual` for its name, or `name`, beside the usual file `memory.sqlite3`; another file's own
        name, or that of a database, stands before it.
        """
        if self.location == ":memory:":
            return self.data_dir / (usual or name)
        if "://" in self.location:
            address = self.location.partition("://")[2].rpartition("@")[2].partition("?")[0]
            database = re.sub(r"[^\w.-]+", "-", address).strip("-")
            return self.data_dir / f"{database}-{name}"
        file = Path(self.location).expanduser().resolve()
        return file.with_name((usual or name) if file.name == USUAL_FILE else f"{file.stem}-{name}")

    @classmethod
    def settings_customise_sources(cls, *_: Any, **sources: Any) -> tuple[Any, ...]:
        """Read arguments only, so that settings built in code never depend on the environment."""
        return (sources["init_settings"],)

    @model_validator(mode="before")
    @classmethod
    def _fill_from_preset(cls, given: Mapping[str, object]) -> dict[str, object]:
        preset = str(given.get("preset", "dnam"))
        filled = {**PRESETS.get(preset, {}), **given}
        if str(filled.get("memory_enabled", True)).lower() in ("false", "0"):
            filled |= EVERY_LAYER_OFF
        for name, (least, most) in CLAMPS.get(preset, {}).items():
            filled[name] = clamped(filled[name], least, most)
        return filled
