"""Commands that change facts, lore and summaries.

What is kept goes through `admission.py`, and every change can be taken back. Who may do what is decided by
`rules/permissions.py`.
"""

from dataclasses import replace

import regex

from dnam.admission import Admission, Changes, Proposal, Refused
from dnam.answer_retraction import retract_answers
from dnam.audience import session_key
from dnam.commands.targets import KEPT, Targets
from dnam.commands.values import Answer, Command, unkept
from dnam.errors import BadInput
from dnam.languages import language, refuse, reply
from dnam.model import LORE, Fact, Kind, Message, SourceType, Status, Visibility
from dnam.ports import Clock, Store
from dnam.rules import command_text as write
from dnam.rules.cadence import fresh_start
from dnam.rules.claims import awaited
from dnam.rules.editing import edited
from dnam.rules.kinds import guess_kind
from dnam.rules.merge import Outcome, Upsert
from dnam.rules.permissions import refusal
from dnam.rules.quoting import one_line
from dnam.rules.requests import PersonStatement, UnclearName, spoken_in, whose, without_that
from dnam.rules.statements import dated
from dnam.rules.text import clip, collapse, words
from dnam.rules.wording import third_person
from dnam.settings import Settings

FACT_CHARS = 500
"""The longest fact: what does not fit a sentence or two is not one fact."""
LORE_CONFIDENCE = 0.72

_ARROW = regex.compile(r"[-=]>|→")
_MARK = regex.compile(r"[0-9a-f]{8}")
_EDIT = regex.compile(
    r"(?:(?P<entry>\d+|durable-[0-9a-f.]+)\s+(?:[-=]>|→)?\s*(?!.*(?:[-=]>|→))"
    r"|(?P<words>.+?)\s*(?:[-=]>|→)\s*)(?P<text>.+)"
)


class FactEdits:
    """Does what somebody wants changed."""

    def __init__(
        self,
        store: Store,
        choices: Targets,
        *,
        admission: Admission,
        settings: Settings,
        clock: Clock,
        prefix: str,
    ) -> None:
        self._admission = admission
        self._store = store
        self._choices = choices
        self._settings = settings
        self._clock = clock
        self._p = prefix

    async def remember(self, command: Command, argument: str) -> Answer:
        """Keep a fact about the speaker, about whom they mention first, or whose name it begins with."""
        if not argument:
            raise BadInput(f"Remember what? For example: `{self._p} remember I prefer tea over coffee`")
        found = await self._stated(command, argument)
        text, ends = dated(found.text, self._clock.now())
        own_words = command.said or argument
        upsert = Upsert(text=text, kind=guess_kind(text), expires_at=ends, evidence=own_words)
        return await self._remembered(command, await self._keep(command, found.person.id, upsert), text)

    async def forget(self, command: Command, argument: str) -> Answer:
        """Forget what is meant; several that match by words are listed to pick from."""
        if not argument:
            raise BadInput(
                f"Forget what? For example: `{self._p} forget Acme`, or a number of the last list."
            )
        chosen, by_words = await self._choices.choose(command, argument, "forget", KEPT)
        if by_words and len(chosen) > 1:
            return await self._choices.ask(command, argument, chosen, "forget")
        gone = await self._choices.drop(command, chosen)
        count = write.plural(len(gone), "item")
        if by_words:
            return Answer(text=f'Deprecated {count} matching "{argument}"', changed=True)
        text, _ = write.fit(f"Deprecated {count}:", [f'- "{fact.text}"' for fact in gone])
        return Answer(text=text, changed=True)

    async def edit(self, command: Command, argument: str) -> Answer:
        """Change the text of one entry."""
        parts = _EDIT.fullmatch(argument)
        if parts is None:
            raise BadInput(
                f"An edit names an entry and its new text: `{self._p} edit 2 I live in Berlin`, or "
                f"`{self._p} edit OLD WORDS -> NEW TEXT`."
            )
        fact = await self._choices.one(command, parts["entry"] or parts["words"], "edit")
        if isinstance(fact, Answer):
            return fact
        if fact.subject == LORE and command.place.visibility is Visibility.DM:
            raise BadInput(refuse(command.language, "lore_server"))
        part = parts["words"] or (parts["entry"] if parts["entry"] in words(fact.text) else None)
        text = edited(fact.text, part, parts["text"]) if part and _ARROW.search(argument) else parts["text"]
        if fact.subject == command.person.id:
            text = third_person(text, language(spoken_in(text)))
        kind = Kind.LORE if fact.subject == LORE else guess_kind(text)
        confidence = 1.0 if fact.subject == command.person.id else fact.confidence
        upsert = Upsert(id=fact.id, text=text, kind=kind, tags=fact.tags, confidence=confidence)
        outcome = await self._keep(command, fact.subject, upsert)
        await retract_answers(self._store, [fact.text], [], [fact], upsert.text)
        told = f'Changed "{fact.text}" to "{upsert.text}"'
        return Answer(text=told + await self._waits(command, outcome), changed=True)

    async def pin(self, command: Command, argument: str) -> Answer:
        """Keep an entry whatever the cap says."""
        fact = await self._choices.one(command, argument, "pin")
        if isinstance(fact, Answer):
            return fact
        await self._choices.change(command, before=[fact], after=[replace(fact, pinned=True)])
        return Answer(text=f'Pinned: "{fact.text}"', changed=True)

    async def unpin(self, command: Command, argument: str) -> Answer:
        """Let the cap apply to an entry again."""
        fact = await self._choices.one(command, argument, "unpin")
        if isinstance(fact, Answer):
            return fact
        await self._choices.change(command, before=[fact], after=[replace(fact, pinned=False)])
        return Answer(text=f'Unpinned: "{fact.text}"', changed=True)

    async def everywhere(self, command: Command, argument: str) -> Answer:
        """Let a fact be used in every place."""
        fact = await self._choices.one(command, argument, "everywhere")
        if isinstance(fact, Answer):
            return fact
        await self._choices.change(command, before=[fact], after=[replace(fact, widened=True)])
        return Answer(text=f'May be used everywhere now: "{fact.text}"', changed=True)

    async def undo(self, command: Command, argument: str) -> Answer:
        """Take back the person's last change here; a button says which one it means."""
        mark = argument if _MARK.fullmatch(argument) else ""
        return Answer(text=f"Undone: `{await self._choices.undo(command, mark)}`", changed=True)

    async def reset(self, command: Command, argument: str) -> Answer:
        """Clear the conversation's summary."""
        if argument.casefold() != "rolling":
            raise BadInput(f"Only the rolling summary can be reset: `{self._p} reset rolling`")
        session = session_key(command.place)
        cleared = await self._store.drop_summary(session)
        await self._store.reset_turns(session)
        await self._store.put_note(fresh_start(session), self._clock.now().isoformat())
        told = "Rolling summary cleared for this conversation." if cleared else "There was no summary here."
        return Answer(text=told, changed=cleared)

    async def lore(self, command: Command, argument: str) -> Answer:
        """List the guild's lore, page by page, or add to it."""
        if command.place.visibility is Visibility.DM:
            raise BadInput(refuse(command.language, "lore_server"))
        if not argument or argument.isdecimal():
            return await self._list_lore(command, argument)
        if not self._choices.may(command, "lore TEXT", subject=LORE, sayer=command.person.id):
            raise BadInput(refusal("lore TEXT", command.language))
        upsert = Upsert(text=argument, kind=Kind.LORE, confidence=LORE_CONFIDENCE)
        return await self._remembered(command, await self._keep(command, LORE, upsert), argument)

    async def _list_lore(self, command: Command, page: str) -> Answer:
        facts = [fact for fact in await self._choices.about(command, LORE) if fact.status is Status.ACTIVE]
        lines = write.plural(len(facts), "line")

        def head(wanted: int, pages: int) -> str:
            which = f", page {wanted} of {pages}" if pages > 1 else ""
            return f"Lore of this server ({lines}{which}):"

        entries = [f"[{fact.kind}] {one_line(fact.text)}" for fact in facts]
        paged = write.paged(entries, page, head=head, again=f"{self._p} lore")
        return await self._choices.listing(command, paged.text, facts[paged.first : paged.last])

    async def add_lore(self, text: str, message: Message) -> Fact | None:
        """Keep a line of lore by the assistant's own directive; None when there is nothing to keep."""
        line = collapse(text)
        if not line or len(line) > FACT_CHARS or message.place.visibility is Visibility.DM:
            return None
        upsert = Upsert(text=line, kind=Kind.LORE, confidence=LORE_CONFIDENCE)
        changes = Changes()
        proposal = Proposal(message=message, subject=LORE, change=upsert, source=SourceType.DISCORD)
        outcome = await self._admission.consider(proposal, changes)
        await self._store.save_facts([*changes.save.values()], drop=[*changes.drop.values()])
        fact = outcome.fact if isinstance(outcome, Outcome) else None
        return fact if fact is not None and fact.status is Status.ACTIVE else None

    async def _stated(self, command: Command, argument: str) -> PersonStatement:
        """Return whom a statement is about and how it is kept; what names nobody here is kept as told."""
        spoken = command.language if command.said else spoken_in(argument)
        circle = await self._choices.circle(command)
        clause, after_that = without_that(argument, circle, spoken)
        found = whose(clause, circle, spoken, verb_last=after_that)
        if isinstance(found, UnclearName):
            if clause.startswith(("@", "<@")):
                raise BadInput(refuse(command.language, "who", who=clip(one_line(found.name), 100)))
            return PersonStatement(person=command.person, text=clause)
        if not self._choices.may(command, "remember", subject=found.person.id, sayer=command.person.id):
            raise BadInput(refusal("remember", command.language))
        return found

    async def _keep(self, command: Command, subject: int, upsert: Upsert) -> Outcome:
        """Let one statement of a person change what is held; a refusal becomes a sentence."""
        if len(upsert.text) > FACT_CHARS:
            raise BadInput(refuse(command.language, "refused_too_long", limit=FACT_CHARS))
        changes = Changes()
        proposal = Proposal(
            message=command.as_message(self._clock.now()),
            subject=subject,
            change=upsert,
            source=SourceType.MANUAL if command.typed else SourceType.DISCORD,
            commanded=True,
        )
        outcome = await self._admission.consider(proposal, changes)
        why = unkept(outcome, self._settings, command.language, lore=subject == LORE)
        if why or isinstance(outcome, Refused):
            raise BadInput(why)
        await self._choices.keep(command, changes)
        return outcome

    async def _remembered(self, command: Command, outcome: Outcome, text: str) -> Answer:
        waits = await self._waits(command, outcome)
        told = f'Noted: "{text}"{waits}' if waits else f'Remembered: "{text}"{self._replaced(outcome)}'
        return Answer(text=told, changed=True, kept=(outcome,))

    async def _waits(self, command: Command, outcome: Outcome) -> str:
        """Say for whom a claim waits, if it does."""
        if outcome.fact is None or outcome.fact.status is not Status.CLAIMED:
            return ""
        names = await self._choices.names(command, [outcome.fact])
        waits = write.listed(awaited(outcome.fact), names)
        return f". {reply(command.language, 'waits', waits=waits)}"

    def _replaced(self, outcome: Outcome) -> str:
        if outcome.replaced is None:
            return ""
        return f'\nIt replaces "{outcome.replaced.text}"; `{self._p} undo` brings that back.'
