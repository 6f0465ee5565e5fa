"""Known facts plus proposals give the changes to store. The only place that decides how facts change.

A proposal comes from a person's command, or from rules or a model that read their messages. History is kept:
what is replaced is superseded, what is over the cap archived, what is forgotten stays so until stated anew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from itertools import count
from math import log1p
from typing import Any

from dnam.domain import LORE, Ending, Fact, Kind, Source, SourceType, Status
from dnam.rules.contradictions import put_right, replaces, same_value
from dnam.rules.newest_for_audience import FactKey, reaches
from dnam.rules.text import collapse, fact_id, same_content

HEARSAY = 0.6
"""The confidence in what somebody says about somebody else."""
MATCH_SHARE = 0.6
"""How much of a fact's text a model must quote to deprecate it without its id."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Upsert:
    """A proposal to add a fact, or to change the one with this id."""

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
    """A proposal that a fact is no longer true, named by its id or by most of its text."""

    id: str | None = None
    match_text: str | None = None
    reason: Ending = Ending.UNKNOWN


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
    """What became of a statement."""

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
    """What became of one statement, with the fact it concerned as it is now."""

    did: Change
    fact: Fact | None = None
    replaced: Fact | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Merged:
    """Everything a merge decided: facts to save, and facts to drop for good."""

    outcomes: tuple[Outcome, ...] = ()
    save: tuple[Fact, ...] = ()
    drop: tuple[Fact, ...] = ()


def merge(
    known: Iterable[Fact],
    provenance: Provenance,
    *,
    upserts: Sequence[Upsert] = (),
    deprecations: Sequence[Deprecation] = (),
    cap: int,
) -> Merged:
    """Apply proposals to the facts known about one subject, as far as they can be heard where it was said."""
    before = {fact.key: fact for fact in known if fact.subject == provenance.subject}
    work = _Merge(provenance=provenance, cap=cap, facts=dict(before))
    outcomes = [work.deprecate(deprecation) for deprecation in deprecations]
    outcomes += [work.upsert(upsert) for upsert in upserts if collapse(upsert.text)]
    drop = work.surplus_history()
    dropped = {fact.key for fact in drop}
    save = tuple(fact for key, fact in work.facts.items() if key not in dropped and before.get(key) != fact)
    return Merged(
        outcomes=tuple(outcomes), save=save, drop=tuple(fact for fact in drop if fact.key in before)
    )


def may_change(fact: Fact, person: int) -> bool:
    """Return whether a person's word can change a fact: it is about them, lore, or said by them."""
    return fact.subject in (person, LORE) or fact.asserted_by == person


def standing(fact: Fact, at: datetime) -> Fact:
    """Return a fact as it stands at a time: expired once its time is over, even before upkeep says so."""
    ran_out = fact.status is Status.ACTIVE and fact.expires_at is not None and fact.expires_at <= at
    return replace(fact, status=Status.EXPIRED) if ran_out else fact


def worth(fact: Fact, at: datetime) -> float:
    """Return how much a fact is worth keeping: how sure, how recent, how often used."""
    age = max((at - fact.updated_at).total_seconds() / 86_400, 0)
    return fact.confidence + 1 / (1 + age / 45) + log1p(fact.hits) / 4


def expendable(facts: Iterable[Fact], at: datetime) -> list[Fact]:
    """Return the facts that a cap may archive, the least valuable first: not what is by hand or pinned."""
    loose = [fact for fact in facts if not (fact.by_hand or fact.pinned)]
    return sorted(loose, key=lambda fact: (worth(fact, at), fact.updated_at, fact.id))


@dataclass(slots=True)
class _Merge:
    """The facts of one subject while proposals change them."""

    provenance: Provenance
    cap: int
    facts: dict[FactKey, Fact]
    touched: set[FactKey] = field(default_factory=set)

    # Asking about facts

    @property
    def by_command(self) -> bool:
        return self.provenance.source.type is SourceType.MANUAL

    def from_here(self, fact: Fact) -> bool:
        return (fact.guild, fact.origin) == (self.provenance.guild, self.provenance.origin)

    def reaches(self, fact: Fact) -> bool:
        return reaches(fact, (self.provenance.guild, self.provenance.origin), self.provenance.asserted_by)

    def theirs(self, fact: Fact) -> bool:
        return may_change(fact, self.provenance.asserted_by)

    def fixed(self, fact: Fact) -> bool:
        """Return whether only a person's own command may replace a fact's wording."""
        return (fact.by_hand or fact.pinned) and not self.by_command

    def active(self) -> list[Fact]:
        return [fact for fact in self.facts.values() if fact.status is Status.ACTIVE]

    def put(self, fact: Fact) -> Fact:
        self.facts[fact.key] = fact
        self.touched.add(fact.key)
        return fact

    # Adding and changing

    def upsert(self, upsert: Upsert) -> Outcome:
        text = put_right(collapse(upsert.text), [one.text for one in self.active()], self.provenance.words)
        upsert = replace(upsert, text=text, tags=tuple(dict.fromkeys(upsert.tags)))
        target = self._target(upsert)
        if target is not None and target.id == upsert.id and self._only_reworded(target, upsert.text):
            return self._rewrite(target, upsert)
        same = self._same_statement(upsert.text)
        if same is not None and (outcome := self._repeat(same, upsert, target)):
            return outcome
        if target is None or self.fixed(target) or not (self.by_command or self.reaches(target)):
            return self._insert(upsert)
        return self._rewrite(target, upsert) if self.from_here(target) else self._insert(upsert, target)

    def _target(self, upsert: Upsert) -> Fact | None:
        """Return the active fact a proposal would change: by its id, else by the id its text would have."""
        theirs = [fact for fact in self.active() if self.theirs(fact)]
        by_id = [fact for fact in theirs if fact.id == upsert.id]
        derived = fact_id(upsert.kind, upsert.text)
        by_text = (fact for fact in theirs if fact.id == derived and self.from_here(fact))
        return max(by_id, key=self.from_here, default=None) or next(by_text, None)

    def _only_reworded(self, fact: Fact, text: str) -> bool:
        same = fact.text != text and same_content(fact.text, text)
        return self.by_command and self.from_here(fact) and same

    def _same_statement(self, text: str) -> Fact | None:
        """Return the fact that says the same: an active one before others, one from here before others."""
        alike = [
            fact
            for fact in self.facts.values()
            if not is_earlier_wording(fact) and (same_content(fact.text, text) or same_value(fact.text, text))
        ]
        best = max(
            alike,
            key=lambda fact: (fact.status is Status.ACTIVE, self.from_here(fact), fact.updated_at),
            default=None,
        )
        if best is None or best.status is Status.ACTIVE:
            return best
        return next((fact for fact in alike if self._forgotten_since(fact)), best)

    def _forgotten_since(self, fact: Fact) -> bool:
        return fact.status is Status.FORGOTTEN and self.provenance.said_at <= fact.updated_at

    def _repeat(self, known: Fact, upsert: Upsert, target: Fact | None) -> Outcome | None:
        """Take a statement that is known already; None when it is new here or from this person."""
        sayer, active = self.provenance.asserted_by, known.status is Status.ACTIVE
        if known.status is Status.FORGOTTEN:
            # Whoever it is about or names has taken it away: it stays so, whoever else repeats it.
            hearsay = known.subject not in (LORE, known.asserted_by, sayer)
            refused = hearsay or bool({*known.waits} - {sayer})
            if self._forgotten_since(known) or not self.theirs(known) or refused:
                return Outcome(did=Change.FORGOTTEN, fact=known)
        if not self.theirs(known):
            return Outcome(did=Change.NOT_THEIRS, fact=known) if active else None
        first_own_word = known.asserted_by != sayer == known.subject
        if not self.from_here(known) and (not active or first_own_word or not self.reaches(known)):
            return None
        replaced = [
            fact
            for fact in [target]
            if fact is not None and fact.id == upsert.id and fact.key != known.key and not self.fixed(fact)
        ]
        return self._restate(known, upsert, replaced)

    def _restate(self, fact: Fact, upsert: Upsert, replaced: list[Fact]) -> Outcome:
        """Refresh a fact that is said again, and bring it back to life if it was not active."""
        given, revived = self.provenance, fact.status is not Status.ACTIVE
        replaced = [*replaced, *self._contradicted(fact.text)]
        if revived and not self._make_room(replaced):
            return Outcome(did=Change.FULL)
        again: dict[str, Any] = {"superseded_by": None, "ended_because": Ending.UNKNOWN, "waits": ()}
        again["widened"] = fact.widened and not revived  # it was widened for what was told then
        fresh = replace(fact, status=Status.ACTIVE, updated_at=max(given.at, fact.updated_at), **again)
        if self.from_here(fact):
            lasting = not revived and fact.expires_at is not None and fact.expires_at > given.said_at
            fresh = replace(
                fresh,
                asserted_by=given.asserted_by if given.asserted_by == fact.subject else fact.asserted_by,
                tags=tuple(dict.fromkeys((*fact.tags, *upsert.tags))),
                confidence=max(fact.confidence, upsert.confidence),
                messages=tuple(dict.fromkeys((*fact.messages, *given.messages))),
                named=tuple(sorted({*fact.named, *upsert.named})),
                source=given.source if self.by_command else fact.source,
                expires_at=upsert.expires_at or (fact.expires_at if lasting else None),
            )
        did = Change.REVIVED if revived else Change.REFRESHED
        return Outcome(did=did, fact=self.put(fresh), replaced=self._supersede(replaced, fresh))

    def _rewrite(self, fact: Fact, upsert: Upsert) -> Outcome:
        """Change a fact's text under its permanent id; the old wording stays as history."""
        given = self.provenance
        old = self.put(earlier_wording(fact, (key[3] for key in self.facts)))
        new = replace(
            fact,
            **_stated(upsert, given),
            tags=upsert.tags or fact.tags,
            waits=(),
            widened=False,
            pinned=fact.pinned and fact.subject in (given.asserted_by, LORE),  # a pin is for its own words
        )
        self.put(new)
        self._supersede(self._contradicted(new.text), new)
        return Outcome(did=Change.UPDATED, fact=new, replaced=old)

    def _insert(self, upsert: Upsert, target: Fact | None = None) -> Outcome:
        """Add a fact; it replaces `target`, which was said elsewhere, and what it contradicts."""
        given = self.provenance
        replaced = [*([target] if target else []), *self._contradicted(upsert.text)]
        if not self._make_room(replaced):
            return Outcome(did=Change.FULL)
        fact = Fact(
            id=self._free_id(upsert),
            guild=given.guild,
            subject=given.subject,
            origin=given.origin,
            created_at=given.at,
            tags=upsert.tags,
            **_stated(upsert, given),
        )
        self.put(fact)
        return Outcome(did=Change.ADDED, fact=fact, replaced=self._supersede(replaced, fact))

    def _free_id(self, upsert: Upsert) -> str:
        """Derive an id; when another fact here has it (its text changed since), derive the next."""
        here = (self.provenance.guild, self.provenance.origin)
        taken = {id_ for guild, _, origin, id_ in self.facts if (guild, origin) == here}
        ids = (fact_id(upsert.kind + "+" * again, upsert.text) for again in count())
        return next(id_ for id_ in ids if id_ not in taken)

    def deprecate(self, deprecation: Deprecation) -> Outcome:
        matches = (fact for fact in self.active() if self.reaches(fact) and names_fact(deprecation, fact))
        match = max(matches, key=lambda fact: (self.theirs(fact), self.from_here(fact)), default=None)
        if match is None:
            return Outcome(did=Change.NO_MATCH)
        if match.pinned or self.fixed(match) or not self.theirs(match):
            return Outcome(did=Change.NOT_THEIRS, fact=match)
        at, reason = self.provenance.at, deprecation.reason
        gone = replace(match, status=Status.SUPERSEDED, updated_at=at, ended_because=reason)
        return Outcome(did=Change.SUPERSEDED, fact=self.put(gone))

    def _contradicted(self, text: str) -> list[Fact]:
        """Return what a newer statement makes untrue: the same slot (home, job), or the opposite."""
        words = self.provenance.words
        heard = [fact for fact in self.active() if self.theirs(fact) and self.reaches(fact)]
        return [fact for fact in heard if replaces(text, fact.text, evidence=words)]

    def _supersede(self, replaced: Sequence[Fact], by: Fact) -> Fact | None:
        at = self.provenance.at
        for fact in replaced:
            self.put(_superseded(fact, by.id, updated_at=at))
        return replaced[0] if replaced else None

    def _make_room(self, replaced: Sequence[Fact]) -> bool:
        """Archive what is over the cap; False when only what must stay or was just added is left."""
        leaving = {fact.key for fact in replaced}
        staying = [fact for fact in self.active() if fact.key not in leaving]
        excess = len(staying) + 1 - self.cap
        at = self.provenance.at
        loose = expendable([fact for fact in staying if fact.key not in self.touched], at)
        if len(loose) < excess and not replaced:
            return False
        for fact in loose[: max(excess, 0)]:
            self.put(replace(fact, status=Status.ARCHIVED, updated_at=at))
        return True

    def surplus_history(self) -> list[Fact]:
        """Return the oldest superseded facts over the cap, but those that can still be undone."""
        superseded = [fact for fact in self.facts.values() if fact.status is Status.SUPERSEDED]
        excess = len(self.active()) + len(superseded) - self.cap
        loose = [fact for fact in superseded if not fact.by_hand and fact.key not in self.touched]
        return sorted(loose, key=lambda fact: (fact.updated_at, fact.id))[: max(excess, 0)]


def earlier_wording(fact: Fact, ids: Iterable[str]) -> Fact:
    """Return what a fact says now as its history, under the next number that none of these ids has."""
    parts = (id_.rpartition(".") for id_ in ids)
    numbers = [int(number) for id_, _, number in parts if id_ == fact.id and number.isdecimal()]
    number = max(numbers, default=0) + 1
    return _superseded(fact, fact.id, id=f"{fact.id}.{number}")


def _superseded(fact: Fact, by: str, **fields: Any) -> Fact:
    return replace(fact, status=Status.SUPERSEDED, superseded_by=by, pinned=False, **fields)


def is_earlier_wording(fact: Fact) -> bool:
    """Return whether this is what a fact said before it was changed."""
    return fact.superseded_by is not None and fact.id.startswith(f"{fact.superseded_by}.")


def _stated(upsert: Upsert, given: Provenance) -> dict[str, Any]:
    """Return the fields of a fact that a statement decides."""
    return {
        "kind": upsert.kind,
        "text": upsert.text,
        "confidence": upsert.confidence,
        "evidence": upsert.evidence,
        "valid_from": upsert.valid_from,
        "expires_at": upsert.expires_at,
        "named": upsert.named,
        "asserted_by": given.asserted_by,
        "source": given.source,
        "messages": given.messages,
        "updated_at": given.at,
    }


def names_fact(deprecation: Deprecation, fact: Fact) -> bool:
    if deprecation.id is not None:
        return fact.id == deprecation.id
    quoted = collapse(deprecation.match_text or "").casefold()
    text = fact.text.casefold()
    return bool(quoted) and quoted in text and len(quoted) >= MATCH_SHARE * len(text)
