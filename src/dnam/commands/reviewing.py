"""What somebody should look at: pairs of facts that nearly repeat or contradict each other, and what to do.

One of them is forgotten, both become one, or both are right: then the pair is not listed again. The Discord
bot may ask about a contradiction unbidden (`discord_ask_conflicts`): about each pair once.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dnam.commands.command_group import CommandGroup
from dnam.commands.values import Answer, Command, noted
from dnam.domain import Fact, Status
from dnam.ports import Store
from dnam.rules import command_text as write
from dnam.rules.fact_notes import asked_note, reviewed_note
from dnam.rules.review import ReviewPair, pairs_to_review

MOST_PAIRS = 20
"""How many pairs of facts `review` lists."""


class Reviewing(CommandGroup):
    async def review(self, command: Command, argument: str) -> Answer:
        """List what is known twice or cannot all be so, numbered, so that one of each can be forgotten."""
        verb, _, entries_meant = argument.partition(" ")
        if verb.casefold() in ("both", "merge"):
            return await self._decide(command, verb.casefold(), entries_meant)
        pairs = await self._pairs(command)
        if argument.casefold() == "ask":
            return await self._ask(command, [pair for pair in pairs if pair.kind == "contradiction"])
        if argument:
            raise command.wrong("review_usage")
        if not pairs:
            return Answer(text=command.says("review_none"))
        facts = [fact for pair in pairs for fact in (pair.newer, pair.older)]
        names = await self.targets.names(command, facts)
        entries = []
        for nth, pair in enumerate(pairs):
            newer = write.known_fact(2 * nth + 1, pair.newer, names, command.language)
            older = write.known_fact(2 * nth + 2, pair.older, names, command.language)
            what = f"review_{pair.kind.replace('-', '_')}"
            entries.append(f"{command.says(what)}\n{newer}\n{older}")
        text, shown = write.fit(command.says("review_list"), entries, command.says("review_tail"))
        return await self.targets.listing(command, text, facts[: 2 * shown])

    async def _pairs(self, command: Command) -> list[ReviewPair]:
        """Return the pairs about the person that everyone here may hear."""
        audience, model = self.recall.audience(command.asks("")), self.recall.model
        own = [command.person.id]
        known = await self.store.facts_for(audience, own, at=self.clock.now(), model=model)
        return (await undecided(self.store, pairs_to_review(known)))[:MOST_PAIRS]

    async def _ask(self, command: Command, contradictions: Sequence[ReviewPair]) -> Answer:
        """Ask about the first contradiction that nobody was asked about, and note that it was asked."""
        for pair in contradictions:
            note = asked_note(pair.newer.guild)
            asked = await noted(self.store, note)
            if (this := _pair_of(pair.newer, pair.older)) not in asked:
                await self.store.put_note(note, json.dumps([*asked, this]))
                facts = (pair.newer, pair.older)
                names = await self.targets.names(command, facts)
                spoken = command.language
                entries = [write.known_fact(nth, fact, names, spoken) for nth, fact in enumerate(facts, 1)]
                return Answer(text="\n".join([command.says("review_ask"), *entries]), listed=facts)
        return Answer(text=command.says("review_ask_none"))

    async def _decide(self, command: Command, verb: str, entries_meant: str) -> Answer:
        """Note that two facts are both right, or make one of them."""
        facts, _ = await self.targets.choose(command, entries_meant, "forget")
        if len(facts) != 2 or facts[0].subject != facts[1].subject:
            raise command.wrong("review_two", verb=verb)
        older, newer = sorted(facts, key=lambda fact: (fact.updated_at, fact.id))
        if verb == "both":
            await _note_as_right(self.store, newer, older)
            return Answer(text=command.says("review_both", one=newer.text, other=older.text), changed=True)
        if older.origin != newer.origin or older.guild != newer.guild:
            raise command.wrong("review_apart")
        await self.changes.save(command, before=[newer, older], after=_merged(newer, older))
        return Answer(text=command.says("review_merged", one=older.text, other=newer.text), changed=True)


def _merged(newer: Fact, older: Fact) -> list[Fact]:
    """Return the newer fact with the sources of both, and the older one as replaced by it."""
    joined = replace(
        newer,
        messages=tuple(dict.fromkeys((*older.messages, *newer.messages))),
        created_at=min(newer.created_at, older.created_at),
        confidence=max(newer.confidence, older.confidence),
        pinned=newer.pinned or older.pinned,
    )
    return [joined, replace(older, status=Status.SUPERSEDED, superseded_by=newer.id, pinned=False)]


async def undecided(store: Store, pairs: Sequence[ReviewPair]) -> list[ReviewPair]:
    """Return the pairs of which nobody has said that both are right, as they stand now."""
    guilds = {pair.newer.guild for pair in pairs}
    decided = [pair for guild in guilds for pair in await noted(store, reviewed_note(guild))]
    return [pair for pair in pairs if _pair_of(pair.newer, pair.older) not in decided]


async def _note_as_right(store: Store, newer: Fact, older: Fact) -> None:
    note = reviewed_note(newer.guild)
    await store.put_note(note, json.dumps([*await noted(store, note), _pair_of(newer, older)]))


def _pair_of(one: Fact, other: Fact) -> list[list[Any]]:
    """Return the keys of two facts, and when each was changed last: an edit is looked at anew."""
    return sorted([[*fact.key, fact.updated_at.isoformat()] for fact in (one, other)])
