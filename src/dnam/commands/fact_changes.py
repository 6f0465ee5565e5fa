"""Commands that change facts, lore and summaries.

What is kept goes through `admission.py`, and every change can be taken back. Who may do what is decided by
`rules/command_permissions.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import regex

from dnam.admission import Changes, Proposal, Refused
from dnam.answer_retraction import retract_answers
from dnam.audience import session_key, visibility_of
from dnam.commands.command_group import CommandGroup
from dnam.commands.targets import KEPT
from dnam.commands.undo import UNDO_STEPS
from dnam.commands.values import Answer, Command, unkept
from dnam.domain import LORE, Fact, Kind, Message, SourceType, Status, Visibility
from dnam.errors import BadInput
from dnam.languages import language
from dnam.rules import command_text as write
from dnam.rules import discoclaw_wording
from dnam.rules.claims import awaited
from dnam.rules.edit_command import edited
from dnam.rules.fact_merge import Outcome, Upsert
from dnam.rules.fact_notes import fresh_start
from dnam.rules.quoting import one_line
from dnam.rules.requests import PersonStatement, UnclearName, spoken_in, whose, without_that
from dnam.rules.statement_facts import guess_kind
from dnam.rules.statements import dated
from dnam.rules.text import clip, collapse, words
from dnam.rules.wording import third_person

FACT_CHARS = 500
"""The longest fact: what does not fit a sentence or two is not one fact."""
LORE_CONFIDENCE = 0.72

_ARROW = regex.compile(r"[-=]>|→")
_AGREED = regex.compile(r"(?<=\S) yes$", regex.IGNORECASE)
_MARK = regex.compile(r"[0-9a-f]{8}")
_EDIT = regex.compile(
    r"(?:(?P<entry>\d+|durable-[0-9a-f.]+)\s+(?:[-=]>|→)?\s*(?!.*(?:[-=]>|→))"
    r"|(?P<words>.+?)\s*(?:[-=]>|→)\s*)(?P<text>.+)"
)


class FactEdits(CommandGroup):
    async def remember(self, command: Command, argument: str) -> Answer:
        """Keep a fact about the speaker, about whom they mention first, or whose name it begins with."""
        if not argument:
            raise command.wrong("remember_what")
        statement = await self._stated(command, argument)
        text, ends = dated(statement.text, self.clock.now())
        own_words = command.plain_words or argument
        upsert = Upsert(text=text, kind=guess_kind(text), expires_at=ends, evidence=own_words)
        return await self.remembered(command, [await self._keep(command, statement.person.id, upsert)])

    async def forget(self, command: Command, argument: str) -> Answer:
        """Forget what is meant; several that match by words are listed to pick from."""
        if not argument:
            raise command.wrong("forget_what")
        if argument.casefold() in ("all", "all yes", "everything"):
            return await self._forget_all(command, argument.casefold())
        chosen, by_words = await self.targets.choose(command, argument, "forget", KEPT)
        if by_words and len(chosen) > 1:
            return await self.targets.ask(command, argument, chosen, "forget")
        answer = await self.drop(command, chosen)
        if by_words and self.settings.preset == discoclaw_wording.PRESET:
            return replace(answer, text=discoclaw_wording.forgotten(len(chosen), argument))
        return answer

    async def _forget_all(self, command: Command, argument: str) -> Answer:
        """Ask about all of the last list, or all that is known of the person; `all yes` forgets it."""
        if argument == "all yes" and (facts := await self.targets.confirmed(command)) is not None:
            return await self.drop(command, facts)
        facts = [] if argument == "everything" else await self.targets.all_listed(command)
        own = await self.targets.about(command, command.person.id)
        facts = facts or [fact for fact in own if fact.status in KEPT]
        if not facts:
            names = await self.targets.names(command, ())
            return Answer(text=command.says("unknown", who=names[command.person.id]))
        return await self.targets.ask_about_all(command, facts)

    async def drop(self, command: Command, facts: Sequence[Fact]) -> Answer:
        await self.changes.forget(command, facts)
        names = await self.targets.names(command, facts)
        first, *others = [
            command.says("forgotten", text=write.with_subject(fact, names, command.language))
            for fact in facts
        ]
        return Answer(text=write.fit(first, others)[0], changed=True)

    async def edit(self, command: Command, argument: str) -> Answer:
        parts = _EDIT.fullmatch(argument)
        if parts is None:
            raise command.wrong("edit_usage")
        fact = await self.targets.one(command, parts["entry"] or parts["words"], "edit")
        if isinstance(fact, Answer):
            return fact
        if fact.subject == LORE and command.place.visibility is Visibility.DM:
            raise command.refused("lore_server")
        part = parts["words"] or (parts["entry"] if parts["entry"] in words(fact.text) else None)
        text = edited(fact.text, part, parts["text"]) if part and _ARROW.search(argument) else parts["text"]
        if fact.subject == command.person.id:
            text = third_person(text, language(spoken_in(text)))
        kind = Kind.LORE if fact.subject == LORE else guess_kind(text)
        confidence = 1.0 if fact.subject == command.person.id else fact.confidence
        upsert = Upsert(id=fact.id, text=text, kind=kind, tags=fact.tags, confidence=confidence)
        outcome = await self._keep(command, fact.subject, upsert)
        await retract_answers(self.store, [fact.text], [], [fact], upsert.text)
        names = await self.targets.names(command, [fact])
        old = write.with_subject(fact, names, command.language)
        done = command.says("changed", old=old, new=upsert.text)
        waits = self._waits(command, outcome, await self.targets.names(command, [outcome.fact or fact]))
        return Answer(text="\n".join(filter(None, (done, waits))), changed=True)

    async def pin(self, command: Command, argument: str) -> Answer:
        """Keep an entry whatever the cap says."""
        return await self._mark(command, argument, "pin", "pinned", pinned=True)

    async def unpin(self, command: Command, argument: str) -> Answer:
        """Let the cap apply to an entry again."""
        return await self._mark(command, argument, "unpin", "unpinned", pinned=False)

    async def everywhere(self, command: Command, argument: str) -> Answer:
        """Let a fact be used in every place; asks first when it was said in private, and `yes` agrees.

        Nothing else of the message it was said in goes with it.
        """
        entry = _AGREED.sub("", argument)
        fact = await self.targets.one(command, entry, "everywhere")
        if isinstance(fact, Answer):
            return fact
        public = fact.widened or visibility_of(fact.origin) is Visibility.PUBLIC
        if not public and entry == argument:
            return await self._ask_to_widen(command, fact)
        return await self._marked(command, fact, "widened", widened=True, evidence="")

    async def _ask_to_widen(self, command: Command, fact: Fact) -> Answer:
        names = await self.targets.names(command, [fact])
        audience = self.recall.audience(command.asks(""))
        where = write.said_where(fact, audience, command.language) or command.says("another_place")
        text = write.with_subject(fact, names, command.language)
        asked = command.says("widen_ask", text=text, where=where, id=fact.id)
        return Answer(text=asked, confirm=f"everywhere {fact.id} yes")

    async def _mark(self, command: Command, argument: str, verb: str, done: str, *, pinned: bool) -> Answer:
        fact = await self.targets.one(command, argument, verb)
        return fact if isinstance(fact, Answer) else await self._marked(command, fact, done, pinned=pinned)

    async def _marked(self, command: Command, fact: Fact, done: str, **fields: Any) -> Answer:
        await self.changes.save(command, before=[fact], after=[replace(fact, **fields)])
        names = await self.targets.names(command, [fact])
        text = command.says(done, text=write.with_subject(fact, names, command.language))
        return Answer(text=text, changed=True)

    async def undo(self, command: Command, argument: str) -> Answer:
        """Take back the person's last changes here, one or so many; a button says which one it means."""
        mark = argument if _MARK.fullmatch(argument) else ""
        steps = 1 if mark or not argument else write.number(argument) if argument.isdecimal() else 0
        if not 1 <= steps <= UNDO_STEPS:
            raise command.refused("undo_usage", most=UNDO_STEPS)
        undone: list[str] = []
        try:
            while len(undone) < steps:
                undone.append(command.says("undone", text=await self.changes.undo(command, mark)))
        except BadInput as problem:
            if not undone:
                raise
            undone.append(command.says("undo_stopped", why=problem))
        return Answer(text=write.fit(undone[0], undone[1:])[0], changed=True)

    async def reset(self, command: Command, argument: str) -> Answer:
        if argument.casefold() != "rolling":
            raise command.wrong("reset_usage")
        session = session_key(command.place)
        cleared = await self.store.drop_summary(session)
        await self.store.reset_turns(session)
        await self.store.put_note(fresh_start(session), self.clock.now().isoformat())
        return Answer(text=command.says("reset_done" if cleared else "reset_none"), changed=cleared)

    async def lore(self, command: Command, argument: str) -> Answer:
        """List the guild's lore, page by page, or add to it."""
        if command.place.visibility is Visibility.DM:
            raise command.refused("lore_server")
        if not argument or argument.isdecimal():
            return await self._list_lore(command, argument)
        self.require(command, "lore TEXT", subject=LORE)
        upsert = Upsert(text=argument, kind=Kind.LORE, confidence=LORE_CONFIDENCE)
        return await self.remembered(command, [await self._keep(command, LORE, upsert)])

    async def _list_lore(self, command: Command, page: str) -> Answer:
        facts = [fact for fact in await self.targets.about(command, LORE) if fact.status is Status.ACTIVE]
        entries = [one_line(fact.text) for fact in facts]
        again = f"{command.prefix} lore"
        text, shown = write.paged(command.says, entries, page, head="lore_list", again=again)
        return await self.targets.listing(command, text, facts[shown])

    async def add_lore(self, text: str, message: Message) -> Fact | None:
        """Save a line of lore the assistant asks for; None when there is nothing to save."""
        line = collapse(text)
        if not line or len(line) > FACT_CHARS or message.place.visibility is Visibility.DM:
            return None
        upsert = Upsert(text=line, kind=Kind.LORE, confidence=LORE_CONFIDENCE)
        changes = Changes()
        proposal = Proposal(message=message, subject=LORE, change=upsert, source=SourceType.DISCORD)
        outcome = await self.admission.consider(proposal, changes)
        await self.store.save_facts([*changes.save.values()], drop=[*changes.drop.values()])
        fact = outcome.fact if isinstance(outcome, Outcome) else None
        return fact if fact is not None and fact.status is Status.ACTIVE else None

    async def _stated(self, command: Command, argument: str) -> PersonStatement:
        """Return whom a statement is about and how it is kept; one that names nobody is about the speaker."""
        spoken = command.language if command.plain_words else spoken_in(argument)
        circle = await self.targets.circle(command)
        clause, after_that = without_that(argument, circle, spoken)
        statement = whose(clause, circle, spoken, verb_last=after_that)
        if isinstance(statement, UnclearName):
            if clause.startswith(("@", "<@")):
                raise command.refused("who", who=clip(one_line(statement.name), 100))
            return PersonStatement(person=command.person, text=clause)
        self.require(command, "remember", subject=statement.person.id)
        return statement

    async def _keep(self, command: Command, subject: int, upsert: Upsert) -> Outcome:
        """Merge one statement into what is known. Raises BadInput with the reason when it is refused."""
        if len(upsert.text) > FACT_CHARS:
            raise command.refused("refused_too_long", limit=FACT_CHARS)
        changes = Changes()
        proposal = Proposal(
            message=command.as_message(self.clock.now()),
            subject=subject,
            change=upsert,
            source=SourceType.MANUAL if command.typed else SourceType.DISCORD,
            commanded=True,
        )
        outcome = await self.admission.consider(proposal, changes)
        why = unkept(outcome, self.settings, command.language, lore=subject == LORE)
        if why or isinstance(outcome, Refused):
            raise BadInput(why)
        await self.changes.save_merged(command, changes)
        return outcome

    async def remembered(self, command: Command, outcomes: Sequence[Outcome]) -> Answer:
        """Answer what was stored about whom, for whom it waits, and what it replaces."""
        facts = [(outcome, outcome.fact) for outcome in outcomes if outcome.fact]
        names = await self.targets.names(command, [fact for _, fact in facts])
        lines = []
        for outcome, fact in facts:
            where = one_line(command.place.guild_name) or command.says("this_server")
            who = names[fact.subject] if fact.subject else where
            text = command.says("remembered", who=who, text=one_line(fact.text))
            if self.settings.preset == discoclaw_wording.PRESET and command.typed and not command.plain_words:
                text = discoclaw_wording.remembered(fact.text)
            lines += [text, self._waits(command, outcome, names)]
            if old := outcome.replaced:
                lines.append(command.says("replaced", text=one_line(old.text)))
        return Answer(text="\n".join(filter(None, lines)), changed=True, outcomes=tuple(outcomes))

    def _waits(self, command: Command, outcome: Outcome, names: Mapping[int, str]) -> str:
        """Return the sentence that says for whom a claim waits; empty when it waits for nobody."""
        if outcome.fact is None or outcome.fact.status is not Status.CLAIMED:
            return ""
        return command.says("waits", waits=write.listed(awaited(outcome.fact), names))
