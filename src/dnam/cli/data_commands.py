"""Every command that handles the data of a memory, with its help: backups, archives, imports, the schema."""

from pathlib import Path
from typing import Annotated

import typer

from dnam.cli.options import AsJson, HowToImport, MemoryLocation, grouped, people_named, settings_of

DATA = "Data"
data_commands = typer.Typer()


@data_commands.command(rich_help_panel=DATA)
@grouped
def backup(
    where: MemoryLocation, file: Annotated[Path, typer.Argument(help="A new file.")], as_json: AsJson = False
) -> None:
    """Copy the whole memory to a new file; a running bot may use it meanwhile."""
    from dnam.cli.transfers import make_backup

    make_backup(settings_of(where), file, as_json=as_json)


@data_commands.command(rich_help_panel=DATA)
@grouped
def restore(
    where: MemoryLocation,
    file: Annotated[Path, typer.Argument(help="A backup or an archive.")],
    yes: Annotated[bool, typer.Option("--yes", help="Replace what is there without asking.")] = False,
    as_json: AsJson = False,
) -> None:
    """Replace the memory by a backup of it; what was erased since stays erased. Stop the bot first."""
    from dnam.cli.transfers import restore_backup

    restore_backup(settings_of(where), file, agreed=yes, as_json=as_json)


@data_commands.command(rich_help_panel=DATA)
@grouped
def migrate(
    where: MemoryLocation,
    status: Annotated[bool, typer.Option("--status", help="Only print which steps are left.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Try the steps that are left, and take them back.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Bring the memory to the newest schema; create it if there is none."""
    from dnam.cli.store_upkeep import migrate_memory, print_steps

    if status or dry_run:
        print_steps(settings_of(where), dry=dry_run, as_json=as_json)
    else:
        migrate_memory(settings_of(where), as_json=as_json)


@data_commands.command(rich_help_panel=DATA)
@grouped
def move(
    where: MemoryLocation,
    source: Annotated[str, typer.Argument(metavar="PATH|URL", help="The memory as it is now.")],
    target: Annotated[str, typer.Argument(metavar="PATH|URL", help="An empty one.")],
    as_json: AsJson = False,
) -> None:
    """Copy a whole memory from a file into PostgreSQL, or back; repeat it to go on after a break."""
    from dnam.cli.store_upkeep import move_memory

    move_memory(settings_of(where), source, target, as_json=as_json)


@data_commands.command(rich_help_panel=DATA)
@grouped
def export(
    where: MemoryLocation,
    file: Annotated[
        Path | None,
        typer.Argument(help="A new file; with --person, a folder.", show_default="named by the date"),
    ] = None,
    person: Annotated[
        int | None,
        typer.Option(
            min=1, max=2**63 - 1, metavar="ID", help="Only this person's own data, to read and as JSON."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write the whole memory into one archive, or a person's own data into two files."""
    from dnam.cli.transfers import export_memory, export_of_person

    if person is not None:
        export_of_person(settings_of(where), person, file, as_json=as_json)
    else:
        export_memory(settings_of(where), file, as_json=as_json)


@data_commands.command("import", rich_help_panel=DATA)
@grouped
def import_(
    where: MemoryLocation,
    source: Annotated[
        str, typer.Argument(metavar="PATH|URL", help="A file, a folder, or a database address.")
    ],
    how: HowToImport,
    as_json: AsJson = False,
) -> None:
    """Import an archive, another bot's memory, a chat export, or readable files that somebody edited."""
    from dnam.cli.transfers import import_source
    from dnam.transfer.records import Options

    options = Options(public=how.public, people=people_named(how.person or ()))
    if not import_source(settings_of(where), source, options, dry=how.dry_run, as_json=as_json):
        raise typer.Exit(1)


@data_commands.command(rich_help_panel=DATA)
@grouped
def refresh(where: MemoryLocation, as_json: AsJson = False) -> None:
    """Write the readable JSON and Markdown files now."""
    from dnam.cli.operations import write_files

    write_files(settings_of(where), as_json=as_json)
