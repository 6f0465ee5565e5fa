"""Commands in plain words: "Bot, remember that gruzilkin is Sergey".

A second way to say the same: what is understood becomes the same command at the same place, with the same
checks, the same audience and the same undo. Rules read it first; a model is asked only when they are not
sure and the words speak of remembering. The answer is in the language that was spoken.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from dnam.admission import Proposal
from dnam.commands.dispatch import Dispatcher
from dnam.commands.open_question import drop_question, note_question, open_question
from dnam.commands.remember_this import RememberThis
from dnam.commands.request_model import RequestModel
from dnam.commands.targets import KEPT
from dnam.commands.values import Answer, Command
from dnam.domain import DM_GUILD, Fact, Person, Status
from dnam.errors import BadInput
from dnam.languages import refuse, reply
from dnam.ports import Clock, Store
from dnam.rules import command_text as write
from dnam.rules import requests
from dnam.rules.command_permissions import refusal
from dnam.rules.contradictions import stated as slot_of
from dnam.rules.fact_merge import Upsert
from dnam.rules.guard import Kept
from dnam.rules.question_cues import Participants, asks
from dnam.rules.quoting import one_line
from dnam.rules.requests import PeoplePresent, PersonStatement, Request, UnclearName, Understood, Verb
from dnam.rules.text import clip, collapse
from dnam.settings import Settings
from dnam.vectors import is_loaded

A_FEW = 3

Work = Callable[[], Coroutine[Any, Any, Answer]]


async def understand(text: str, assistant: Person) -> Understood:
    """Return what somebody who speaks to the assistant asks for; what it means is weighed in a thread.

    While the encoder is being loaded, patterns decide alone: what they do not know is talk, and is stored.
    """
    heard = requests.understand(text, assistant=assistant)
    if heard.request is not None or not await is_loaded():
        return heard
    return await asyncio.to_thread(requests.understand, text, assistant=assistant, addressed=True)


class PlainWords:
    def __init__(
        self,
        store: Store,
        *,
        dispatcher: Dispatcher,
        request_model: RequestModel,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._store = store
        self._clock = clock
        self._dispatcher = dispatcher
        self._request_model = request_model
        self._targets = dispatcher.targets
        self._remember_this = RememberThis(
            store, dispatcher=dispatcher, request_model=request_model, settings=settings
        )
        self._p = collapse(settings.command_prefix)

    async def understand(self, command: Command) -> list[Work]:
        """Return what to run in the turn in which facts change, or nothing when the text is no request."""
        if command.assistant is None:
            return []
        asked = await drop_question(self._store, command, self._clock.now())
        heard = command.understood or await understand(command.text, command.assistant)
        request = heard.request or (await self._routed(command) if heard.could_be_meant else None)
        if request is None or request.verb is Verb.YES:
            if not await self._declines(command, asked):
                return []
            spoken = await self._dispatcher.guilds.spoken(
                command.place.guild, command.text, command.person.id
            )
            return [_says(reply(command.language or spoken, "unchanged"))]
        return await self._requested(command, request)

    async def _requested(self, command: Command, request: Request) -> list[Work]:
        command = replace(command, language=request.language, prefix=self._p)
        self._dispatcher.guilds.heard(command.person.id, request.language)
        tells = request.verb in (Verb.HELP, Verb.RECAP)
        if tells and await self._request_model.answers_people(command.place.guild):
            return []  # a model answers for itself
        if request.verb is Verb.HELP:
            return [_says(command.says("notice"))]
        if request.verb in (Verb.ERASE, Verb.OPTOUT, Verb.OPTIN):
            return [self._as_command(command, str(request.verb))]
        if why := await self._dispatcher.disagreement(command):
            return [_says(why)]
        await self._dispatcher.see(command)
        if request.verb is Verb.UNDO or (request.verb is Verb.SEARCH and not request.own):
            return [self._as_command(command, f"{request.verb} {request.text}".strip())]
        plans = {
            Verb.REMEMBER: self._remember,
            Verb.FORGET: self._forget,
            Verb.KNOW: self._know,
            Verb.RECAP: self._recap,
            Verb.SEARCH: self._own_words,
        }
        work = await plans[request.verb](command, request, await self._targets.circle(command))
        return [work] if work else []

    async def confirmed(self, command: Command) -> Command:
        """Return the command that a plain "yes" to a question stands for, or else the command as it is."""
        asked = await open_question(self._store, command, self._clock.now())
        if asked is None or command.assistant is None:
            return command
        heard = command.understood or await understand(command.text, command.assistant)
        if heard.request is None or heard.request.verb is not Verb.YES:
            return command
        return replace(command, text=f"{self._p} {asked.words}", language=asked.language, assistant=None)

    async def _declines(self, command: Command, asked: bool) -> bool:
        """Return whether a few words that are no "yes" answer what was asked."""
        if not 0 < len(command.text.split()) <= A_FEW or asks(command.text):
            return False
        return await self._targets.ask_no_more(command) or asked

    async def _routed(self, command: Command) -> Request | None:
        """Let a model say what is meant; a statement must stand in the message."""
        routed = await self._request_model.route(command, command.text)
        if routed is None or routed.verb == "none":
            return None
        text = collapse(routed.text)
        judged = await self._dispatcher.admission.judged(Upsert(text=text), command.text) if text else None
        if routed.verb == "remember" and judged is not None and not isinstance(judged, Kept):
            return None
        if (routed.verb == "know" and not routed.about) or (routed.verb == "forget" and not text):
            return None
        verb, language = Verb(routed.verb), routed.language.strip().casefold()[:2]
        return Request(verb=verb, language=language, text=text, about=routed.about.strip(), sure=False)

    def _as_command(self, command: Command, typed: str) -> Work:
        asked = replace(command, text=f"{self._p} {typed}", plain_words=command.text)
        return lambda: self._dispatcher.answer(asked)

    async def _remember(self, command: Command, request: Request, circle: PeoplePresent) -> Work | None:
        about = requests.person_named(request.about, circle, request.language) if request.about else None
        if isinstance(about, UnclearName):
            return _unclear(request, about)
        if not request.text:
            proposals = await self._remember_this.find(command, about)
            return lambda: self._gather(command, proposals)
        stated = requests.whose(
            request.text, circle, request.language, verb_last=request.verb_last, about=about
        )
        if isinstance(stated, UnclearName):
            return _unclear(request, stated)
        own = stated.person.id == command.person.id and not stated.text.startswith(("@", "<@"))
        typed = f"remember {'' if own else f'<@{stated.person.id}> '}{stated.text}"
        slot = slot_of(request.text) if command.place.guild != DM_GUILD and not request.about else None
        if slot is not None and slot.slot == "lore":
            typed = f"lore {request.text}"
        return self._as_command(replace(command, mentions=(*command.mentions, stated.person)), typed)

    async def _gather(self, command: Command, proposals: Sequence[Proposal]) -> Answer:
        try:
            outcomes = await self._remember_this.keep(command, proposals)
        except BadInput as problem:
            return Answer(text=str(problem))
        await self._dispatcher.note(command, "remember")
        return await self._dispatcher.edits.remembered(command, outcomes)

    async def _forget(self, command: Command, request: Request, circle: PeoplePresent) -> Work | None:
        if request.everything or request.text.casefold() in ("all", "all yes"):
            return self._as_command(command, f"forget {'everything' if request.everything else request.text}")
        if requests.is_entry(request.text):
            return lambda: self._drop_entries(command, request.text)
        reading = requests.whose(request.text, circle, request.language, verb_last=request.verb_last)
        stated = reading if isinstance(reading, PersonStatement) else None
        named = requests.person_named(request.about, circle, request.language) if request.about else None
        person = named if isinstance(named, Person) else (stated.person if stated else None)
        if person is not None and person.id == circle.speaker.id:
            person = None  # what they said of others may be meant too
        reason = request.text.partition(",")[0]  # "…, I have moved" only says why
        wanted = (request.text, reason, *((stated.text,) if stated else ()))
        closest = partial(requests.closest, wanted, surely=request.sure)
        if not any(closest(await self._mine(command, person))):
            if not request.sure:
                return None
            if isinstance(reading, UnclearName):
                return _unclear(request, reading)

        async def forget() -> Answer:
            sure, likely = closest(await self._mine(command, person))
            if len(sure) == 1:
                return await self._drop(command, sure)
            if several := sure or likely:
                return await self._offer(command, several)
            known = await self._active(command, person.id) if person else []
            if any(closest(known)):
                return Answer(text=refusal("forget", request.language))
            return Answer(
                text=refuse(request.language, "found_nothing", text=clip(one_line(request.text), 200))
            )

        return forget

    async def _mine(self, command: Command, person: Person | None) -> list[Fact]:
        """Return what the speaker may have forgotten here, of one person or of all."""
        facts = [fact for fact in await self._targets.controlled(command) if fact.status in KEPT]
        return [fact for fact in facts if person is None or fact.subject == person.id]

    async def _active(self, command: Command, person: int) -> list[Fact]:
        return [f for f in await self._targets.about(command, person) if f.status is Status.ACTIVE]

    async def _offer(self, command: Command, facts: Sequence[Fact]) -> Answer:
        """Ask which of several facts is meant, or whether the only one is: a plain yes forgets it."""
        if len(facts) > 1:
            return await self._targets.choices(command, facts, command.says("which"))
        forget = f"forget {facts[0].id}"
        await note_question(self._store, command, forget, self._clock.now())
        names = await self._targets.names(command, facts)
        asked = command.says("forget_one", text=write.with_subject(facts[0], names, command.language))
        return replace(await self._targets.listing(command, asked, facts), confirm=forget)

    async def _drop_entries(self, command: Command, entries: str) -> Answer:
        try:
            chosen, _ = await self._targets.choose(command, entries, "forget", KEPT)
        except BadInput as problem:
            return Answer(text=str(problem))
        return await self._drop(command, chosen)

    async def _drop(self, command: Command, facts: Sequence[Fact]) -> Answer:
        answer = await self._dispatcher.edits.drop(command, facts)
        await self._dispatcher.note(command, "forget")
        return answer

    async def _recap(self, command: Command, request: Request, circle: PeoplePresent) -> Work | None:
        del request, circle
        recap = await self._dispatcher.lookups.recap(command)
        return _says(recap) if recap else None

    async def _own_words(self, command: Command, request: Request, circle: PeoplePresent) -> Work:
        del circle
        answer = await self._dispatcher.lookups.own_words(command, request.text)
        return _says(answer) if answer else self._as_command(command, f"search {request.text}")

    async def _know(self, command: Command, request: Request, circle: PeoplePresent) -> Work | None:
        person = (
            requests.person_named(request.about, circle, request.language)
            if request.about
            else circle.speaker
        )
        if isinstance(person, UnclearName):
            borne = person.name.casefold() in {member.name.casefold() for member in circle.members}
            meant = borne or request.about.startswith(("@", "<@"))  # else it is a question about the world
            return _unclear(request, person) if meant else None
        if not request.about and _names_another(command, circle):
            return None  # a question about them
        if not self._targets.may(command, "know", subject=person.id):
            return _says(refusal("know", request.language))
        return lambda: self._dispatcher.lookups.portray(command, person)


def _names_another(command: Command, circle: PeoplePresent) -> bool:
    people = {person.id: person.name for person in circle.members if not person.bot}
    return bool(Participants(people).named_by(command.text).keys() - {command.person.id})


def _unclear(request: Request, who: UnclearName) -> Work:
    return _says(refuse(request.language, "who", who=clip(one_line(who.name), 100)))


def _says(text: str) -> Work:
    async def answer() -> Answer:
        return Answer(text=text)

    return answer
