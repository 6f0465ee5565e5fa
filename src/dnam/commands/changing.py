"""Commands that change facts, lore and summaries.

Every change of facts goes through `rules/merge.py` and can be taken back. Who may do what is decided by
`rules/permit.py`.
"""

from dataclasses import replace

import regex

from dnam.audience import origin_of, session_key
from dnam.commands.choices import KEPT, Choices
from dnam.commands.values import FACTS_OFF, Answer, Command
from dnam.consent import Consent
from dnam.echoes import silence
from dnam.errors import BadInput
from dnam.model import LORE, Fact, Kind, Message, Source, SourceType, Status, Visibility
from dnam.naming import naming, naming_as_said
from dnam.ports import Clock, Store
from dnam.rules import answer as write
from dnam.rules.admit import Rejected, admit
from dnam.rules.cadence import fresh_start
from dnam.rules.claims import as_saved, awaited, held_back
from dnam.rules.editing import edited
from dnam.rules.kinds import guess_kind
from dnam.rules.merge import HEARSAY, Did, Outcome, Saying, Upsert, merge
from dnam.rules.permit import refusal
from dnam.rules.quote import one_line
from dnam.rules.statements import dated
from dnam.rules.text import collapse, words
from dnam.settings import Settings

FACT_CHARS = 500
"""The longest fact: what does not fit a sentence or two is not one fact."""
LORE_CONFIDENCE = 0.72
NAMES_SOMEBODY = (
    "That names somebody who has opted out, has not opted in, or does not want others' claims to be kept. "
    "Nothing was changed."
)
OF_A_SERVER = "Lore belongs to a server: say it in one of the server's channels."

_ARROW = regex.compile(r"[-=]>|→")
_MARK = regex.compile(r"[0-9a-f]{8}")
_MENTION = regex.compile(r"<@!?(?P<id>\d+)>")
_THAT = regex.compile(r"that\s+(?=<?@|(?:I|my|we|our)\b)", flags=regex.IGNORECASE)
_HIS = regex.compile(r"\s*(?:['’]s\s|[:,–-])?\s*")
"""What may join a mention and what is said of that person."""
_EDIT = regex.compile(
    r"(?:(?P<entry>\d+|durable-[0-9a-f.]+)\s+(?:[-=]>|→)?\s*(?!.*(?:[-=]>|→))"
    r"|(?P<words>.+?)\s*(?:[-=]>|→)\s*)(?P<text>.+)"
)


def _starts(text: str, name: str) -> bool:
    return text.startswith(name) and not text[len(name) : len(name) + 1].isalnum()


class Changing:
    """Does what somebody wants changed."""

    def __init__(
        self,
        store: Store,
        choices: Choices,
        *,
        consent: Consent,
        settings: Settings,
        clock: Clock,
        prefix: str,
    ) -> None:
        self._consent = consent
        self._store = store
        self._choices = choices
        self._settings = settings
        self._clock = clock
        self._p = prefix

    async def remember(self, command: Command, argument: str) -> Answer:
        """Keep a fact about the speaker, or about whom they mention first."""
        subject, text = self._about(command, argument)
        if not text:
            raise BadInput(f"Remember what? For example: `{self._p} remember I prefer tea over coffee`")
        own = subject == command.person.id
        agreed = await self._consent.at(command.place, [subject])
        if not own and not agreed.remembers(subject):
            raise BadInput("That person has opted out, or has not opted in. Nothing was changed.")
        if not own and subject in agreed.refusing:
            raise BadInput("That person does not want others' claims to be kept. Nothing was changed.")
        confidence = 1.0 if own else HEARSAY
        text, ends = dated(text, self._clock.now())
        upsert = Upsert(text=text, kind=guess_kind(text), confidence=confidence, expires_at=ends)
        return await self._remembered(command, await self._merge(command, subject, upsert), text)

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
            raise BadInput(OF_A_SERVER)
        part = parts["words"] or (parts["entry"] if parts["entry"] in words(fact.text) else None)
        text = edited(fact.text, part, parts["text"]) if part and _ARROW.search(argument) else parts["text"]
        kind = Kind.LORE if fact.subject == LORE else guess_kind(text)
        confidence = 1.0 if fact.subject == command.person.id else fact.confidence
        upsert = Upsert(id=fact.id, text=text, kind=kind, tags=fact.tags, confidence=confidence)
        outcome = await self._merge(command, fact.subject, upsert)
        await silence(self._store, [fact.text], [], [fact], upsert.text)
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
            raise BadInput(OF_A_SERVER)
        if not argument or argument.isdecimal():
            return await self._list_lore(command, argument)
        if not self._choices.may(command, "lore TEXT", subject=LORE, sayer=command.person.id):
            raise BadInput(refusal("lore TEXT"))
        upsert = Upsert(text=argument, kind=Kind.LORE, confidence=LORE_CONFIDENCE)
        return await self._remembered(command, await self._merge(command, LORE, upsert), argument)

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
        command = Command(
            text=line, place=message.place, person=message.author, message=message.id, typed=False
        )
        upsert = Upsert(text=line, kind=Kind.LORE, confidence=LORE_CONFIDENCE)
        upsert = await naming_as_said(self._store, upsert, message, LORE)
        agreed = await self._consent.at(message.place, [message.author.id, *upsert.named])
        refused = isinstance(admit(upsert, source=None, guard=self._settings.guard), Rejected)
        if refused or not (agreed.keeps(message) and agreed.lets(upsert.named)):
            return None
        if await self._choices.has_enough(message.author.id):
            return None
        held = await self._choices.about(command, LORE)
        saying = self._saying(command, LORE)
        merged = merge(held, saying, upserts=[upsert], cap=self._settings.lore_cap)
        save = held_back(merged.save, held) if agreed.quarantined else merged.save
        await self._store.save_facts(save)
        await self._store.drop_facts(merged.drop)
        fact = as_saved(merged.outcomes[0], save).fact
        return fact if fact is not None and fact.status is Status.ACTIVE else None

    def _about(self, command: Command, argument: str) -> tuple[int, str]:
        """Read whom a sentence is about: the person it starts by mentioning, else the speaker."""
        argument = _THAT.sub("", argument, count=1)
        mention = _MENTION.match(argument)
        called = [person.name for person in command.mentions if _starts(argument, f"@{person.name}")]
        if not mention and not called:
            return command.person.id, argument
        name = max(called, key=len, default="")
        meant = {
            person.id
            for person in (command.person, *command.mentions)
            if (mention["id"] == str(person.id) if mention else person.name == name)
        }
        if len(meant) != 1:
            raise BadInput("I cannot tell who that is. Please mention exactly the person you mean.")
        subject, text = meant.pop(), argument[mention.end() if mention else len(name) + 1 :]
        if not self._choices.may(command, "remember", subject=subject, sayer=command.person.id):
            raise BadInput(refusal("remember"))
        return subject, _HIS.sub("", text, count=1).strip()

    async def _merge(self, command: Command, subject: int, upsert: Upsert) -> Outcome:
        """Let one proposal of a person change what is held; a refusal becomes a sentence."""
        if not self._settings.facts_enabled:
            raise BadInput(FACTS_OFF)
        if len(upsert.text) > FACT_CHARS:
            raise BadInput(
                f"A fact has at most {FACT_CHARS} characters; this one has {len(upsert.text)}. "
                "Say it shorter or in several. Nothing was changed."
            )
        judged = admit(upsert, source=None, guard=self._settings.guard)
        if isinstance(judged, Rejected):
            raise BadInput(f"{judged.sentence} Nothing was changed.")
        upsert = await naming(
            self._store,
            upsert,
            guild=command.place.guild,
            besides=(command.person.id, subject),
            mentioned=command.mentions,
        )
        agreed = await self._consent.at(command.place, [command.person.id, subject, *upsert.named])
        if not agreed.tells(command.person.id, subject, upsert.named):
            raise BadInput(NAMES_SOMEBODY)
        await self._choices.refuse_too_many(command)
        cap = self._settings.lore_cap if subject == LORE else self._settings.facts_cap
        held = await self._choices.about(command, subject)
        merged = merge(held, self._saying(command, subject), upserts=[upsert], cap=cap)
        outcome = merged.outcomes[0]
        if outcome.did is Did.FULL:
            raise BadInput(
                f"The memory is full: all {cap} items were written by hand or pinned. Forget one first, for "
                f"example `{self._p} forget 1` after `{self._p} show`. Nothing was changed."
            )
        if outcome.did in (Did.NOT_THEIRS, Did.FORGOTTEN):
            raise BadInput(
                "That is known already as somebody else's word, or its subject asked for it to be forgotten. "
                "Nothing was changed."
            )
        save = held_back(merged.save, held) if agreed.quarantined else merged.save
        await self._choices.change(command, before=held, after=save, drop=merged.drop)
        return as_saved(outcome, save)

    def _saying(self, command: Command, subject: int) -> Saying:
        place, at = command.place, self._clock.now()
        in_guild = place.visibility is not Visibility.DM
        return Saying(
            guild=place.guild,
            subject=subject,
            origin=origin_of(place),
            asserted_by=command.person.id,
            source=Source(
                type=SourceType.MANUAL if command.typed else SourceType.DISCORD,
                guild=place.guild if in_guild else None,
                channel=place.channel,
                message=command.message,
                channel_name=place.name if in_guild else None,
            ),
            at=at,
            said_at=at,
            messages=(command.message,) if command.message is not None else (),
            words=command.text,
        )

    async def _remembered(self, command: Command, outcome: Outcome, text: str) -> Answer:
        waits = await self._waits(command, outcome)
        told = f'Noted: "{text}"{waits}' if waits else f'Remembered: "{text}"{self._replaced(outcome)}'
        return Answer(text=told, changed=True, kept=(outcome,))

    async def _waits(self, command: Command, outcome: Outcome) -> str:
        """Say for whom a claim waits, if it does."""
        if outcome.fact is None or outcome.fact.status is not Status.CLAIMED:
            return ""
        names = await self._choices.names(command, [outcome.fact])
        return f". It is used once accepted by {write.listed(awaited(outcome.fact), names)}."

    def _replaced(self, outcome: Outcome) -> str:
        if outcome.replaced is None:
            return ""
        return f'\nIt replaces "{outcome.replaced.text}"; `{self._p} undo` brings that back.'
