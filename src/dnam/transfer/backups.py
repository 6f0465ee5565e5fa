"""Backups: copies of a memory in use, on a schedule, the oldest removed; and restoring one.

What was erased since a backup was made stays erased, and what people chose since stays chosen: both are
applied to a copy of the backup first. Then the memory is replaced in one transaction, so that a restore that
is broken off changes nothing.
"""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from dnam.consent import Consent
from dnam.domain import ConsentChoice, Erased, Scope
from dnam.erase import Eraser, follow_deletion
from dnam.errors import BadInput, DnamError, StoreBusy, StoreError, describe
from dnam.log_lines import log
from dnam.ports import Clock, Store, TableRows
from dnam.ports.processes import leased
from dnam.rules.command_text import plural
from dnam.rules.tombstones import fact_name, message_name, scope_name
from dnam.settings import Settings
from dnam.stores import open_store
from dnam.transfer.archive import (
    Archive,
    Progress,
    check_archive,
    is_archive,
    load_archive,
    rows_of,
    silent,
    write_archive,
)
from dnam.transfer.run_in_thread import beginning
from dnam.user_files import check_readable

LAST = "backup:last"
"""The note that says when the last scheduled backup was made."""
FAILED = "backup:failed"
"""The note that says why the last try failed; there is none when it succeeded."""
_SQLITE = b"SQLite format 3\0"
_BATCH = 500
_FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
_CHOSEN = ("consents", "tombstones")


async def back_up(store: Store, target: Path, *, clock: Clock, progress: Progress = silent) -> None:
    """Copy a memory in use to a new file: SQLite as it is, PostgreSQL as an archive. Raises StoreError."""
    if "://" in store.location or target.suffix == ".dnam":
        await write_archive(store, target, clock=clock, progress=progress)
    else:
        await store.backup(target)


def backup_folder(settings: Settings) -> Path:
    """Return where scheduled backups are kept."""
    return settings.backup_dir or settings.data_dir / "backups"


async def back_up_when_due(store: Store, settings: Settings, clock: Clock) -> Path | None:
    """Make the scheduled backup if it is time, and remove the oldest ones beyond `backup_keep`."""
    every, now = timedelta(hours=settings.backup_hours), clock.now()
    last = await store.get_note(LAST)
    if not every or (last is not None and now - datetime.fromisoformat(last) < every):
        return None
    folder = backup_folder(settings)
    suffix = "dnam" if "://" in store.location else "sqlite3"
    target = folder / f"memory-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.{suffix}"
    async with leased(store, "backup") as mine:
        if not mine:
            return None
        try:
            await back_up(store, target, clock=clock)
        except (DnamError, OSError) as problem:
            await store.put_note(FAILED, describe(problem))
            raise
        await store.put_note(LAST, now.isoformat())
        await store.put_note(FAILED, None)
    made = sorted(folder.glob(f"memory-*.{suffix}"))
    for old in made[: max(0, len(made) - settings.backup_keep)]:
        old.unlink(missing_ok=True)
    log.info("made a backup", action="backup", file=target.name)
    return target


@dataclass(frozen=True, kw_only=True, slots=True)
class Restored:
    """What a restore brought back, and what it kept away."""

    counts: Mapping[str, int]
    made_at: datetime | None
    erased: int
    """People, channels, servers, messages and facts that were erased since the backup."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _At:
    """A clock that stands still: an erasure is repeated with its own time."""

    moment: datetime

    def now(self) -> datetime:
        return self.moment


async def restore(
    store: Store, backup: Path, *, settings: Settings, clock: Clock, progress: Progress = silent
) -> Restored:
    """Replace a memory by a backup of it, all or nothing. Raises BadInput when it is none of this memory."""
    async with read_backup(backup) as copy:
        return await put_in_place(store, backup, copy, settings=settings, clock=clock, progress=progress)


async def put_in_place(
    store: Store, backup: Path, copy: Store, *, settings: Settings, clock: Clock, progress: Progress
) -> Restored:
    """Replace a memory by the copy of a backup that was read. Raises BadInput, StoreBusy."""
    await refuse_shared(store)
    mine, chosen = await _key(store), await _chosen(store)
    counts = await store.counts()
    if counts["messages"] + counts["facts"] and mine != await _key(copy):
        raise BadInput(
            f"{backup} is a backup of another memory than {store.location}: restore it to a new "
            "place with --db. Nothing was changed."
        )
    erased = 0
    if mine == await _key(copy):
        erased = await _erase_again(copy, store, clock.now())
        await _choose_again(copy, chosen["consents"], settings, clock)
    else:
        chosen = await _chosen(copy)
    made = Path(copy.location).with_name("restored.dnam")
    await write_archive(copy, made, clock=clock)
    archive = await asyncio.to_thread(check_archive, made)
    await store.load(_merged(archive, chosen, progress), replace=True)
    original = check_archive(backup).made_at if is_archive(backup) else None
    return Restored(counts=archive.counts, made_at=original, erased=erased)


async def refuse_shared(store: Store) -> None:
    """Raise StoreBusy while another process has the memory open."""
    if others := await store.followers():
        raise StoreBusy(
            f"The memory in {store.location} is open elsewhere ({plural(others, 'connection')}): stop every "
            "bot, worker and dashboard of it first. Nothing was changed."
        )


@asynccontextmanager
async def read_backup(backup: Path) -> AsyncIterator[Store]:
    """Open a copy of a backup that was read to its end and is whole. Raises BadInput."""
    folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="dnam-restore-"))
    try:
        await asyncio.to_thread(check_readable, str(backup))
        begins = await asyncio.to_thread(beginning, str(backup), len(_SQLITE))
        if begins == _SQLITE:
            await asyncio.to_thread(shutil.copyfile, backup, folder / "copy.sqlite3")
        elif not is_archive(backup):
            raise BadInput(f"{backup} is not a backup of dnam. Nothing was changed.")
        try:
            copy = await open_store(folder / "copy.sqlite3")
        except StoreError as problem:  # people know the backup, not its copy
            raise type(problem)(str(problem).replace(str(folder / "copy.sqlite3"), str(backup))) from problem
        try:
            if begins != _SQLITE:
                await load_archive(copy, backup)
            if problems := await copy.check():
                raise BadInput(f"{backup} is damaged: {problems[0]} Nothing was changed.")
            yield copy
        finally:
            await copy.close()
    finally:
        await asyncio.to_thread(shutil.rmtree, folder)


async def _key(store: Store) -> str:
    async for table, rows in store.dump():
        if table == "meta":
            return str(rows[0]["value"])
    raise StoreError(f"The memory in {store.location} has no key.")


async def _chosen(store: Store) -> dict[str, list[Mapping[str, Any]]]:
    chosen: dict[str, list[Mapping[str, Any]]] = {table: [] for table in _CHOSEN}
    async for table, rows in store.dump():
        if table in chosen:
            chosen[table] += rows
    return chosen


def _merged(
    archive: Archive, chosen: Mapping[str, Sequence[Mapping[str, Any]]], progress: Progress
) -> Iterator[TableRows]:
    """Yield the rows of a backup, with the choices of today and the tombstones of both."""
    tombstones = {row["hash"]: row for row in chosen["tombstones"]}
    for table, rows in rows_of(archive, progress):
        if table == "tombstones":
            for row in rows:
                known = tombstones.get(row["hash"])
                if known is None or known["at"] < row["at"]:
                    tombstones[row["hash"]] = row
        elif table != "consents":
            yield table, rows
    if chosen["consents"]:
        yield "consents", [*chosen["consents"]]
    if tombstones:
        yield "tombstones", [*tombstones.values()]


async def _choose_again(
    copy: Store, choices: Sequence[Mapping[str, Any]], settings: Settings, clock: Clock
) -> None:
    """Apply the choices of today to a copy of a backup, so that nothing is shown that they hide."""
    consent = Consent(copy, settings=settings, clock=clock)
    eraser = Eraser(copy, clock=clock, after=_no_files)
    known = (await _chosen(copy))["consents"]
    today, before = (
        {(row["guild"], row["about"], row["subject"]): str(row["choice"]) for row in rows}
        for rows in (choices, known)
    )
    for key in {*today, *before}:
        guild, about, subject = key
        choice = ConsentChoice(guild=guild, about=about, subject=subject, choice=today.get(key, ""))
        if choice.choice == before.get(key, ""):
            continue
        if about not in ("person", "channel", "guild"):
            await consent.choose_claims(choice)
        elif not await consent.choose(choice, eraser.drop_derived):
            raise StoreError("What people chose since cannot be applied to the backup. Nothing was restored.")
    await consent.follow_import()


async def _erase_again(copy: Store, current: Store, at: datetime) -> int:
    """Erase from a copy of a backup what was erased from the memory since; return how many things."""
    scopes = {scope_name(scope): scope for scope in await _scopes(copy)}
    since = await _since(copy, current, [*scopes])
    for name, then in since.items():
        receipt = await Eraser(copy, clock=_At(moment=then), after=_no_files).erase(scopes[name])
        if receipt.unfinished:
            raise StoreError(
                f"What was erased since cannot be erased from the backup: {receipt.unfinished[0]} "
                "Nothing was restored."
            )
    count = len(since)
    pointers = await copy.expired_messages(_FOREVER, limit=2**31 - 1)
    for first in range(0, len(pointers), _BATCH):
        names = {message_name(m.guild, m.id): m for m in pointers[first : first + _BATCH]}
        gone = [names[name] for name in await _since(copy, current, [*names])]
        for guild in sorted({message.guild for message in gone}):
            ids = [message.id for message in gone if message.guild == guild]
            count += len(await follow_deletion(copy, guild, ids, at))
    facts = {fact_name(fact.subject, fact.text): fact for fact in await copy.all_facts(muted=True)}
    gone_facts = [facts[name] for name in await _since(copy, current, [*facts])]
    return count + (await copy.drop_facts(gone_facts) if gone_facts else 0)


async def _since(copy: Store, current: Store, names: Sequence[str]) -> dict[str, datetime]:
    """Return which names were buried in the memory since a copy of it was made, and until when."""
    before, now = await copy.buried(names), await current.buried(names)
    return {name: at for name, at in now.items() if name not in before or before[name] < at}


async def _scopes(store: Store) -> list[Scope]:
    places = await store.places()
    guilds = sorted({place.guild for place in places if place.guild})
    people = {id_ for guild in (0, *guilds) for id_ in await store.people(guild)}
    people |= {
        id_ for fact in await store.all_facts(muted=True) for id_ in (fact.subject, fact.asserted_by) if id_
    }
    return [
        *(Scope(kind="guild", id=guild, guild=guild) for guild in guilds),
        *(Scope(kind="channel", id=place.channel, guild=place.guild) for place in places if place.guild),
        *(Scope(kind="person", id=person) for person in sorted(people)),
    ]


async def _no_files(_: Erased) -> int:
    return 0
