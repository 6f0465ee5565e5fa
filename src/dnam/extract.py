"""Extraction: what people said becomes facts, after the reply.

Rules read every message at once, so that a correction counts on the next turn. A model, when there is one,
reads what has gathered in a place together, in few calls, and does better what rules did. Who said it decides
whose fact it is; what is not said in so many words is refused (`rules/admit`); `rules/merge.py` decides what
changes. What messages gave and the mark that they were read are stored in one step: a crash loses nothing and
repeats nothing. What was edited or deleted while a model read it is left out, and waits to be read anew.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import structlog

from dnam.audience import audience_of, may_hear
from dnam.consent import Consent
from dnam.lanes import FACTS, Lanes
from dnam.model import (
    LORE,
    Action,
    Fact,
    Kind,
    Message,
    Person,
    SourceType,
    Status,
    Unread,
)
from dnam.models.meter import Answered, Meter
from dnam.naming import naming_as_said
from dnam.ports import Clock, Prompt, Store
from dnam.prompts import load_prompt
from dnam.prompts.replies import Ended, Learned, Learning
from dnam.rules.admit import Rejected, admit
from dnam.rules.agreed import Agreed
from dnam.rules.cadence import reading_is_due
from dnam.rules.claims import held_back, too_many
from dnam.rules.endings import may_end
from dnam.rules.merge import HEARSAY, Deprecation, Did, Merged, Outcome, Upsert, merge
from dnam.rules.named import could_be_names
from dnam.rules.quote import one_line, shown_names
from dnam.rules.sayings import said_in
from dnam.rules.statements import Statement, extract
from dnam.rules.text import clip
from dnam.rules.tombs import called_name, person_name
from dnam.settings import Settings

BY_RULES, BY_MODEL = 1, 2
BATCH = 60
"""The most messages one call reads."""
LOOK_BACK = timedelta(days=7)
"""How old a message may be to be read again when a model is back."""
RULES_SECONDS = 5.0
"""How long rules may take for a message; one they cannot read must not keep them from the next."""
Key = tuple[int, int, str, str]
_CHANGED = (Did.ADDED, Did.UPDATED, Did.REVIVED)

log = structlog.get_logger("dnam")


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """What one message says about one person."""

    message: Message
    subject: int
    upserts: tuple[Upsert, ...] = ()
    deprecations: tuple[Deprecation, ...] = ()
    by_rules: bool = False
    """Worded by rules from the message itself; what a model words must be found in the message again."""


@dataclass(slots=True)
class _Changes:
    """What a reading has changed so far: the next merge sees it, and all of it is stored at once."""

    held: dict[int, dict[Key, Fact]] = field(default_factory=dict)
    save: dict[Key, Fact] = field(default_factory=dict)
    drop: dict[Key, Fact] = field(default_factory=dict)

    def take(self, subject: int, merged: Merged) -> None:
        for fact in merged.drop:
            self.held[subject].pop(fact.key)
            self.save.pop(fact.key, None)
            self.drop[fact.key] = fact
        for fact in merged.save:
            self.held[subject][fact.key] = self.save[fact.key] = fact


class Extractor:
    """Reads messages for facts."""

    def __init__(
        self,
        store: Store,
        consent: Consent,
        *,
        lanes: Lanes,
        meter: Meter,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._store = store
        self._consent = consent
        self._lanes = lanes
        self._meter = meter
        self._settings = settings
        self._clock = clock

    async def read_by_rules(self, message: Message) -> list[Outcome]:
        """Read one message without a model."""
        if message.author.bot or not self._settings.extract_enabled:
            await self._store.mark_read([message], level=BY_MODEL if message.author.bot else BY_RULES)
            return []
        before = await self._store.recent_messages(
            audience_of(message.place), message.place.channel, limit=4, before=message.id
        )
        statements: list[Statement] = await self._lanes.attempt(
            "rules", self._stated(message, before), deadline=RULES_SECONDS, fallback=[]
        )
        present = {p.id: p for m in (*before, message) for p in (m.author, *m.mentions) if not p.bot}
        proposals = []
        for found in statements:
            named = _bearer(found.about_name, present) if found.about_name else message.author.id
            subject = found.about if found.about is not None else named
            if subject is not None:
                known = _from_now(found.upsert, message.sent_at)
                proposals.append(Proposal(message=message, subject=subject, upserts=(known,), by_rules=True))
        return await self._store_all(proposals, [message], BY_RULES)

    async def _stated(self, message: Message, before: Sequence[Message]) -> list[Statement]:
        return extract(
            message.text[: self._settings.extract_chars],
            author=message.author,
            mentions=message.mentions,
            at=message.sent_at,
            context=[f"{m.author.name}: {m.text}" for m in before],
            limit=self._settings.extract_limit,
        )

    async def read_new(self) -> int:
        """Read by rules what nobody has read yet, found in the store; count what was learned."""
        learned, since = 0, self._clock.now() - LOOK_BACK
        for place in await self._store.unread_places(level=BY_RULES, since=since):
            while unread := await self._store.unread_messages(
                place, level=BY_RULES, since=since, limit=BATCH
            ):
                for message in unread:
                    learned += len(await self.read_by_rules(message))
        return learned

    async def read_due(self, *, everything: bool = False) -> int:
        """Let a model read every place where enough has gathered or it has gone quiet; count what is done."""
        done, at = await self.read_new(), self._clock.now()
        quiet = timedelta(minutes=self._settings.extract_quiet_minutes)
        for place in await self._store.unread_places(level=BY_MODEL, since=at - LOOK_BACK):
            due = reading_is_due(place, at=at, every=self._settings.extract_every, quiet=quiet)
            if (due or everything) and await self._meter.barred("extract", place.guild) is None:
                done += await self._read_place(place, at - LOOK_BACK)
        return done

    async def _read_place(self, place: Unread, since: datetime) -> int:
        calls = 0
        while messages := await self._ready(place, since):
            people = [m for m in messages if not m.author.bot]
            proposals: list[Proposal] = []
            if people and self._settings.extract_enabled:
                held = await self._known(people)
                answer = await self._meter.ask(
                    "extract", place.guild, _prompt(messages, held, self._settings), Learning
                )
                calls += 1
                if isinstance(answer, Answered):
                    proposals = list(self._proposals(messages, answer.value, held))
                elif answer.worth_repeating:
                    return calls
            await self._store_all(proposals, messages, BY_MODEL)
        return calls

    async def _ready(self, place: Unread, since: datetime) -> list[Message]:
        """Give what waits for a model in a place, oldest first; none while rules, which go first, are busy.

        Whoever lets rules read asks for a model afterwards.
        """
        waiting = await self._store.unread_messages(place, level=BY_MODEL, since=since, limit=BATCH)
        new = await self._store.unread_messages(place, level=BY_RULES, since=since, limit=1)
        return [] if new else waiting

    async def _known(self, messages: Sequence[Message]) -> list[Fact]:
        """Give what is known about everyone who speaks or is mentioned, as it may be heard there."""
        people = {person.id for m in messages for person in (m.author, *m.mentions) if not person.bot}
        held = await self._store.facts_for(
            audience_of(messages[0].place), sorted(people), at=self._clock.now()
        )
        return [item.fact for item in held]

    def _proposals(
        self, messages: Sequence[Message], learning: Learning, held: Sequence[Fact]
    ) -> Iterable[Proposal]:
        """Read a model's answer: what names no message or nobody present is left out."""
        people = {person.id: person for m in messages for person in (m.author, *m.mentions) if not person.bot}
        taken: dict[int, int] = {}
        for learned in learning.upserts:
            message = _cited(messages, learned.message)
            if message is None or taken.get(message.id, 0) >= self._settings.extract_limit:
                continue
            subject = _subject(learned, message, people)
            if subject is not None:
                taken[message.id] = taken.get(message.id, 0) + 1
                yield Proposal(message=message, subject=subject, upserts=(_upsert(learned),))
        for ended in learning.deprecations:
            message, fact = _cited(messages, ended.message), _ended(ended, held)
            if message is None or fact is None:
                continue
            if not may_end(fact.text, message.text):
                log.info("an ending was ignored: its message gives no reason", action="memory_fact")
                continue
            gone = Deprecation(id=fact.id)
            yield Proposal(message=message, subject=fact.subject, deprecations=(gone,))

    async def _store_all(
        self, proposals: Sequence[Proposal], read: Sequence[Message], level: int
    ) -> list[Outcome]:
        """Admit and merge proposals one after the other; store what came of it, and that all was read."""

        async def work() -> list[Outcome]:
            unchanged = {message.id: message for message in read if await self._stands(message)}
            outcomes: list[Outcome] = []
            changes = _Changes()
            for proposal in proposals:
                if proposal.message.id in unchanged:
                    outcomes += await self._keep(proposal, changes)
            await self._store.save_facts(
                [*changes.save.values()],
                drop=[*changes.drop.values()],
                read=[*unchanged.values()],
                level=level,
            )
            return outcomes

        outcomes = await self._lanes.run(FACTS, work)
        for outcome in outcomes:
            if outcome.did in _CHANGED and outcome.fact is not None:
                await self._log(outcome.fact)
        return outcomes

    async def _stands(self, message: Message) -> bool:
        """Say whether a message still says what was read."""
        held = await self._store.get_message(message.place.guild, message.id)
        return held is not None and held.text == message.text

    async def _keep(self, proposal: Proposal, changes: _Changes) -> list[Outcome]:
        message, own = proposal.message, proposal.subject in (proposal.message.author.id, LORE)
        agreed = await self._consent.at(message.place, [message.author.id, proposal.subject])
        if not await self._may_tell(message, proposal.subject, agreed, own=own):
            return []
        upserts = []
        for upsert in proposal.upserts:
            source = None if proposal.by_rules else message.text
            judged = admit(upsert, source=source, guard=self._settings.guard)
            if isinstance(judged, Rejected):
                log.info("a fact was refused", action="memory_fact", reason=str(judged.reason))
                continue
            told = await naming_as_said(self._store, judged.upsert, message, proposal.subject)
            if not await self._may_speak_of(told.named, message, told.text):
                log.info("a fact was refused", action="memory_fact", reason="names who does not agree")
                continue
            sure = told.confidence if own else min(told.confidence, HEARSAY)
            upserts.append(replace(told, confidence=sure))
        if not upserts and not proposal.deprecations:
            return []
        audience = audience_of(message.place)
        if proposal.subject not in changes.held:
            facts = await self._store.facts_of(proposal.subject)
            changes.held[proposal.subject] = {fact.key: fact for fact in facts}
        known = list(changes.held[proposal.subject].values())
        if await self._has_enough(message.author.id, changes):
            log.info("a fact was left out: too many within an hour", action="memory_fact")
            return []
        merged = merge(
            [f for f in known if may_hear(audience, f) or f.status is Status.FORGOTTEN],
            said_in(message, proposal.subject, type_=SourceType.SUMMARY, at=self._clock.now()),
            upserts=upserts,
            deprecations=proposal.deprecations,
            cap=self._settings.lore_cap if proposal.subject == LORE else self._settings.facts_cap,
        )
        if agreed.quarantined:
            merged = replace(merged, save=held_back(merged.save, known))
        changes.take(proposal.subject, merged)
        return list(merged.outcomes)

    async def _has_enough(self, person: int, changes: _Changes) -> bool:
        """Say whether as much as one person may have kept within an hour, about anybody, has been."""
        said = {fact.key: fact for fact in await self._store.facts_by(person)} | changes.save
        return too_many(said.values(), person, at=self._clock.now(), limit=self._settings.remember_per_hour)

    async def _may_tell(self, message: Message, subject: int, agreed: Agreed, *, own: bool) -> bool:
        """Say whether what somebody said may be kept: both must agree, and neither have it erased since."""
        if not agreed.tells(message.author.id, subject):
            return False
        return own or (self._settings.about_others and await self._may_speak_of([subject], message))

    async def _may_speak_of(self, people: Collection[int], message: Message, text: str = "") -> bool:
        """Say whether what a message says of others may be kept: they agree, and none had it erased since."""
        agreed = await self._consent.at(message.place, people)
        gone = [person_name(person) for person in people]
        gone += [called_name(message.place.guild, name) for name in could_be_names(text)]
        erased = await self._store.buried(gone) if gone else {}
        return agreed.lets(people) and all(at < message.sent_at for at in erased.values())

    async def _log(self, fact: Fact) -> None:
        await self._store.log_action(
            Action(
                kind="memory_fact",
                at=self._clock.now(),
                guild=fact.guild,
                detail=str(fact.kind),
                person=fact.asserted_by,
                channel=fact.source.channel or 0,
                origin=fact.origin,
            )
        )


def _prompt(messages: Sequence[Message], held: Sequence[Fact], settings: Settings) -> Prompt:
    """Write what is known and what was said, everything quoted, people by name and id."""
    people = {m.author.id: m.author for m in messages}
    people |= {person.id: person for m in messages for person in m.mentions}
    names = shown_names(people)
    known = [f"{names[f.subject]} (id {f.subject}): {f.id} [{f.kind}] {one_line(f.text)}" for f in held]
    said = []
    for number, m in enumerate(messages, 1):
        who = f"{names[m.author.id]} (id {m.author.id}{', a bot' if m.author.bot else ''})"
        text = clip(one_line(m.text), settings.extract_chars)
        said.append(f"{number}. {m.sent_at:%Y-%m-%d} {who}: {text}")
    return load_prompt("extract").fill(
        limit=str(settings.extract_limit), known="\n".join(known), messages="\n".join(said)
    )


def _cited(messages: Sequence[Message], number: int) -> Message | None:
    """Find the message a model names; what a bot said is never learned."""
    message = messages[number - 1] if 1 <= number <= len(messages) else None
    return None if message is None or message.author.bot else message


def _subject(learned: Learned, message: Message, people: dict[int, Person]) -> int | None:
    """Read whom a fact is about: the one who said it, or somebody present; a name must be one person's."""
    about = learned.about.strip()
    if not about:
        return message.author.id
    if about.isdecimal():
        return next((id_ for id_ in people if str(id_) == about), None)
    return _bearer(about, people)


def _bearer(name: str, people: dict[int, Person]) -> int | None:
    """Find who bears a name; nobody when several do."""
    named = [id_ for id_, person in people.items() if person.name.casefold() == name.casefold()]
    return named[0] if len(named) == 1 else None


def _from_now(upsert: Upsert, at: datetime) -> Upsert:
    """Let a plan be known from the moment it is told: when it begins stands in its text."""
    ahead = upsert.valid_from is not None and upsert.valid_from > at
    return replace(upsert, valid_from=None) if ahead else upsert


def _upsert(learned: Learned) -> Upsert:
    until = None
    if learned.until:
        try:
            until = datetime.fromisoformat(learned.until).replace(tzinfo=UTC) + timedelta(days=1)
        except (ValueError, OverflowError):
            log.info("a date was not understood", action="memory_fact", given=learned.until[:40])
    return Upsert(
        text=learned.text,
        kind=Kind.parse(learned.kind),
        id=learned.id or None,
        tags=tuple(tag.lower() for tag in learned.tags[:5]),
        confidence=0.9,
        evidence=learned.evidence,
        expires_at=until,
    )


def _ended(ended: Ended, held: Sequence[Fact]) -> Fact | None:
    """Find the known fact a model ends: by id, or by most of its text."""
    for fact in held:
        if ended.id and fact.id == ended.id:
            return fact
    wanted = ended.match_text.strip().casefold()
    close = [f for f in held if wanted and wanted in f.text.casefold() and len(wanted) >= 0.6 * len(f.text)]
    return close[0] if close else None
