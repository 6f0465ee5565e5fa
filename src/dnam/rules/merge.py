"""Held facts plus proposed changes give the changes to store. The only place where facts change.

A proposal comes from a person's command or from a model that read their messages; either way code decides.
A proposal that fits nothing changes nothing. History is kept: what is replaced is superseded, what is over
the cap is archived, what a person forgot stays as a tombstone until it is stated anew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from itertools import count
from math import log1p

from dnam.model import LORE, Fact, Kind, Source, SourceType, Status
from dnam.rules.slots import replaces, same_value
from dnam.rules.text import collapse, fact_id, same_content

HEARSAY = 0.6
"""How sure dnam is of what somebody says about somebody else."""
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
    named: tuple[int, ...] = ()
    """People whom the text names, besides whom it is about and who says it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Deprecation:
    """Something no longer true, by id or by most of its text."""

    id: str | None = None
    match_text: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Provenance:
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
    words: str = ""
    """The message or command as it was written."""


class Change(StrEnum):
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

    did: Change
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

    saying: Provenance
    cap: int
    facts: dict[tuple[int, int, str, str], Fact]
    touched: set[tuple[int, int, str, str]] = field(default_factory=set)

    @property
    def by_hand(self) -> bool:
        return self.saying.source.type is SourceType.MANUAL

    def here(self, fact: Fact) -> bool:
        return (fact.guild, fact.origin) == (self.saying.guild, self.saying.origin)

    def settled(self, fact: Fact) -> bool:
        """Say whether only a person's own command may replace a fact's wording."""
        return (fact.by_hand or fact.pinned) and not self.by_hand

    def reworded_by_hand(self, fact: Fact, text: str) -> bool:
        return self.by_hand and self.here(fact) and fact.text != text and same_content(fact.text, text)

    def put(self, fact: Fact) -> Fact:
        self.facts[fact.key] = fact
        self.touched.add(fact.key)
        return fact

    def active(self) -> list[Fact]:
        return [fact for fact in self.facts.values() if fact.status is Status.ACTIVE]


def merge(
    held: Iterable[Fact],
    saying: Provenance,
    *,
    upserts: Sequence[Upsert] = (),
    deprecations: Sequence[Deprecation] = (),
    cap: int,
) -> Merged:
    """Apply proposals to the facts held about one subject, as they can be heard where it was said."""
    before = {fact.key: fact for fact in held if fact.subject == saying.subject}
    desk = _Desk(saying=saying, cap=cap, facts=dict(before))
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


def standing(fact: Fact, at: datetime) -> Fact:
    """Give a fact as it stands at a time: what has run out is expired, whether or not upkeep came by."""
    ran_out = fact.status is Status.ACTIVE and fact.expires_at is not None and fact.expires_at <= at
    return replace(fact, status=Status.EXPIRED) if ran_out else fact


def value(fact: Fact, at: datetime) -> float:
    """Say how much a fact is worth keeping: how sure, how recent, how often used."""
    age = max((at - fact.updated_at).total_seconds() / 86_400, 0)
    return fact.confidence + 1 / (1 + age / 45) + log1p(fact.hits) / 4


def _upsert(desk: _Desk, upsert: Upsert) -> Outcome:
    upsert = replace(upsert, text=collapse(upsert.text), tags=tuple(dict.fromkeys(upsert.tags)))
    named = _named(desk, upsert)
    if named is not None and named.id == upsert.id and desk.reworded_by_hand(named, upsert.text):
        return _rewrite(desk, named, upsert)
    known = _known(desk, upsert.text)
    if known is not None and (outcome := _say_again(desk, known, upsert, named)):
        return outcome
    if named is None or desk.settled(named):
        return _insert(desk, upsert)
    return _rewrite(desk, named, upsert) if desk.here(named) else _insert(desk, upsert, replacing=named)


def _named(desk: _Desk, upsert: Upsert) -> Fact | None:
    """Find the active fact a proposal means to change: by its id, else by the id its text would have here."""
    derived = fact_id(upsert.kind, upsert.text)
    theirs = [fact for fact in desk.active() if may_change(fact, desk.saying.asserted_by)]
    named = [fact for fact in theirs if fact.id == upsert.id]
    return max(named, key=desk.here, default=None) or next(
        (fact for fact in theirs if fact.id == derived and desk.here(fact)), None
    )


def _known(desk: _Desk, text: str) -> Fact | None:
    """Find what says the same already: an active fact before others, one from this place before others."""
    alike = [fact for fact in desk.facts.values() if not _is_wording(fact) and _says(fact.text, text)]
    tombs = [f for f in alike if f.status is Status.FORGOTTEN and desk.saying.said_at <= f.updated_at]
    best = max(
        alike, key=lambda fact: (fact.status is Status.ACTIVE, desk.here(fact), fact.updated_at), default=None
    )
    return tombs[0] if tombs and best is not None and best.status is not Status.ACTIVE else best


def _says(known: str, text: str) -> bool:
    return same_content(known, text) or same_value(known, text)


def _is_wording(fact: Fact) -> bool:
    """Say whether a row is an earlier wording of a fact that lives on under its id."""
    return fact.superseded_by is not None and fact.id.startswith(f"{fact.superseded_by}.")


def _say_again(desk: _Desk, known: Fact, upsert: Upsert, named: Fact | None) -> Outcome | None:
    """Take a statement that is known already; None when it is new here or from this person."""
    saying, active = desk.saying, known.status is Status.ACTIVE
    theirs = may_change(known, saying.asserted_by)
    hearsay = known.subject not in (LORE, known.asserted_by, saying.asserted_by)
    refused = hearsay or bool({*known.waits} - {saying.asserted_by})  # stays forgotten to its sayer
    if known.status is Status.FORGOTTEN and (saying.said_at <= known.updated_at or not theirs or refused):
        return Outcome(did=Change.FORGOTTEN, fact=known)
    if not theirs:
        return Outcome(did=Change.NOT_THEIRS, fact=known) if active else None
    first_own_word = known.asserted_by != saying.asserted_by == known.subject
    if not desk.here(known) and (not active or first_own_word):
        return None
    meant = named is not None and named.id == upsert.id and named.key != known.key
    leaving = [named] if named and meant and not desk.settled(named) else []
    return _restate(desk, known, upsert, leaving=leaving)


def _restate(desk: _Desk, fact: Fact, upsert: Upsert, *, leaving: list[Fact]) -> Outcome:
    """Said again: it is as fresh as today, and lives again if it did not."""
    saying, revived = desk.saying, fact.status is not Status.ACTIVE
    leaving = [*leaving, *_contradicted(desk, fact.text)]
    if revived and not _make_room(desk, leaving):
        return Outcome(did=Change.FULL)
    fresh = replace(
        fact, status=Status.ACTIVE, superseded_by=None, waits=(), updated_at=max(saying.at, fact.updated_at)
    )
    if desk.here(fact):
        lasting = not revived and fact.expires_at is not None and fact.expires_at > saying.said_at
        fresh = replace(
            fresh,
            asserted_by=saying.asserted_by if saying.asserted_by == fact.subject else fact.asserted_by,
            tags=tuple(dict.fromkeys((*fact.tags, *upsert.tags))),
            confidence=max(fact.confidence, upsert.confidence),
            messages=tuple(dict.fromkeys((*fact.messages, *saying.messages))),
            named=tuple(sorted({*fact.named, *upsert.named})),
            source=saying.source if desk.by_hand else fact.source,
            expires_at=upsert.expires_at or (fact.expires_at if lasting else None),
        )
    desk.put(fresh)
    return Outcome(
        did=Change.REVIVED if revived else Change.REFRESHED,
        fact=fresh,
        replaced=_supersede(desk, leaving, fresh),
    )


def _rewrite(desk: _Desk, fact: Fact, upsert: Upsert) -> Outcome:
    """Change a fact's text under its permanent id; the old wording stays as history."""
    saying = desk.saying
    numbers = [
        int(number)
        for id_, _, number in (key[3].rpartition(".") for key in desk.facts)
        if id_ == fact.id and number.isdecimal()
    ]
    old = replace(
        fact,
        id=f"{fact.id}.{max(numbers, default=0) + 1}",
        status=Status.SUPERSEDED,
        superseded_by=fact.id,
        pinned=False,
    )
    desk.put(old)
    new = replace(
        fact,
        kind=upsert.kind,
        text=upsert.text,
        tags=upsert.tags or fact.tags,
        source=saying.source,
        asserted_by=saying.asserted_by,
        confidence=upsert.confidence,
        evidence=upsert.evidence,
        messages=saying.messages,
        updated_at=saying.at,
        valid_from=upsert.valid_from,
        expires_at=upsert.expires_at,
        named=upsert.named,
        waits=(),
        widened=False,
        pinned=fact.pinned and fact.subject in (saying.asserted_by, LORE),  # a pin is for its own words
    )
    desk.put(new)
    _supersede(desk, _contradicted(desk, new.text), new)
    return Outcome(did=Change.UPDATED, fact=new, replaced=old)


def _insert(desk: _Desk, upsert: Upsert, *, replacing: Fact | None = None) -> Outcome:
    saying = desk.saying
    leaving = [*([replacing] if replacing else []), *_contradicted(desk, upsert.text)]
    if not _make_room(desk, leaving):
        return Outcome(did=Change.FULL)
    fact = Fact(
        id=_fresh_id(desk, upsert),
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
        named=upsert.named,
    )
    desk.put(fact)
    return Outcome(did=Change.ADDED, fact=fact, replaced=_supersede(desk, leaving, fact))


def _fresh_id(desk: _Desk, upsert: Upsert) -> str:
    """Derive an id; when another fact here bears it (its text changed since), derive the next."""
    taken = {key[3] for key in desk.facts if key[2] == desk.saying.origin and key[0] == desk.saying.guild}
    ids = (fact_id(upsert.kind + "+" * again, upsert.text) for again in count())
    return next(id_ for id_ in ids if id_ not in taken)


def _contradicted(desk: _Desk, text: str) -> list[Fact]:
    """Find what a newer statement makes untrue: about the same single thing (home, job), or its opposite."""
    theirs = (fact for fact in desk.active() if may_change(fact, desk.saying.asserted_by))
    said = desk.saying.words
    return [f for f in theirs if replaces(text, f.text, said=said)]


def _supersede(desk: _Desk, leaving: Sequence[Fact], by: Fact) -> Fact | None:
    for fact in leaving:
        desk.put(
            replace(
                fact,
                status=Status.SUPERSEDED,
                superseded_by=by.id,
                updated_at=desk.saying.at,
                pinned=False,
            )
        )
    return leaving[0] if leaving else None


def _deprecate(desk: _Desk, deprecation: Deprecation) -> Outcome:
    person = desk.saying.asserted_by
    matches = [fact for fact in desk.active() if _names(deprecation, fact)]
    match = max(matches, key=lambda fact: (may_change(fact, person), desk.here(fact)), default=None)
    if match is None:
        return Outcome(did=Change.NO_MATCH)
    if match.pinned or desk.settled(match) or not may_change(match, person):
        return Outcome(did=Change.NOT_THEIRS, fact=match)
    gone = replace(match, status=Status.SUPERSEDED, updated_at=desk.saying.at)
    return Outcome(did=Change.SUPERSEDED, fact=desk.put(gone))


def _names(deprecation: Deprecation, fact: Fact) -> bool:
    if deprecation.id is not None:
        return fact.id == deprecation.id
    quoted = collapse(deprecation.match_text or "").casefold()
    text = fact.text.casefold()
    return bool(quoted) and quoted in text and len(quoted) >= MATCH_SHARE * len(text)


def _make_room(desk: _Desk, leaving: Sequence[Fact]) -> bool:
    """Archive the least valuable facts over the cap; False when only what must stay is left.

    What this merge has just taken in stays as well: an answer "remembered" must be true.
    """
    gone = {fact.key for fact in leaving}
    staying = [fact for fact in desk.active() if fact.key not in gone]
    excess = len(staying) + 1 - desk.cap
    loose = [f for f in staying if not (f.by_hand or f.pinned or f.key in desk.touched)]
    if len(loose) < excess and not leaving:
        return False
    loose.sort(key=lambda fact: (value(fact, desk.saying.at), fact.updated_at, fact.id))
    for fact in loose[: max(excess, 0)]:
        desk.put(replace(fact, status=Status.ARCHIVED, updated_at=desk.saying.at))
    return True


def _trim(desk: _Desk) -> list[Fact]:
    """Drop the oldest superseded facts for good once they and the active ones are over the cap.

    What this merge itself superseded stays until the next, so that a change can be looked at and undone.
    """
    old = [fact for fact in desk.facts.values() if fact.status is Status.SUPERSEDED]
    excess = len(desk.active()) + len(old) - desk.cap
    loose = [fact for fact in old if not fact.by_hand and fact.key not in desk.touched]
    return sorted(loose, key=lambda fact: (fact.updated_at, fact.id))[: max(excess, 0)]
