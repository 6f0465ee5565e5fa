"""`dnam doctor`: checks settings, folders, store, embedder, models and Discord, and says what to do.

Models and Discord are really asked: `external_checks.py`. It changes nothing: no folder is created, no schema
migrated, and a store that is damaged, newer or older stays byte for byte as it is. Each check returns
findings; none of them stops the others.
"""

import asyncio
import os
import shutil
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dnam.doctor.backup_check import check_backups
from dnam.doctor.external_checks import check_discord, check_models, look_for_ollama
from dnam.doctor.findings import Finding, Level
from dnam.erase.unfinished_erasures import PREFIX, read_erasures
from dnam.errors import DnamError, SettingsError, StoreError
from dnam.models.embed import embedder_for
from dnam.optional_packages import require
from dnam.ports import Embedder, Store
from dnam.projections.places import root_of
from dnam.recall.prompt_layers import LAYERS_AT_HAND
from dnam.recall.search import GUILDS_AT_HAND
from dnam.rules.command_text import plural
from dnam.rules.fact_notes import PERSON, old_steps
from dnam.rules.retention import cutoffs
from dnam.settings import Settings
from dnam.stores import open_store
from dnam.stores.queries import migrations

__all__ = ["Finding", "Level", "examine", "look_for_ollama", "unreadable"]

LITTLE_ROOM, NO_ROOM = 2**30, 100 * 2**20
"""Free bytes below which the disk is a warning, or a problem."""
DAY_BYTES, NAME_BYTES, FACTS_BYTES, LAYER_BYTES = 250, 300, 1_400, 15_000
"""What a day of a person, a name, the facts of a person and a layer of a prompt take, besides their texts."""
SENTENCE = "The doctor embeds this one sentence."


async def examine(settings: Settings) -> list[Finding]:
    findings = [_settings(settings)]
    findings += _folders(settings)
    embedder, embedder_findings = await _embedder(settings)
    findings += embedder_findings
    findings += await _store(settings, embedder)
    findings += [_files(settings), *await check_models(settings), *await look_for_ollama()]
    return [*findings, *await check_discord(settings)]


def unreadable(problem: SettingsError) -> list[Finding]:
    """Return the problems of settings that could not be read, one finding per line."""
    return [Finding(Level.PROBLEM, "settings", line) for line in str(problem).splitlines()]


def _settings(settings: Settings) -> Finding:
    given = len(settings.model_fields_set)
    return Finding(Level.OK, "settings", f"preset {settings.preset}, {given} set, the rest as by default.")


def _folders(settings: Settings) -> list[Finding]:
    """Check that dnam can write to its folder, and that there is space."""
    in_file = "://" not in settings.location and settings.location != ":memory:"
    folder = Path(settings.location).absolute().parent if in_file else settings.data_dir
    existing = _nearest(folder)
    findings = []
    if not existing.is_dir():
        findings.append(Finding(Level.PROBLEM, "folder", f"{existing} is not a folder.", "Move it away."))
    elif not os.access(existing, os.W_OK | os.X_OK):
        do = f"Give this user the right to write there, or set {_chooser(settings)}."
        findings.append(Finding(Level.PROBLEM, "folder", f"{existing} cannot be written by this user.", do))
    else:
        says = (
            f"{folder} can be written." if _visible(folder) else f"{folder} will be made when it is needed."
        )
        findings.append(Finding(Level.OK, "folder", says))
    file = Path(settings.location)
    if (
        in_file
        and os.name == "posix"
        and _visible(file)
        and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    ):
        findings.append(
            Finding(Level.WARNING, "privacy", f"{file} is open to other users.", f"Run `chmod 600 {file}`.")
        )
    return [*findings, _room(existing, settings)]


def _chooser(settings: Settings) -> str:
    """Return the setting that says where the memory is."""
    return "DNAM_STORE" if settings.store and "://" not in settings.store else "DNAM_DATA_DIR"


def _room(folder: Path, settings: Settings) -> Finding:
    free = shutil.disk_usage(folder).free
    says = f"{free / 2**30:.1f} GiB free at {folder}."
    if free >= LITTLE_ROOM:
        return Finding(Level.OK, "disk", says)
    level = Level.WARNING if free >= NO_ROOM else Level.PROBLEM
    return Finding(level, "disk", says, f"Make room, or set {_chooser(settings)} to a larger disk.")


def _nearest(folder: Path) -> Path:
    """Return the folder, or its nearest parent that exists."""
    return next(path for path in (folder, *folder.parents) if _visible(path))


def _visible(path: Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110 (`Path.exists` raises where this user may not look)


async def _embedder(settings: Settings) -> tuple[Embedder | None, list[Finding]]:
    """Load the embedder and embed one sentence; the embedder is None if that fails."""
    try:
        embedder = embedder_for(settings)
        if embedder is None:
            says = "Off: memory is searched by words alone."
            return None, [Finding(Level.OK, "embedder", says)]
        rows = await embedder.embed([SENTENCE])
    except DnamError as problem:
        do = "Until then words alone are searched. Check DNAM_EMBEDDER and the settings beside it."
        return None, [Finding(Level.PROBLEM, "embedder", str(problem), do)]
    says = f"{embedder.name} works, with {rows.shape[1]} dimensions."
    return embedder, [Finding(Level.OK, "embedder", says)]


async def _store(settings: Settings, embedder: Embedder | None) -> list[Finding]:
    """Check the schema first, and open the store only if that would change nothing."""
    shared = "://" in settings.location
    try:
        schema = await (
            _postgres(settings.location) if shared else asyncio.to_thread(_file, settings.location)
        )
        if schema.level is not Level.OK or schema.do:
            return [schema]
        store = await open_store(settings.location, readonly=True)
    except StoreError as problem:
        return [Finding(Level.PROBLEM, "store", str(problem))]  # the sentence says what to do
    try:
        if await store.loaded_rows() is not None:
            says = f"A move into {store.location} was broken off."
            return [Finding(Level.PROBLEM, "store", says, "Run the same `dnam move` again to go on.")]
        return [
            schema,
            *await _contents(store),
            await _at_hand(store, settings),
            *await _vectors(store, embedder),
            await _retention(store, settings),
            await check_backups(store, settings),
            *await _erasures(store),
        ]
    except StoreError as problem:
        return [schema, Finding(Level.PROBLEM, "store", str(problem))]
    finally:
        await store.close()


def _file(location: str) -> Finding:
    from dnam.stores.sqlite_file import faults_of, schema_of  # noqa: PLC0415 (only the driver that is needed)

    path = Path(location).expanduser()
    with faults_of(location):
        if location == ":memory:" or not path.exists():
            return Finding(
                Level.OK, "store", f"There is no memory in {location} yet.", "`dnam chat` makes one."
            )
        return _schema(location, schema_of(path), migrations("sqlite")[-1].version)


async def _postgres(url: str) -> Finding:
    """Connect to the server and check pgvector and the schema, changing neither."""
    require("postgres", "A memory in PostgreSQL")
    import asyncpg  # noqa: PLC0415 (only the driver that is needed)

    from dnam.stores.postgres_faults import faults_of  # noqa: PLC0415 (as above)
    from dnam.stores.postgres_pool import run, try_writing, without_secrets  # noqa: PLC0415 (as above)

    location = without_secrets(url)
    with faults_of(location):
        connection = await asyncpg.connect(url, timeout=5)
        try:
            server = connection.get_server_version()
            vector = await connection.fetchval(
                "SELECT coalesce(installed_version, 'not yet used') FROM pg_available_extensions "
                "WHERE name = 'vector'"
            )
            prepared = await connection.fetchval("SELECT to_regclass('meta') IS NOT NULL")
            rows = await run(connection, "get_meta", {"name": "schema"}) if prepared else []
            if rows and int(rows[0][0]) == migrations("postgres")[-1].version:
                await try_writing(connection)
        finally:
            await connection.close()
    about = f"{location} (PostgreSQL {server.major}, pgvector {vector or 'missing'})"
    if vector is None:
        do = "Install pgvector on the server, then run `dnam migrate`."
        return Finding(Level.PROBLEM, "store", f"{about} cannot keep vectors.", do)
    return _schema(about, int(rows[0][0]) if rows else 0, migrations("postgres")[-1].version)


def _schema(location: str, version: int, known: int) -> Finding:
    if version == known:
        return Finding(Level.OK, "store", f"{location} has schema {version}, the newest.")
    if version > known:
        says = f"{location} was written by a newer dnam (schema {version}, this one knows {known})."
        return Finding(Level.PROBLEM, "store", says, "Update dnam; nothing was changed.")
    if version == 0:
        return Finding(Level.OK, "store", f"{location} is empty.", "`dnam migrate` or any use prepares it.")
    says = f"{location} has schema {version}, the newest is {known}."
    return Finding(Level.WARNING, "store", says, "Make a backup, then run `dnam migrate`.")


async def _contents(store: Store) -> list[Finding]:
    problems = await store.check()
    if problems:
        do = "Make a copy of it, then restore a backup; `dnam refresh` keeps what can be read as files."
        return [Finding(Level.PROBLEM, "contents", problem, do) for problem in problems]
    counts = await store.counts()
    totals = [plural(counts.get(f"{noun}s", 0), noun) for noun in ("message", "fact")]
    return [Finding(Level.OK, "contents", f"{' and '.join(totals)}, all in order.")]


async def _at_hand(store: Store, settings: Settings) -> Finding:
    """Tell how much a running process keeps at hand at most; more guilds than are kept do not add to it."""
    guilds = len({place.guild for place in await store.places()})
    people = (await store.counts()).get("people", 0) / max(guilds, 1)
    days = min(guilds, settings.cached_todays) + settings.cached_days
    names = min(guilds, GUILDS_AT_HAND) * NAME_BYTES
    at_hand = people * (names + days * (2 * settings.day_chars + DAY_BYTES)) + LAYERS_AT_HAND * LAYER_BYTES
    at_hand += settings.cached_profiles * (2 * settings.profile_chars + FACTS_BYTES)
    at_hand += 2 * settings.cached_weeks * settings.week_chars
    says = f"{plural(guilds, 'guild')}: at most {at_hand / 2**20:.0f} MiB of them are kept at hand"
    bounds = "cached_todays, cached_days, cached_weeks and cached_profiles bound it"
    return Finding(Level.OK, "memory", f"{says}; {bounds}.")


async def _vectors(store: Store, embedder: Embedder | None) -> list[Finding]:
    """Count entries without a vector of the present model: new ones, or embedded with another model."""
    if embedder is None:
        return []
    waiting = await store.count_unembedded(model=embedder.name)
    if not waiting:
        return [Finding(Level.OK, "vectors", f"Everything has a vector of {embedder.name}.")]
    count = "1 entry" if waiting == 1 else f"{waiting} entries"
    says = f"{count} without a vector of {embedder.name}: found by words only."
    runs = "dnam worker" if "://" in store.location else "dnam chat"
    return [
        Finding(Level.WARNING, "vectors", says, f"They are made whenever dnam runs, such as by `{runs}`.")
    ]


async def _retention(store: Store, settings: Settings) -> Finding:
    """Count what is past its retention period, with a day's grace for the upkeep."""
    ends = cutoffs(settings, datetime.now(UTC) - timedelta(days=1))
    steps = old_steps(await store.notes(PERSON), ends.history).values()
    over = {**await store.overdue(ends), "undo steps": sum(gone for _, gone in steps)}
    late = [f"{count} {what}" for what, count in over.items() if count]
    if not late:
        return Finding(Level.OK, "retention", "Nothing is kept longer than the settings say.")
    says = f"{', '.join(late)} should be gone by now."
    return Finding(Level.WARNING, "retention", says, "They go whenever dnam runs, such as by `dnam chat`.")


async def _erasures(store: Store) -> list[Finding]:
    """Report erasures that were interrupted, or that something stands in the way of."""
    waiting = read_erasures(await store.notes(PREFIX))
    return [
        Finding(
            Level.WARNING,
            "erasing",
            f"An erasure of {each.at:%Y-%m-%d %H:%M} UTC ({each.scope.kind}) is not finished: {each.step}.",
            "dnam goes on with it whenever it runs; its log says what stands in the way.",
        )
        for each in waiting
    ]


def _files(settings: Settings) -> Finding:
    """Check the folder of readable copies, and for copies edited by hand that were set aside."""
    folder = root_of(settings)
    if not settings.projections:
        return Finding(Level.OK, "files", "Readable copies are switched off.")
    if not os.access(_nearest(folder), os.W_OK | os.X_OK):
        do = "Give this user the right to write there, or set DNAM_PROJECTIONS_DIR."
        return Finding(Level.WARNING, "files", f"{folder} cannot be written: copies are not kept.", do)
    aside = sorted(str(path) for path in folder.rglob("*.edited-*")) if _visible(folder) else []
    if aside:
        says = f"{len(aside)} changed by hand and set aside, such as {aside[0]}."
        return Finding(
            Level.WARNING, "files", says, "`dnam import` reads facts back; delete what is not needed."
        )
    return Finding(Level.OK, "files", f"Readable copies in {folder}.")
