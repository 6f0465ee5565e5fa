"""What a command points at: the facts a person can see and change where they are.

A number means that entry of the last list the person was shown in this conversation, as they saw it: when it
has changed since, nothing is done and the list is shown again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import regex

from dnam.audience import audible
from dnam.commands.last_list import LastList, ListEntry, last_list, save_list
from dnam.commands.undo import facts_by_key
from dnam.commands.values import CONFIRM_WITHIN, Answer, Command, RecallPort
from dnam.domain import DM_GUILD, LORE, Fact, Message, Status
from dnam.errors import BadInput
from dnam.languages import language
from dnam.ports import Clock, Store
from dnam.rules import command_text as write
from dnam.rules.command_permissions import Actor, may, refusal
from dnam.rules.fact_merge import standing
from dnam.rules.newest_for_audience import hidden_here
from dnam.rules.quoting import shown_names, with_names
from dnam.rules.requests import PeoplePresent, spoken_in
from dnam.rules.text import plain, words
from dnam.rules.wording import third_person
from dnam.settings import Settings

QUOTES = '"“”„«»'
KEPT = (Status.ACTIVE, Status.CLAIMED)
"""What is used, and what waits to be."""
PAST = (Status.SUPERSEDED, Status.ARCHIVED, Status.EXPIRED)
"""What was used once; it can still be forgotten, with what it was learned from."""

_AND = regex.compile(r"[,;&+]|\b(?:and|und|et|y|e|en|и|i|та)\b", flags=regex.IGNORECASE)


class Targets:
    """Finds the facts a command means, among those this person may see and change there."""

    def __init__(self, store: Store, *, recall: RecallPort, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._recall = recall
        self._settings = settings
        self._clock = clock

    def may(
        self,
        command: Command,
        verb: str,
        *,
        subject: int | None = None,
        sayer: int | None = None,
        named: Collection[int] = (),
    ) -> bool:
        """Return whether the person who typed a command may do this to what is about `subject`."""
        actor = Actor(
            id=command.person.id,
            manager=command.manager,
            operator=command.operator,
            about_others=self._settings.about_others,
            lore_writers=self._settings.lore_writers,
        )
        return may(verb, actor, subject=subject, sayer=sayer, named=named)

    def may_do(self, command: Command, verb: str, fact: Fact) -> bool:
        return self.may(command, verb, subject=fact.subject, sayer=fact.asserted_by, named=fact.named)

    async def about(self, command: Command, subject: int) -> list[Fact]:
        """Return every fact about a subject that may be heard here, in every state, newest first."""
        guild = command.place.guild if subject == LORE else None
        return self._up_to_date(self._visible(command, await self._store.facts_of(subject, guild=guild)))

    async def naming(self, command: Command) -> list[Fact]:
        """Return what may be heard here, names the person who typed a command, and is not about them."""
        return self._up_to_date(self._visible(command, await self._store.facts_naming(command.person.id)))

    async def controlled(self, command: Command) -> list[Fact]:
        """Return what may be heard here and this person may forget: about, by or naming them, and lore."""
        facts = [
            *await self.about(command, command.person.id),
            *self._visible(command, await self._store.facts_by(command.person.id)),
            *await self.about(command, LORE),
            *await self.naming(command),
        ]
        by_key = {fact.key: fact for fact in facts}
        return [fact for fact in by_key.values() if self.may_do(command, "forget", fact)]

    def _visible(self, command: Command, facts: Sequence[Fact]) -> list[Fact]:
        """Return the facts that may be heard here, without those somebody does not agree to."""
        audience = self._recall.audience(command.asks(""))
        return [fact for fact in audible(audience, facts) if not fact.muted]

    def _up_to_date(self, facts: Sequence[Fact]) -> list[Fact]:
        at = self._clock.now()
        stands = [standing(fact, at) for fact in facts]
        hidden = hidden_here(fact for fact in stands if fact.status is Status.ACTIVE)
        return [fact for fact in stands if fact.key not in hidden]

    async def circle(self, command: Command) -> PeoplePresent:
        """Return who can be meant by a name: the members here, in a direct message only who is mentioned."""
        guild = command.place.guild
        members = await self._store.people(guild) if guild != DM_GUILD else {}
        mentioned = tuple(person for person in command.mentions if not person.bot)
        return PeoplePresent(speaker=command.person, mentioned=mentioned, members=tuple(members.values()))

    async def names(
        self, command: Command, facts: Sequence[Fact], messages: Sequence[Message] = ()
    ) -> dict[int, str]:
        """Return the names of everyone in a list, no two alike: as in this guild, else where it was said."""
        wanted = {id_ for fact in facts for id_ in (fact.asserted_by, fact.subject, *fact.named)} - {LORE}
        authors = (message.author for message in messages)
        people = {person.id: person for person in (*authors, command.person, *command.mentions)}
        for guild in dict.fromkeys((command.place.guild, *(fact.guild for fact in facts))):
            if missing := sorted(wanted - people.keys()):
                people |= await self._store.people(guild, missing)
        return shown_names(people)

    async def listing(self, command: Command, text: str, facts: Sequence[Fact]) -> Answer:
        """Answer with a list whose numbers can be used from now on."""
        await save_list(self._store, command, facts, seen=len(facts))
        return Answer(text=text, listed=tuple(facts))

    async def choices(self, command: Command, facts: Sequence[Fact], head: str, tail: str = "") -> Answer:
        """Answer with a numbered list of facts to pick from, as many as fit."""
        names = await self.names(command, facts)
        entries = [write.choice(i, fact, names, command.language) for i, fact in enumerate(facts, 1)]
        text, shown = write.fit(head, entries, tail)
        return await self.listing(command, text, facts[:shown])

    async def choose(
        self, command: Command, argument: str, verb: str, states: Collection[Status] = (Status.ACTIVE,)
    ) -> tuple[list[Fact], bool]:
        """Return the facts an argument means, and whether it means them by their words.

        An argument is numbers of the last list, ids, or words. Raises BadInput when it means
        nothing, or something this person may not do this to.
        """
        chosen, by_words = await self._meant(command, argument, states)
        if not all(self.may_do(command, verb, fact) for fact in chosen):
            raise BadInput(refusal(verb, command.language))
        return chosen, by_words

    async def _meant(
        self, command: Command, argument: str, states: Collection[Status]
    ) -> tuple[list[Fact], bool]:
        facts = await self.controlled(command)
        current = [fact for fact in facts if fact.status in states]
        past = [fact for fact in facts if fact.status in PAST] if states == KEPT else []
        parts = _AND.sub(" ", argument).split()
        if parts and all(part.isdecimal() for part in parts):
            shown, numbers = await last_list(self._store, command), [write.number(part) for part in parts]
            if problem := _no_such_entry(command, shown, numbers):
                # The number may stand in a fact: a year, or the number of a house.
                with_number = [fact for fact in current if argument in words(fact.text)]
                if len(argument) < 2 or not with_number:
                    raise BadInput(problem)
                return with_number, True
            entries = [shown.entries[number - 1] for number in dict.fromkeys(numbers)]
            return await self._unchanged(command, shown, entries, [*current, *past]), False
        if by_id := [fact for fact in (*current, *past) if fact.id in parts]:
            return by_id, False
        names = await self.names(command, facts)
        if by_words := _with_words(argument, current, names) or _with_words(argument, past, names):
            return by_words, True
        raise command.wrong("no_match", text=argument[:200])

    async def one(self, command: Command, argument: str, verb: str) -> Fact | Answer:
        """Return the single fact that is meant; when several fit, the answer that asks which."""
        if not argument:
            raise command.wrong("which_one", verb=verb)
        chosen, _ = await self.choose(command, argument, verb)
        return chosen[0] if len(chosen) == 1 else await self.ask(command, argument, chosen, verb)

    async def ask(self, command: Command, argument: str, facts: Sequence[Fact], verb: str) -> Answer:
        head = command.says("matches", count=len(facts), text=argument[:200])
        tail = command.says("pick_several" if verb == "forget" else "pick", verb=verb)
        return await self.choices(command, facts, head, tail)

    async def ask_about_all(self, command: Command, facts: Sequence[Fact]) -> Answer:
        """Ask whether to forget all of these, and list them; so much is not forgotten on a word."""
        answer = await self.choices(command, facts, command.says("forget_all", count=len(facts)))
        seen = len(answer.listed)
        await save_list(self._store, command, facts, seen=seen, asked_at=self._clock.now())
        return replace(answer, confirm="forget all yes")

    async def all_listed(self, command: Command) -> list[Fact]:
        """Return all entries of the last list that this person can forget; none when there is no list."""
        shown = await last_list(self._store, command)
        mine = {fact.key: fact for fact in await self.controlled(command) if fact.status in (*KEPT, *PAST)}
        return [mine[entry.key] for entry in shown.entries[: shown.seen] if entry.key in mine]

    async def confirmed(self, command: Command) -> list[Fact] | None:
        """Return what the person was asked about lately; None when they were not. Raises BadInput."""
        shown = await last_list(self._store, command)
        if not self._waits(shown):
            return None
        mine = [fact for fact in await self.controlled(command) if fact.status in (*KEPT, *PAST)]
        return await self._unchanged(command, shown, shown.entries, mine)

    async def ask_no_more(self, command: Command) -> bool:
        """Drop the question whether to forget all; return whether it was asked lately."""
        waits = self._waits(await last_list(self._store, command))
        if waits:
            await save_list(self._store, command, (), seen=0)
        return waits

    def _waits(self, shown: LastList) -> bool:
        return shown.asked_at is not None and self._clock.now() - shown.asked_at <= CONFIRM_WITHIN

    async def _unchanged(
        self, command: Command, shown: LastList, entries: Sequence[ListEntry], allowed: Sequence[Fact]
    ) -> list[Fact]:
        """Return the facts of entries, as they were when listed. Raises BadInput with the list of now."""
        by_key = {fact.key: fact for fact in allowed}
        facts = [by_key[entry.key] for entry in entries if entry.is_still(by_key.get(entry.key))]
        if len(facts) == len(entries):
            return facts
        at = self._clock.now()
        stored = await facts_by_key(self._store, [entry.key for entry in entries])
        now = {fact.key: standing(fact, at) for fact in stored}
        if all(entry.is_still(now.get(entry.key)) for entry in entries):
            raise command.refused("gone")
        raise BadInput(await self._list_again(command, shown))

    async def _list_again(self, command: Command, shown: LastList) -> str:
        """Return what has become of a list, and let numbers stand for that from now on."""
        mine = {fact.key: fact for fact in await self.controlled(command)}
        heirs = {(fact.subject, fact.id): fact for fact in mine.values() if fact.status in KEPT}
        listed = [mine[entry.key] for entry in shown.entries if entry.key in mine]
        now = [heirs.get((fact.subject, fact.superseded_by or fact.id)) for fact in listed]
        facts = [*{fact.key: fact for fact in now if fact is not None}.values()]
        head = f"{command.says('list_changed')} {command.says('list_now' if facts else 'list_left')}"
        return (await self.choices(command, facts, head)).text if facts else head


def _no_such_entry(command: Command, shown: LastList, numbers: Sequence[int]) -> str:
    """Return why there is no entry of a number in a list; empty when there is."""
    if not shown.entries:
        return command.says("no_list")
    wrong = [number for number in numbers if not 1 <= number <= shown.seen]
    return command.says("no_entry", last=shown.seen, number=wrong[0]) if wrong else ""


def _with_words(argument: str, facts: Sequence[Fact], names: Mapping[int, str]) -> list[Fact]:
    """Return the facts that have these words, as they are kept or as they are shown."""
    asked = plain(argument).casefold().strip(QUOTES)
    if not asked:
        return []
    reworded = third_person(asked, language(spoken_in(asked))).casefold()  # "I'm vegan" is kept as "Is vegan"
    shown = [plain(f"{fact.text}\n{with_names(fact.text, names)}").casefold() for fact in facts]
    return [fact for fact, text in zip(facts, shown, strict=True) if asked in text or reworded in text]
