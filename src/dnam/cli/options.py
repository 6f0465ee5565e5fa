"""Options that several commands share, as values: where the memory is, and who asks where.

A command takes a group of options as one dataclass parameter; `grouped` turns its fields into options of
typer and back. Nothing heavy is imported here.
"""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from dnam.errors import BadInput

if TYPE_CHECKING:
    from dnam.settings import Settings

PLACE = "Who and where"


def typed_id(text: str | int) -> int:
    """Return an id as somebody typed it; a default is returned as it is."""
    if isinstance(text, int):
        return text
    if not text.isdecimal() or not 0 < int(text[:20]) < 2**63:
        raise typer.BadParameter(
            f"{text!r} is not an id, which is a number. `dnam people`, `guilds` and `channels` list them."
        )
    return int(text)


@dataclass(frozen=True, kw_only=True)
class MemoryLocation:
    """Which memory a command works on."""

    db: Annotated[
        str | None,
        typer.Option(
            metavar="PATH|URL",
            help="The memory: a file, a folder, or a postgresql:// address.",
            show_default="the settings'",
        ),
    ] = None
    config: Annotated[
        Path | None,
        typer.Option(
            help="A TOML file with settings.", exists=True, dir_okay=False, show_default="dnam.toml, if any"
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Asker:
    """The person an operator acts for, and the place; without a guild, the person's direct message."""

    person: Annotated[
        str, typer.Option(metavar="ID|NAME", help="The person's id, or their name.", rich_help_panel=PLACE)
    ]
    guild: Annotated[
        int | None,
        typer.Option(
            parser=typed_id,
            metavar="ID",
            help="The guild; without one, a direct message.",
            rich_help_panel=PLACE,
        ),
    ] = None
    channel: Annotated[
        int, typer.Option(parser=typed_id, metavar="ID", help="The channel.", rich_help_panel=PLACE)
    ] = 0
    private: Annotated[
        bool,
        typer.Option(
            "--private", help="Not everyone in the guild can read the channel.", rich_help_panel=PLACE
        ),
    ] = False


@dataclass(frozen=True, kw_only=True)
class AskerInPlace(Asker):
    """As `Asker`, but the person may be left out."""

    person: Annotated[
        str,
        typer.Option(
            metavar="ID|NAME", help="The person who asks.", rich_help_panel=PLACE, show_default="nobody"
        ),
    ] = ""


@dataclass(frozen=True, kw_only=True)
class HowToImport:
    """What an operator says about a source."""

    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be imported.")] = False
    public: Annotated[
        bool, typer.Option("--public", help="Everyone in its server can read the channels it is from.")
    ] = False
    person: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=ID", help="Who somebody is whom it does not call by a Discord id."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class HowToServe:
    """How agents reach the memory."""

    http: Annotated[bool, typer.Option("--http", help="Over HTTP, with the token DNAM_MCP_TOKEN.")] = False
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at.")] = 8765
    read_only: Annotated[
        bool, typer.Option("--read-only", help="Change nothing; a bot may be using the file.")
    ] = False


def typed_kind(text: str) -> "Erasable":
    """Return what is to be erased, as somebody typed it."""
    if text not in [*Erasable]:
        raise typer.BadParameter(f"{text!r} cannot be erased: write person, channel or guild.")
    return Erasable(text)


def people_named(given: Sequence[str]) -> dict[str, int]:
    """Return the people of `--person NAME=ID`. Raises BadInput."""
    people = {}
    for each in given:
        name, _, id_ = each.rpartition("=")
        if not name or not id_.isdecimal() or not 0 < int(id_[:20]) < 2**63:
            raise BadInput(f'"{each}" is not a name and a Discord id, such as --person alice=123456789.')
        people[name] = int(id_)
    return people


class Erasable(StrEnum):
    PERSON = "person"
    CHANNEL = "channel"
    GUILD = "guild"


_before_the_command = [MemoryLocation()]


def note_location(where: MemoryLocation) -> None:
    _before_the_command[0] = where


def location(where: MemoryLocation) -> MemoryLocation:
    """Return which memory is meant, by options before or after the command."""
    before = _before_the_command[0]
    return MemoryLocation(db=where.db or before.db, config=where.config or before.config)


def settings_of(where: MemoryLocation, *, role: str = "") -> "Settings":
    """Load the settings of a command, and send log lines to stderr; one with a `role` runs for long."""
    from dnam.logs import log_crashes, set_up_logs
    from dnam.settings import settings_for

    where = location(where)
    settings = settings_for(where.db, where.config)
    hidden = not role and "log_level" not in settings.model_fields_set
    level = "warning" if hidden else settings.log_level
    set_up_logs(level=level, style=settings.log_format, role=role)
    log_crashes()
    return settings


def shards_given(shards: str) -> dict[str, object]:
    """Return the settings of `--shards 0,1/4`. Raises BadInput."""
    ids, _, count = shards.partition("/")
    numbers = [int(each) for each in ids.split(",") if each.strip().isdecimal()]
    total = int(count) if count.isdecimal() else 0
    if len(numbers) != len(ids.split(",")) or not total or max(numbers) >= total:
        raise BadInput(f'"{shards}" does not say which shards of how many: write them as 0,1/4.')
    return {"discord_shards": total, "discord_shard_ids": tuple(numbers)}


class DnamGroup(TyperGroup):
    """The commands; of a value that is not allowed it says in plain words what is."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except typer.BadParameter as wrong:
            from pydantic import ValidationError  # typer reads values with it

            from dnam.rules.input_mistakes import sentence

            if isinstance(wrong.__cause__, ValidationError):
                wrong.message = sentence(wrong.__cause__.errors()[0], name="it")
            raise


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Turn each parameter that is a dataclass into the options of its fields."""
    signature = inspect.signature(command)
    groups: dict[str, Any] = {
        name: p.annotation for name, p in signature.parameters.items() if is_dataclass(p.annotation)
    }
    spread: list[inspect.Parameter] = []
    for name, parameter in signature.parameters.items():
        options = _options(groups[name]) if name in groups else [parameter]
        spread += [option.replace(kind=inspect.Parameter.KEYWORD_ONLY) for option in options]

    @wraps(command)
    def run(**given: Any) -> None:
        values = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**given, **values)

    run.__signature__ = signature.replace(parameters=spread)  # type: ignore[attr-defined]  # functions may have one
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in spread}
    return run


def _options(group: type) -> list[inspect.Parameter]:
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
            annotation=field.type,
        )
        for field in fields(group)
    ]
