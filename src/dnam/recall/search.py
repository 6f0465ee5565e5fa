"""Search: facts and older messages that fit a question, among what may be heard where it is asked."""

import asyncio
from dataclasses import replace

from cachetools import LRUCache, TTLCache

from dnam.audience import Audience, audience_of
from dnam.lanes import Lanes
from dnam.model import (
    Fact,
    Message,
    Person,
    Place,
    Question,
    Recollection,
    SearchResult,
    Spots,
    Vector,
    Visibility,
)
from dnam.ports import Clock, Embedder, Store
from dnam.rules import message_ranking
from dnam.rules.dates import span_of
from dnam.rules.fact_ranking import Query, rank_facts
from dnam.rules.question_cues import SearchQuery, read_question
from dnam.rules.quoting import spoken
from dnam.rules.text import words
from dnam.settings import Settings

QUESTIONS, ANSWERS = 3, 2
"""So many questions that were found are followed by so many messages each: they may be the answer."""
ANSWERED = "said right after it"
MARKS = ("?", "？", "؟")
FACTS_WEIGHED = 50
"""A search looks at so many facts that share its words, and as many that share its meaning."""


class Search:
    """Reads questions and finds what fits them."""

    def __init__(
        self, store: Store, embedder: Embedder | None, *, lanes: Lanes, settings: Settings, clock: Clock
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._lanes = lanes
        self._settings = settings
        self._clock = clock
        self.model = embedder.name if embedder else None
        self._people: TTLCache[int, dict[int, str]] = TTLCache(200, ttl=60)
        self._slots: LRUCache[int, int] = LRUCache(10_000)
        self._counts: TTLCache[Audience, int] = TTLCache(2000, ttl=60)

    def forget(self) -> None:
        """Drop every cache: names, places and counts may be of somebody who is erased."""
        for cache in (self._people, self._slots, self._counts):
            cache.clear()

    def audience(self, question: Question) -> Audience:
        """Say what may be shown where the question is asked."""
        portable = self._settings.audience == "portable"
        return audience_of(question.place, asker=question.asker.id, portable=portable)

    async def search(self, question: Question, *, limit: int = 8, strict: bool = True) -> SearchResult:
        """Find the facts and messages that fit a question, among what may be heard where it is asked."""
        audience = self.audience(question)
        asked = await self.asked(question, audience)
        facts = await self.find_facts(question, audience, asked.vector, strict=strict)
        messages = await self.find_by(question, audience, asked, self.wanted(limit, strict=strict))
        return SearchResult(facts=tuple(facts[:limit]), messages=tuple(messages))

    async def find_messages(
        self, question: Question, audience: Audience, *, limit: int, strict: bool = False
    ) -> list[Recollection[Message]]:
        """Find older messages by words, surroundings and meaning together."""
        asked = await self.asked(question, audience)
        return await self.find_by(question, audience, asked, self.wanted(limit, strict=strict))

    async def find_by(
        self,
        question: Question,
        audience: Audience,
        asked: SearchQuery,
        wanted: message_ranking.MessageBudget,
    ) -> list[Recollection[Message]]:
        """Find older messages for a question that has been read."""
        channel = None if self._settings.relevant_everywhere else question.place.channel
        postings, near = await asyncio.gather(
            self._store.find_words(
                audience,
                asked.words,
                channel=channel,
                here=question.place.channel,
                limit=message_ranking.MOST,
            ),
            self._near(audience, asked, channel),
        )
        weighed = message_ranking.weigh(postings, asked.heard)
        spots = message_ranking.choose(weighed, near, asked)
        candidates = await self._store.read_candidates(audience, spots, model=self.model)
        best = message_ranking.take(candidates, weighed, asked, wanted)
        messages = await self._store.read_spots(audience, [hit.spot for hit in best])
        found = [
            Recollection(what=messages[hit.spot].message, score=hit.score, reasons=hit.reasons)
            for hit in best
            if hit.spot in messages
        ]
        return await self._answered(audience, found, wanted.limit) if wanted.strict else found

    async def _answered(
        self, audience: Audience, found: list[Recollection[Message]], limit: int
    ) -> list[Recollection[Message]]:
        """Let the first questions among what was found be followed by what was said right after them."""
        asked = [hit.what.spot for hit in found[:QUESTIONS] if hit.what.text.rstrip().endswith(MARKS)]
        after = [spot + next_ for spot in asked for next_ in range(1, ANSWERS + 1)]
        said = await self._store.read_spots(audience, after) if after else {}
        known = {hit.what.spot for hit in found}
        told: list[Recollection[Message]] = []
        for hit in found:
            told.append(hit)
            follows = range(hit.what.spot + 1, hit.what.spot + ANSWERS + 1) if hit.what.spot in asked else ()
            answers = [said[spot].message for spot in follows if spot in said and spot not in known]
            people = [message for message in answers if not message.author.bot]
            told += [Recollection(what=m, score=hit.score, reasons=(ANSWERED,)) for m in people]
        return told[:limit]

    async def asked(self, question: Question, audience: Audience) -> SearchQuery:
        """Read a question: its words, its meaning, whom and what time it names."""
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
            heard=await self._heard(audience),
        )

    async def _near(self, audience: Audience, asked: SearchQuery, channel: int | None) -> Spots:
        if asked.vector is None or self.model is None or channel is not None:
            return message_ranking.NOWHERE
        return await self._store.find_near(
            audience, asked.vector, model=self.model, limit=message_ranking.BY_MEANING
        )

    async def named(self, question: Question) -> tuple[Person, ...]:
        """Find who is named in plain words: they count as mentioned, unless a mention says who is meant."""
        people = await self._participants(question)
        mentioned = {question.asker.id, *(person.id for person in question.mentions)}
        meant = {person.name for person in question.mentions}
        named = read_question(spoken(question), people).people
        others = [id_ for id_ in named if id_ not in mentioned and people[id_] not in meant]
        return tuple(Person(id=id_, name=people[id_]) for id_ in others)

    async def _participants(self, question: Question) -> dict[int, str]:
        """Name who might be spoken of: everyone seen in the guild; in a DM only the two who talk."""
        if question.place.visibility is Visibility.DM:
            return {question.asker.id: question.asker.name}
        guild = question.place.guild
        if guild not in self._people:
            people = await self._store.people(guild)
            self._people[guild] = {person.id: person.name for person in people.values()}
        return self._people[guild]

    def wanted(self, limit: int, *, strict: bool) -> message_ranking.MessageBudget:
        """Say how many are wanted, and how well they must fit."""
        return message_ranking.MessageBudget(profile=self._settings.ranking, limit=limit, strict=strict)

    async def _slot(self, place: Place) -> int | None:
        if place.channel not in self._slots:
            slot = await self._store.slot_of(place.guild, place.channel)
            if slot is None:
                return None
            self._slots[place.channel] = slot
        return self._slots[place.channel]

    async def _heard(self, audience: Audience) -> int:
        if audience not in self._counts:
            self._counts[audience] = await self._store.count_messages(audience)
        return self._counts[audience]

    async def _vector(self, text: str) -> Vector | None:
        """Embed a question; None when it is too short, embeddings are off, or the embedder fails."""
        if self._embedder is None or len(text.strip()) < 3:
            return None
        deadline = self._settings.read_deadline_seconds / 2
        rows = await self._lanes.attempt(
            "memory_embedding_call", self._embedder.embed([text]), deadline=deadline, fallback=None
        )
        return None if rows is None or not rows[0].any() else rows[0]

    async def find_facts(
        self, question: Question, audience: Audience, vector: Vector | None, *, strict: bool
    ) -> list[Recollection[Fact]]:
        """Find facts that fit a question."""
        question = replace(question, mentions=(*question.mentions, *await self.named(question)))
        query = self.query(question, vector)
        held = await self._store.find_facts(
            audience,
            sorted({*query.words, *query.called}),
            vector,
            model=self.model,
            at=query.at,
            limit=FACTS_WEIGHED,
        )
        return rank_facts(held, query, profile=self._settings.ranking, strict=strict)

    def query(self, question: Question, vector: Vector | None) -> Query:
        """Ask facts the same question."""
        return Query(
            text=spoken(question),
            at=self._clock.now(),
            vector=vector,
            channel=question.place.channel,
            called={str(person.id): frozenset(words(person.name)) for person in question.mentions},
        )
