"""What the commands of the command line do, through the same `Memory` that the bot uses."""

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import SecretStr, TypeAdapter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dnam.cli.options import Asker
from dnam.clock import SystemClock
from dnam.commands import Answer, Command
from dnam.doctor import Level, examine, unreadable
from dnam.domain import DM_GUILD, Fact, Person, Place, Question, Recollection, SearchResult, Visibility
from dnam.errors import BadInput, SettingsError
from dnam.logs import set_up_logs
from dnam.memory import Memory
from dnam.models.embed import embedder_for
from dnam.ports import Store
from dnam.rules.command_text import link, plural
from dnam.rules.quoting import one_line, shown_name
from dnam.settings import PREFIX, Settings, load_settings, reference
from dnam.stores import open_configured
from dnam.stores.queries import migrations
from dnam.transfer.durable import Report, import_folder

_FACTS = TypeAdapter(list[Fact])


def settings_for(db: str | None, config: Path | None) -> Settings:
    """Load the settings; `db` is an address, a folder, or a file, beside which the readable files are put."""
    if db is None:
        return load_settings(config)
    if "://" in db:
        return load_settings(config, store=db)
    if db == ":memory:":
        return load_settings(config, store=db, projections=False)
    if Path(db).is_dir():
        return load_settings(
            config, data_dir=Path(db).absolute(), store=str(Path(db).absolute() / "memory.sqlite3")
        )
    file = Path(db).expanduser().absolute()
    settings = load_settings(config, store=str(file))
    if settings.projections_dir is not None:
        return settings
    return settings.model_copy(update={"projections_dir": file.with_name(f"{file.stem}-files")})


def print_settings(settings: Settings, *, as_json: bool, markdown: bool) -> None:
    """Print every setting, as a table, as JSON, or as the page of the docs."""
    if markdown:
        print(reference(), end="")
        return
    values = {name: _shown(getattr(settings, name)) for name in Settings.model_fields}
    meanings = {name: str(field.description) for name, field in Settings.model_fields.items()}
    if as_json:
        rows = {
            name: {"value": value, "environment": PREFIX + name.upper(), "meaning": meanings[name]}
            for name, value in values.items()
        }
        print_json(rows)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("setting", "value", "meaning"):
        table.add_column(column, overflow="fold")
    for name, value in values.items():
        text = "unset" if value in (None, "") else json.dumps(value) if isinstance(value, bool) else value
        table.add_row(Text(name, style="cyan"), Text(str(text)), Text(meanings[name], style="dim"))
    console = _console()
    console.print(table)
    console.print(
        "\nSet one with its name in dnam.toml, or as DNAM_NAME in the environment; docs/settings.md has more."
    )


def _shown(value: object) -> Any:
    if isinstance(value, SecretStr):
        return "(hidden)"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Path | str):
        return re.sub(r"://.*@", "://***@", str(value))
    return value


def print_stats(settings: Settings, *, as_json: bool) -> None:
    """Print how many rows each table has."""

    async def count() -> tuple[str, dict[str, int]]:
        async with reading(settings) as memory:
            return memory.store.location, await memory.store.counts()

    location, counts = asyncio.run(count())
    if as_json:
        print_json({"location": location, "counts": counts})
        return
    print(f"The memory in {location} holds:")
    wide = max(map(len, counts), default=0)
    for table, rows in counts.items():
        print(f"  {table:<{wide}}  {rows:>10,}")


def print_command(
    settings: Settings, asker: Asker, text: str, *, as_json: bool, changes: bool = False
) -> None:
    """Run a command as a person and print the answer. Raises BadInput when a change was not made."""

    async def ask() -> Answer | None:
        async with Memory.open(settings) as memory:
            person = await person_of(memory, asker)
            typed = f"{settings.command_prefix} {text}"
            return await memory.command(
                Command(text=typed, place=place_of(asker), person=person, manager=True, operator=True)
            )

    answer = asyncio.run(ask())
    if answer is None:
        raise BadInput("Commands are switched off: set commands_enabled to true.")
    if changes and not answer.changed:
        raise BadInput(answer.text)
    if as_json:
        facts = _FACTS.dump_python(list(answer.listed), mode="json")
        print_json({"text": answer.text, "changed": answer.changed, "facts": facts})
    else:
        print(answer.text)


def print_search(settings: Settings, asker: Asker, text: str, *, limit: int, as_json: bool) -> None:
    """Search as somebody in a place, and print what fits, best first."""
    if asker.guild is None and not asker.person:
        raise BadInput("Say where to search: --guild and --channel, or --person for a direct message.")

    async def look() -> tuple[SearchResult, dict[int, Person]]:
        async with reading(settings) as memory:
            if memory.embedder is not None:
                await memory.embedder.load()
            person = await person_of(memory, asker)
            place = place_of(asker)
            result = await memory.search(Question(place=place, asker=person, text=text), limit=limit)
            return result, await memory.store.people(place.guild)

    result, people = asyncio.run(look())
    if as_json:
        print_json({"facts": [*map(_hit, result.facts)], "messages": [*map(_hit, result.messages)]})
        return
    for fact in result.facts:
        about = people.get(fact.what.subject)
        whose = f"{shown_name(about)}: " if about else ""
        print(f"fact     {whose}{one_line(fact.what.text)} ({'; '.join(fact.reasons)})")
    for hit in result.messages:
        message, place = hit.what, hit.what.place
        print(f"message  {message.sent_at:%Y-%m-%d} {shown_name(message.author)}: {one_line(message.text)}")
        print(f"         {'; '.join(hit.reasons)}; {link(place.guild, place.channel, message.id)}")
    if not result.facts and not result.messages:
        print(f'No strong match for "{text}".')


def _hit(hit: Recollection[Any]) -> dict[str, Any]:
    what: dict[str, Any] = TypeAdapter(type(hit.what)).dump_python(hit.what, mode="json")
    return {**what, "score": float(hit.score), "reasons": list(hit.reasons)}


def bring_up_to_date(settings: Settings) -> None:
    """Open the memory, which migrates it, and print its version."""

    async def migrate() -> str:
        async with opened(settings) as store:
            return store.location

    location = asyncio.run(migrate())
    dialect = "postgres" if "://" in settings.location else "sqlite"
    print(f"The memory in {location} has schema version {migrations(dialect)[-1].version}, the newest.")


def read_files(settings: Settings, path: Path, *, as_json: bool) -> bool:
    """Import durable files before readable files are written; return whether there were no problems."""

    async def read() -> Report:
        async with opened(settings) as store:
            report = await import_folder(store, path, settings=settings, clock=SystemClock())
            async with Memory.open(settings, store=store) as memory:
                await memory.consent.follow_import()
                return report

    report = asyncio.run(read())
    if as_json:
        print_json(asdict(report))
        return not report.problems
    files, added = plural(report.files, "file"), plural(report.added, "fact")
    print(f"Read {files}: {added} added, {report.changed} changed, {report.unchanged} as before.")
    for problem in report.problems:
        print(problem, file=sys.stderr)
    return not report.problems


def write_files(settings: Settings) -> None:
    """Write the readable files, and print where they are."""

    async def write() -> None:
        async with Memory.open(settings) as memory:
            if memory.projections is None:
                raise BadInput("The readable files are switched off: set projections to true.")
            await memory.projections.refresh()

    asyncio.run(write())
    print(f"Wrote the readable files in {settings.projections_dir or settings.data_dir / 'projections'}.")


def run_doctor(db: str | None, config: Path | None, *, as_json: bool) -> bool:
    """Print the findings of the doctor; return whether there was no problem."""
    set_up_logs(level="error", style="console")
    try:
        findings = asyncio.run(examine(settings_for(db, config)))
    except SettingsError as problem:
        findings = unreadable(problem)
    if as_json:
        print_json([finding.as_json() for finding in findings])
    else:
        console = _console()
        styles = {Level.OK: "green", Level.WARNING: "yellow", Level.PROBLEM: "bold red"}
        for finding in findings:
            line = Text(f"{finding.level:<8}", style=styles[finding.level])
            console.print(
                line.append(f" {finding.about}: {finding.says}", style="not bold default"), soft_wrap=True
            )
            if finding.do:
                console.print(Text(f"{'':<8} -> {finding.do}"), soft_wrap=True)
    return not any(finding.level is Level.PROBLEM for finding in findings)


@asynccontextmanager
async def opened(settings: Settings, *, readonly: bool = False) -> AsyncIterator[Store]:
    """Open the store of a memory."""
    store = await open_configured(settings, readonly=readonly)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def reading(settings: Settings) -> AsyncIterator[Memory]:
    """Open a memory read-only: another process may be writing to the file."""
    quiet = settings.model_copy(update={"projections": False})
    async with opened(settings, readonly=True) as store:
        yield Memory(store, settings=quiet, embedder=embedder_for(settings), models={}, clock=SystemClock())


def place_of(asker: Asker) -> Place:
    """Return the place an operator acts in."""
    if asker.guild is None:
        return Place(guild=DM_GUILD, channel=asker.channel, visibility=Visibility.DM, person=asker.person)
    visibility = Visibility.PRIVATE if asker.private else Visibility.PUBLIC
    return Place(guild=asker.guild, channel=asker.channel, visibility=visibility)


async def person_of(memory: Memory, asker: Asker) -> Person:
    """Return the person an operator acts for, with their name."""
    known = await memory.store.people(asker.guild or DM_GUILD, [asker.person])
    return known.get(asker.person) or Person(id=asker.person, name=f"user {asker.person}")


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)


def print_json(value: object) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, ensure_ascii=False, indent=2, default=str))
