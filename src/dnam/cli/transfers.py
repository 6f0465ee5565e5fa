"""Moving in and out: archives of a whole memory, a person's own data, and imports, printed for people."""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic

import typer
from pydantic import TypeAdapter

from dnam.cli.operations import look_into, opened, print_json, read_files, tell
from dnam.clock import SystemClock
from dnam.commands.personal_export import as_files, holds_nothing, personal_data
from dnam.consent import Consent
from dnam.errors import BadInput
from dnam.models.chat import chat_models_for
from dnam.models.usage_meter import Meter
from dnam.ports import Store
from dnam.settings import Settings
from dnam.transfer.archive import Progress, check_archive, is_archive, load_archive, write_archive
from dnam.transfer.backups import Restored, back_up, put_in_place, read_backup
from dnam.transfer.importing import Importing, ImportReport, format_of
from dnam.transfer.note_splitting import split_by_model
from dnam.transfer.readers import discoclaw
from dnam.transfer.records import Options
from dnam.user_files import check_folder, check_readable, new_file

LINE_SECONDS = 5.0
"""Time between two lines of progress in a log."""


def export_memory(settings: Settings, file: Path | None, *, as_json: bool) -> None:
    """Write the whole memory into one archive, while a bot may be using it."""
    path = file or Path(f"memory-{SystemClock().now():%Y-%m-%d}.dnam")
    check_folder(path)
    counts = look_into(
        settings,
        lambda memory: write_archive(memory.store, path, clock=memory.clock, progress=shown("exported")),
    )
    if as_json:
        print_json({"file": str(path), "rows": dict(counts)})
    else:
        print(f"Wrote {messages_and_facts(counts)} to {path}.")


def export_of_person(settings: Settings, person: int, folder: Path | None, *, as_json: bool) -> None:
    target = folder or Path()
    data = look_into(settings, lambda memory: personal_data(memory.store, person, at=memory.clock.now()))
    if holds_nothing(data):
        raise BadInput(f"Nothing of {person} is stored, and no file was written: see `dnam people`.")
    files = as_files(data)
    for file in files:
        with new_file(target / file.name) as part:
            part.write_bytes(file.data)
    paths = [str(target / file.name) for file in files]
    if as_json:
        print_json({"files": paths})
    else:
        print(f"Wrote {' and '.join(paths)}.")


def make_backup(settings: Settings, file: Path, *, as_json: bool) -> None:
    check_folder(file)
    look_into(
        settings, lambda memory: back_up(memory.store, file, clock=memory.clock, progress=shown("copied"))
    )
    tell({"file": str(file)}, f"Copied the memory to {file}.", as_json=as_json)


def restore_backup(settings: Settings, file: Path, *, agreed: bool, as_json: bool) -> None:
    async def replace() -> Restored:
        async with read_backup(file) as copy, opened(settings) as store:  # a bad backup makes no memory
            if not agreed:
                await _ask_to_replace(store)
            clock, progress = SystemClock(), shown("restored")
            return await put_in_place(store, file, copy, settings=settings, clock=clock, progress=progress)

    restored = asyncio.run(replace())
    counts = restored.counts
    if as_json:
        print_json({"rows": dict(counts), "left_out": restored.erased})
        return
    print(f"Restored {messages_and_facts(counts)} from {file}.")
    if restored.erased:
        what = "of its people, places, messages and facts"
        print(f"Left out, because erased since then: {restored.erased:,} {what}.")


def messages_and_facts(counts: Mapping[str, int]) -> str:
    """Return how many of both there are, from the rows of each table."""
    both = [(counts.get(f"{noun}s", 0), noun) for noun in ("message", "fact")]
    return " and ".join(f"{count:,} {noun}{'' if count == 1 else 's'}" for count, noun in both)


async def _ask_to_replace(store: Store) -> None:
    """Say what a restore replaces, and ask at a terminal. Raises BadInput unless somebody agrees."""
    counts = await store.counts()
    if not counts["messages"] + counts["facts"]:
        return
    says = f"The memory in {store.location} holds {messages_and_facts(counts)}, which are replaced"
    if not sys.stdin.isatty():
        raise BadInput(f"{says}: add --yes to go on. Nothing was changed.")
    if not typer.confirm(f"{says}. Go on?", err=True):
        raise BadInput("Nothing was changed.")


def import_archive(settings: Settings, path: Path, *, as_json: bool) -> None:
    async def load() -> Mapping[str, int]:
        async with opened(settings) as store:
            archive = await load_archive(store, path, progress=shown("imported"))
            await Consent(store, settings=settings, clock=SystemClock()).follow_import()
        return archive.counts

    counts = asyncio.run(load())
    if as_json:
        print_json({"rows": dict(counts)})
    else:
        print(f"Took in {messages_and_facts(counts)}.")


def import_source(settings: Settings, source: str, options: Options, *, dry: bool, as_json: bool) -> bool:
    """Import whatever this is, or say what would be imported; return whether there was no damage."""
    path = Path(source)
    if "://" not in source:
        check_readable(source)
    if is_archive(path):
        if dry:
            archive = check_archive(path)
            print(f"A whole archive of {archive.made_at:%Y-%m-%d %H:%M} UTC: {archive.total:,} rows.")
        else:
            import_archive(settings, path, as_json=as_json)
        return True
    if format_of(source) is discoclaw.FORMAT and discoclaw.is_durable(source) and not dry:  # edits count
        return read_files(settings, path, as_json=as_json)

    async def load() -> ImportReport:
        async with opened(settings) as store:
            clock, models = SystemClock(), {} if dry else chat_models_for(settings)
            meter = Meter(models, store, settings=settings, clock=clock)
            importing = Importing(
                store,
                settings=settings,
                clock=clock,
                options=replace(options, split=split_by_model(meter)),
                dry=dry,
                progress=shown("read"),
            )
            report = await importing.run(source)
            await meter.close()
            if not dry:
                await Consent(store, settings=settings, clock=clock).follow_import()
            return report

    report = asyncio.run(load())
    if as_json:
        print_json(TypeAdapter(ImportReport).dump_python(report))
    else:
        _print_report(report)
    return not report.damage


def _print_report(report: ImportReport) -> None:
    verb = "Would import" if report.dry else "Imported"
    print(f"{verb} from {report.format}:")
    if report.resumed:
        print(f"  {report.resumed:>9,} were done by the import that broke off")
    for what in sorted(report.added + report.unchanged) or ["facts or messages"]:
        print(f"  {report.added[what]:>9,} {what}, {report.unchanged[what]:,} there already")
    for head, counts in (
        ("May be told to:", report.audiences),
        ("Not taken in, because:", report.refused),
        ("Has no place here:", report.unmapped),
    ):
        if counts:
            print(head)
            for what, count in sorted(counts.items()):
                print(f"  {count:>9,} {what}")
    for line in report.damage:
        print(f"damaged: {line}", file=sys.stderr)


def shown(done_word: str) -> Progress:
    """Return progress for stderr: a line that changes on a terminal, and else a line now and then."""
    due = monotonic()

    def show(done: int, total: int) -> None:
        nonlocal due
        of, ended = f" of about {total:,}" if total > done else "", done == total
        rows = "row" if done == 1 and not of else "rows"
        if sys.stderr.isatty():
            end = "\n" if ended else ""
            print(f"\r{done_word} {done:,}{of} {rows}\033[K", end=end, file=sys.stderr, flush=True)
        elif monotonic() >= due or ended:
            due = monotonic() + LINE_SECONDS
            print(f"{done_word} {done:,}{of} {rows}", file=sys.stderr, flush=True)

    return show
