"""`dnam import`: finds out what a source is, reads it, and tells what became of every part of it.

An import can be tried first (`dry`), broken off and repeated: what is there already is left as it is, and a
repeated import goes on where the last one stopped. Damage is named and never ends an import.
"""

import asyncio
import hashlib
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from dnam.admission import Admission
from dnam.audience import origin_of, session_key
from dnam.consent import Consent
from dnam.domain import DM_GUILD, LORE, UNKNOWN_MESSAGE, Place, Scope, Summary
from dnam.errors import BadInput
from dnam.ports import Clock, Store, Turn
from dnam.rules.retention import cutoffs
from dnam.rules.secrets import masked
from dnam.rules.tombstones import person_name, scope_name
from dnam.settings import Settings
from dnam.transfer.archive import Progress, silent
from dnam.transfer.import_audience import NOT_AGREED, ImportScope, Places
from dnam.transfer.import_facts import ERASED, FactImporter
from dnam.transfer.import_messages import MessageImporter
from dnam.transfer.imported_places import known_places
from dnam.transfer.readers import FORMATS
from dnam.transfer.records import (
    Damage,
    FactRecord,
    Format,
    MessageRecord,
    Options,
    Record,
    SummaryRecord,
    Unmapped,
)
from dnam.transfer.run_in_thread import beginning
from dnam.user_files import check_readable

BATCH = 500
"""Messages that are stored at once, after which an import notes how far it came."""
MAX_DAMAGE = 1000
"""The most damage that is named one by one."""


@dataclass(slots=True)
class ImportReport:
    format: str
    dry: bool = False
    resumed: int = 0
    """Records that an earlier import that broke off had done."""
    records: int = 0
    added: Counter[str] = field(default_factory=Counter)
    unchanged: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    """What was not taken in, by reason."""
    unmapped: Counter[str] = field(default_factory=Counter)
    """What has no place here, by what it is and why."""
    audiences: Counter[str] = field(default_factory=Counter)
    """How much of what was added may be told to whom."""
    damage: list[str] = field(default_factory=list)


_PACKED = (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
"""How packed files begin: zip, gzip, 7z, rar, bzip2, xz, zstd."""


def format_of(source: str) -> Format:
    """Return what kind of source a path or address is. Raises BadInput."""
    if "://" not in source:
        check_readable(source)
    for each in FORMATS:
        if each.fits(source):
            return each
    names = ", ".join(each.name for each in FORMATS)
    raise BadInput(f"{source} {_otherwise(source)} dnam reads: an archive of dnam, {names}.")


def _otherwise(source: str) -> str:
    """Return what a source is that dnam cannot import, as the rest of a sentence."""
    path, begins = Path(source), beginning(source)
    if path.is_dir() and not any(path.iterdir()):
        return "is an empty folder."
    if path.is_file() and not begins:
        return "is an empty file."
    if begins.startswith(_PACKED):
        return "is packed: unpack it, and import what was in it."
    if path.suffix.casefold() in (".html", ".htm", ".csv", ".txt"):
        return "is no JSON: if it is a chat export, export it again in the format JSON."
    return "is nothing dnam can import."


class Importing:
    def __init__(
        self,
        store: Store,
        *,
        settings: Settings,
        clock: Clock,
        options: Options | None = None,
        dry: bool = False,
        progress: Progress = silent,
    ) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._options = options or Options()
        self._dry = dry
        self._progress = progress

    async def run(self, source: str) -> ImportReport:
        """Import a source; return what became of it. Raises BadInput when it is nothing dnam can read."""
        kind = format_of(source)
        report = ImportReport(format=kind.name, dry=self._dry)
        mark = f"import:{hashlib.sha256(_identity(source, self._options).encode()).hexdigest()[:32]}"
        report.resumed = int(await self._store.get_note(mark) or 0)
        places = await known_places(self._store)
        facts, messages = self._importers(places)
        waiting: list[MessageRecord] = []
        async for record in kind.read(source, self._options):
            report.records += 1
            if report.records <= report.resumed:
                continue
            if isinstance(record, MessageRecord):
                waiting.append(record)
            else:
                await self._take(record, report, facts, places)
            if len(waiting) == BATCH:
                await messages.add(waiting)
                waiting = []
                if not self._dry:
                    await self._store.put_note(mark, str(report.records))
                self._progress(report.records, 0)
        await messages.add(waiting)
        if not self._dry:
            await self._store.put_note(mark, None)
        _sum(report, facts, messages)
        return report

    def _importers(self, places: Places) -> tuple[FactImporter, MessageImporter]:
        consent = Consent(self._store, settings=self._settings, clock=self._clock)
        admission = Admission(self._store, consent, settings=self._settings, clock=self._clock)
        scope = ImportScope(places=places, public=self._options.public, dry=self._dry)
        now = self._clock.now()
        oldest = now - timedelta(days=self._settings.retention_days)
        return (
            FactImporter(self._store, admission, settings=self._settings, clock=self._clock, scope=scope),
            MessageImporter(self._store, consent, scope=scope, oldest=oldest, now=now),
        )

    async def _take(self, record: Record, report: ImportReport, facts: FactImporter, places: Places) -> None:
        if isinstance(record, FactRecord):
            people = () if record.subject == LORE else (record.subject,)
            turn = Turn(guild=record.guild or DM_GUILD, people=people)
            await self._store.in_turn(turn, lambda: facts.add(record))
        elif isinstance(record, SummaryRecord):
            await self._take_summary(record, report, places)
        elif isinstance(record, Unmapped):
            report.unmapped[f"{record.what}: {record.why}"] += 1
        elif isinstance(record, Damage) and len(report.damage) < MAX_DAMAGE:
            report.damage.append(f"{record.where}: {record.says}")
        elif isinstance(record, Damage):
            report.unmapped[f"further damage: only the first {MAX_DAMAGE:,} parts are named"] += 1

    async def _take_summary(self, record: SummaryRecord, report: ImportReport, places: Places) -> None:
        place = next((p for (_, channel), p in places.items() if channel == record.id), None)
        if record.kind == "dm":
            place = Place.dm_with(record.id)
        if place is None:
            report.unmapped["summary of a channel that is not known yet: import again when it is"] += 1
            return
        session = session_key(place)
        if await self._store.get_summary(session) is not None:
            report.unchanged["summaries"] += 1
            return
        if why := await self._refusal(place, record.updated_at):
            report.refused[why] += 1
            return
        report.added["summaries"] += 1
        hearers = (
            "that person" if place.person is not None else f"whoever can read #{place.name or place.channel}"
        )
        report.audiences[f"summaries: {hearers}"] += 1
        summary = Summary(
            session=session,
            guild=place.guild,
            origin=origin_of(place),
            sequence=0,
            text=await asyncio.to_thread(masked, record.text),
            updated_at=min(record.updated_at, self._clock.now()),
        )
        if not self._dry:
            await self._store.put_summary(summary, [UNKNOWN_MESSAGE] if place.person is None else [])

    async def _refusal(self, place: Place, at: datetime) -> str:
        """Return why the summary of a conversation may not come in; empty when it may."""
        oldest = cutoffs(self._settings, self._clock.now()).rolling
        if oldest is not None and at < oldest:
            return "it is older than retention_rolling_days allows: raise that to keep it"
        people = [] if place.person is None else [place.person]
        consent = Consent(self._store, settings=self._settings, clock=self._clock)
        agreed = await consent.at(place, people)
        if agreed.excluded or not all(map(agreed.remembers, people)):
            return NOT_AGREED
        channels = [place.channel, *([place.parent] if place.parent is not None else [])]
        names = [person_name(person) for person in people]
        names += [scope_name(Scope(kind="channel", id=each, guild=place.guild)) for each in channels]
        names += [scope_name(Scope(kind="guild", id=place.guild, guild=place.guild))]
        return ERASED if any(then >= at for then in (await self._store.buried(names)).values()) else ""


def _sum(report: ImportReport, facts: FactImporter, messages: MessageImporter) -> None:
    for name, part in (("facts", facts.result), ("messages", messages.result)):
        report.added[name] += part.added
        report.unchanged[name] += part.unchanged
        report.refused += part.refused
        report.audiences += Counter({f"{name}: {who}": count for who, count in part.audiences.items()})


def _identity(source: str, options: Options) -> str:
    """Return what stays the same as long as a source does, and what the operator says of it."""
    means = f"{options.public} {sorted(options.people.items())}"
    if "://" in source:
        return f"{source} {means}"
    path = Path(source)
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    stats = [(each.name, each.stat().st_size, each.stat().st_mtime_ns) for each in files if each.is_file()]
    return f"{path.resolve()} {stats} {means}"
