"""Remembering what was just said: "remember this about Florent".

The conversation is read by a model when there is one, else by rules; when neither finds a statement, the
message that is meant is kept as a quote. What is kept stays the word of whoever said it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dnam.audience import audience_of, may_hear
from dnam.commands.choices import Choices
from dnam.commands.minds import Minds
from dnam.commands.values import FACTS_OFF, Command
from dnam.consent import Consent
from dnam.errors import BadInput
from dnam.model import LORE, Fact, Kind, Message, Person, SourceType, Status
from dnam.naming import naming_as_said
from dnam.ports import Clock, Store
from dnam.prompts.replies import Learned
from dnam.rules.admit import Kept, admit
from dnam.rules.claims import as_saved, held_back
from dnam.rules.kinds import guess_kind
from dnam.rules.merge import HEARSAY, Did, Outcome, Upsert, merge
from dnam.rules.sayings import said_in
from dnam.rules.statements import extract
from dnam.rules.text import collapse
from dnam.settings import Settings

LAST = 12
"""How many messages of the conversation "this" can mean."""
NOT_KEPT = (
    "What was said could not be kept: it was changed meanwhile, the memory is full of what was written "
    "by hand, or it is somebody else's word or was forgotten by whom it is about, or enough of who said it "
    "was kept within this hour. Nothing was changed."
)
DONE = (Did.ADDED, Did.UPDATED, Did.REFRESHED, Did.REVIVED)


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """What one message says of one person, admitted."""

    message: Message
    subject: int
    upsert: Upsert


class Gatherer:
    """Finds in a conversation what is to be remembered, and keeps it."""

    def __init__(
        self,
        store: Store,
        *,
        choices: Choices,
        consent: Consent,
        minds: Minds,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._store = store
        self._consent = consent
        self._choices = choices
        self._minds = minds
        self._settings = settings
        self._clock = clock

    async def find(self, command: Command, about: Person | None) -> list[Proposal]:
        """Read the conversation for what is meant; changes nothing."""
        messages = await self._messages(command)
        if not any(not message.author.bot for message in messages):
            return []
        known = await self._choices.about(command, about.id) if about else []
        active = [fact for fact in known if fact.status is Status.ACTIVE]
        learned = await self._minds.find(command, messages, about, active)
        people = {p.id: p for m in messages for p in (m.author, *m.mentions) if not p.bot}
        people |= {about.id: about} if about else {}
        proposals = self._fit(_from_model(learned, messages, people), about, grounded=True)
        if not proposals:
            meant = messages if about else messages[-1:]
            proposals = self._fit(self._by_rules(meant, people), about)
        if not proposals:
            proposals = self._fit([_quote(_last(messages), about)], about)
        return proposals

    async def worded(self, command: Command, text: str) -> str:
        """Let a model put a speaker's own words in the third person; the words as said when none does."""
        at, id_ = self._clock.now(), command.message or 0
        said = Message(id=id_, place=command.place, author=command.person, text=text, sent_at=at)
        for learned in await self._minds.find(command, [said], command.person, ()):
            judged = admit(Upsert(text=learned.text), source=text, guard=self._settings.guard)
            if isinstance(judged, Kept):
                return judged.upsert.text
        return text

    async def keep(self, command: Command, proposals: Sequence[Proposal]) -> list[Outcome]:
        """Merge what was found, as one step that can be undone; give what was kept.

        Raises BadInput when something was found that may not be kept.
        """
        if not self._settings.facts_enabled:
            raise BadInput(FACTS_OFF)
        await self._choices.refuse_too_many(command)
        before: dict[tuple[int, int, str, str], Fact] = {}
        after: dict[tuple[int, int, str, str], Fact] = {}
        drop: list[Fact] = []
        outcomes: list[Outcome] = []
        for proposal in proposals:
            message = proposal.message
            stands = await self._store.get_message(message.place.guild, message.id)
            if stands is None or stands.text != message.text:
                continue
            by, subject = message.author.id, proposal.subject
            upsert = await naming_as_said(self._store, proposal.upsert, message, subject)
            agreed = await self._consent.at(message.place, [by, subject, *upsert.named])
            enough = await self._choices.has_enough(by, after.values())
            if enough or not agreed.tells(by, subject, upsert.named):
                continue
            held = {fact.key: fact for fact in await self._held(message, subject)}
            before |= held
            merged = merge(
                [*(held | {key: fact for key, fact in after.items() if key[1] == subject}).values()],
                said_in(message, subject, type_=SourceType.DISCORD, at=self._clock.now()),
                upserts=[upsert],
                cap=self._settings.lore_cap if subject == LORE else self._settings.facts_cap,
            )
            save = held_back(merged.save, held.values()) if agreed.quarantined else merged.save
            outcomes += [as_saved(outcome, save) for outcome in merged.outcomes if outcome.did in DONE]
            after |= {fact.key: fact for fact in save}
            drop += merged.drop
        if after or drop:
            gone = {fact.key for fact in drop}
            saved = [fact for key, fact in after.items() if key not in gone]
            await self._choices.change(command, before=[*before.values()], after=saved, drop=drop)
        if proposals and not outcomes:
            raise BadInput(NOT_KEPT)
        return outcomes

    async def _messages(self, command: Command) -> list[Message]:
        """Give the message that is answered, else the last ones here, oldest first."""
        place, audience = command.place, audience_of(command.place)
        if command.reply_to is not None:
            meant = await self._store.get_message(place.guild, command.reply_to)
            here = meant is not None and meant.place.channel == place.channel
            read = await self._store.read_spots(audience, [meant.spot]) if meant and here else {}
            return [found.message for found in read.values()]
        return await self._store.recent_messages(audience, place.channel, limit=LAST, before=command.message)

    def _by_rules(self, messages: Sequence[Message], people: dict[int, Person]) -> Iterable[Proposal]:
        for message in messages:
            named = {p.name.casefold(): p for p in people.values()}
            for found in extract(
                message.text[: self._settings.extract_chars],
                author=message.author,
                mentions=[p for p in people.values() if p.id != message.author.id],
                at=message.sent_at,
                limit=self._settings.extract_limit,
            ):
                bearer = named.get(found.about_name.casefold()) if found.about_name else message.author
                subject = found.about if found.about is not None else bearer.id if bearer else None
                if subject is not None:
                    yield Proposal(message=message, subject=subject, upsert=found.upsert)

    def _fit(
        self, proposals: Iterable[Proposal], about: Person | None, *, grounded: bool = False
    ) -> list[Proposal]:
        """Keep what is about the person asked for, may be kept, and was said in so many words."""
        kept = []
        for one in proposals:
            own = one.subject in (one.message.author.id, LORE)
            if (about and one.subject != about.id) or not (own or self._settings.about_others):
                continue
            source = one.message.text if grounded else None
            judged = admit(one.upsert, source=source, guard=self._settings.guard)
            if isinstance(judged, Kept):
                sure = judged.upsert.confidence if own else min(judged.upsert.confidence, HEARSAY)
                kept.append(replace(one, upsert=replace(judged.upsert, confidence=sure)))
        return kept

    async def _held(self, message: Message, subject: int) -> list[Fact]:
        audience = audience_of(message.place)
        facts = await self._store.facts_of(subject)
        return [fact for fact in facts if may_hear(audience, fact) or fact.status is Status.FORGOTTEN]


def _from_model(
    learned: Sequence[Learned], messages: Sequence[Message], people: dict[int, Person]
) -> Iterable[Proposal]:
    """Read a model's answer: what names no message of a person, or nobody present, is left out."""
    for one in learned:
        message = messages[one.message - 1] if 1 <= one.message <= len(messages) else None
        if message is None or message.author.bot:
            continue
        about = one.about.strip()
        bearers = [
            id_
            for id_, p in people.items()
            if about in (str(id_), p.name) or (not about and id_ == message.author.id)
        ]
        if len(bearers) == 1:
            upsert = Upsert(
                text=one.text,
                kind=Kind.parse(one.kind),
                id=one.id or None,
                confidence=0.9,
                evidence=one.evidence,
            )
            yield Proposal(message=message, subject=bearers[0], upsert=upsert)


def _last(messages: Sequence[Message]) -> Message:
    return next(message for message in reversed(messages) if not message.author.bot)


def _quote(message: Message, about: Person | None) -> Proposal:
    """Keep the words as they were said: a quote says no more than that somebody said it."""
    said = collapse(message.text)
    subject = about.id if about else message.author.id
    return Proposal(
        message=message,
        subject=subject,
        upsert=Upsert(text=f"“{said}”", kind=guess_kind(said), evidence=said),
    )
