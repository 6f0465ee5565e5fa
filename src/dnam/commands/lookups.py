"""Commands that look: what is remembered, what was found, what an answer was made from."""

from dnam.audience import may_hear, session_key
from dnam.commands.targets import Targets
from dnam.commands.values import Answer, Command, RecallPort
from dnam.commands.why import used_in
from dnam.errors import BadInput
from dnam.languages import reply
from dnam.model import Fact, Status, Visibility
from dnam.ports import Clock, Store
from dnam.rules import command_text as write
from dnam.rules.text import clip, query_words

SHOWN_SUMMARY = 600
"""The most of a rolling summary that `show` prints: the facts need room too."""


class Lookups:
    """Answers what somebody wants to see."""

    def __init__(
        self, store: Store, choices: Targets, *, looks: RecallPort, clock: Clock, prefix: str
    ) -> None:
        self._store = store
        self._choices = choices
        self._looks = looks
        self._clock = clock
        self._p = prefix

    async def show(self, command: Command, argument: str) -> Answer:
        """Show what would be used right now, or everything."""
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
        own, naming = await self._own(command), await self._choices.naming(command)
        facts = [*own, *naming]
        names, at = await self._choices.names(command, facts), self._clock.now()
        audience = self._looks.audience(command.asks(""))
        records = [write.record(fact, names, at, audience) for fact in own]
        records += [write.record(fact, names, at, audience, whose=True) for fact in naming]
        what = "about you or naming you" if naming else "about you"

        def head(wanted: int, pages: int) -> str:
            return f"Everything {what} that may be shown here ({len(facts)}, page {wanted} of {pages}):"

        paged = write.paged(records, page, head=head, again=f"{self._p} show all")
        return await self._choices.listing(command, paged.text, facts[paged.first : paged.last])

    async def search(self, command: Command, argument: str) -> Answer:
        """Find facts and older messages."""
        if not argument:
            raise BadInput(f"Search for what? For example: `{self._p} search rust`")
        found = await self._looks.search(command.asks(argument), limit=5)
        if not found.facts and not found.messages:
            return Answer(text=reply(command.language, "found_nothing", text=argument[:200]))
        facts = [hit.what for hit in found.facts]
        names = await self._choices.names(command, facts, [hit.what for hit in found.messages])
        entries = [write.found_fact(i, hit.what, hit.reasons, names) for i, hit in enumerate(found.facts, 1)]
        asked = query_words(argument)
        entries += [write.found_message(hit.what, hit.reasons, names, asked) for hit in found.messages]
        text, shown = write.fit(reply(command.language, "known", who=f'"{argument[:200]}"'), entries)
        return await self._choices.listing(command, text, facts[:shown])

    async def why(self, command: Command, argument: str) -> Answer:
        """Name what the last answer here was made from, or the one whose id is given."""
        used = await used_in(self._store, command.place, argument)
        audience = self._looks.audience(command.asks(""))
        known = [fact for fact in await self._choices.load(used["facts"]) if may_hear(audience, fact)]
        facts = [fact for fact in known if fact.status is not Status.FORGOTTEN and not fact.muted]
        loaded = [await self._store.get_message(guild, message) for guild, message in used["messages"]]
        read = await self._store.read_spots(audience, [message.spot for message in loaded if message])
        messages = [found.message for found in read.values()]
        if not facts and not messages:
            return Answer(text=f"No memory was used for {'that' if argument else 'the last'} answer here.")
        names = await self._choices.names(command, facts, messages)
        entries = [write.used_fact(fact, names, audience) for fact in facts]
        entries += [write.found_message(message, ("an older message",), names) for message in messages]
        which = "That answer" if argument else "The last answer here"
        return Answer(text=write.fit(f"{which} was given these memories:", entries)[0])

    async def _own(self, command: Command) -> list[Fact]:
        return await self._choices.about(command, command.person.id)
