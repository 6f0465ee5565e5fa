"""What a command points at, and how a step is taken back.

A number means that entry of the last list the person was shown in this conversation. Every change goes
through `change`, which notes how to undo it. Lists and undo steps are notes in the store: they survive a
restart and are erased with the person.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace

import regex
from pydantic import TypeAdapter

from dnam.admission import Admission, Changes, Refused
from dnam.answer_retraction import retract_answers
from dnam.audience import audible, session_key
from dnam.commands.values import Answer, Command, RecallPort
from dnam.errors import BadInput
from dnam.languages import language
from dnam.model import DM_GUILD, LORE, Fact, Message, Status
from dnam.ports import Clock, Store
from dnam.rules import command_text as write
from dnam.rules.claims import taken_away
from dnam.rules.fact_notes import DID_CHARS, LIST, UNDO, person_note, step_mark
from dnam.rules.merge import standing
from dnam.rules.permissions import Actor, may, refusal
from dnam.rules.quoting import shown_names, with_names
from dnam.rules.requests import PeoplePresent, spoken_in
from dnam.rules.text import collapse, plain, words
from dnam.rules.wording import third_person
from dnam.settings import Settings

UNDO_STEPS = 20
QUOTES = '"“”„«»'
KEPT = (Status.ACTIVE, Status.CLAIMED)
"""What is used, and what waits to be."""
PAST = (Status.SUPERSEDED, Status.ARCHIVED, Status.EXPIRED)
"""What was used once; it can still be forgotten, with what it was learned from."""

_AND = regex.compile(r"[,;&+]|\b(?:and|und|et|y|e|en|и|i|та)\b", flags=regex.IGNORECASE)
_FACTS = TypeAdapter(list[Fact])


class Targets:
    """The facts a person can see and change where they are, and the notes about them."""

    def __init__(
        self, store: Store, *, looks: RecallPort, admission: Admission, settings: Settings, clock: Clock
    ) -> None:
        self._store = store
        self._admission = admission
        self._looks = looks
        self._settings = settings
        self._clock = clock
        self._prefix = collapse(settings.command_prefix)

    def may(
        self,
        command: Command,
        deed: str,
        *,
        subject: int | None = None,
        sayer: int | None = None,
        named: Collection[int] = (),
    ) -> bool:
        """Say whether the person who typed a command may do this to what is about `subject`."""
        actor = Actor(
            id=command.person.id,
            manager=command.manager,
            operator=command.operator,
            about_others=self._settings.about_others,
            lore_writers=self._settings.lore_writers,
        )
        return may(deed, actor, subject=subject, sayer=sayer, named=named)

    def may_do(self, command: Command, deed: str, fact: Fact) -> bool:
        """Say whether the person who typed a command may do this to a fact."""
        return self.may(command, deed, subject=fact.subject, sayer=fact.asserted_by, named=fact.named)

    async def about(self, command: Command, subject: int) -> list[Fact]:
        """Give every fact about a subject that may be heard here, in every state, newest first."""
        guild = command.place.guild if subject == LORE else None
        held = await self._store.facts_of(subject, guild=guild)
        at = self._clock.now()
        return [standing(fact, at) for fact in self._shown(command, held)]

    def _shown(self, command: Command, facts: Sequence[Fact]) -> list[Fact]:
        """Give the facts that may be heard here, without those somebody does not agree to."""
        heard = audible(self._looks.audience(command.asks("")), facts)
        return [fact for fact in heard if not fact.muted]

    async def circle(self, command: Command) -> PeoplePresent:
        """Return who can be meant by a name: the members here, in a direct message only who is mentioned."""
        guild = command.place.guild
        members = await self._store.people(guild) if guild != DM_GUILD else {}
        mentioned = tuple(person for person in command.mentions if not person.bot)
        return PeoplePresent(speaker=command.person, mentioned=mentioned, members=tuple(members.values()))

    async def controlled(self, command: Command) -> list[Fact]:
        """Give what may be heard here and is this person's: about them, said by them, lore they keep."""
        own = await self.about(command, command.person.id)
        said = self._shown(command, await self._store.facts_by(command.person.id))
        lore = await self.about(command, LORE)
        found = {fact.key: fact for fact in (*own, *said, *lore, *await self.naming(command))}.values()
        return [fact for fact in found if self.may_do(command, "forget", fact)]

    async def naming(self, command: Command) -> list[Fact]:
        """Give what may be heard here, names the person who typed a command, and is not about them."""
        held = await self._store.facts_naming(command.person.id)
        at = self._clock.now()
        return [standing(fact, at) for fact in self._shown(command, held)]

    async def names(
        self, command: Command, facts: Sequence[Fact], messages: Sequence[Message] = ()
    ) -> dict[int, str]:
        """Name everyone in a list, no two alike: as they are called here, else where the facts were said."""
        wanted = {id_ for fact in facts for id_ in (fact.asserted_by, fact.subject, *fact.named)} - {LORE}
        authors = (message.author for message in messages)
        found = {person.id: person for person in (*authors, command.person, *command.mentions)}
        for guild in dict.fromkeys((command.place.guild, *(fact.guild for fact in facts))):
            if missing := sorted(wanted - found.keys()):
                found |= await self._store.people(guild, missing)
        return shown_names(found)

    async def listing(self, command: Command, text: str, facts: Sequence[Fact]) -> Answer:
        """Answer with a list whose numbers can be used from now on."""
        await self._store.put_note(_name(command, LIST), json.dumps([fact.key for fact in facts]))
        return Answer(text=text, listed=tuple(facts))

    async def choose(
        self, command: Command, argument: str, deed: str, states: Collection[Status] = (Status.ACTIVE,)
    ) -> tuple[list[Fact], bool]:
        """Read what is meant: numbers of the last list, `all` of it, ids, or words; the flag tells words.

        Raises BadInput when nothing is, or when one of them is not theirs to do this to.
        """
        chosen, by_words = await self._meant(command, argument, states)
        if not all(self.may_do(command, deed, fact) for fact in chosen):
            raise BadInput(refusal(deed, command.language))
        return chosen, by_words

    async def _meant(
        self, command: Command, argument: str, states: Collection[Status]
    ) -> tuple[list[Fact], bool]:
        held = await self.controlled(command)
        active = [fact for fact in held if fact.status in states]
        listed = [fact for fact in held if fact.status in PAST] if states == KEPT else []
        wanted = _AND.sub(" ", argument).split()
        everything = argument.casefold() == "all"
        if everything or (wanted and all(word.isdecimal() for word in wanted)):
            numbers = None if everything else [write.number(word) for word in wanted]
            try:
                return await self._numbered(command, [*active, *listed], numbers), False
            except BadInput:
                told = [fact for fact in active if argument in words(fact.text)] if len(argument) > 1 else []
                if not told:
                    raise
                return told, True  # a year, or a number of a house
        if by_id := [fact for fact in (*active, *listed) if fact.id in wanted]:
            return by_id, False
        asked = plain(argument).casefold().strip(QUOTES)
        names = await self.names(command, held)
        shown = {fact.key: plain(f"{fact.text}\n{with_names(fact.text, names)}").casefold() for fact in held}
        worded = third_person(
            asked, language(spoken_in(asked))
        ).casefold()  # "I'm vegan" is kept as "Is vegan"
        known = [fact for fact in held if asked and (asked in shown[fact.key] or worded in shown[fact.key])]
        matches = [fact for fact in known if fact.status in states]
        matches = matches or [fact for fact in known if fact in listed]
        if not matches:
            raise BadInput(
                f'No item matches "{argument[:200]}" here. `{self._prefix} show` lists what there is.'
            )
        return matches, True

    async def one(self, command: Command, argument: str, verb: str) -> Fact | Answer:
        """Read which single fact is meant; when several fit, give the answer that asks which."""
        if not argument:
            raise BadInput(
                f"Which one? `{self._prefix} {verb} 1` after `{self._prefix} show`, an id, or words of it."
            )
        chosen, _ = await self.choose(command, argument, verb)
        return chosen[0] if len(chosen) == 1 else await self.ask(command, argument, chosen, verb)

    async def ask(self, command: Command, argument: str, facts: Sequence[Fact], verb: str) -> Answer:
        """List several matches to pick from."""
        entries = [write.choice(i, fact) for i, fact in enumerate(facts, 1)]
        tail = f"Say `{self._prefix} {verb} 1`"
        tail += (
            f", several numbers, or `{self._prefix} forget all`."
            if verb == "forget"
            else " with the right number."
        )
        text, shown = write.fit(f'{len(facts)} items match "{argument[:200]}":', entries, tail)
        return await self.listing(command, text, facts[:shown])

    async def load(self, keys: Sequence[Sequence[object]]) -> list[Fact]:
        """Give the facts of these keys that still exist."""
        wanted = {tuple(key) for key in keys}
        subjects = {int(str(key[1])) for key in keys}
        facts = [fact for subject in sorted(subjects) for fact in await self._store.facts_of(subject)]
        return [fact for fact in facts if fact.key in wanted]

    async def keep(self, command: Command, changes: Changes) -> None:
        """Save what a command's statements have changed, as one step that can be undone."""
        await self.change(
            command,
            before=[*changes.before.values()],
            after=[*changes.save.values()],
            drop=[*changes.drop.values()],
        )

    async def change(
        self, command: Command, *, before: Sequence[Fact], after: Sequence[Fact], drop: Sequence[Fact] = ()
    ) -> None:
        """Save facts as they are after a command, and note how to go back."""
        await self._store.save_facts(after, drop=drop)
        for fact in after:
            if fact.status is Status.FORGOTTEN:
                await self._silence(fact)
        name = _name(command, UNDO)
        steps = json.loads(await self._store.get_note(name) or "[]")
        keys = {fact.key for fact in (*after, *drop)}
        step = {
            "did": collapse(command.text)[:DID_CHARS],
            "at": self._clock.now().isoformat(),
            "before": _FACTS.dump_python([fact for fact in before if fact.key in keys], mode="json"),
            "new": [list(fact.key) for fact in after if fact.key not in {old.key for old in before}],
            "left": [_state(fact) for fact in after],
            "dropped": [list(fact.key) for fact in drop],
        }
        await self._store.put_note(name, json.dumps([*steps, step][-UNDO_STEPS:]))

    async def _silence(self, fact: Fact) -> None:
        """Hide what a forgotten fact was learned from, and the answers that tell it."""
        read = [await self._store.get_message(fact.guild, message) for message in fact.messages]
        await self._store.hide_messages(fact.guild, fact.messages, hidden=True)
        await self._store.drop_derived(fact.guild, fact.messages)
        await retract_answers(self._store, [fact.text], [said for said in read if said is not None], [fact])

    async def drop(self, command: Command, facts: Sequence[Fact]) -> list[Fact]:
        """Let facts be forgotten; give them as they are then."""
        at = self._clock.now()
        gone = [replace(taken_away(fact, command.person.id), updated_at=at) for fact in facts]
        await self.change(command, before=facts, after=gone)
        return gone

    async def undo(self, command: Command, mark: str = "") -> str:
        """Take back the person's last change here, if it is the one of this mark; give what it was."""
        name = _name(command, UNDO)
        steps = json.loads(await self._store.get_note(name) or "[]")
        if not steps:
            raise BadInput("There is nothing to undo here.")
        step = steps.pop()
        if mark and mark != step_mark(self._words(step["did"])):
            raise BadInput(
                f"That was not your last change here, which is what `{self._prefix} undo` takes back. "
                "Nothing was changed."
            )
        before, new = _FACTS.validate_python(step["before"]), await self.load(step["new"])
        now = [*new, *await self.load([fact.key for fact in before])]
        left = json.dumps(steps) if steps else None
        if any(fact.status is Status.FORGOTTEN and _state(fact) not in step["left"] for fact in now):
            await self._store.put_note(name, left)  # never again: it must not bar the way to older steps
            raise BadInput("What that changed has been forgotten since, and stays so. Nothing was changed.")
        there = {*(fact.key for fact in now), *map(tuple, step.get("dropped", ()))}
        before = [fact for fact in before if fact.key in there]  # what has gone since stays gone
        judged = [await self._admission.brought_back(fact, now, by=command.person.id) for fact in before]
        if any(isinstance(fact, Refused) for fact in judged):
            raise BadInput(
                "Somebody it is about or names does not want it kept, or has not opted in. "
                "Nothing was changed."
            )
        before = [fact for fact in judged if isinstance(fact, Fact)]
        await self._store.put_note(name, left)
        await self._store.drop_facts(new)
        await self._store.save_facts(before)
        held = {(fact.key, fact.widened) for fact in before if fact.status is Status.ACTIVE}
        lost = [fact for fact in now if (fact.key, fact.widened) not in held]
        await retract_answers(self._store, [fact.text for fact in lost], [], lost)
        for fact in before:
            if fact.status is Status.ACTIVE and fact.messages:
                told = await self._store.facts_from(fact.guild, fact.messages)
                silent = {m for other in told if other.status is Status.FORGOTTEN for m in other.messages}
                free = [message for message in fact.messages if message not in silent]
                await self._store.hide_messages(fact.guild, free, hidden=False)
        return str(step["did"])

    def _words(self, text: str) -> str:
        begins = text[: len(self._prefix)].casefold() == self._prefix.casefold()
        return text[len(self._prefix) :] if begins else text

    async def _numbered(
        self, command: Command, facts: Sequence[Fact], numbers: list[int] | None
    ) -> list[Fact]:
        listed = json.loads(await self._store.get_note(_name(command, LIST)) or "[]")
        if not listed:
            raise BadInput(f"There is no list to pick from here yet: `{self._prefix} show` gives one.")
        numbers = list(range(1, len(listed) + 1)) if numbers is None else numbers
        wrong = [entry for entry in numbers if not 1 <= entry <= len(listed)]
        if wrong:
            raise BadInput(f"The last list here has entries 1 to {len(listed)}; there is no {wrong[0]}.")
        by_key = {fact.key: fact for fact in facts}
        keys = [tuple(listed[entry - 1]) for entry in dict.fromkeys(numbers)]
        if any(key not in by_key for key in keys):
            raise BadInput("That entry is gone already or is not yours to change. Nothing was changed.")
        return [by_key[key] for key in keys]


def _state(fact: Fact) -> list[object]:
    """Say as what a step left a fact behind, to see whether somebody has changed it since."""
    return [*fact.key, str(fact.status), fact.updated_at.timestamp()]


def _name(command: Command, what: str) -> str:
    return person_note(command.person.id, what, session_key(command.place))
