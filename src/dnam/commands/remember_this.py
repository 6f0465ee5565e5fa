"""Remembering what was just said: "remember this about Florent".

The conversation is read by a model when there is one, else by rules; when neither finds a statement, the
message that is meant is kept as a quote. What is kept stays the word of whoever said it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dnam.admission import CHANGED, Changes, Proposal, Refused, Why
from dnam.audience import audience_of
from dnam.commands.dispatch import Dispatcher
from dnam.commands.request_model import RequestModel
from dnam.commands.values import Command, sentence, unkept
from dnam.domain import Message, Person, SourceType, Status
from dnam.errors import BadInput
from dnam.languages import refuse
from dnam.ports import Store
from dnam.prompts.conversations import learned_from, people_in
from dnam.rules.fact_merge import Outcome, Upsert
from dnam.rules.statement_facts import guess_kind, learn
from dnam.rules.text import collapse
from dnam.settings import Settings

LAST = 12
"""How many messages of the conversation "this" can mean."""


class RememberThis:
    def __init__(
        self, store: Store, *, dispatcher: Dispatcher, request_model: RequestModel, settings: Settings
    ) -> None:
        self._store = store
        self._admission = dispatcher.admission
        self._targets = dispatcher.targets
        self._changes = dispatcher.changes
        self._request_model = request_model
        self._settings = settings

    async def find(self, command: Command, about: Person | None) -> list[Proposal]:
        """Read the conversation for what is meant; changes nothing."""
        messages = await self._messages(command)
        if not any(not message.author.bot for message in messages):
            return []
        known = await self._targets.about(command, about.id) if about else []
        active = [fact for fact in known if fact.status is Status.ACTIVE]
        learned = await self._request_model.find(command, messages, about, active)
        people = people_in(messages) | ({about.id: about} if about else {})
        by_model = learned_from(messages, learned, people)
        read = (replace(_proposal(*one), grounded=True) for one in by_model)
        proposals = await self._fit(read, about)
        if not proposals:
            meant = messages if about else messages[-1:]
            proposals = await self._fit(self._by_rules(meant, people), about)
        if not proposals:
            proposals = await self._fit([_quote(_last(messages), about)], about)
        return proposals

    async def keep(self, command: Command, proposals: Sequence[Proposal]) -> list[Outcome]:
        """Merge what was found, as one step that can be undone; raises BadInput when nothing can be kept."""
        if await self._admission.limited(command.person.id):
            raise BadInput(sentence(Refused(why=Why.LIMIT), self._settings, command.language))
        outcomes, changes, why = [], Changes(), refuse(command.language, "refused_not_grounded")
        for proposal in proposals:
            if not await self._admission.still_says(proposal.message):
                continue
            outcome = await self._admission.consider(proposal, changes)
            if isinstance(outcome, Outcome) and outcome.did in CHANGED:
                outcomes.append(outcome)
            else:
                why = unkept(outcome, self._settings, command.language) or why
        if not outcomes:
            raise BadInput(why if proposals else refuse(command.language, "refused_empty"))
        await self._changes.save_merged(command, changes)
        return outcomes

    async def _messages(self, command: Command) -> list[Message]:
        """Return the message that is answered, else the last ones here, oldest first."""
        place, audience = command.place, audience_of(command.place)
        if command.reply_to is not None:
            meant = await self._store.get_message(place.guild, command.reply_to)
            here = meant is not None and meant.place.channel == place.channel
            read = await self._store.read_positions(audience, [meant.position]) if meant and here else {}
            return [entry.message for entry in read.values()]
        return await self._store.recent_messages(audience, place.channel, limit=LAST, before=command.message)

    def _by_rules(self, messages: Sequence[Message], people: dict[int, Person]) -> Iterable[Proposal]:
        chars, limit = self._settings.extract_chars, self._settings.extract_limit
        for message in messages:
            for subject, upsert in learn(message, (), people, chars=chars, limit=limit):
                yield _proposal(message, subject, upsert)

    async def _fit(self, proposals: Iterable[Proposal], about: Person | None) -> list[Proposal]:
        """Keep what is about the person asked for, may be kept, and was said in so many words."""
        meant = [one for one in proposals if about is None or one.subject == about.id]
        judged = [await self._admission.guarded(one) for one in meant]
        return [one for one in judged if isinstance(one, Proposal)]


def _last(messages: Sequence[Message]) -> Message:
    return next(message for message in reversed(messages) if not message.author.bot)


def _quote(message: Message, about: Person | None) -> Proposal:
    """Keep the words as they were said: a quote says no more than that somebody said it."""
    quote = collapse(message.text)
    subject = about.id if about else message.author.id
    return _proposal(message, subject, Upsert(text=f"“{quote}”", kind=guess_kind(quote), evidence=quote))


def _proposal(message: Message, subject: int, upsert: Upsert) -> Proposal:
    return Proposal(message=message, subject=subject, change=upsert, source=SourceType.DISCORD)
