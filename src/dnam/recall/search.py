"""Search: facts and older messages that fit a question, among what its place may see."""

import asyncio
from dataclasses import replace

from cachetools import LRUCache, TTLCache

from dnam.audience import Audience, audience_of
from dnam.domain import (
    Fact,
    Message,
    Person,
    Place,
    Positions,
    Question,
    Recollection,
    SearchResult,
    Vector,
    Visibility,
)
from dnam.lanes import Lanes
from dnam.ports import Clock, Embedder, Reranker, Store
from dnam.rules import message_ranking
from dnam.rules.dates import span_of
from dnam.rules.fact_ranking import Query, rank_facts
from dnam.rules.question_cues import SearchQuery, read_question
from dnam.rules.quoting import spoken
from dnam.rules.text import words
from dnam.settings import Settings

QUESTIONS, ANSWERS = 3, 2
"""How many questions in a result get the messages after them added, and how many: they may be the answer."""
ADDED_REASON = "said right after it"
MARKS = ("?", "？", "؟")
RERANKED = 50
"""How many of the best messages a reranker reads."""
FACTS_WEIGHED = 50
"""The most facts ranked that share words with a search, and the most that are close in meaning."""


class Search:
    """Finds facts and messages for questions."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder | None,
        reranker: Reranker | None = None,
        *,
        lanes: Lanes,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._reranker = reranker
        self._lanes = lanes
        self._settings = settings
        self._clock = clock
        self.model = embedder.name if embedder else None
        self._people: TTLCache[int, dict[int, str]] = TTLCache(200, ttl=60)
        self._slots: LRUCache[int, int] = LRUCache(10_000)
        self._counts: TTLCache[Audience, int] = TTLCache(2000, ttl=60)

    def forget(self) -> None:
        """Drop every cache: names and counts may be of somebody who was erased."""
        for cache in (self._people, self._slots, self._counts):
            cache.clear()

    def audience(self, question: Question) -> Audience:
        """Return what may be shown where the question is asked."""
        portable = self._settings.audience == "portable"
        return audience_of(question.place, asker=question.asker.id, portable=portable)

    async def search(self, question: Question, *, limit: int = 8, strict: bool = True) -> SearchResult:
        """Return the facts and messages that fit a question; with `strict` only those that clearly do."""
        audience = self.audience(question)
        query = await self.parse(question, audience)
        facts = await self.find_facts(question, audience, query.vector, strict=strict)
        messages = await self.find_by(question, audience, query, self.budget(limit, strict=strict))
        return SearchResult(facts=tuple(facts[:limit]), messages=tuple(messages))

    async def find_messages(
        self, question: Question, audience: Audience, *, limit: int, strict: bool = False
    ) -> list[Recollection[Message]]:
        """Return older messages that fit by words, neighbours and meaning together."""
        query = await self.parse(question, audience)
        return await self.find_by(question, audience, query, self.budget(limit, strict=strict))

    async def find_by(
        self,
        question: Question,
        audience: Audience,
        query: SearchQuery,
        wanted: message_ranking.MessageBudget,
    ) -> list[Recollection[Message]]:
        """Return older messages for a question that has been parsed."""
        channel = None if self._settings.relevant_everywhere else question.place.channel
        postings, near = await asyncio.gather(
            self._store.find_words(
                audience,
                query.words,
                channel=channel,
                here=question.place.channel,
                limit=message_ranking.MOST,
            ),
            self._near(audience, query, channel),
        )
        weighed = message_ranking.weigh(postings, query.heard)
        positions = message_ranking.choose(weighed, near, query)
        candidates = await self._store.read_candidates(audience, positions, model=self.model)
        depth = wanted.limit if self._reranker is None else max(wanted.limit, RERANKED)
        best = message_ranking.take(candidates, weighed, query, replace(wanted, limit=depth))
        messages = await self._store.read_positions(audience, [hit.position for hit in best])
        hits = [
            Recollection(what=messages[hit.position].message, score=hit.score, reasons=hit.reasons)
            for hit in best
            if hit.position in messages
        ]
        hits = (await self._reranked(query.text, hits))[: wanted.limit]
        return await self._with_answers(audience, hits, wanted.limit) if wanted.strict else hits

    async def _reranked(
        self, question: str, hits: list[Recollection[Message]]
    ) -> list[Recollection[Message]]:
        """Return the first hits in the reranker's order; as they are if there is none or it fails."""
        if self._reranker is None or not self._reranker.ready or len(hits) < 2:
            return hits
        first = hits[:RERANKED]
        lines = [f"{hit.what.author.name}: {spoken(hit.what)}" for hit in first]
        scores = await self._lanes.attempt(
            "memory_rerank",
            self._reranker.score(question, lines),
            deadline=self._settings.read_deadline_seconds / 4,
            fallback=None,
        )
        if scores is None:
            return hits
        order = sorted(range(len(first)), key=lambda nth: -scores[nth])
        return [first[nth] for nth in order] + hits[RERANKED:]

    async def _with_answers(
        self, audience: Audience, hits: list[Recollection[Message]], limit: int
    ) -> list[Recollection[Message]]:
        """Add to the first questions in a result what people said right after them."""
        question_positions = [
            hit.what.position for hit in hits[:QUESTIONS] if hit.what.text.rstrip().endswith(MARKS)
        ]
        after = [position + next_ for position in question_positions for next_ in range(1, ANSWERS + 1)]
        following = await self._store.read_positions(audience, after) if after else {}
        hit_positions = {hit.what.position for hit in hits}
        result: list[Recollection[Message]] = []
        for hit in hits:
            result.append(hit)
            follows = (
                range(hit.what.position + 1, hit.what.position + ANSWERS + 1)
                if hit.what.position in question_positions
                else ()
            )
            answers = [
                following[position].message
                for position in follows
                if position in following and position not in hit_positions
            ]
            people = [message for message in answers if not message.author.bot]
            result += [Recollection(what=m, score=hit.score, reasons=(ADDED_REASON,)) for m in people]
        return result[:limit]

    async def parse(self, question: Question, audience: Audience) -> SearchQuery:
        """Parse a question: its words, its vector, the people and the time it names."""
        text = spoken(question)
        reading = read_question(text, await self._participants(question))
        return SearchQuery(
            text=text,
            words=reading.words,
            at=self._clock.now(),
            asker=question.asker.id,
            vector=await self._vector(reading.text),
            named=reading.named,
            slot=await self._slot(question.place),
            span=span_of(text, self._clock.now()),
            heard=await self._visible_count(audience),
        )

    async def _near(self, audience: Audience, query: SearchQuery, channel: int | None) -> Positions:
        if query.vector is None or self.model is None or channel is not None:
            return message_ranking.NOWHERE
        return await self._store.find_near(
            audience, query.vector, model=self.model, limit=message_ranking.BY_MEANING
        )

    async def named(self, question: Question) -> tuple[Person, ...]:
        """Return who is named without a mention, unless a mention of that name says who is meant."""
        people = await self._participants(question)
        mentioned = {question.asker.id, *(person.id for person in question.mentions)}
        meant = {person.name for person in question.mentions}
        named = read_question(spoken(question), people).people
        others = [id_ for id_ in named if id_ not in mentioned and people[id_] not in meant]
        return tuple(Person(id=id_, name=people[id_]) for id_ in others)

    async def _participants(self, question: Question) -> dict[int, str]:
        """Return the names of everyone seen in the guild; in a DM only of the asker."""
        if question.place.visibility is Visibility.DM:
            return {question.asker.id: question.asker.name}
        guild = question.place.guild
        if guild not in self._people:
            people = await self._store.people(guild)
            self._people[guild] = {person.id: person.name for person in people.values()}
        return self._people[guild]

    def budget(self, limit: int, *, strict: bool) -> message_ranking.MessageBudget:
        """Return how many messages are wanted, and how well they must fit."""
        return message_ranking.MessageBudget(profile=self._settings.ranking, limit=limit, strict=strict)

    async def _slot(self, place: Place) -> int | None:
        if place.channel not in self._slots:
            slot = await self._store.slot_of(place.guild, place.channel)
            if slot is None:
                return None
            self._slots[place.channel] = slot
        return self._slots[place.channel]

    async def _visible_count(self, audience: Audience) -> int:
        if audience not in self._counts:
            self._counts[audience] = await self._store.count_messages(audience)
        return self._counts[audience]

    async def _vector(self, text: str) -> Vector | None:
        """Return the vector of a question; None if it is too short or there is no embedder that works yet."""
        if self._embedder is None or not self._embedder.ready or len(text.strip()) < 3:
            return None
        deadline = self._settings.read_deadline_seconds / 2
        rows = await self._lanes.attempt(
            "memory_embedding_call", self._embedder.embed([text]), deadline=deadline, fallback=None
        )
        return None if rows is None or not rows[0].any() else rows[0]

    async def find_facts(
        self, question: Question, audience: Audience, vector: Vector | None, *, strict: bool
    ) -> list[Recollection[Fact]]:
        """Return the facts that fit a question."""
        question = replace(question, mentions=(*question.mentions, *await self.named(question)))
        query = self.query(question, vector)
        stored = await self._store.find_facts(
            audience,
            sorted({*query.words, *query.called}),
            vector,
            model=self.model,
            at=query.at,
            limit=FACTS_WEIGHED,
        )
        return rank_facts(stored, query, profile=self._settings.ranking, strict=strict)

    def query(self, question: Question, vector: Vector | None) -> Query:
        """Return the question as facts are ranked by it."""
        return Query(
            text=spoken(question),
            at=self._clock.now(),
            vector=vector,
            channel=question.place.channel,
            called={str(person.id): frozenset(words(person.name)) for person in question.mentions},
        )
