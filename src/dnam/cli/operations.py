"""What the commands of the command line do, through the same `Memory` that the bot uses."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from pydantic import TypeAdapter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dnam.cli.options import Asker
from dnam.clock import SystemClock
from dnam.control import operator_changes
from dnam.control.control_socket import ask, can_be_asked
from dnam.control.operator_changes import PersonInPlace
from dnam.doctor import Level, examine, unreadable
from dnam.domain import (
    Person,
    PersonCount,
    Question,
    Recollection,
    SearchResult,
)
from dnam.erase import Progress, untold
from dnam.errors import BadInput, SettingsError, StoreBusy
from dnam.logs import set_up_logs
from dnam.memory import Memory
from dnam.models.embed import embedder_for
from dnam.ports import Store
from dnam.rules.command_text import link, plural
from dnam.rules.quoting import one_line, shown_name
from dnam.settings import PREFIX, Settings, meanings, reference, settings_for
from dnam.settings.reference import setting_in_words, shown_setting
from dnam.stores import open_configured, shown_location
from dnam.stores.queries import refuse_unready
from dnam.stores.schema import schema_status
from dnam.transfer.durable_files import Report, import_folder

T = TypeVar("T")

IDS = frozenset(
    {
        "asserted_by",
        "channel",
        "guild",
        "id",
        "message",
        "named",
        "parent",
        "person",
        "reply_to",
        "subject",
        "wait",
    }
)
"""What an id is called; a number of it is called by the plural."""
TURN_SECONDS = 10.0
"""How long a command waits for another that has the file, unless that is a process which can be asked."""
PAGE = 200
"""People that are read at once."""


def print_settings(settings: Settings, *, as_json: bool, markdown: bool) -> None:
    if markdown:
        print(reference(), end="")
        return
    values = {name: shown_setting(getattr(settings, name)) for name in Settings.model_fields}
    if as_json:
        rows = {
            name: {
                "value": value,
                "from": settings.came_from(name),
                "environment": PREFIX + name.upper(),
                "meaning": meanings()[name],
            }
            for name, value in values.items()
        }
        print_json(rows)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("setting", "value", "from", "meaning"):
        table.add_column(column, overflow="fold")
    for name in values:
        text = setting_in_words(getattr(settings, name))
        came_from = settings.came_from(name)
        shown = Text("" if came_from == "default" else came_from, style="yellow")
        table.add_row(Text(name, style="cyan"), Text(text), shown, Text(meanings()[name], style="dim"))
    console = _console()
    console.print(table)
    console.print(
        "\nSet one with its name in dnam.toml, or as DNAM_NAME in the environment; docs/settings.md has more."
    )


def operate(
    settings: Settings,
    name: str,
    given: Mapping[str, Any],
    progress: Progress = untold,
    *,
    makes: bool = False,
) -> dict[str, Any]:
    """Run an operation on the memory, in the process that has it open for writing. Raises DnamError.

    `progress` is told how far it is when that is this process. Unless it `makes` a memory, there must be one.
    """

    async def run_or_ask() -> dict[str, Any]:
        if not makes:
            await need_memory(settings)
        until = monotonic() + TURN_SECONDS
        async with AsyncExitStack() as stack:
            while True:
                try:
                    memory = await stack.enter_async_context(Memory.open(settings))
                except StoreBusy as busy:
                    if can_be_asked(settings):
                        return await ask(settings, name, given, busy)
                    await _wait_a_moment(busy, until)
                else:
                    return await operator_changes.operate(memory, name, given, progress)

    return asyncio.run(run_or_ask())


async def _wait_a_moment(busy: StoreBusy, until: float) -> None:
    """Wait for another command that has the file. Raises `busy` when the time is up."""
    if monotonic() > until:
        raise busy
    await asyncio.sleep(0.1)


async def need_memory(settings: Settings) -> None:
    """Raise StoreError where there is no memory yet; none is made."""
    status = await schema_status(settings.location)
    if not status.version:
        refuse_unready(shown_location(settings.location), 0, "sqlite")


def print_command(
    settings: Settings, asker: Asker, text: str, *, as_json: bool, changes: bool = False
) -> None:
    """Run a command as a person and print the answer. Raises BadInput when it was not done."""
    makes = text.split(" ", maxsplit=1)[0] not in ("show", "review", "forget")  # on what is there
    acting = acting_for(settings, asker)
    answer = operate(settings, "command", {**acting.model_dump(), "text": text}, makes=makes)
    if answer["refused"] or (changes and not answer["changed"]):
        raise BadInput(answer["text"])
    if as_json:
        print_json(answer)
    else:
        print(answer["text"])


async def people_in(store: Store, guild: int, name: str) -> list[PersonCount]:
    """Return everyone known in a guild whose name has this in it, by name."""
    people: list[PersonCount] = []
    while True:
        last = (people[-1].person.name, people[-1].person.id) if people else ("", 0)
        page = await store.page_people(guild, None, named=name, after=last, limit=PAGE)
        people += page
        if len(page) < PAGE:
            return people


def print_search(settings: Settings, asker: Asker, text: str, *, limit: int, as_json: bool) -> None:
    if asker.guild is None and not asker.person:
        raise BadInput("Say where to search: --guild and --channel, or --person for a direct message.")

    acting = acting_for(settings, asker)

    async def look(memory: Memory) -> tuple[SearchResult, dict[int, Person]]:
        if memory.embedder is not None:
            await memory.embedder.load()
        person, place = await acting.named(memory.store), acting.place
        result = await memory.search(Question(place=place, asker=person, text=text), limit=limit)
        return result, await memory.store.people(place.guild)

    result, people = look_into(settings, look)
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


def read_files(settings: Settings, path: Path, *, as_json: bool) -> bool:
    """Import durable files before readable files are written; return whether there were no problems."""

    async def read() -> Report:
        async with opened(settings) as store:
            report = await import_folder(store, path, settings=settings, clock=SystemClock())
            async with Memory.open(settings, store=store) as memory:  # it writes the files anew
                await memory.consent.follow_import()
                return report

    report = asyncio.run(read())
    if as_json:
        print_json(asdict(report))
        return not report.problems
    files, added = plural(report.files, "file"), plural(report.added, "fact")
    print(f"Read {files}: {added} added, {report.changed} changed, {report.unchanged} as before.")
    for audience, facts in sorted(report.audiences.items()):
        print(f"  {facts:>9,} may be told to {audience}")
    for problem in report.problems:
        print(problem, file=sys.stderr)
    return not report.problems


def write_files(settings: Settings, *, as_json: bool) -> None:
    written = operate(settings, "refresh", {})
    tell(written, f"Wrote the readable files in {written['folder']}.", as_json=as_json)


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
    until, store = monotonic() + TURN_SECONDS, None
    while store is None:
        try:
            store = await open_configured(settings, readonly=readonly)
        except StoreBusy as busy:
            await _wait_a_moment(busy, 0 if can_be_asked(settings) else until)
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


def look_into(settings: Settings, look: Callable[[Memory], Awaitable[T]]) -> T:
    """Return what is found in a memory that is opened read-only."""

    async def looking() -> T:
        async with reading(settings) as memory:
            return await look(memory)

    return asyncio.run(looking())


def acting_for(settings: Settings, asker: Asker) -> PersonInPlace:
    """Return the person and the place that an operator acts for. Raises BadInput, StoreError."""
    if asker.guild is None and (asker.channel or asker.private):
        raise BadInput("--channel and --private are of a guild: give --guild too. Nothing was changed.")
    who = asker.person or "0"
    if who.isdecimal() and len(who) <= 19 and int(who) < 2**63:
        person = int(who)
    else:
        person = asyncio.run(_person_called(settings, asker))
    return PersonInPlace(**{**asdict(asker), "person": person})


async def _person_called(settings: Settings, asker: Asker) -> int:
    """Return the id of the only one with this name, or with a name that has it in it."""
    async with opened(settings, readonly=True) as store:
        guilds = [asker.guild] if asker.guild else [each.guild for each in await store.guild_counts()]
        known = [one.person for guild in guilds for one in await people_in(store, guild, asker.person)]
    exactly = [one for one in known if one.name.casefold() == asker.person.casefold()]
    called = {one.id: one for one in exactly or known}
    if len(called) == 1:
        return called.popitem()[0]
    if not called:
        raise BadInput(
            f"Nobody is called {asker.person}: `dnam people` lists who is known. Nothing was changed."
        )
    listed = "".join(f"\n  {one.id:<20} {shown_name(one)}" for one in called.values())
    raise BadInput(f"{len(called)} people are called {asker.person}: say which with the id.{listed}")


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)


def tell(done: Mapping[str, object], sentence: str, *, as_json: bool) -> None:
    """Print what was done: a sentence for people, or values for programs."""
    if as_json:
        print_json(dict(done))
    else:
        print(sentence)


def print_json(value: object) -> None:
    """Print a value as JSON, with ids as text, as the REST API has them: other programs would round them."""
    print(json.dumps(_with_text_ids(value), ensure_ascii=False, indent=2, default=str))


def _with_text_ids(value: object, name: str = "") -> object:
    if isinstance(value, Mapping):
        return {key: _with_text_ids(each, str(key)) for key, each in value.items()}
    if isinstance(value, list | tuple):  # the ids of messages are called so
        return [_with_text_ids(each, name.removesuffix("s")) for each in value]
    return str(value) if name in IDS and isinstance(value, int) else value
