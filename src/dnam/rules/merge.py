"""Held facts plus proposed changes give the changes to store. The only place where facts change.

A proposal comes from a person's command or from a model that read their messages; either way code decides.
A proposal that fits nothing changes nothing. History is kept: what is replaced is superseded, what is over
the cap is archived, what a person forgot stays as a tombstone until it is stated anew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from math import log1p

from dnam.model import LORE, Fact, Kind, Source, Status
from dnam.rules.slots import same_slot
from dnam.rules.text import collapse, fact_id, same_content

MATCH_SHARE = 0.6
"""How much of a fact's text a model must quote to deprecate it without its id."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Upsert:
    """Something to know, new or as a change of what is known."""

    text: str
    kind: Kind = Kind.FACT
    id: str | None = None
    tags: tuple[str, ...] = ()
    confidence: float = 1.0
    evidence: str = ""
    valid_from: datetime | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Deprecation:
    """Something no longer true, by id or by most of its text."""

    id: str | None = None
    match_text: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Saying:
    """Who said it, about whom, where and when: shared by all proposals of one merge."""

    guild: int
    subject: int
    origin: str
    asserted_by: int
    source: Source
    at: datetime
    """Now: the time of the merge."""
    said_at: datetime
    """When it was said; what was forgotten after that stays forgotten."""
    messages: tuple[int, ...] = ()


class Did(StrEnum):
    """What became of a proposal."""

    ADDED = "added"
    UPDATED = "updated"
    REFRESHED = "refreshed"
    REVIVED = "revived"
    SUPERSEDED = "superseded"
    FORGOTTEN = "forgotten before"
    FULL = "full"
    NOT_THEIRS = "not theirs to change"
    NO_MATCH = "no match"


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """One proposal's fate, with the fact it concerned as it is now."""

    did: Did
    fact: Fact | None = None
    replaced: Fact | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Merged:
    """Everything a merge decided; rows to save and rows to drop for good."""

    outcomes: tuple[Outcome, ...] = ()
    save: tuple[Fact, ...] = ()
    drop: tuple[Fact, ...] = ()


@dataclass(slots=True)
class _Desk:
    """The facts of one subject while a merge works on them."""

    saying: Saying
    cap: int
    facts: dict[tuple[int, int, str, str], Fact]
    before: dict[tuple[int, int, str, str], Fact] = field(default_factory=dict)

    def put(self, fact: Fact) -> Fact:
        self.facts[fact.key] = fact
        return fact

    def active(self) -> list[Fact]:
        return [fact for fact in self.facts.values() if fact.status is Status.ACTIVE]


def merge(
    held: Iterable[Fact],
    saying: Saying,
    *,
    upserts: Sequence[Upsert] = (),
    deprecations: Sequence[Deprecation] = (),
    cap: int,
) -> Merged:
    """Apply proposals to the facts held about one subject, as they can be heard where it was said."""
    before = {fact.key: fact for fact in held if fact.subject == saying.subject}
    desk = _Desk(saying=saying, cap=cap, facts=dict(before), before=before)
    outcomes = [_deprecate(desk, deprecation) for deprecation in deprecations]
    outcomes += [_upsert(desk, upsert) for upsert in upserts if collapse(upsert.text)]
    drop = _trim(desk)
    gone = {fact.key for fact in drop}
    save = tuple(fact for key, fact in desk.facts.items() if key not in gone and before.get(key) != fact)
    return Merged(
        outcomes=tuple(outcomes), save=save, drop=tuple(fact for fact in drop if fact.key in before)
    )


def may_change(fact: Fact, person: int) -> bool:
    """Say whether a person's word can change a fact: their own, or what they themself said of others."""
    return fact.subject in (person, LORE) or fact.asserted_by == person


def value(fact: Fact, at: datetime) -> float:
    """Say how much a fact is worth keeping: how sure, how recent, how often used."""
    age = max((at - fact.updated_at).total_seconds() / 86_400, 0)
    return fact.confidence + 1 / (1 + age / 45) + log1p(fact.hits) / 4


def _upsert(desk: _Desk, upsert: Upsert) -> Outcome:
    upsert = replace(upsert, text=collapse(upsert.text))
    match = _find(desk, upsert)
    if match is None:
        return _insert(desk, upsert)
    if match.status is Status.FORGOTTEN and desk.saying.said_at <= match.updated_at:
        return Outcome(did=Did.FORGOTTEN, fact=match)
    if same_content(match.text, upsert.text):
        return _restate(desk, match, upsert)
    if not may_change(match, desk.saying.asserted_by):
        return _insert(desk, replace(upsert, id=None))
    if match.origin != desk.saying.origin or match.guild != desk.saying.guild:
        return _insert(desk, upsert, replacing=match)
    return _rewrite(desk, match, upsert)


def _find(desk: _Desk, upsert: Upsert) -> Fact | None:
    """Match by id, then by the id the text would have, then by saying the same in nearly the same words."""
    derived = fact_id(upsert.kind, upsert.text)
    for wanted in (upsert.id, derived):
        found = [fact for fact in desk.facts.values() if fact.id == wanted]
        if found:
            return max(
                found, key=lambda fact: (fact.origin == desk.saying.origin, fact.status is Status.ACTIVE)
            )
    alike = (fact for fact in desk.facts.values() if same_content(fact.text, upsert.text))
    return max(alike, key=lambda fact: fact.status is Status.ACTIVE, default=None)


def _restate(desk: _Desk, fact: Fact, upsert: Upsert) -> Outcome:
    """Said again: it is as fresh as today, and lives again if it did not."""
    saying = desk.saying
    did = Did.REFRESHED if fact.status is Status.ACTIVE else Did.REVIVED
    if did is Did.REVIVED and (full := _make_room(desk)):
        return full
    by_hand = upsert_by_hand(saying)
    return Outcome(
        did=did,
        fact=desk.put(
            replace(
                fact,
                status=Status.ACTIVE,
                superseded_by=None,
                updated_at=max(saying.at, fact.updated_at),
                tags=tuple(dict.fromkeys((*fact.tags, *upsert.tags))),
                confidence=max(fact.confidence, upsert.confidence),
                messages=_joined(fact.messages, saying.messages),
                source=saying.source if by_hand and fact.origin == saying.origin else fact.source,
                expires_at=upsert.expires_at
                if upsert.expires_at
                else fact.expires_at
                if did is Did.REFRESHED
                else None,
            )
        ),
    )


def _rewrite(desk: _Desk, fact: Fact, upsert: Upsert) -> Outcome:
    """Change a fact's text under its permanent id; the old wording stays as history."""
    saying = desk.saying
    number = sum(1 for other in desk.facts.values() if other.id.startswith(f"{fact.id}."))
    old = replace(
        fact, id=f"{fact.id}.{number + 1}", status=Status.SUPERSEDED, superseded_by=fact.id, pinned=False
    )
    desk.put(old)
    new = replace(
        fact,
        kind=upsert.kind,
        text=upsert.text,
        tags=upsert.tags or fact.tags,
        status=Status.ACTIVE,
        source=saying.source,
        asserted_by=saying.asserted_by,
        confidence=upsert.confidence,
        evidence=upsert.evidence,
        messages=saying.messages,
        updated_at=saying.at,
        valid_from=upsert.valid_from,
        expires_at=upsert.expires_at,
    )
    return Outcome(did=Did.UPDATED, fact=desk.put(new), replaced=old)


def _insert(desk: _Desk, upsert: Upsert, *, replacing: Fact | None = None) -> Outcome:
    saying = desk.saying
    replacing = replacing or _contradicted(desk, upsert)
    if replacing is None and (full := _make_room(desk)):
        return full
    fact = Fact(
        id=fact_id(upsert.kind, upsert.text),
        guild=saying.guild,
        subject=saying.subject,
        kind=upsert.kind,
        text=upsert.text,
        tags=upsert.tags,
        origin=saying.origin,
        asserted_by=saying.asserted_by,
        source=saying.source,
        confidence=upsert.confidence,
        evidence=upsert.evidence,
        messages=saying.messages,
        created_at=saying.at,
        updated_at=saying.at,
        valid_from=upsert.valid_from,
        expires_at=upsert.expires_at,
    )
    desk.put(fact)
    if replacing is not None:
        desk.put(
            replace(
                replacing, status=Status.SUPERSEDED, superseded_by=fact.id, updated_at=saying.at, pinned=False
            )
        )
    return Outcome(did=Did.ADDED, fact=fact, replaced=replacing)


def _contradicted(desk: _Desk, upsert: Upsert) -> Fact | None:
    """Find what a newer statement about the same single thing (home, job, name) makes untrue."""
    theirs = (fact for fact in desk.active() if may_change(fact, desk.saying.asserted_by))
    return next((fact for fact in theirs if same_slot(fact.text, upsert.text)), None)


def _deprecate(desk: _Desk, deprecation: Deprecation) -> Outcome:
    match = next((fact for fact in desk.active() if _names(deprecation, fact)), None)
    if match is None:
        return Outcome(did=Did.NO_MATCH)
    if match.pinned or not may_change(match, desk.saying.asserted_by):
        return Outcome(did=Did.NOT_THEIRS, fact=match)
    gone = replace(match, status=Status.SUPERSEDED, updated_at=desk.saying.at)
    return Outcome(did=Did.SUPERSEDED, fact=desk.put(gone))


def _names(deprecation: Deprecation, fact: Fact) -> bool:
    if deprecation.id is not None:
        return fact.id == deprecation.id
    quoted = collapse(deprecation.match_text or "").casefold()
    text = fact.text.casefold()
    return bool(quoted) and quoted in text and len(quoted) >= MATCH_SHARE * len(text)


def _make_room(desk: _Desk) -> Outcome | None:
    """Archive the least valuable fact at the cap; refuse when everything is by hand or pinned."""
    active = desk.active()
    if len(active) < desk.cap:
        return None
    loose = [fact for fact in active if not (fact.by_hand or fact.pinned)]
    if not loose:
        return Outcome(did=Did.FULL)
    least = min(loose, key=lambda fact: (value(fact, desk.saying.at), fact.updated_at, fact.id))
    desk.put(replace(least, status=Status.ARCHIVED, updated_at=desk.saying.at))
    return None


def _trim(desk: _Desk) -> list[Fact]:
    """Drop the oldest superseded facts for good once they and the active ones are over the cap."""
    old = [fact for fact in desk.facts.values() if fact.status is Status.SUPERSEDED]
    excess = len(desk.active()) + len(old) - desk.cap
    return sorted(old, key=lambda fact: (fact.updated_at, fact.id))[: max(excess, 0)]


def upsert_by_hand(saying: Saying) -> bool:
    """Say whether a person typed this as a command."""
    return saying.source.type == "manual"


def _joined(held: tuple[int, ...], new: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys((*held, *new)))
