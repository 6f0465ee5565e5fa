"""Commands in plain words: "Bot, remember that gruzilkin is Sergey".

A second way to say the same: what is understood becomes the same command at the same desk, with the same
checks, the same audience and the same undo. Rules read it first; a model is asked only when they are not
sure and the words speak of remembering. The answer is in the language that was spoken.
"""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any

from dnam.commands.choices import KEPT
from dnam.commands.desk import Desk
from dnam.commands.gather import Gatherer
from dnam.commands.minds import Minds
from dnam.commands.values import Answer, Command
from dnam.errors import BadInput
from dnam.languages import reply
from dnam.model import DM_GUILD, LORE, Fact, Person, Status
from dnam.ports import Clock, Store
from dnam.rules import answer as write
from dnam.rules.admit import Kept
from dnam.rules.claims import awaited
from dnam.rules.merge import Outcome, Upsert
from dnam.rules.permit import refusal
from dnam.rules.quote import one_line, shown_name
from dnam.rules.requests import (
    About,
    Circle,
    Request,
    Unclear,
    Verb,
    closest,
    is_entry,
    looks_like_a_name,
    person_named,
    understand,
    whose,
    without_pronoun,
)
from dnam.rules.slots import stated
from dnam.rules.text import clip, collapse
from dnam.rules.wording import capital
from dnam.settings import Settings

Work = Callable[[], Coroutine[Any, Any, Answer]]


class Listener:
    """Understands what is said to the assistant about its memory."""

    def __init__(self, store: Store, *, desk: Desk, minds: Minds, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._desk = desk
        self._minds = minds
        self._settings = settings
        self._choices = desk.choices
        self._gatherer = Gatherer(
            store,
            choices=desk.choices,
            admission=desk.admission,
            minds=minds,
            settings=settings,
            clock=clock,
        )
        self._p = collapse(settings.command_prefix)

    async def understand(self, command: Command) -> list[Work]:
        """Say what is to be done, to be done in the lane of facts; nothing when it is no request."""
        if command.assistant is None:
            return []
        heard = command.understood or understand(command.text, assistant=command.assistant)
        said = heard.request
        if said is None and heard.could_be_meant:
            said = await self._routed(command)
        if said is None:
            return []
        command = replace(command, language=said.language)
        if said.verb in (Verb.ERASE, Verb.OPTOUT, Verb.OPTIN):
            return [self._asks_desk(command, f"{self._p} {said.verb}")]
        if why := await self._desk.disagreement(command):
            return [lambda: _say(why)]
        await self._desk.see(command)
        if said.verb is Verb.SEARCH:
            return [self._asks_desk(command, f"{self._p} search {said.text}")]
        plan = {Verb.REMEMBER: self._remember, Verb.FORGET: self._forget, Verb.KNOW: self._know}[said.verb]
        work = await plan(command, said, await self._choices.circle(command))
        return [work] if work else []

    async def _routed(self, command: Command) -> Request | None:
        """Let a model say what is meant; a statement must stand in the message."""
        found = await self._minds.route(command, command.text)
        if found is None or found.verb == "none":
            return None
        text = collapse(found.text)
        judged = await self._desk.admission.judged(Upsert(text=text), command.text) if text else None
        if found.verb == "remember" and judged is not None and not isinstance(judged, Kept):
            return None
        if (found.verb == "know" and not found.about) or (found.verb == "forget" and not text):
            return None
        language = found.language.strip().casefold()[:2]
        return Request(
            verb=Verb(found.verb), language=language, text=text, about=found.about.strip(), sure=False
        )

    def _asks_desk(self, command: Command, typed: str) -> Work:
        """Let the desk do what was said as the command it is."""
        asked = replace(command, text=typed, said=command.text)
        return lambda: self._desk.answer(asked)

    # Remembering

    async def _remember(self, command: Command, said: Request, circle: Circle) -> Work | None:
        about = person_named(said.about, circle, said.language) if said.about else None
        if isinstance(about, Unclear):
            return self._answers(said, "who", who=about.name)
        if not said.text:
            proposals = await self._gatherer.find(command, about)

            async def gather() -> Answer:
                try:
                    outcomes = await self._gatherer.keep(command, proposals)
                except BadInput as problem:
                    return Answer(text=str(problem))
                if outcomes:
                    await self._desk.note(command, "remember")
                return await self._remembered(command, said, outcomes)

            return gather
        found = self._stated(said, about, circle)
        if isinstance(found, Unclear):
            return self._answers(said, "who", who=found.name)
        typed = f"lore {said.text}" if self._is_lore(command, said) else self._typed(command, found)
        told = replace(command, mentions=(*command.mentions, found.person))
        work = self._asks_desk(told, f"{self._p} {typed}")

        async def remember() -> Answer:
            answer = await work()
            return await self._remembered(command, said, answer.kept) if answer.changed else answer

        return remember

    def _is_lore(self, command: Command, said: Request) -> bool:
        """Say whether a statement is about the guild as a whole."""
        return command.place.guild != DM_GUILD and not said.about and _is_lore(said.text)

    def _stated(self, said: Request, about: Person | None, circle: Circle) -> About | Unclear:
        if about is None:
            return whose(said.text, circle, said.language, verb_last=said.verb_last)
        text = without_pronoun(said.text, said.language)
        found = whose(text, circle, said.language, verb_last=said.verb_last)
        if isinstance(found, About) and found.person.id == about.id:
            return found
        return About(person=about, text=capital(text))

    def _typed(self, command: Command, found: About) -> str:
        """Write a statement as the command it is."""
        own = found.person.id == command.person.id and not found.text.startswith(("@", "<@"))
        return f"remember {'' if own else f'<@{found.person.id}> '}{found.text}"

    async def _remembered(self, command: Command, said: Request, outcomes: Sequence[Outcome]) -> Answer:
        facts = [outcome.fact for outcome in outcomes if outcome.fact is not None]
        if not facts:
            return Answer(text=reply(said.language, "nothing"))
        names = await self._choices.names(command, facts)
        lines = []
        for outcome in outcomes:
            if (fact := outcome.fact) is not None:
                guild = one_line(command.place.guild_name)
                who = guild if fact.subject == LORE else names.get(fact.subject, "")
                parts = {"who": who, "text": one_line(fact.text)}
                if fact.status is Status.CLAIMED:
                    waits = write.listed(awaited(fact), names, ", ")
                    lines.append(reply(said.language, "waits", waits=waits, **parts))
                else:
                    lines.append(reply(said.language, "remembered", **parts))
                if old := outcome.replaced:
                    lines.append(reply(said.language, "replaced", text=one_line(old.text), prefix=self._p))
        return Answer(text=clip("\n".join(lines), write.LIMIT), changed=True, kept=tuple(outcomes))

    # Forgetting

    async def _forget(self, command: Command, said: Request, circle: Circle) -> Work | None:
        if said.everything:
            return lambda: self._offer_everything(command, said)
        if is_entry(said.text):
            return lambda: self._drop_entries(command, said)
        found = whose(said.text, circle, said.language, verb_last=said.verb_last)
        person = self._meant(said, found, circle)
        reason = said.text.partition(",")[0]  # "…, I have moved" only says why
        wanted = (said.text, reason, *((found.text,) if isinstance(found, About) else ()))
        sure, likely = closest(wanted, await self._mine(command, person))
        if not sure and not likely:
            if not said.sure:
                return None
            if isinstance(found, Unclear):
                return self._answers(said, "who", who=found.name)

        async def forget() -> Answer:
            sure, likely = closest(wanted, await self._mine(command, person))
            if len(sure) == 1:
                return await self._drop(command, said, sure)
            if several := sure or likely:
                return await self._offer(command, said, several)
            return await self._not_found(command, said, person, wanted)

        return forget

    def _meant(self, said: Request, found: About | Unclear, circle: Circle) -> Person | None:
        """Say whose facts are meant, if somebody else's: named apart or in the statement."""
        named = person_named(said.about, circle, said.language) if said.about else None
        person = named if isinstance(named, Person) else found.person if isinstance(found, About) else None
        return None if person is None or person.id == circle.speaker.id else person

    async def _mine(self, command: Command, person: Person | None) -> list[Fact]:
        """Give what the speaker may have forgotten here, of one person or of all."""
        return [
            fact
            for fact in await self._choices.controlled(command)
            if fact.status in KEPT and (person is None or fact.subject == person.id)
        ]

    async def _drop_entries(self, command: Command, said: Request) -> Answer:
        try:
            chosen, _ = await self._choices.choose(command, said.text, "forget", KEPT)
        except BadInput as problem:
            return Answer(text=str(problem))
        return await self._drop(command, said, chosen)

    async def _offer_everything(self, command: Command, said: Request) -> Answer:
        """List all that is known of the speaker: so much is not forgotten on a word."""
        facts = [
            f for f in await self._choices.about(command, command.person.id) if f.status is Status.ACTIVE
        ]
        if not facts:
            return await self._listed(command, said, command.person, [])
        return await self._offer(command, said, facts)

    async def _offer(self, command: Command, said: Request, facts: Sequence[Fact]) -> Answer:
        entries = [write.choice(i, fact) for i, fact in enumerate(facts, 1)]
        tail = reply(said.language, "pick", prefix=self._p)
        text, shown = write.fit(reply(said.language, "which"), entries, tail)
        return await self._choices.listing(command, text, facts[:shown])

    async def _drop(self, command: Command, said: Request, facts: Sequence[Fact]) -> Answer:
        await self._choices.drop(command, facts)
        await self._desk.note(command, "forget")
        lines = [reply(said.language, "forgotten", text=one_line(fact.text)) for fact in facts]
        return Answer(text=clip("\n".join(lines), write.LIMIT), changed=True)

    async def _not_found(
        self, command: Command, said: Request, person: Person | None, wanted: Sequence[str]
    ) -> Answer:
        """Say that nothing fits, or that what fits is in somebody else's hands."""
        text = clip(one_line(said.text), 200)
        if person is not None:
            known = [f for f in await self._choices.about(command, person.id) if f.status is Status.ACTIVE]
            if any(closest(wanted, known)):
                return Answer(text=reply(said.language, "not_yours", who=shown_name(person)))
        return Answer(text=reply(said.language, "not_found", text=text))

    # Looking

    async def _know(self, command: Command, said: Request, circle: Circle) -> Work | None:
        person = person_named(said.about, circle, said.language) if said.about else circle.speaker
        if isinstance(person, Unclear):
            borne = any(p.name.casefold() == person.name.casefold() for p in circle.members)
            if borne or looks_like_a_name(said.about):
                return self._answers(said, "who", who=person.name)
            return None  # a question about the world

        if not self._choices.may(command, "know", subject=person.id):
            return lambda: _say(refusal("know", said.language))

        async def know() -> Answer:
            known = await self._choices.about(command, person.id)
            return await self._listed(command, said, person, [f for f in known if f.status is Status.ACTIVE])

        return know

    async def _listed(self, command: Command, said: Request, person: Person, facts: Sequence[Fact]) -> Answer:
        names = await self._choices.names(replace(command, mentions=(*command.mentions, person)), facts)
        who = names[person.id]
        if not facts:
            return Answer(text=reply(said.language, "unknown", who=who))
        entries = [write.known_fact(i, fact, names) for i, fact in enumerate(facts, 1)]
        text, shown = write.fit(reply(said.language, "known", who=who), entries)
        return await self._choices.listing(command, text, facts[:shown])

    def _answers(self, said: Request, what: str, **parts: str) -> Work:
        async def answer() -> Answer:
            shown = {name: clip(one_line(part), 100) for name, part in parts.items()}
            return Answer(text=reply(said.language, what, **shown))

        return answer


async def _say(text: str) -> Answer:
    return Answer(text=text)


def _is_lore(text: str) -> bool:
    """Return whether a statement is about the guild as a whole."""
    found = stated(text)
    return found is not None and found.slot == "lore"
