"""The facts of a prompt: all that is known of who takes part, and what fits the question, of anybody."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from dnam.audience import Audience
from dnam.domain import LORE, Fact, HeldFact, Person, Question, Recollection
from dnam.ports import Store
from dnam.recall.search import Search
from dnam.rules.answer_ranking import Wanted, wanted_by
from dnam.rules.fact_ranking import Query, weigh_facts
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.newest_for_audience import hidden_here
from dnam.rules.question_cues import SearchQuery
from dnam.settings import Settings

MAX_FACTS_OF_OTHERS = 20
"""The most facts read about each of them, to choose the best from."""
CLEARLY = 0.5
"""The score from which on a fact answers a question that names nobody; a list takes all that fit."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """The facts that may be used, best first, by subject."""

    about: Mapping[int, Sequence[Recollection[Fact]]] = field(default_factory=dict)
    """Of the asker, the guild and the people of the conversation; of anybody else what fits the question."""
    fitting: tuple[Fact, ...] = ()
    """Those that clearly fit the question and are about whom it asks about, best first."""
    stated: bool = False
    """They state just what is asked of a person: nothing that others say of themselves answers it."""
    asked: bool = False
    """The question asks anything: a greeting and a remark do not."""
    people: Mapping[int, Person] = field(default_factory=dict)
    """Who said facts about others, whom facts mention, and whom those of anybody else are about."""


class PromptFacts:
    def __init__(self, store: Store, search: Search, settings: Settings) -> None:
        self._store = store
        self._search = search
        self._settings = settings

    async def read(
        self,
        question: Question,
        audience: Audience,
        others: Mapping[int, Person],
        asking: asyncio.Task[SearchQuery],
    ) -> Known:
        """Return what is known of the asker, the guild and `others`, and what fits of anybody else."""
        settings = self._settings
        if not settings.facts_enabled:
            return Known()
        parsed = await asking
        names = {person.id: person.name for person in question.mentions}
        wanted = wanted_by(parsed, names)
        query = self._search.query(question, parsed.vector)
        stored, elsewhere = await self._stored(question, audience, others, query)
        ranked = weigh_facts(stored, query, profile=settings.ranking)
        ordered = [Recollection(what=one.fact, score=one.score) for one in ranked]
        passing = [hit for hit, one in zip(ordered, ranked, strict=True) if one.passes]
        fitting = [
            hit
            for hit in (*passing, *elsewhere)
            if hit.what.subject in wanted.people
            or (hit.what.subject == LORE and not names)
            or (not wanted.people and hit.score >= CLEARLY)
        ]
        about: dict[int, list[Recollection[Fact]]] = {}
        for hit in (*ordered, *elsewhere):
            about.setdefault(hit.what.subject, []).append(hit)
        facts = [hit.what for hits in about.values() for hit in hits]
        states = {item.fact.key for item in stored if _states(item, wanted)}
        if states:
            fitting = [hit for hit in ordered if hit.what.key in states]
        return Known(
            about=about,
            asked=wanted.asked,
            people=await self._people(question.place.guild, facts, [hit.what for hit in elsewhere]),
            stated=bool(states),
            fitting=tuple(hit.what for hit in sorted(fitting, key=lambda hit: -hit.score) if wanted.asked),
        )

    async def _stored(
        self, question: Question, audience: Audience, others: Mapping[int, Person], query: Query
    ) -> tuple[list[HeldFact], list[Recollection[Fact]]]:
        """Return the facts about the asker, the guild and `others`, and those about anybody else that fit.

        When the question names people, only what names them too is of use about anybody else.
        """
        read = partial(self._store.facts_for, audience, at=query.at, model=self._search.model)
        reads, elsewhere = [read([question.asker.id, LORE])], list[Recollection[Fact]]()
        if self._settings.people_chars:
            reads += [read([*others], most=MAX_FACTS_OF_OTHERS)] if others else []
            finding = self._search.facts_fitting(query, audience, strict=True)
            elsewhere, batches = await asyncio.gather(finding, asyncio.gather(*reads))
        else:
            batches = await asyncio.gather(*reads)
        facts = [item for batch in batches for item in batch]
        hidden = hidden_here(item.fact for item in facts)
        here, named = {question.asker.id, LORE, *others}, {person.id for person in question.mentions}
        elsewhere = [hit for hit in elsewhere if hit.what.subject not in here]
        return (
            [item for item in facts if item.fact.key not in hidden],
            [hit for hit in elsewhere if not named or named.intersection(hit.what.named)],
        )

    async def _people(
        self, guild: int, facts: Sequence[Fact], of_anybody: Sequence[Fact]
    ) -> dict[int, Person]:
        """Return who said facts about others, whom facts mention, and whom those `of_anybody` are about.

        They are named as in this guild where they are known there.
        """
        wanted: dict[int, set[int]] = {fact.guild: set() for fact in (*facts, *of_anybody)}
        for fact in facts:
            hearsay = {fact.asserted_by} if fact.asserted_by != fact.subject != LORE else set()
            wanted[fact.guild] |= hearsay.union(mentioned_in(fact.text))
        for fact in of_anybody:
            wanted[fact.guild].add(fact.subject)
        people: dict[int, Person] = {}
        for where in dict.fromkeys((guild, *wanted)):
            if missing := sorted({id_ for ids in wanted.values() for id_ in ids} - people.keys()):
                people |= await self._store.people(where, missing)
        return people


def _states(item: HeldFact, wanted: Wanted) -> bool:
    """Return whether a fact states what is asked for of somebody: their home, asked where they live."""
    slot = (item.slot or "").removeprefix("-")  # what is over answers too
    return item.fact.subject in wanted.people and slot in wanted.kind.slots
