"""Facts of other systems into the store: judged as every fact is, with the times and states they had.

What another system had learned was merged there, so only the guard, consent, tombstones and the cap decide
here. Importing again changes nothing, but for facts whose channel has become known to be public.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from dnam.admission import Admission, Refused
from dnam.audience import visibility_of
from dnam.consent import Consent
from dnam.domain import DM_GUILD, LORE, Cutoffs, Fact, Place, Source, Status
from dnam.named_people import people_named
from dnam.ports import Clock, Store
from dnam.rules.claims import held_back
from dnam.rules.fact_merge import Upsert, expendable
from dnam.rules.guard import Rejected
from dnam.rules.retention import cutoffs
from dnam.rules.text import clip, collapse, fact_id
from dnam.rules.tombstones import fact_name, names_of_fact
from dnam.settings import Settings
from dnam.stores.rows import storable
from dnam.transfer.import_audience import NOT_AGREED, ImportResult, ImportScope, fact_audience
from dnam.transfer.imported_places import wait_for
from dnam.transfer.records import FactRecord

LONGEST_EVIDENCE = 240
ERASED = "it was erased here"
TOO_OLD = "it is older than retention_history_days or retention_fact_days allow: raise them to keep it"
FULL = "their memory is full of what they stated themselves: raise facts_cap or lore_cap"
NO_PLACE = "lore without a channel: add --public to give it to everyone in the server"


class FactGate:
    """Decides which facts of other systems and of files may come in."""

    def __init__(
        self, store: Store, admission: Admission, consent: Consent, *, settings: Settings, clock: Clock
    ) -> None:
        self._store = store
        self._admission = admission
        self._consent = consent
        self._settings = settings
        self._clock = clock

    async def refusal(self, fact: Fact, *, dated: bool, grounds: str = "") -> str:
        """Return why a fact may not come in: nothing when it may.

        Of a `dated` one it is known when it was created; `grounds` is the text that must support it.
        """
        if fact.status is Status.ACTIVE and (why := await self.objection(fact.text, grounds)):
            return why
        placed = replace(fact, source=replace(fact.source, guild=fact.source.guild or fact.guild))
        if not await self._agreed(placed):
            return NOT_AGREED
        if await _was_erased(self._store, placed, dated=dated):
            return ERASED
        return TOO_OLD if _is_over(fact, cutoffs(self._settings, self._clock.now())) else ""

    async def objection(self, text: str, grounds: str = "") -> str:
        """Return what the guard has against a text."""
        judged = await self._admission.judged(Upsert(text=text), grounds or None)
        return judged.sentence if isinstance(judged, Rejected) else ""

    async def _agreed(self, fact: Fact) -> bool:
        """Return whether whom a fact is about is remembered where it was said."""
        source, visibility = fact.source, visibility_of(fact.origin)
        place = Place(guild=source.guild or DM_GUILD, channel=source.channel or 0, visibility=visibility)
        agreed = await self._consent.at(place, [fact.subject])
        return not agreed.excluded if fact.subject == LORE else agreed.remembers(fact.subject)


class FactImporter:
    def __init__(
        self,
        store: Store,
        admission: Admission,
        *,
        settings: Settings,
        clock: Clock,
        scope: ImportScope,
    ) -> None:
        self._store = store
        self._admission = admission
        consent = Consent(store, settings=settings, clock=clock)
        self._gate = FactGate(store, admission, consent, settings=settings, clock=clock)
        self._settings = settings
        self._clock = clock
        self._scope = scope
        self.result = ImportResult()

    async def add(self, record: FactRecord) -> None:
        """Add a fact unless it is there already, may not be kept, or was erased."""
        audience = fact_audience(record, self._scope.places, public=self._scope.public)
        if audience is None:
            self.result.refused[NO_PLACE] += 1
            return
        fact = _fact(record, audience.guild, audience.origin, self._clock.now())
        known = await self._store.facts_of(record.subject)
        if any(each.key == fact.key and not _same(fact, each) for each in known):
            fact = replace(fact, id=fact_id(f"{fact.kind}+", fact.text))  # the id is another fact's by now
        if any(_same(fact, each) for each in known):
            self.result.unchanged += 1
            await self._widen(fact, known)
            return
        changes = self._within_cap(fact, known)
        why = await self._gate.refusal(fact, dated=record.created_at is not None, grounds=record.grounds)
        if why := why or ("" if changes else FULL):
            self.result.refused[why] += 1
            return
        self.result.added += 1
        self.result.audiences[audience.why] += 1
        if not self._scope.dry:
            added = await with_others(self._store, self._admission, changes[0], known)
            await self._store.save_facts([*changes[1:], added])
            if audience.waits:
                channel = (record.guild or DM_GUILD, record.channel or 0)
                await wait_for(self._store, [channel], self._clock.now())

    async def _widen(self, fact: Fact, known: Sequence[Fact]) -> None:
        """Move an imported fact to the public of its server, now that its channel is known to be public."""
        alone = (f"d{fact.subject}", f"c{fact.source.channel}")
        moved = [each for each in known if each.source == fact.source and each.origin in alone]
        moved = [each for each in moved if fact.origin.startswith("g") and _same(fact, each)]
        if moved and not self._scope.dry:
            placed = [replace(each, guild=fact.guild, origin=fact.origin) for each in moved]
            await self._store.save_facts(placed, drop=moved)

    def _within_cap(self, fact: Fact, known: Sequence[Fact]) -> list[Fact]:
        """Return a new fact, and what else changes for it to fit under the cap; nothing when it cannot."""
        cap = self._settings.lore_cap if fact.subject == LORE else self._settings.facts_cap
        here = [
            f for f in known if f.status is Status.ACTIVE and (fact.subject != LORE or f.guild == fact.guild)
        ]
        excess = len(here) + 1 - cap
        if fact.status is not Status.ACTIVE or excess <= 0:
            return [fact]
        now = self._clock.now()
        surplus = {each.key for each in expendable([*here, fact], now)[:excess]}
        if not surplus:
            return []
        if fact.key in surplus:
            fact = replace(fact, status=Status.ARCHIVED)
        return [fact, *(replace(f, status=Status.ARCHIVED, updated_at=now) for f in here if f.key in surplus)]


async def with_others(store: Store, admission: Admission, fact: Fact, known: Sequence[Fact]) -> Fact:
    """Return a fact with everyone it names; it waits for those who have not agreed to it."""
    besides = (fact.subject, fact.asserted_by)
    named = await people_named(store, fact.text, guild=fact.guild, besides=besides)
    fact = replace(fact, named=named)
    admitted = await admission.brought_back(fact, known, by=fact.subject)
    return held_back([fact], known)[0] if isinstance(admitted, Refused) else admitted


async def _was_erased(store: Store, fact: Fact, *, dated: bool) -> bool:
    """Return whether a fact, its message, its person or its place was erased after it was created."""
    buried = await store.buried(names_of_fact(fact))
    exact = {fact_name(fact.subject, fact.text), *(name for name in buried if name.startswith("message:"))}
    return any(name in exact or (dated and at >= fact.created_at) for name, at in buried.items())


def _is_over(fact: Fact, limits: Cutoffs) -> bool:
    """Return whether retention would remove a fact at once."""
    learned = None if fact.by_hand or fact.pinned else limits.facts
    oldest = learned if fact.status is Status.ACTIVE else limits.history
    return oldest is not None and fact.updated_at < oldest


def _fact(record: FactRecord, guild: int, origin: str, now: datetime) -> Fact:
    created = min(record.created_at or record.updated_at or now, now)
    text = collapse(storable(record.text))  # as it will be read again, else importing again adds it again
    return Fact(
        id=record.id or fact_id(record.kind, text),
        guild=guild,
        subject=record.subject,
        kind=record.kind,
        text=text,
        origin=origin,
        asserted_by=record.subject,
        source=Source(type=record.source, guild=record.guild, channel=record.channel, message=record.message),
        hits=record.hits,
        created_at=created,
        updated_at=now if record.ended_here else max(created, min(record.updated_at or created, now)),
        status=record.status,
        tags=record.tags,
        confidence=min(max(record.confidence, 0.0), 1.0),
        evidence=clip(collapse(record.evidence), LONGEST_EVIDENCE),
        messages=(record.message,) if record.message else (),
    )


def _same(fact: Fact, known: Fact) -> bool:
    """Return whether a fact is stored already, wherever its channel is now known to be."""
    where = (fact.source.guild, fact.source.channel) == (known.source.guild, known.source.channel)
    return collapse(known.text).casefold() == fact.text.casefold() and (fact.key == known.key or where)
