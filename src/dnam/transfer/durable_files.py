"""`dnam import`: reads DiscoClaw's durable files, and dnam's own after somebody edited them.

A file is imported as a whole or not at all, and then the report says why; what a file does not mention is
never deleted. A new fact is shown to those who could hear the place where it was said; when that place is not
known, to the person alone.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from dnam.admission import Admission
from dnam.audience import origin_of, visibility_of
from dnam.consent import Consent
from dnam.domain import DM_GUILD, Fact, Kind, Source, SourceType, Status, Visibility
from dnam.errors import BadInput
from dnam.ports import Clock, Store
from dnam.projections.folder import acknowledge
from dnam.projections.texts import State, millis, moment, state, tokens
from dnam.rules.command_text import counted
from dnam.rules.fact_merge import earlier_wording
from dnam.rules.text import collapse, fact_id
from dnam.settings import Settings
from dnam.transfer.import_audience import Places, place_said_in
from dnam.transfer.import_facts import FactGate, with_others
from dnam.transfer.imported_places import known_places, wait_for

_NAMED = re.compile(r"(?P<person>[1-9]\d{0,18})\.json(?P<aside>\.edited-.+)?")
_AUDIENCES = {
    Visibility.PUBLIC: "everyone in the server",
    Visibility.PRIVATE: "those in the channel",
    Visibility.DM: "the person alone",
}
_LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999."""

Id = Annotated[int, Field(ge=1, lt=2**63)]
Millis = Annotated[int, Field(ge=0, le=_LATEST)]
Word = Annotated[str, AfterValidator(lambda text: collapse(text.replace("\0", " ")))]
Named = Annotated[Kind, BeforeValidator(lambda word: Kind.parse(word) if isinstance(word, str) else word)]


def _known_source(word: object) -> object:
    """Return how a fact was learned; what has another name was made by a bot of other facts."""
    return word if not isinstance(word, str) or word in {*SourceType} else SourceType.SUMMARY


def _not_empty(text: str) -> str:
    if not text:
        raise PydanticCustomError("empty", "Input should say something")
    return text


Text = Annotated[Word, AfterValidator(_not_empty)]


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, hide_input_in_errors=True)


class ItemSource(_Shape):
    """Where an item was said; hand-written ones may leave everything out."""

    type: Annotated[SourceType, BeforeValidator(_known_source)] = SourceType.MANUAL
    channel_id: Id | None = None
    message_id: Id | None = None
    guild_id: Id | None = None
    channel_name: Word | None = None

    def value(self) -> Source:
        return Source(
            type=self.type,
            guild=self.guild_id,
            channel=self.channel_id,
            message=self.message_id,
            channel_name=self.channel_name,
        )


class Item(_Shape):
    """One entry of a durable file; only the text is required."""

    text: Text
    id: Annotated[str, Field(pattern=r"^\P{Cc}{0,100}$")] = ""
    kind: Named = Kind.FACT
    tags: tuple[Word, ...] = ()
    status: State = "active"
    source: ItemSource = ItemSource()
    created_at: Millis | None = None
    updated_at: Millis | None = None
    hit_count: Annotated[int, Field(ge=0, lt=2**31)] = 0

    @property
    def derived_id(self) -> str:
        """The id that dnam gives to this kind and text."""
        return fact_id(self.kind, self.text)


class AnyItems(_Shape):
    """A durable file, its items not looked at yet; version 2 counts the uses of each."""

    version: Literal[1, 2]
    items: tuple[Any, ...]


class DurableFile(AnyItems):
    items: tuple[Item, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    files: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    problems: tuple[str, ...] = ()
    """A sentence for everything that was not imported, or not as somebody may have meant it."""
    audiences: Counter[str] = field(default_factory=Counter, compare=False)
    """How many of the added may be told to whom, in words."""


@dataclass(slots=True)
class _FileImport:
    """One file while its items are compared with what is known about its person."""

    person: int
    at: datetime
    rows: dict[tuple[int, int, str, str], Fact]
    """What is known, by key, with the changes of this import."""
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    outdated: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """Why an entry was not taken in, for each that was not."""
    audiences: Counter[str] = field(default_factory=Counter)


async def import_folder(store: Store, path: Path, *, settings: Settings, clock: Clock) -> Report:
    """Import a durable file, or every `<user-id>.json` of a folder. Raises BadInput when there is neither.

    Each file is saved as one change. Reading the same files again changes nothing.
    """
    consent = Consent(store, settings=settings, clock=clock)
    admission = Admission(store, consent, settings=settings, clock=clock)
    gate = FactGate(store, admission, consent, settings=settings, clock=clock)
    paths, problems = await asyncio.to_thread(_files, path)
    places = await known_places(store)
    total = Report(problems=tuple(problems))
    for each in paths:
        file = await _import_file(store, admission, gate, each, places, at=clock.now())
        total = _sum(total, file)
    return total


def _sum(left: Report, right: Report) -> Report:
    return Report(
        **{each.name: getattr(left, each.name) + getattr(right, each.name) for each in fields(Report)}
    )


def _files(path: Path) -> tuple[list[Path], list[str]]:
    """Return the files to read, and why other files that look like them are not read."""
    if not path.exists():
        raise BadInput(f"There is no file or folder {path}.")
    folder = path.is_dir()
    paths, problems = [], []
    for each in sorted(path.glob("*.json*")) if folder else [path]:
        named = _NAMED.fullmatch(each.name)
        if folder and (each.name.startswith(".") or ".tmp." in each.name):
            continue
        if named is None or int(named["person"]) >= 2**63:
            problems.append(
                f"{each.name} is not named after a user id, such as 123456789.json: it was not read."
            )
        elif folder and named["aside"]:
            problems.append(f"{each.name} was set aside earlier: import it by its name, or remove it.")
        else:
            paths.append(each)
    if not paths and not problems:
        problems.append(f"{path} holds no files named after a user id, such as 123456789.json.")
    return paths, problems


async def _import_file(
    store: Store, admission: Admission, gate: FactGate, path: Path, places: Places, *, at: datetime
) -> Report:
    try:
        data = await asyncio.to_thread(path.read_bytes)
        file = DurableFile.model_validate_json(data.removeprefix(b"\xef\xbb\xbf"))
    except OSError as error:
        return Report(problems=(f"{path.name} cannot be read: {error.strerror}.",))
    except ValidationError as error:
        return Report(problems=(f"{path.name} {complaint(error)} It was left as it is.",))
    person = int(path.name.partition(".")[0])
    known = await store.facts_of(person)
    before = {fact.key: fact for fact in known}
    work = _FileImport(person=person, at=at, rows=dict(before))
    matches = _match(file.items, known, at)
    for item, fact in zip(file.items, matches, strict=True):
        if fact is not None and _says_the_same(item, fact, at):
            work.unchanged += 1
        elif fact is None:
            new = _new(work, item, places)
            if why := await gate.refusal(new, dated=item.created_at is not None):
                work.refused.append(why)
                continue
            work.rows[new.key] = new
            work.added += 1
            work.audiences[_AUDIENCES[visibility_of(new.origin)]] += 1
        elif item.status == "active" and (why := await gate.objection(item.text)):
            work.refused.append(why)
        else:
            _change(work, item, fact)
    changed = [fact for key, fact in work.rows.items() if before.get(key) != fact]
    if changed:
        await store.save_facts([await with_others(store, admission, fact, known) for fact in changed])
        alone = [fact.source for fact in changed if fact.origin == f"d{person}" and fact.source.channel]
        await wait_for(store, [(source.guild or DM_GUILD, source.channel or 0) for source in alone], at)
    if not work.outdated and path.suffix == ".json":
        await asyncio.to_thread(acknowledge, path, data)
    return Report(
        files=1,
        added=work.added,
        changed=work.changed,
        unchanged=work.unchanged,
        problems=tuple(_remarks(path.name, work, known, matches)),
        audiences=work.audiences,
    )


def complaint(error: ValidationError) -> str:
    """Return what is wrong with a file, as the rest of a sentence."""
    faults = error.errors(include_url=False, include_input=True, include_context=False)
    version = next((fault for fault in faults if fault["loc"] == ("version",)), None)
    if version is not None and version["type"] == "literal_error":
        return f"is of version {version['input']!r}, and this dnam reads the versions 1 and 2."
    where = ".".join(str(part) for part in faults[0]["loc"])
    what = faults[0]["msg"]
    return f"is no durable memory: {where}: {what}." if where else f"is no durable memory: {what}."


def _remarks(
    name: str, work: _FileImport, known: Sequence[Fact], matches: Sequence[Fact | None]
) -> list[str]:
    remarks = []
    if work.outdated:
        ids = ", ".join(work.outdated)
        remarks.append(f"{name} is older than what is held of {ids}: that was kept. Edit the newest file.")
    if work.refused:
        reasons = " ".join(f"{why[0].upper()}{why[1:].rstrip('.')}." for why in dict.fromkeys(work.refused))
        remarks.append(f"{name} holds {counted(len(work.refused), 'entries')} not taken in: {reasons}")
    mentioned = {fact.key for fact in matches if fact is not None}
    missing = [f.id for f in known if f.key not in mentioned and state(f, work.at) == "active"]
    if missing:
        ids = ", ".join(missing)
        remarks.append(f'{name} does not mention {ids}: nothing was deleted. To forget, set "deprecated".')
    return remarks


def _match(items: Sequence[Item], known: Sequence[Fact], at: datetime) -> list[Fact | None]:
    """Return for each item the fact it stands for: the very same, else by its id, else by its derived id.

    A fact is returned for one item only: a copied entry with a new text is a new fact.
    """
    free: dict[str, list[Fact]] = {}
    for fact in known:
        free.setdefault(fact.id, []).append(fact)
    matches: list[Fact | None] = [None] * len(items)
    for criterion in ("identical", "id", "derived id"):
        for nth, item in enumerate(items):
            alike = free.get(item.derived_id if criterion == "derived id" else item.id, [])
            fits = [fact for fact in alike if criterion != "identical" or all(_likeness(item, fact, at))]
            if matches[nth] is None and fits:
                matches[nth] = best = max(fits, key=lambda fact: _likeness(item, fact, at))
                alike.remove(best)
    return matches


def _likeness(item: Item, fact: Fact, at: datetime) -> tuple[bool, bool, bool]:
    when = item.created_at == millis(fact.created_at)
    return (item.source.value() == fact.source, _says_the_same(item, fact, at), when)


def _says_the_same(item: Item, fact: Fact, at: datetime) -> bool:
    """Return whether nothing a person may edit differs; that a fact has expired since is no edit."""
    written = (item.text, item.kind, tokens(item.tags))
    known = (collapse(fact.text), fact.kind, tokens(fact.tags))
    return written == known and item.status in _states(fact, at)


def _states(fact: Fact, at: datetime) -> set[State]:
    claimed = fact.status is Status.CLAIMED  # not in use yet, and a file does not decide that it is
    return {state(fact, at), "active" if fact.status is Status.ACTIVE or claimed else "deprecated"}


def _change(work: _FileImport, item: Item, fact: Fact) -> None:
    """Take over what was edited, unless the fact has changed since the file was written."""
    written = item.updated_at
    if written is not None and written < millis(fact.updated_at):
        work.outdated.append(fact.id)
        return
    newer = written is not None and written > millis(fact.updated_at)
    at = min(moment(written), work.at) if written is not None and newer else work.at
    new = replace(fact, kind=item.kind, tags=tokens(item.tags), updated_at=max(at, fact.updated_at))
    if item.text != collapse(fact.text):
        old = earlier_wording(fact, (key[3] for key in work.rows))
        work.rows[old.key] = old
        new = replace(new, text=item.text, evidence="", widened=False)
    if item.status not in _states(fact, work.at):
        new = _turned(new, item.status, work.at)
    work.rows[new.key] = new
    work.changed += 1


def _turned(fact: Fact, to: State, at: datetime) -> Fact:
    """Return a fact that was deprecated in the file as forgotten, or one made active again as active."""
    if to == "deprecated":
        return replace(fact, status=Status.FORGOTTEN, pinned=False)
    ran_out = fact.expires_at is not None and fact.expires_at <= at
    expires_at = None if ran_out else fact.expires_at
    return replace(fact, status=Status.ACTIVE, superseded_by=None, expires_at=expires_at)


def _new(work: _FileImport, item: Item, places: Places) -> Fact:
    source = item.source.value()
    guild, origin, asserted_by = _heard(source, work.person, places)
    now = millis(work.at)
    created, updated = item.created_at, item.updated_at
    created = min(created if created is not None else now, now)
    updated = max(created, min(updated if updated is not None else now, now))
    fact = Fact(
        id=item.id or item.derived_id,
        guild=guild,
        subject=work.person,
        kind=item.kind,
        text=item.text,
        origin=origin,
        asserted_by=asserted_by,
        source=source,
        created_at=moment(created),
        updated_at=moment(updated),
        status=Status.ACTIVE if item.status == "active" else Status.SUPERSEDED,
        tags=tokens(item.tags),
        messages=(source.message,) if source.message else (),
        hits=item.hit_count,
    )
    others = (replace(fact, id=fact_id(item.kind + "+" * again, item.text)) for again in count())
    return next(each for each in chain([fact], others) if each.key not in work.rows)


def _heard(source: Source, person: int, places: Places) -> tuple[int, str, int]:
    """Return a fact's guild, origin and speaker; of an unknown place, as in the person's direct message."""
    place = place_said_in(source.guild or DM_GUILD, source.channel or 0, places)
    if place is None:
        return DM_GUILD, f"d{person}", person
    if place.visibility is Visibility.DM:
        partner = place.person or person
        return DM_GUILD, f"d{partner}", partner
    return place.guild, origin_of(place), person
