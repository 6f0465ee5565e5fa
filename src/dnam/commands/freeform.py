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
from dnam.model import DM_GUILD, LORE, Fact, Person, Status
from dnam.ports import Clock, Store
from dnam.rules import answer as write
from dnam.rules.admit import Kept, admit
from dnam.rules.claims import awaited
from dnam.rules.freeform import (
    About,
    Circle,
    Freeform,
    Unclear,
    Verb,
    closest,
    could_be_meant,
    is_entry,
    looks_like_a_name,
    person_named,
    read,
    refused,
    tell,
    whose,
)
from dnam.rules.freeform.wording import without_pronoun
from dnam.rules.merge import Outcome, Upsert
from dnam.rules.permit import refusal
from dnam.rules.quote import one_line, shown_name
from dnam.rules.statements.others import read_lore
from dnam.rules.text import clip, collapse
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
            consent=desk.consent,
            minds=minds,
            settings=settings,
            clock=clock,
        )
        self._p = collapse(settings.command_prefix)

    async def understand(self, command: Command) -> list[Work]:
        """Say what is to be done, to be done in the lane of facts; nothing when it is no request."""
        assistant = command.assistant
        if assistant is None:
            return []
        said = read(command.text, assistant=assistant)
        if said is None and could_be_meant(command.text, assistant=assistant):
            said = await self._routed(command)
        if said is None:
            return []
        if why := await self._desk.disagreement(command):
            return [lambda: _say(why)]
        await self._desk.see(command)
        circle = await self._circle(command)
        plan = {Verb.REMEMBER: self._remember, Verb.FORGET: self._forget, Verb.KNOW: self._know}[said.verb]
        work = await plan(command, said, circle)
        return [work] if work else []

    async def _routed(self, command: Command) -> Freeform | None:
        """Let a model say what is meant; a statement must stand in the message."""
        found = await self._minds.route(command, command.text)
        if found is None or found.verb == "none":
            return None
        text = collapse(found.text)
        judged = admit(Upsert(text=text), source=command.text, guard=self._settings.guard) if text else None
        if found.verb == "remember" and judged is not None and not isinstance(judged, Kept):
            return None
        if (found.verb == "know" and not found.about) or (found.verb == "forget" and not text):
            return None
        language = found.language.strip().casefold()[:2]
        return Freeform(
            verb=Verb(found.verb), language=language, text=text, about=found.about.strip(), sure=False
        )

    async def _circle(self, command: Command) -> Circle:
        """Say who can be meant here; in a direct message nobody but who is mentioned."""
        guild = command.place.guild
        members = await self._store.people(guild) if guild != DM_GUILD else {}
        mentioned = tuple(person for person in command.mentions if not person.bot)
        return Circle(speaker=command.person, mentioned=mentioned, members=tuple(members.values()))

    # Remembering

    async def _remember(self, command: Command, said: Freeform, circle: Circle) -> Work | None:
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
        if why := refused(said.language, found.text, self._settings.guard):
            return lambda: _say(why)
        if self._is_lore(command, said):
            return self._asks_desk(command, said, f"{self._p} lore {said.text}", found.person)
        text = await self._gatherer.worded(command, found.text) if found.first_person else found.text
        return self._asks_desk(command, said, self._typed(command, found.person, text), found.person)

    def _asks_desk(self, command: Command, said: Freeform, typed: str, person: Person) -> Work:
        """Let the desk do it as the command it is, and tell it in the speaker's language."""
        told = replace(command, text=typed, mentions=(*command.mentions, person))

        async def remember() -> Answer:
            answer = await self._desk.answer(told)
            return await self._remembered(command, said, answer.kept) if answer.changed else answer

        return remember

    def _is_lore(self, command: Command, said: Freeform) -> bool:
        """Say whether a statement is about the guild as a whole."""
        return command.place.guild != DM_GUILD and not said.about and bool(read_lore(collapse(said.text)))

    def _stated(self, said: Freeform, about: Person | None, circle: Circle) -> About | Unclear:
        if about is None:
            return whose(said.text, circle, said.language, verb_last=said.verb_last)
        text = without_pronoun(said.text)
        found = whose(text, circle, said.language, verb_last=said.verb_last)
        if isinstance(found, About) and found.person.id == about.id:
            return found
        return About(person=about, text=text[:1].upper() + text[1:])

    def _typed(self, command: Command, person: Person, text: str) -> str:
        """Write a statement as the command it is."""
        own = person.id == command.person.id and not text.startswith(("@", "<@"))
        return f"{self._p} remember {'' if own else f'<@{person.id}> '}{text}"

    async def _remembered(self, command: Command, said: Freeform, outcomes: Sequence[Outcome]) -> Answer:
        facts = [outcome.fact for outcome in outcomes if outcome.fact is not None]
        if not facts:
            return Answer(text=tell(said.language, "nothing"))
        names = await self._choices.names(command, facts)
        lines = []
        for outcome in outcomes:
            if (fact := outcome.fact) is not None:
                who = (
                    names.get(fact.subject, "")
                    if fact.subject != LORE
                    else one_line(command.place.guild_name)
                )
                parts = {"who": who, "text": one_line(fact.text)}
                if fact.status is Status.CLAIMED:
                    waits = write.listed(awaited(fact), names, ", ")
                    lines.append(tell(said.language, "waits", waits=waits, **parts))
                else:
                    lines.append(tell(said.language, "remembered", **parts))
                if old := outcome.replaced:
                    lines.append(tell(said.language, "replaced", text=one_line(old.text), prefix=self._p))
        return Answer(text=clip("\n".join(lines), write.LIMIT), changed=True, kept=tuple(outcomes))

    # Forgetting

    async def _forget(self, command: Command, said: Freeform, circle: Circle) -> Work | None:
        if said.everything:
            return lambda: self._offer_everything(command, said)
        if is_entry(said.text):
            return lambda: self._drop_entries(command, said)
        found = whose(said.text, circle, said.language, verb_last=said.verb_last)
        person = self._meant(said, found, circle)
        wanted = (said.text, found.text) if isinstance(found, About) else (said.text,)
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

    def _meant(self, said: Freeform, found: About | Unclear, circle: Circle) -> Person | None:
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

    async def _drop_entries(self, command: Command, said: Freeform) -> Answer:
        try:
            chosen, _ = await self._choices.choose(command, said.text, "forget", KEPT)
        except BadInput as problem:
            return Answer(text=str(problem))
        return await self._drop(command, said, chosen)

    async def _offer_everything(self, command: Command, said: Freeform) -> Answer:
        """List all that is known of the speaker: so much is not forgotten on a word."""
        facts = [
            f for f in await self._choices.about(command, command.person.id) if f.status is Status.ACTIVE
        ]
        if not facts:
            return await self._listed(command, said, command.person, [])
        return await self._offer(command, said, facts)

    async def _offer(self, command: Command, said: Freeform, facts: Sequence[Fact]) -> Answer:
        entries = [write.choice(i, fact) for i, fact in enumerate(facts, 1)]
        tail = tell(said.language, "pick", prefix=self._p)
        text, shown = write.fit(tell(said.language, "which"), entries, tail)
        return await self._choices.listing(command, text, facts[:shown])

    async def _drop(self, command: Command, said: Freeform, facts: Sequence[Fact]) -> Answer:
        await self._choices.drop(command, facts)
        await self._desk.note(command, "forget")
        lines = [tell(said.language, "forgotten", text=one_line(fact.text)) for fact in facts]
        return Answer(text=clip("\n".join(lines), write.LIMIT), changed=True)

    async def _not_found(
        self, command: Command, said: Freeform, person: Person | None, wanted: Sequence[str]
    ) -> Answer:
        """Say that nothing fits, or that what fits is in somebody else's hands."""
        text = clip(one_line(said.text), 200)
        if person is not None:
            known = [f for f in await self._choices.about(command, person.id) if f.status is Status.ACTIVE]
            if any(closest(wanted, known)):
                return Answer(text=tell(said.language, "not yours", who=shown_name(person)))
        return Answer(text=tell(said.language, "not found", text=text))

    # Looking

    async def _know(self, command: Command, said: Freeform, circle: Circle) -> Work | None:
        person = person_named(said.about, circle, said.language)
        if isinstance(person, Unclear):
            borne = any(p.name.casefold() == person.name.casefold() for p in circle.members)
            if borne or looks_like_a_name(said.about):
                return self._answers(said, "who", who=person.name)
            return None  # a question about the world

        if not self._choices.may(command, "know", subject=person.id):
            return lambda: _say(refusal("know"))

        async def know() -> Answer:
            known = await self._choices.about(command, person.id)
            return await self._listed(command, said, person, [f for f in known if f.status is Status.ACTIVE])

        return know

    async def _listed(
        self, command: Command, said: Freeform, person: Person, facts: Sequence[Fact]
    ) -> Answer:
        names = await self._choices.names(replace(command, mentions=(*command.mentions, person)), facts)
        who = names[person.id]
        if not facts:
            return Answer(text=tell(said.language, "unknown", who=who))
        entries = [write.known_fact(i, fact, names) for i, fact in enumerate(facts, 1)]
        text, shown = write.fit(tell(said.language, "known", who=who), entries)
        return await self._choices.listing(command, text, facts[:shown])

    def _answers(self, said: Freeform, what: str, **parts: str) -> Work:
        async def answer() -> Answer:
            shown = {name: clip(one_line(part), 100) for name, part in parts.items()}
            return Answer(text=tell(said.language, what, **shown))

        return answer


async def _say(text: str) -> Answer:
    return Answer(text=text)
