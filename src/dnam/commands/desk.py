"""Every command and its answer.

A command is answered in the person's own lane, so that nothing else changes their facts meanwhile. People
control what is about them and what they said of others; ids decide who somebody is, never names. What is
listed, changed or searched is only what may be heard where the command was typed. Bad input is answered
with a sentence that says what would have been right, and changes nothing.
"""

import difflib
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

import regex

from dnam.audience import may_hear, origin_of, session_key
from dnam.commands.choices import Choices, number
from dnam.commands.values import FACTS_OFF, Answer, Command, Looks
from dnam.errors import BadInput
from dnam.model import (
    LORE,
    Context,
    Fact,
    Kind,
    Layer,
    Message,
    Place,
    Source,
    SourceType,
    Status,
    Visibility,
)
from dnam.ports import Clock, Store
from dnam.rules import answer as write
from dnam.rules.admit import Rejected, admit
from dnam.rules.cadence import fresh_start
from dnam.rules.kinds import guess_kind
from dnam.rules.merge import HEARSAY, Did, Outcome, Saying, Upsert, merge
from dnam.rules.text import clip, collapse
from dnam.settings import Settings

FACT_CHARS = 500
"""The longest fact: what does not fit a sentence or two is not one fact."""
PAGE = 10
SHOWN_SUMMARY = 600
"""The most of a rolling summary that `show` prints: the facts need room too."""
LORE_CONFIDENCE = 0.72

USAGE = (
    ("show", "what I would use right now"),
    ("show all [PAGE]", "everything, with ids, the forgotten included"),
    ("remember TEXT", "keep a fact about you; start with a mention for somebody else"),
    ("forget TEXT | NUMBER | ID | all", "drop what matches, or entries of the last list"),
    ("edit NUMBER NEW TEXT", "change an entry; also `edit OLD WORDS -> NEW TEXT`"),
    ("undo", "take back your last change here"),
    ("pin NUMBER", "keep an entry always; `unpin` ends it"),
    ("everywhere NUMBER", "let an entry about you be used in every place"),
    ("lore [TEXT]", "this server's stories: list them, or add one"),
    ("reset rolling", "clear this conversation's summary"),
    ("search TEXT", "find facts and older messages"),
    ("why", "which memories the last answer here was given"),
)

_MENTION = regex.compile(r"<@!?(?P<id>\d+)>\s*")
_EDIT = regex.compile(
    r"(?:(?P<entry>\d+|durable-[0-9a-f.]+)\s+(?:->|=>)?\s*|(?P<words>.+?)\s*(?:->|=>)\s*)(?P<text>.+)"
)


def is_command(text: str, settings: Settings) -> bool:
    """Say whether a message is a command: it is the prefix, or begins with it and a space."""
    begins = f"{collapse(settings.command_prefix)} ".casefold()
    return f"{collapse(text)} ".casefold().startswith(begins)


async def note_used(store: Store, place: Place, context: Context) -> None:
    """Keep what an answer was made from, for `why`."""
    layers = [section for section in context.sections if section.layer is not Layer.HISTORY]
    used = {
        "facts": [fact.key for section in layers for fact in section.facts],
        "messages": [(m.place.guild, m.id) for section in layers for m in section.messages],
    }
    await store.put_note(f"why:{session_key(place)}", json.dumps(used))


class Desk:
    """Answers commands, one person at a time."""

    def __init__(self, store: Store, *, looks: Looks, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._looks = looks
        self._settings = settings
        self._clock = clock
        self._p = collapse(settings.command_prefix)
        self.choices = self._choices = Choices(store, looks=looks, clock=clock, prefix=self._p)
        self._verbs: dict[str, Callable[[Command, str], Awaitable[Answer]]] = {
            "show": self._show,
            "remember": self._remember,
            "forget": self._forget,
            "edit": self._edit,
            "undo": self._undo,
            "pin": self._pin,
            "unpin": self._unpin,
            "everywhere": self._everywhere,
            "lore": self._lore,
            "reset": self._reset,
            "search": self._search,
            "why": self._why,
            "help": self._help,
        }

    async def answer(self, command: Command) -> Answer:
        """Do what the command says."""
        rest = collapse(command.text)[len(self._p) :].strip()
        verb, _, argument = rest.partition(" ")
        act = self._verbs.get(verb.casefold(), self._help if not verb else None)
        try:
            if act is None:
                raise BadInput(self._unknown(verb))
            answer = await act(command, argument.strip())
        except BadInput as problem:
            answer = Answer(text=str(problem))
        return replace(answer, text=clip(answer.text, write.LIMIT))

    def _unknown(self, verb: str) -> str:
        near = difflib.get_close_matches(verb.casefold(), self._verbs, 1)
        hint = f" Did you mean `{self._p} {near[0]}`?" if near else ""
        return f'There is no command "{verb[:50]}".{hint} `{self._p} help` lists them all.'

    async def _help(self, command: Command, argument: str) -> Answer:
        del command, argument
        lines = [f"`{self._p} {usage}`: {what}" for usage, what in USAGE]
        return Answer(text="\n".join(["What you can say to your memory:", *lines]))

    # Looking

    async def _show(self, command: Command, argument: str) -> Answer:
        if argument.casefold().partition(" ")[0] == "all":
            return await self._show_all(command, argument[3:].strip())
        if argument:
            raise BadInput(
                f"`{self._p} show` takes nothing or `all`. To find something: `{self._p} search TEXT`"
            )
        facts = [fact for fact in await self._own(command) if fact.status is Status.ACTIVE]
        names = await self._choices.names(command, facts)
        tail = await self._rolling(command) + "\n" + write.sizes(await self._looks.context(command.asks("")))
        if command.place.visibility is not Visibility.DM:
            tail += "\nThis is what everyone here may hear. In a direct message I show you all that is yours."
        text, shown = write.fit(
            f"Durable memory ({write.plural(len(facts), 'item')}):",
            [write.bullet(fact, names) for fact in facts],
            tail,
            more=f"(N more items: `{self._p} show all`)",
        )
        return await self._choices.listing(command, text, facts[:shown])

    async def _rolling(self, command: Command) -> str:
        """Write this conversation's summary for `show`, if there is one that may be heard here."""
        summary = await self._store.get_summary(session_key(command.place))
        if summary is None or summary.origin not in self._looks.audience(command.asks("")).origins:
            return ""
        return f"\nRolling summary:\n{clip(summary.text, SHOWN_SUMMARY)}\n"

    async def _show_all(self, command: Command, page: str) -> Answer:
        facts = await self._own(command)
        names, at = await self._choices.names(command, facts), self._clock.now()
        pages = write.pages([write.record(fact, names, at) for fact in facts], PAGE)
        wanted = 1 if not page else number(page) if page.isdecimal() else 0
        if not 1 <= wanted <= len(pages):
            raise BadInput(
                f'There is no page "{page[:20]}": `{self._p} show all` has pages 1 to {len(pages)}.'
            )
        first = sum(map(len, pages[: wanted - 1]))
        entries = [f"{i}. {entry}" for i, entry in enumerate(pages[wanted - 1], 1)]
        tail = f"Next: `{self._p} show all {wanted + 1}`" if wanted < len(pages) else ""
        head = f"Everything about you that may be shown here ({len(facts)}, page {wanted} of {len(pages)}):"
        text, shown = write.fit(head, entries, tail)
        return await self._choices.listing(command, text, facts[first : first + shown])

    async def _search(self, command: Command, argument: str) -> Answer:
        if not argument:
            raise BadInput(f"Search for what? For example: `{self._p} search rust`")
        found = await self._looks.search(command.asks(argument), limit=5)
        if not found.facts and not found.messages:
            return Answer(text=f'No strong match for "{argument[:200]}".')
        facts = [hit.what for hit in found.facts]
        names = await self._choices.names(command, facts, [hit.what for hit in found.messages])
        entries = [write.found_fact(i, hit.what, hit.reasons, names) for i, hit in enumerate(found.facts, 1)]
        entries += [write.found_message(hit.what, hit.reasons, names) for hit in found.messages]
        text, shown = write.fit(f'Found for "{argument[:200]}":', entries)
        return await self._choices.listing(command, text, facts[:shown])

    async def _why(self, command: Command, argument: str) -> Answer:
        del argument
        noted = await self._store.get_note(f"why:{session_key(command.place)}")
        used = json.loads(noted) if noted else {"facts": [], "messages": []}
        audience = self._looks.audience(command.asks(""))
        known = [fact for fact in await self._choices.load(used["facts"]) if may_hear(audience, fact)]
        facts = [fact for fact in known if fact.status is not Status.FORGOTTEN]
        loaded = [await self._store.get_message(guild, message) for guild, message in used["messages"]]
        read = await self._store.read_spots(audience, [message.spot for message in loaded if message])
        messages = [found.message for found in read.values()]
        if not facts and not messages:
            return Answer(text="No memory was used for the last answer here.")
        names = await self._choices.names(command, facts, messages)
        entries = [write.used_fact(fact, names) for fact in facts]
        entries += [write.found_message(message, ("an older message",), names) for message in messages]
        return Answer(text=write.fit("The last answer here was given these memories:", entries)[0])

    # Changing

    async def _remember(self, command: Command, argument: str) -> Answer:
        subject, text = self._about(command, argument)
        if not text:
            raise BadInput(f"Remember what? For example: `{self._p} remember I prefer tea over coffee`")
        confidence = 1.0 if subject == command.person.id else HEARSAY
        upsert = Upsert(text=text, kind=guess_kind(text), confidence=confidence)
        outcome = await self._merge(command, subject, upsert)
        return Answer(text=f'Remembered: "{text}"{self._replaced(outcome)}', changed=True, kept=(outcome,))

    async def _forget(self, command: Command, argument: str) -> Answer:
        if not argument:
            raise BadInput(
                f"Forget what? For example: `{self._p} forget Acme`, or a number of the last list."
            )
        chosen, by_words = await self._choices.choose(command, argument)
        if by_words and len(chosen) > 1:
            return await self._choices.ask(command, argument, chosen, "forget")
        gone = await self._choices.drop(command, chosen)
        count = write.plural(len(gone), "item")
        if by_words:
            return Answer(text=f'Deprecated {count} matching "{argument}"', changed=True)
        text, _ = write.fit(f"Deprecated {count}:", [f'- "{fact.text}"' for fact in gone])
        return Answer(text=text, changed=True)

    async def _edit(self, command: Command, argument: str) -> Answer:
        parts = _EDIT.fullmatch(argument)
        if parts is None:
            raise BadInput(
                f"An edit names an entry and its new text: `{self._p} edit 2 I live in Berlin`, or "
                f"`{self._p} edit OLD WORDS -> NEW TEXT`."
            )
        fact = await self._choices.one(command, parts["entry"] or parts["words"], "edit")
        kind = Kind.LORE if fact.subject == LORE else guess_kind(parts["text"])
        confidence = 1.0 if fact.subject == command.person.id else fact.confidence
        upsert = Upsert(id=fact.id, text=parts["text"], kind=kind, tags=fact.tags, confidence=confidence)
        await self._merge(command, fact.subject, upsert)
        return Answer(text=f'Changed "{fact.text}" to "{upsert.text}"', changed=True)

    async def _pin(self, command: Command, argument: str) -> Answer:
        fact = await self._choices.one(command, argument, "pin")
        await self._choices.change(command, before=[fact], after=[replace(fact, pinned=True)])
        return Answer(text=f'Pinned: "{fact.text}"', changed=True)

    async def _unpin(self, command: Command, argument: str) -> Answer:
        fact = await self._choices.one(command, argument, "unpin")
        await self._choices.change(command, before=[fact], after=[replace(fact, pinned=False)])
        return Answer(text=f'Unpinned: "{fact.text}"', changed=True)

    async def _everywhere(self, command: Command, argument: str) -> Answer:
        fact = await self._choices.one(command, argument, "everywhere")
        if fact.subject != command.person.id:
            raise BadInput("Only the person a fact is about can let it be used everywhere.")
        await self._choices.change(command, before=[fact], after=[replace(fact, widened=True)])
        return Answer(text=f'May be used everywhere now: "{fact.text}"', changed=True)

    async def _undo(self, command: Command, argument: str) -> Answer:
        del argument
        return Answer(text=f"Undone: `{await self._choices.undo(command)}`", changed=True)

    async def _reset(self, command: Command, argument: str) -> Answer:
        if argument.casefold() != "rolling":
            raise BadInput(f"Only the rolling summary can be reset: `{self._p} reset rolling`")
        session = session_key(command.place)
        cleared = await self._store.drop_summary(session)
        await self._store.reset_turns(session)
        await self._store.put_note(fresh_start(session), self._clock.now().isoformat())
        told = "Rolling summary cleared for this conversation." if cleared else "There was no summary here."
        return Answer(text=told, changed=cleared)

    async def _lore(self, command: Command, argument: str) -> Answer:
        if command.place.visibility is Visibility.DM:
            raise BadInput("Lore belongs to a server: say it in one of the server's channels.")
        if not argument:
            facts = [
                fact for fact in await self._choices.about(command, LORE) if fact.status is Status.ACTIVE
            ]
            entries = [write.choice(i, fact) for i, fact in enumerate(facts, 1)]
            text, shown = write.fit(f"Lore of this server ({write.plural(len(facts), 'line')}):", entries)
            return await self._choices.listing(command, text, facts[:shown])
        if self._settings.lore_writers == "managers" and not command.manager:
            raise BadInput("Only those who manage this server may write its lore.")
        upsert = Upsert(text=argument, kind=Kind.LORE, confidence=LORE_CONFIDENCE)
        outcome = await self._merge(command, LORE, upsert)
        return Answer(
            text=f'Remembered: "{argument}"{self._replaced(outcome)}', changed=True, kept=(outcome,)
        )

    async def add_lore(self, text: str, message: Message) -> Fact | None:
        """Keep a line of lore by the assistant's own directive; None when there is nothing to keep."""
        line = collapse(text)
        if not line or len(line) > FACT_CHARS or message.place.visibility is Visibility.DM:
            return None
        command = Command(
            text=line, place=message.place, person=message.author, message=message.id, typed=False
        )
        held = await self._choices.about(command, LORE)
        saying = self._saying(command, LORE)
        upsert = Upsert(text=line, kind=Kind.LORE, confidence=LORE_CONFIDENCE)
        merged = merge(held, saying, upserts=[upsert], cap=self._settings.lore_cap)
        await self._store.save_facts(merged.save)
        await self._store.drop_facts(merged.drop)
        fact = merged.outcomes[0].fact
        return fact if fact is not None and fact.status is Status.ACTIVE else None

    # Shared by several

    async def _own(self, command: Command) -> list[Fact]:
        return await self._choices.about(command, command.person.id)

    def _about(self, command: Command, argument: str) -> tuple[int, str]:
        """Read whom a sentence is about: the person it starts by mentioning, else the speaker."""
        mention = _MENTION.match(argument)
        called = [person.name for person in command.mentions if argument.startswith(f"@{person.name} ")]
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
        subject, text = meant.pop(), argument[mention.end() if mention else len(name) + 2 :]
        if subject != command.person.id and not self._settings.about_others:
            raise BadInput("Here everyone speaks for themself: what others say about a person is not kept.")
        return subject, text.strip()

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
        await self._choices.change(command, before=held, after=merged.save, drop=merged.drop)
        return outcome

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
        )

    def _replaced(self, outcome: Outcome) -> str:
        if outcome.replaced is None:
            return ""
        return f'\nIt replaces "{outcome.replaced.text}"; `{self._p} undo` brings that back.'
