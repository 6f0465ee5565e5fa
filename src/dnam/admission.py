"""Admission: how anything becomes a fact, from extraction, commands, plain words, lore, undo or import.

`Admission.consider` has the steps in order; each may refuse. Nothing is saved here: changes are collected in
`Changes`, and the caller saves them together with its own marks, such as "these messages were read", or an
undo step.
"""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from dnam.audience import audience_of, may_hear, origin_of, visibility_of
from dnam.consent import Consent
from dnam.domain import LORE, Fact, Message, Place, Source, SourceType, Status, Visibility
from dnam.named_people import naming_as_said
from dnam.ports import Clock, Store
from dnam.rules.claims import accepted, as_saved, awaited, held_back
from dnam.rules.consent_rules import ConsentView
from dnam.rules.contradictions import concern_of, denied
from dnam.rules.fact_merge import (
    HEARSAY,
    Change,
    Deprecation,
    Merged,
    Outcome,
    Provenance,
    Upsert,
    merge,
    standing,
)
from dnam.rules.guard import Kept, Rejected, admit
from dnam.rules.names_in_text import could_be_names
from dnam.rules.text import clip, collapse, fact_id
from dnam.rules.tombstones import called_name, person_name
from dnam.settings import Settings

HOUR = timedelta(hours=1)
CHANGED = (Change.ADDED, Change.UPDATED, Change.REFRESHED, Change.REVIVED, Change.SUPERSEDED)
"""Outcomes that leave something to save."""
Key = tuple[int, int, str, str]
ROOM = 16
"""Places that must be free below a cap so that a merge need not see everything: one statement takes a few."""
SAME_BEGINNINGS = 32
"""How many facts may have begun with the same words and say something else by now: each keeps its id."""
EVIDENCE_LONGEST = 240
"""Characters of the quoted words that a fact is based on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """A fact to add, change or end, about one person or the guild, and the message that says so."""

    message: Message
    """A command counts as the message it was typed in."""
    subject: int
    change: Upsert | Deprecation
    source: SourceType = SourceType.SUMMARY
    grounded: bool = False
    """Worded by a model: the message must support it. False for what was typed or cut from the message."""
    commanded: bool = False
    """Requested with a command that `rules/command_permissions.py` has allowed."""

    @property
    def own(self) -> bool:
        """Whether the author speaks for themself, or for the guild they are in."""
        return self.subject in (self.message.author.id, LORE)


class Why(StrEnum):
    """Why a proposal is refused before it is merged."""

    OFF = "facts are turned off"
    NOT_AGREED = "not everyone agrees to be remembered here"
    REFUSES = "who it is about does not want others' claims"
    OTHERS = "what is said of others is not kept"
    ERASED = "who it is about was erased since"
    GUARD = "it is no statement that may be kept"
    NAMES = "it names who does not agree"
    LIMIT = "this person has reached the hourly limit"


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """A proposal that may not be kept."""

    why: Why
    judged: Rejected | None = None

    @property
    def reason(self) -> str:
        return str(self.judged.reason if self.judged else self.why)


@dataclass(slots=True)
class Changes:
    """What proposals have changed so far: the next one sees it, and the caller saves all of it at once."""

    known: dict[int, dict[Key, Fact]] = field(default_factory=dict)
    """The facts about each subject that proposals may concern, with the changes applied."""
    before: dict[Key, Fact] = field(default_factory=dict)
    """The changed facts, as they were before."""
    save: dict[Key, Fact] = field(default_factory=dict)
    drop: dict[Key, Fact] = field(default_factory=dict)

    def take(self, merged: Merged) -> None:
        for fact in (*merged.drop, *merged.save):
            facts = self.known[fact.subject]
            if fact.key in facts and fact.key not in self.save:
                self.before.setdefault(fact.key, facts[fact.key])
        for fact in merged.drop:
            del self.known[fact.subject][fact.key]
            self.save.pop(fact.key, None)
            self.drop[fact.key] = fact
        for fact in merged.save:
            self.known[fact.subject][fact.key] = self.save[fact.key] = fact


class Admission:
    def __init__(self, store: Store, consent: Consent, *, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._consent = consent
        self._settings = settings
        self._clock = clock

    async def consider(self, proposal: Proposal, changes: Changes) -> Outcome | Refused:
        """Return the outcome of a proposal, or why it is refused; add what is to be saved to `changes`."""
        message = proposal.message
        agreed = await self._consent.at(message.place, [message.author.id, proposal.subject])
        if why := await self._disagreement(proposal, agreed):
            return Refused(why=why)
        guarded = await self.guarded(proposal)
        if isinstance(guarded, Refused):
            return guarded
        named = await self._naming(guarded)
        if isinstance(named, Refused):
            return named
        if await self.limited(message.author.id, changes.save.values()):
            return Refused(why=Why.LIMIT)
        known = await self._known(named, changes)
        merged = self._merged(named, known)
        if agreed.quarantined:
            merged = replace(merged, save=held_back(merged.save, known))
        outcome = merged.outcomes[0]
        if outcome.did in CHANGED:
            changes.take(merged)
        return as_saved(outcome, merged.save)

    async def still_says(self, message: Message) -> bool:
        stored = await self._store.get_message(message.place.guild, message.id)
        return stored is not None and stored.text == message.text

    async def guarded(self, proposal: Proposal) -> Proposal | Refused:
        """Return a proposal as it may be saved: a plain statement, about others as hearsay."""
        if not (proposal.own or proposal.commanded or self._settings.about_others):
            return Refused(why=Why.OTHERS)
        if isinstance(proposal.change, Deprecation):
            return proposal
        source = proposal.message.text if proposal.grounded else None
        judged = await self.judged(proposal.change, source, quoted_from=proposal.message.text)
        if isinstance(judged, Rejected):
            return Refused(why=Why.GUARD, judged=judged)
        sure = judged.upsert.confidence
        sure = sure if proposal.own else min(sure, HEARSAY)
        evidence = judged.upsert.evidence or await self._own_words(proposal)
        return replace(proposal, change=replace(judged.upsert, confidence=sure, evidence=evidence))

    async def _own_words(self, proposal: Proposal) -> str:
        """Return the words of a command as evidence, if the guard accepts them too."""
        words = proposal.change.evidence if isinstance(proposal.change, Upsert) and proposal.commanded else ""
        admissible = bool(words) and isinstance(await self.judged(Upsert(text=words)), Kept)
        return clip(words, EVIDENCE_LONGEST) if admissible else ""

    async def judged(
        self, upsert: Upsert, source: str | None = None, *, quoted_from: str | None = None
    ) -> Kept | Rejected:
        """Return the guard's verdict on a text; `source` is the text that must support it.

        Runs in a thread: the guard embeds the text, which takes milliseconds, and seconds the first time.
        """
        guard = self._settings.guard
        return await asyncio.to_thread(admit, upsert, source=source, guard=guard, quoted_from=quoted_from)

    async def limited(self, person: int, more: Iterable[Fact] = ()) -> bool:
        """Return whether a person has reached the hourly limit, with `more` facts that are not saved yet."""
        limit, since = self._settings.remember_per_hour, self._clock.now() - HOUR
        if not limit:
            return False
        facts = {fact.key: fact for fact in (*await self._store.facts_by(person, since=since), *more)}
        return sum(f.asserted_by == person and f.created_at > since for f in facts.values()) >= limit

    async def brought_back(self, fact: Fact, now: Sequence[Fact], *, by: int) -> Fact | Refused:
        """Return a fact as undo or import may restore it: consent of others counts as of now.

        Limits and merging were applied when it was first said. `now` are the facts in its place; `by` is who
        wants it back, which counts as their acceptance.
        """
        others = awaited(fact) - {by}
        if fact.status not in (Status.ACTIVE, Status.CLAIMED):
            return fact
        channel, visibility = fact.source.channel or 0, visibility_of(fact.origin)
        place = Place(guild=fact.guild, channel=channel, visibility=visibility)
        agreed = await self._consent.at(place, [fact.asserted_by, *others])
        if fact.asserted_by in agreed.out or agreed.excluded:
            return Refused(why=Why.NOT_AGREED)
        if not others:
            return fact
        if not all(map(agreed.remembers, (fact.asserted_by, *others))):
            return Refused(why=Why.NOT_AGREED)
        if not agreed.lets(others):
            return Refused(why=Why.REFUSES)
        back = held_back([fact], now)[0] if agreed.quarantined else fact
        return accepted(back, by) if back.status is not fact.status else back

    async def _disagreement(self, proposal: Proposal, agreed: ConsentView) -> Why | None:
        """Return why nothing the author says about the subject may be saved; None when it may."""
        message, subject = proposal.message, proposal.subject
        if not self._settings.facts_enabled:
            return Why.OFF
        if not agreed.keeps(message) or not (subject == LORE or agreed.remembers(subject)):
            return Why.NOT_AGREED
        if proposal.own:
            return None
        if subject in agreed.refusing:
            return Why.REFUSES
        return Why.ERASED if await self._erased_since([person_name(subject)], message) else None

    async def _naming(self, proposal: Proposal) -> Proposal | Refused:
        """Return a proposal with everyone it names, if all of them agree and none was erased since."""
        message, change = proposal.message, proposal.change
        if isinstance(change, Deprecation):
            return proposal
        change = await naming_as_said(self._store, change, message, proposal.subject)
        agreed = await self._consent.at(message.place, change.named)
        names = {called_name(message.place.guild, name) for name in could_be_names(change.text)}
        names |= {person_name(person) for person in change.named}
        if not agreed.lets(change.named) or await self._erased_since(names, message):
            return Refused(why=Why.NAMES)
        return replace(proposal, change=change)

    async def _erased_since(self, names: Collection[str], message: Message) -> bool:
        erased = await self._store.buried([*names]) if names else {}
        return any(at >= message.sent_at for at in erased.values())

    async def _known(self, proposal: Proposal, changes: Changes) -> list[Fact]:
        """Return the facts about the subject that a merge may see: visible in the place, or forgotten.

        A fact hidden for lack of consent takes part only if the author said it themself.
        """
        message, subject = proposal.message, proposal.subject
        author, place, at = message.author.id, message.place, self._clock.now()
        known = changes.known.setdefault(subject, {})
        for fact in await self._concerned(proposal):
            if fact.key not in changes.drop:
                known.setdefault(fact.key, standing(fact, at))
        portable = proposal.commanded and self._settings.audience == "portable"
        audience = audience_of(place, asker=author, portable=portable)

        def takes_part(fact: Fact) -> bool:
            hidden = fact.muted and fact.asserted_by != author
            return fact.status is Status.FORGOTTEN or (may_hear(audience, fact) and not hidden)

        return [fact for fact in known.values() if takes_part(fact)]

    async def _concerned(self, proposal: Proposal) -> list[Fact]:
        """Return the stored facts about the subject that a merge has to see, of however many there are."""
        change, subject = proposal.change, proposal.subject
        guild = proposal.message.place.guild if subject == LORE else None
        if isinstance(change, Deprecation):
            return await self._store.facts_of(subject, guild=guild)
        texts = dict.fromkeys((collapse(change.text), denied(collapse(change.text))[0]))
        ids = [fact_id(change.kind + "+" * n, text) for text in texts for n in range(SAME_BEGINNINGS)]
        ids += [change.id] if change.id else []
        room = self._cap(subject) - ROOM
        concern = concern_of(change.text, proposal.message.text)
        return await self._store.facts_concerned(subject, concern, ids=ids, room=room, guild=guild)

    def _cap(self, subject: int) -> int:
        return self._settings.lore_cap if subject == LORE else self._settings.facts_cap

    def _merged(self, proposal: Proposal, known: Sequence[Fact]) -> Merged:
        change, subject = proposal.change, proposal.subject
        return merge(
            known,
            said_in(proposal.message, subject, type_=proposal.source, at=self._clock.now()),
            upserts=[change] if isinstance(change, Upsert) else (),
            deprecations=[change] if isinstance(change, Deprecation) else (),
            cap=self._cap(subject),
        )


def said_in(message: Message, subject: int, *, type_: SourceType, at: datetime) -> Provenance:
    """Return the provenance of what a message's author says of a subject; id 0: it was never sent."""
    place = message.place
    in_guild = place.visibility is not Visibility.DM
    return Provenance(
        guild=place.guild,
        subject=subject,
        origin=origin_of(place),
        asserted_by=message.author.id,
        source=Source(
            type=type_,
            guild=place.guild if in_guild else None,
            channel=place.channel,
            message=message.id or None,
            channel_name=place.name if in_guild else None,
        ),
        at=at,
        said_at=message.sent_at,
        messages=(message.id,) if message.id else (),
        words=message.text,
    )
