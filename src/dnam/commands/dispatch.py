"""Every command by its name: finds what is meant, lets it be done, and answers.

A command is answered in the lane in which facts change, so that nothing else changes them meanwhile. What is
listed, changed or searched is only what may be heard where the command was typed, and only what
`rules/permissions.py` allows; ids decide who somebody is, never names. Bad input is answered with a sentence
that says what would have been right, and changes nothing.
"""

import difflib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from dnam.admission import Admission
from dnam.audience import origin_of
from dnam.commands.claims import Claims
from dnam.commands.edits import FactEdits
from dnam.commands.lookups import Lookups
from dnam.commands.moderation import Moderation
from dnam.commands.privacy import Privacy
from dnam.commands.targets import Targets
from dnam.commands.values import Answer, Command, EraserPort, RecallPort
from dnam.consent import Consent
from dnam.errors import BadInput
from dnam.model import Action, Fact, Message, Question, Status
from dnam.ports import Clock, Store
from dnam.rules import command_text as write
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.quoting import shown_names, with_names
from dnam.rules.text import clip, collapse
from dnam.settings import Settings

USAGE = (
    ("show", "what I would use right now"),
    ("show all [PAGE]", "everything, with ids, the forgotten included"),
    ("remember TEXT", "keep a fact about you; start with a mention for somebody else"),
    ("forget TEXT | NUMBER | ID | all", "drop what matches, or entries of the last list"),
    ("edit NUMBER NEW TEXT", "change an entry; also `edit OLD WORDS -> NEW WORDS`"),
    ("undo", "take back your last change here"),
    ("pin NUMBER", "keep an entry always; `unpin` ends it"),
    ("everywhere NUMBER", "let an entry about you be used in every place"),
    ("lore [PAGE | TEXT]", "this server's stories: list them, or add one"),
    ("reset rolling", "clear this conversation's summary"),
    ("search TEXT", "find facts and older messages"),
    ("why", "which memories the last answer here was given"),
    ("purge", "for managers: erase what is kept of this channel; says what goes and asks first"),
    ("audit", "for managers: what was done here lately"),
    ("erase", "erase everything of yours for good; says what goes and asks first"),
    ("optout [erase]", "from now on keep, learn and show nothing of yours; `optin` ends it"),
    (
        "claims",
        "what others say of you and waits; `accept N`, `refuse N`; `refuse` alone refuses all to come",
    ),
    ("exclude", "for managers: remember nothing of this channel; `include` ends it"),
    ("consent optin | optout", "for managers: remember people once they agree, or until they opt out"),
    ("quarantine on | off", "for managers: use what is said of others only once they accept it"),
)


ALWAYS = frozenset("help erase optout optin exclude include consent refuse quarantine purge audit".split())
"""Commands for which nobody has to agree to anything, given also where nothing is remembered."""
NOTED = frozenset(
    "remember forget edit undo pin unpin everywhere lore reset".split()
    + "purge exclude include consent quarantine".split()
)
"""What leaves a line in the action log; what people decide about themselves is nobody's business."""


def is_command(text: str, settings: Settings) -> bool:
    """Say whether a message is a command: it is the prefix, or begins with it and a space."""
    begins = f"{collapse(settings.command_prefix)} ".casefold()
    return f"{collapse(text)} ".casefold().startswith(begins)


def erases(text: str, settings: Settings) -> bool:
    """Say whether a command erases, which may take its time."""
    words = collapse(text)[len(collapse(settings.command_prefix)) :].casefold().split()
    return bool(words) and words[0] in ("erase", "optout", "purge")


class Dispatcher:
    """Answers commands, one at a time."""

    def __init__(
        self,
        store: Store,
        *,
        looks: RecallPort,
        erases: EraserPort,
        consent: Consent,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._store = store
        self.consent = consent
        self._clock = clock
        self._p = collapse(settings.command_prefix)
        self.admission = Admission(store, consent, settings=settings, clock=clock)
        parts: dict[str, Any] = {"admission": self.admission, "settings": settings, "clock": clock}
        self.choices = choices = Targets(store, looks=looks, **parts)
        looking = Lookups(store, choices, looks=looks, clock=clock, prefix=self._p)
        self._changing = changing = FactEdits(store, choices, prefix=self._p, **parts)
        guild = Moderation(store, choices, erases=erases, consent=consent, clock=clock, prefix=self._p)
        privacy = Privacy(store, choices, erases=erases, consent=consent, clock=clock, prefix=self._p)
        claims = Claims(choices, consent=consent, clock=clock, prefix=self._p)
        self._verbs: dict[str, Callable[[Command, str], Awaitable[Answer]]] = {
            "show": looking.show,
            "remember": changing.remember,
            "forget": changing.forget,
            "edit": changing.edit,
            "undo": changing.undo,
            "pin": changing.pin,
            "unpin": changing.unpin,
            "everywhere": changing.everywhere,
            "lore": changing.lore,
            "reset": changing.reset,
            "search": looking.search,
            "why": looking.why,
            "erase": privacy.erase,
            "purge": guild.purge,
            "audit": guild.audit,
            "optout": privacy.optout,
            "optin": privacy.optin,
            "exclude": privacy.exclude,
            "include": privacy.include,
            "consent": privacy.mode,
            "claims": claims.claims,
            "accept": claims.accept,
            "refuse": claims.refuse,
            "quarantine": claims.quarantine,
            "help": self._help,
        }

    @property
    def verbs(self) -> tuple[str, ...]:
        """Name every command there is."""
        return tuple(self._verbs)

    async def answer(self, command: Command) -> Answer:
        """Do what the command says."""
        rest = collapse(command.text)[len(self._p) :].strip()
        typed, _, argument = rest.partition(" ")
        verb = typed.casefold()
        act = self._verbs.get(verb, self._help if not verb else None)
        try:
            if act is None:
                raise BadInput(self._unknown(typed))
            if verb and verb not in ALWAYS:
                if why := await self.disagreement(command):
                    raise BadInput(why)
                await self.see(command)
            answer = await act(command, argument.strip())
            if answer.changed and verb in NOTED:
                await self.see(command)  # the log names whoever agrees to be named
                await self.note(command, verb)
        except BadInput as problem:
            answer = Answer(text=str(problem))
        return replace(answer, text=clip(answer.text, write.LIMIT))

    async def named(self, command: Command, answer: Answer) -> Answer:
        """Return an answer as it is shown, with people's names in place of their mentions."""
        if not (ids := mentioned_in("\n".join((answer.text, *(fact.text for fact in answer.listed))))):
            return answer
        names = shown_names(await self._store.people(command.place.guild, ids))
        listed = tuple(replace(fact, text=with_names(fact.text, names)) for fact in answer.listed)
        return replace(answer, text=clip(with_names(answer.text, names), write.LIMIT), listed=listed)

    async def note(self, command: Command, deed: str) -> None:
        """Leave a line in the action log: who did what where, never with what words."""
        place = command.place
        await self._store.log_action(
            Action(
                kind="memory_command",
                at=self._clock.now(),
                guild=place.guild,
                detail=deed,
                person=command.person.id,
                channel=place.channel,
                origin=origin_of(place),
            )
        )

    async def see(self, command: Command) -> None:
        """Note what those in a command are called, if they agree to be remembered."""
        named = [command.person, *command.mentions]
        agreed = await self.consent.at(command.place, [person.id for person in named])
        named = [person for person in named if agreed.remembers(person.id)]
        await self._store.see_people(command.place.guild, named, self._clock.now())

    async def disagreement(self, command: Command) -> str:
        """Say why nothing is remembered for somebody here; empty when it is."""
        return await self.consent.refusal(command.place, command.person.id, command.language)

    def _unknown(self, verb: str) -> str:
        near = difflib.get_close_matches(verb.casefold(), self._verbs, 1)
        hint = f" Did you mean `{self._p} {near[0]}`?" if near else ""
        return f'There is no command "{verb[:50]}".{hint} `{self._p} help` lists them all.'

    async def _help(self, command: Command, argument: str) -> Answer:
        del command, argument
        lines = [f"`{self._p} {usage}`: {what}" for usage, what in USAGE]
        return Answer(text="\n".join(["What you can say to your memory:", *lines]))

    async def entries(self, question: Question, deed: str) -> list[Fact]:
        """Give the active facts to which a person may do this where they are, newest first."""
        command = Command(text="", place=question.place, person=question.asker)
        return [
            fact
            for fact in await self.choices.controlled(command)
            if fact.status is Status.ACTIVE and self.choices.may_do(command, deed, fact)
        ]

    async def add_lore(self, text: str, message: Message) -> Fact | None:
        """Keep a line of lore by the assistant's own directive; None when there is nothing to keep."""
        fact = await self._changing.add_lore(text, message)
        if fact is not None:
            await self.note(Command(text="", place=message.place, person=message.author), "lore")
        return fact
