"""Facts of other systems into the store: judged as every fact is, with the times and states they had.

What another system had learned was merged and limited there, so only the guard, consent and tombstones decide
here. Importing again changes nothing.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime

from dnam.admission import Admission, Refused
from dnam.domain import Fact, Source, Status
from dnam.named_people import people_named
from dnam.ports import Clock, Store
from dnam.rules.claims import held_back
from dnam.rules.guard import Rejected
from dnam.rules.merge import Upsert
from dnam.rules.text import clip, collapse, fact_id
from dnam.rules.tombstones import fact_name, names_of_fact
from dnam.transfer.import_audience import WAITING, Places, fact_audience
from dnam.transfer.records import FactRecord

LONGEST_EVIDENCE = 240
NO_PLACE = "lore without a channel: add --public to give it to everyone in the server"


@dataclass(slots=True)
class ImportedFacts:
    """What became of the facts of an import."""

    added: int = 0
    unchanged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    audiences: Counter[str] = field(default_factory=Counter)
    """How many of the added may be told to whom, in words."""


class FactImporter:
    """Adds facts of other systems."""

    def __init__(
        self, store: Store, admission: Admission, *, clock: Clock, places: Places, public: bool, dry: bool
    ) -> None:
        self._store = store
        self._admission = admission
        self._clock = clock
        self._places = places
        self._public = public
        self._dry = dry
        self.result = ImportedFacts()

    async def add(self, record: FactRecord) -> None:
        """Add a fact unless it is there already, may not be kept, or was erased."""
        audience = fact_audience(record, self._places, public=self._public)
        if audience is None:
            self.result.refused[NO_PLACE] += 1
            return
        fact = _fact(record, audience.guild, audience.origin, self._clock.now())
        known = await self._store.facts_of(record.subject)
        if any(each.key == fact.key and not _same(fact, each) for each in known):
            fact = replace(fact, id=fact_id(f"{fact.kind}+", fact.text))  # the id is another fact's by now
        if any(_same(fact, each) for each in known):
            self.result.unchanged += 1
        elif why := await self._refusal(fact, record):
            self.result.refused[why] += 1
        else:
            self.result.added += 1
            self.result.audiences[audience.why] += 1
            if not self._dry:
                await self._store.save_facts([await self._with_others(fact, known)])
                if audience.waits:
                    await self._store.put_note(WAITING, "yes")

    async def _refusal(self, fact: Fact, record: FactRecord) -> str:
        if fact.status is Status.ACTIVE:
            judged = await self._admission.judged(Upsert(text=fact.text), record.grounds or None)
            if isinstance(judged, Rejected):
                return judged.sentence
        buried = await self._store.buried(names_of_fact(fact))
        exact = {fact_name(fact.subject, fact.text), *(n for n in buried if n.startswith("message:"))}
        dated = record.created_at is not None
        if any(name in exact or (dated and at >= fact.created_at) for name, at in buried.items()):
            return "it was erased here"
        return ""

    async def _with_others(self, fact: Fact, known: list[Fact]) -> Fact:
        """Return a fact with everyone it names; it waits for those who have not agreed to it."""
        besides = (fact.subject, fact.asserted_by)
        named = await people_named(self._store, fact.text, guild=fact.guild, besides=besides)
        fact = replace(fact, named=named)
        admitted = await self._admission.brought_back(fact, known, by=fact.subject)
        return held_back([fact], known)[0] if isinstance(admitted, Refused) else admitted


def _fact(record: FactRecord, guild: int, origin: str, now: datetime) -> Fact:
    created = min(record.created_at or record.updated_at or now, now)
    text = collapse(record.text)
    return Fact(
        id=record.id or fact_id(record.kind, text),
        guild=guild,
        subject=record.subject,
        kind=record.kind,
        text=text,
        origin=origin,
        asserted_by=record.subject,
        source=Source(type=record.source, guild=record.guild, channel=record.channel, message=record.message),
        created_at=created,
        updated_at=max(created, min(record.updated_at or created, now)),
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
