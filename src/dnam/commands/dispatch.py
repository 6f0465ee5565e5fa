"""Every command by its name: parses what was typed, runs the command, and answers.

A command runs in the lane in which facts change, so that nothing else changes them meanwhile. It lists,
changes or searches only what may be heard where it was typed, and only what
`rules/command_permissions.py` allows; ids decide who somebody is, never names. Bad input is answered with
a sentence that says what would have been right, and changes nothing.
"""

import difflib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from dnam.admission import Admission
from dnam.audience import origin_of
from dnam.commands.claims import Claims
from dnam.commands.erasure import EraseCommands
from dnam.commands.fact_changes import FactEdits
from dnam.commands.lookups import Lookups
from dnam.commands.open_question import note_question
from dnam.commands.personal_export import Exports
from dnam.commands.privacy import Privacy
from dnam.commands.reviewing import Reviewing
from dnam.commands.settings import GuildChoices
from dnam.commands.targets import Targets
from dnam.commands.typed import MANAGERS_USAGE, USAGE, words_typed
from dnam.commands.undo import UndoableChanges
from dnam.commands.values import Answer, Command, EraserPort, RecallPort
from dnam.consent import Consent
from dnam.domain import Action, Fact, Message, Question, Status
from dnam.errors import BadInput
from dnam.ports import Clock, Store
from dnam.rules import command_text as write
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.quoting import shown_names, with_names
from dnam.rules.text import clip, collapse
from dnam.settings import Settings

ALWAYS = frozenset(
    "help export erase optout optin exclude include consent refuse quarantine".split()
    + "purge audit spending settings".split()
)
"""Commands that need nobody's consent, and work also where nothing is remembered."""
LOGGED = frozenset(
    "remember forget edit undo pin unpin everywhere lore reset".split()
    + "purge exclude include consent quarantine settings".split()
)
"""Commands that leave a line in the action log; what people decide about themselves leaves none."""


Run = Callable[[Command, str], Awaitable[Answer]]


class Dispatcher:
    def __init__(
        self,
        store: Store,
        *,
        recall: RecallPort,
        eraser: EraserPort,
        consent: Consent,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._store = store
        self.consent = consent
        self._clock = clock
        self._settings = settings
        self.guilds = consent.guilds
        self.prefix = collapse(settings.command_prefix)
        self.admission = Admission(store, consent, settings=settings, clock=clock)
        self.targets = Targets(store, recall=recall, settings=settings, clock=clock)
        self.changes = UndoableChanges(store, admission=self.admission, clock=clock)
        parts: dict[str, Any] = {
            "store": store,
            "targets": self.targets,
            "changes": self.changes,
            "recall": recall,
            "eraser": eraser,
            "consent": consent,
            "guilds": self.guilds,
            "admission": self.admission,
            "settings": settings,
            "clock": clock,
        }
        self.edits = FactEdits(**parts)
        self._verbs: dict[str, Run] = {**self._table(parts), "help": self._help}

    def _table(self, parts: dict[str, Any]) -> dict[str, Run]:
        lookups, edits, erasure = Lookups(**parts), self.edits, EraseCommands(**parts)
        self.lookups = lookups
        privacy, claims = Privacy(**parts), Claims(**parts)
        return {
            "show": lookups.show,
            "remember": edits.remember,
            "forget": edits.forget,
            "edit": edits.edit,
            "undo": edits.undo,
            "pin": edits.pin,
            "unpin": edits.unpin,
            "everywhere": edits.everywhere,
            "lore": edits.lore,
            "reset": edits.reset,
            "search": lookups.search,
            "review": Reviewing(**parts).review,
            "why": lookups.why,
            "export": Exports(**parts).export,
            "erase": erasure.erase,
            "purge": erasure.purge,
            "audit": lookups.audit,
            "spending": lookups.spending,
            "optout": privacy.optout,
            "optin": privacy.optin,
            "exclude": privacy.exclude,
            "include": privacy.include,
            "backfill": privacy.backfill,
            "consent": privacy.mode,
            "claims": claims.claims,
            "accept": claims.accept,
            "refuse": claims.refuse,
            "quarantine": claims.quarantine,
            "settings": GuildChoices(**parts).choose,
        }

    @property
    def verbs(self) -> tuple[str, ...]:
        return tuple(self._verbs)

    async def answer(self, command: Command) -> Answer:
        """Run a command and return its answer, in the guild's language where the person's is not known."""
        rest = words_typed(command.text, self._settings) or ""
        typed, _, argument = rest.partition(" ")
        language, person = command.language, command.person.id
        language = language or await self.guilds.spoken(command.place.guild, argument, person)
        text = f"{self.prefix} {rest}".strip()
        command = replace(command, text=text, language=language, prefix=self.prefix)
        verb = typed.casefold()
        act = self._verbs.get(verb, self._help if not verb else None)
        try:
            if act is None:
                near = difflib.get_close_matches(verb, self._verbs, 1)
                unknown = "no_command_near" if near else "no_command"
                raise command.wrong(unknown, verb=typed[:50], near="".join(near))
            if verb and verb not in ALWAYS:
                if why := await self.disagreement(command):
                    raise BadInput(why)
                await self.see(command)
            answer = await act(command, argument.strip())
            if answer.changed and verb in LOGGED:
                await self.see(command)  # the log shows the names of those who agree to be named
                await self.note(command, verb)
        except BadInput as problem:
            answer = Answer(text=str(problem), refused=True)
        asked = answer.confirm if command.typed else ""  # what a model was asked, the person has not read
        await note_question(self._store, command, asked, self._clock.now())
        return replace(answer, text=clip(answer.text, write.LIMIT))

    async def named(self, command: Command, answer: Answer) -> Answer:
        """Return an answer as it is shown, with people's names in place of their mentions."""
        if not (ids := mentioned_in("\n".join((answer.text, *(fact.text for fact in answer.listed))))):
            return answer
        names = shown_names(await self._store.people(command.place.guild, ids))
        listed = tuple(replace(fact, text=with_names(fact.text, names)) for fact in answer.listed)
        return replace(answer, text=clip(with_names(answer.text, names), write.LIMIT), listed=listed)

    async def note(self, command: Command, verb: str) -> None:
        """Add a line to the action log: who did what where, never in which words."""
        place = command.place
        await self._store.log_action(
            Action(
                kind="memory_command",
                at=self._clock.now(),
                guild=place.guild,
                detail=verb,
                person=command.person.id,
                channel=place.channel,
                origin=origin_of(place),
            )
        )

    async def see(self, command: Command) -> None:
        """Save the names of the people in a command who agree to be remembered."""
        people = [command.person, *command.mentions]
        consent = await self.consent.at(command.place, [person.id for person in people])
        agreeing = [person for person in people if consent.remembers(person.id)]
        await self._store.see_people(command.place.guild, agreeing, self._clock.now())

    async def disagreement(self, command: Command) -> str:
        """Return why nothing is remembered for this person here; empty when it is."""
        return await self.consent.refusal(command.place, command.person.id, command.language)

    async def _help(self, command: Command, argument: str) -> Answer:
        del argument
        lines = []
        for head, usages in (("help_head", USAGE), ("help_managers", MANAGERS_USAGE)):
            lines.append(command.says(head))
            lines += [f"`{usage}`: {command.says(f'does_{usage.split()[0]}')}" for usage in usages]
        return Answer(text="\n".join(lines))

    async def entries(self, question: Question, verb: str) -> list[Fact]:
        """Return the active facts to which a person may do this where they are, newest first."""
        command = Command(text="", place=question.place, person=question.asker)
        return [
            fact
            for fact in await self.targets.controlled(command)
            if fact.status is Status.ACTIVE and self.targets.may_do(command, verb, fact)
        ]

    async def add_lore(self, text: str, message: Message) -> Fact | None:
        """Save a line of lore the assistant asks for; None when there is nothing to save."""
        fact = await self.edits.add_lore(text, message)
        if fact is not None:
            await self.note(Command(text="", place=message.place, person=message.author), "lore")
        return fact
