"""DiscoClaw's durable files into the store, and dnam's own copies of them back after somebody edited them.

A door for operators (`dnam import`). A file is taken as a whole or left as it is, with a sentence that says
why; what a file does not mention is never deleted. Who may hear a new fact is decided from where it was said
as far as dnam knows that place, and is otherwise the person alone.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from dnam.admission import Admission, Refused
from dnam.audience import origin_of
from dnam.consent import Consent
from dnam.errors import BadInput
from dnam.model import DM_GUILD, Fact, Kind, Place, Source, SourceType, Status, Visibility
from dnam.naming import people_named
from dnam.ports import Clock, Store
from dnam.projections.folder import acknowledge
from dnam.projections.texts import VERSION, State, millis, moment, state, tokens
from dnam.rules.admit import Rejected
from dnam.rules.claims import held_back
from dnam.rules.merge import Upsert
from dnam.rules.text import collapse, fact_id
from dnam.rules.tombstones import fact_name, names_of_fact
from dnam.settings import Settings

_NAMED = re.compile(r"(?P<person>[1-9]\d{0,18})\.json(?P<aside>\.edited-.+)?")
_LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999."""

Id = Annotated[int, Field(ge=1, lt=2**63)]
Millis = Annotated[int, Field(ge=0, le=_LATEST)]
Word = Annotated[str, AfterValidator(lambda text: collapse(text.replace("\0", " ")))]
Named = Annotated[Kind, BeforeValidator(lambda word: Kind.parse(word) if isinstance(word, str) else word)]


def _said(text: str) -> str:
    if not text:
        raise PydanticCustomError("empty", "Input should say something")
    return text


Text = Annotated[Word, AfterValidator(_said)]


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, hide_input_in_errors=True)


class ItemSource(_Shape):
    """Where an item was said; hand-written ones may leave everything out."""

    type: SourceType = SourceType.MANUAL
    channel_id: Id | None = None
    message_id: Id | None = None
    guild_id: Id | None = None
    channel_name: Word | None = None

    def value(self) -> Source:
        """Give the source in our words."""
        return Source(
            type=self.type,
            guild=self.guild_id,
            channel=self.channel_id,
            message=self.message_id,
            channel_name=self.channel_name,
        )


class Item(_Shape):
    """One entry of a durable file; a text is all that a person must write."""

    text: Text
    id: Annotated[str, Field(pattern=r"^\P{Cc}{0,100}$")] = ""
    kind: Named = Kind.FACT
    tags: tuple[Word, ...] = ()
    status: State = "active"
    source: ItemSource = ItemSource()
    created_at: Millis | None = None
    updated_at: Millis | None = None

    @property
    def derived_id(self) -> str:
        """The id its kind and text would have been given."""
        return fact_id(self.kind, self.text)


class DurableFile(_Shape):
    """A durable file of the one version there is."""

    version: Literal[1]
    items: tuple[Item, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What an import has done."""

    files: int = 0
    """How many files were read."""
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    problems: tuple[str, ...] = ()
    """A sentence for everything that was not done, or not as somebody may have meant it."""


@dataclass(slots=True)
class _Taken:
    """One file's items against what is held about its person."""

    person: int
    at: datetime
    rows: dict[tuple[int, int, str, str], Fact]
    """All that is held, by key, and what becomes of it."""
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    outdated: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """A sentence for each entry that the guard does not let in."""
    erased: int = 0


async def import_folder(store: Store, path: Path, *, settings: Settings, clock: Clock) -> Report:
    """Read a durable file, or every `<user-id>.json` of a folder. Raises BadInput when there is neither.

    Each file is saved as one change. Reading the same files again changes nothing.
    """
    consent = Consent(store, settings=settings, clock=clock)
    door = Admission(store, consent, settings=settings, clock=clock)
    paths, problems = await asyncio.to_thread(_files, path)
    places = {(place.guild, place.channel): place for place in await store.places()}
    total = Report(problems=tuple(problems))
    for each in paths:
        total = _sum(total, await _import_file(store, door, each, places, clock.now()))
    return total


def _sum(left: Report, right: Report) -> Report:
    return Report(
        files=left.files + right.files,
        added=left.added + right.added,
        changed=left.changed + right.changed,
        unchanged=left.unchanged + right.unchanged,
        problems=(*left.problems, *right.problems),
    )


def _files(path: Path) -> tuple[list[Path], list[str]]:
    """Find the files to read, and say of others that look like them why they are not read."""
    if not path.exists():
        raise BadInput(f"There is no file or folder {path}.")
    folder = path.is_dir()
    found = sorted(path.glob("*.json*")) if folder else [path]
    paths, problems = [], []
    for each in found:
        named = _NAMED.fullmatch(each.name)
        if folder and (each.name.startswith(".") or ".tmp." in each.name):
            continue
        if named is None or int(named["person"]) >= 2**63:
            problems.append(
                f"{each.name} is not named after a user id, such as 123456789.json: it was not read."
            )
        elif folder and named["aside"]:
            problems.append(f"{each.name} was set aside earlier: import it by its own name, or remove it.")
        else:
            paths.append(each)
    if not paths and not problems:
        problems.append(f"{path} holds no files named after a user id, such as 123456789.json.")
    return paths, problems


async def _import_file(
    store: Store, door: Admission, path: Path, places: Mapping[tuple[int, int], Place], at: datetime
) -> Report:
    try:
        data = await asyncio.to_thread(path.read_bytes)
        file = DurableFile.model_validate_json(data.removeprefix(b"\xef\xbb\xbf"))
    except OSError as error:
        return Report(problems=(f"{path.name} cannot be read: {error.strerror}.",))
    except ValidationError as error:
        return Report(problems=(f"{path.name} {_complaint(error)} It was left as it is.",))
    person = int(path.name.partition(".")[0])
    held = await store.facts_of(person)
    before = {fact.key: fact for fact in held}
    taken = _Taken(person=person, at=at, rows=dict(before))
    matches = _match(file.items, held, at)
    for item, fact in zip(file.items, matches, strict=True):
        if fact is not None and _says_the_same(item, fact, at):
            taken.unchanged += 1
        elif item.status == "active" and isinstance(
            judged := await door.judged(Upsert(text=item.text)), Rejected
        ):
            taken.refused.append(judged.sentence)
        elif fact is not None:
            _change(taken, item, fact)
        elif await _was_erased(store, new := _new(taken, item, places), item.created_at is not None):
            taken.erased += 1
        else:
            taken.rows[new.key] = new
            taken.added += 1
    changed = [fact for key, fact in taken.rows.items() if before.get(key) != fact]
    if changed:
        await store.save_facts([await _with_others(store, door, fact, held) for fact in changed])
    if not taken.outdated and path.suffix == ".json":
        await asyncio.to_thread(acknowledge, path, data)
    return Report(
        files=1,
        added=taken.added,
        changed=taken.changed,
        unchanged=taken.unchanged,
        problems=tuple(_remarks(path.name, taken, held, matches)),
    )


async def _with_others(store: Store, door: Admission, fact: Fact, held: Sequence[Fact]) -> Fact:
    """Return a fact with everyone it names; it waits for those who would not have let it be said."""
    besides = (fact.subject, fact.asserted_by)
    named = await people_named(store, fact.text, guild=fact.guild, besides=besides)
    fact = replace(fact, named=named)
    back = await door.brought_back(fact, held, by=fact.subject)
    return held_back([fact], held)[0] if isinstance(back, Refused) else back


async def _was_erased(store: Store, fact: Fact, dated: bool) -> bool:
    """Say whether a fact, its message, its person or its place was erased after it was known."""
    buried = await store.buried(names_of_fact(fact))
    exact = {fact_name(fact.subject, fact.text), *(name for name in buried if name.startswith("message:"))}
    return any(name in exact or (dated and at >= fact.created_at) for name, at in buried.items())


def _complaint(error: ValidationError) -> str:
    """Say in a sentence what is wrong with a file."""
    faults = error.errors(include_url=False, include_input=True, include_context=False)
    version = next((fault for fault in faults if fault["loc"] == ("version",)), None)
    if version is not None and version["type"] == "literal_error":
        return f"is of version {version['input']!r}, and this dnam reads version {VERSION} only."
    where = ".".join(str(part) for part in faults[0]["loc"])
    what = faults[0]["msg"]
    return f"is no durable memory: {where}: {what}." if where else f"is no durable memory: {what}."


def _remarks(name: str, taken: _Taken, held: Sequence[Fact], matches: Sequence[Fact | None]) -> list[str]:
    remarks = []
    if taken.outdated:
        ids = ", ".join(taken.outdated)
        remarks.append(f"{name} is older than what is held of {ids}: that was kept. Edit the newest file.")
    if taken.refused:
        told = " ".join(dict.fromkeys(taken.refused))
        remarks.append(f"{name} holds {_entries(len(taken.refused))} not taken in: {told}")
    if taken.erased:
        remarks.append(
            f"{name} holds {_entries(taken.erased)} of what was erased: that is not taken in again."
        )
    mentioned = {fact.key for fact in matches if fact is not None}
    missing = [f.id for f in held if f.key not in mentioned and state(f, taken.at) == "active"]
    if missing:
        ids = ", ".join(missing)
        remarks.append(f'{name} does not mention {ids}: nothing was deleted. To forget, set "deprecated".')
    return remarks


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _match(items: Sequence[Item], held: Sequence[Fact], at: datetime) -> list[Fact | None]:
    """Find for each item the fact it stands for: the very same, else by its id, else by its derived id.

    A fact stands for one item only: a copied entry with a new text is a new fact.
    """
    free: dict[str, list[Fact]] = {}
    for fact in held:
        free.setdefault(fact.id, []).append(fact)
    found: list[Fact | None] = [None] * len(items)

    def take(nth: int, id_: str, *, same: bool) -> None:
        item, alike = items[nth], free.get(id_, [])
        fits = [fact for fact in alike if not same or _likeness(item, fact, at) == _SAME]
        if found[nth] is None and fits:
            found[nth] = best = max(fits, key=lambda fact: _likeness(item, fact, at))
            alike.remove(best)

    for nth, item in enumerate(items):
        take(nth, item.id, same=True)
    for nth, item in enumerate(items):
        take(nth, item.id, same=False)
    for nth, item in enumerate(items):
        take(nth, item.derived_id, same=False)
    return found


_SAME = (True, True, True)


def _likeness(item: Item, fact: Fact, at: datetime) -> tuple[bool, bool, bool]:
    when = item.created_at == millis(fact.created_at)
    return (item.source.value() == fact.source, _says_the_same(item, fact, at), when)


def _says_the_same(item: Item, fact: Fact, at: datetime) -> bool:
    """Compare what a person may change; a fact that ran out since the file was written is no change."""
    told = (item.text, item.kind, tokens(item.tags))
    known = (collapse(fact.text), fact.kind, tokens(fact.tags))
    return told == known and item.status in _states(fact, at)


def _states(fact: Fact, at: datetime) -> set[State]:
    claimed = fact.status is Status.CLAIMED  # not in use yet, and a file does not decide that it is
    return {state(fact, at), "active" if fact.status is Status.ACTIVE or claimed else "deprecated"}


def _change(taken: _Taken, item: Item, fact: Fact) -> None:
    """Take over what was edited, unless the fact has changed since the file was written."""
    said = item.updated_at
    if said is not None and said < millis(fact.updated_at):
        taken.outdated.append(fact.id)
        return
    newer = said is not None and said > millis(fact.updated_at)
    at = min(moment(said), taken.at) if said is not None and newer else taken.at
    new = replace(fact, kind=item.kind, tags=tokens(item.tags), updated_at=max(at, fact.updated_at))
    if item.text != collapse(fact.text):
        old = _earlier_wording(taken, fact)
        taken.rows[old.key] = old
        new = replace(new, text=item.text, evidence="", widened=False)
    if item.status not in _states(fact, taken.at):
        new = _turned(new, item.status, taken.at)
    taken.rows[new.key] = new
    taken.changed += 1


def _turned(fact: Fact, to: State, at: datetime) -> Fact:
    """Forget what was deprecated by hand, or bring back what was made active again."""
    if to == "deprecated":
        return replace(fact, status=Status.FORGOTTEN, pinned=False)
    ran_out = fact.expires_at is not None and fact.expires_at <= at
    expires_at = None if ran_out else fact.expires_at
    return replace(fact, status=Status.ACTIVE, superseded_by=None, expires_at=expires_at)


def _earlier_wording(taken: _Taken, fact: Fact) -> Fact:
    """Keep what a fact said before as history, numbered as `rules/merge.py` does."""
    ids = (f"{fact.id}.{number}" for number in count(1))
    used = {key[3] for key in taken.rows}
    free = next(id_ for id_ in ids if id_ not in used)
    return replace(fact, id=free, status=Status.SUPERSEDED, superseded_by=fact.id, pinned=False)


def _new(taken: _Taken, item: Item, places: Mapping[tuple[int, int], Place]) -> Fact:
    """Make a fact of an item that stands for none that is held."""
    source = item.source.value()
    guild, origin, said_by = _heard(source, taken.person, places)
    now = millis(taken.at)
    created, updated = item.created_at, item.updated_at
    created = min(created if created is not None else now, now)
    updated = max(created, min(updated if updated is not None else now, now))
    fact = Fact(
        id=item.id or item.derived_id,
        guild=guild,
        subject=taken.person,
        kind=item.kind,
        text=item.text,
        origin=origin,
        asserted_by=said_by,
        source=source,
        created_at=moment(created),
        updated_at=moment(updated),
        status=Status.ACTIVE if item.status == "active" else Status.SUPERSEDED,
        tags=tokens(item.tags),
        messages=(source.message,) if source.message else (),
    )
    others = (replace(fact, id=fact_id(item.kind + "+" * again, item.text)) for again in count())
    return next(each for each in chain([fact], others) if each.key not in taken.rows)


def _heard(source: Source, person: int, places: Mapping[tuple[int, int], Place]) -> tuple[int, str, int]:
    """Say in which guild, by whom and from whom a fact was heard; what is not known is the person's alone."""
    place = places.get((source.guild or DM_GUILD, source.channel or 0))
    if place is None:
        return DM_GUILD, f"d{person}", person
    if place.visibility is Visibility.DM:
        partner = place.person or person
        return DM_GUILD, f"d{partner}", partner
    return place.guild, origin_of(place), person
