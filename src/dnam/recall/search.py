"""Search: facts and older messages that fit a question, among what its place may see."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
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
    Status,
    Vector,
    Visibility,
)
from dnam.lanes import Lanes
from dnam.languages import reply
from dnam.ports import Clock, Embedder, Reranker, Store
from dnam.recall.portraits import OWN, PORTRAYED, Portraits, take_in_turn
from dnam.recall.prompt_messages import MAX_OTHERS, Findings
from dnam.recall.reordering import Reordering
from dnam.rules import answer_ranking, message_ranking
from dnam.rules.dates import span_of
from dnam.rules.expected_answer import expected_answer
from dnam.rules.fact_ranking import Query, rank_facts
from dnam.rules.newest_for_audience import hidden_here
from dnam.rules.question_cues import Participants, SearchQuery, read_question
from dnam.rules.question_kinds import kind_of
from dnam.rules.quoting import shown_name, spoken
from dnam.rules.text import words
from dnam.settings import Settings
from dnam.vectors import NAME, load_has_ended, sentence_vectors

QUESTIONS, ANSWERS = 3, 2
"""How many questions in a result get the messages after them added, and how many: they may be the answer."""
MARKS = ("?", "？", "؟")
FACTS_WEIGHED = 50
"""The most facts ranked that share words with a search, and the most that are close in meaning."""
GUILDS_AT_HAND = 200
"""Guilds whose names are kept at hand."""


class Search:
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
        self._reordering = Reordering(reranker, lanes, settings.read_deadline_seconds / 4)
        self._lanes = lanes
        self._settings = settings
        self._clock = clock
        self.model = embedder.name if embedder else None
        self._portraits = Portraits(store, self.model)
        self._people: TTLCache[int, Participants] = TTLCache(GUILDS_AT_HAND, ttl=60)
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
        if not self._settings.memory_enabled:
            return SearchResult()
        audience = self.audience(question)
        query = await self.parse(question, audience)
        facts = await self.find_facts(question, audience, query.vector, strict=strict)
        messages = await self.find_by(question, audience, query, self.budget(limit, strict=strict))
        return SearchResult(facts=tuple(facts[:limit]), messages=tuple(messages))

    async def find_messages(
        self, question: Question, audience: Audience, *, limit: int
    ) -> list[Recollection[Message]]:
        """Return older messages that fit by words, neighbours and meaning together."""
        query = await self.parse(question, audience)
        return await self.find_by(question, audience, query, self.budget(limit, strict=False))

    async def find_for_prompt(
        self, question: Question, audience: Audience, query: SearchQuery, limit: int
    ) -> Findings:
        """Return the messages for the prompt of a question that has been parsed."""
        named = {person.id: person.name for person in question.mentions if not person.bot}
        wanted = answer_ranking.wanted_by(query, named)
        portrait = wanted.portrait or (bool(wanted.people) and not query.words)
        people = [*named][:MAX_OTHERS] or [question.asker.id]
        (weighed, positions), own = await asyncio.gather(
            self._chosen(question, audience, query),
            self._store.written_by(audience, people, limit=OWN),
        )
        candidates = await self._store.read_candidates(audience, np.union1d(positions, own), model=self.model)
        scored = message_ranking.score(candidates, weighed, query, self._settings.ranking)
        budget = replace(self.budget(limit, strict=True), explained=False)
        fitting = message_ranking.take(candidates, weighed, query, budget, scored)
        considered = message_ranking.best_first(candidates, scored)[: answer_ranking.CONSIDERED]
        tells = await self._portraits.telling(audience, candidates, own, wanted=portrait)
        most_telling = take_in_turn(candidates, tells, people)
        read = {*(hit.position for hit in fitting), *candidates.positions[considered].tolist(), *most_telling}
        messages, replaced = await self._read(question, audience, read, earlier=wanted.earlier)
        judged = answer_ranking.Judged(
            candidates=candidates, read=messages, weighed=weighed, query=query, telling=tells
        )
        tellings = [at for at in most_telling if at in messages and answer_ranking.tells(messages[at])]
        if portrait and tellings:
            best: Sequence[int] | Positions = tellings[:PORTRAYED]
        elif not wanted.asked:
            best = ()
        else:  # in a thread: it reads the texts of many messages
            best = await asyncio.to_thread(answer_ranking.best_answers, judged, wanted)
        hits = [
            Recollection(what=messages[hit.position], score=hit.score)
            for hit in fitting
            if hit.position in messages
        ]
        hits = await self._reordering.reordered(query.text, hits)
        return Findings(
            fitting=tuple(await self._with_answers(audience, hits, limit, question.language)),
            answers=tuple(messages[int(position)] for position in best if int(position) in messages),
            portrait=portrait,
            everyone=wanted.everyone,
            earlier=wanted.earlier,
            telling=tuple(messages[position] for position in tellings),
            replaced=replaced,
        )

    async def _read(
        self, question: Question, audience: Audience, positions: Iterable[int], *, earlier: bool
    ) -> tuple[dict[int, Message], dict[int, list[str]]]:
        """Return the messages at positions, and what was replaced since of what they say.

        A message of which all was replaced is left out, unless `earlier` times are asked for.
        """
        entries = await self._store.read_positions(audience, sorted(positions))
        messages = {at: one.message for at, one in entries.items() if one.message.id != question.message}
        if earlier:
            return messages, {}
        standing, replaced = await self._learned(question, [*messages.values()])
        outdated = replaced.keys() - standing
        return {at: message for at, message in messages.items() if message.id not in outdated}, replaced

    async def told_by(self, audience: Audience, person: int) -> list[Message]:
        """Return what a person has told of themself, the most telling first."""
        return await self._portraits.of(audience, person) if self._settings.memory_enabled else []

    async def _learned(
        self, question: Question, messages: Sequence[Message]
    ) -> tuple[set[int], dict[int, list[str]]]:
        """Return the messages with facts that stand, and the facts of messages that were replaced since."""
        ids = [message.id for message in messages if message.place.guild == question.place.guild]
        facts = await self._store.facts_from(question.place.guild, ids) if ids else []
        standing = {id_ for fact in facts if fact.status is Status.ACTIVE for id_ in fact.messages}
        replaced: dict[int, list[str]] = {}
        for fact in facts:
            for id_ in fact.messages if fact.status is Status.SUPERSEDED else ():
                replaced.setdefault(id_, []).append(fact.text)
        return standing, replaced

    async def find_by(
        self,
        question: Question,
        audience: Audience,
        query: SearchQuery,
        wanted: message_ranking.MessageBudget,
    ) -> list[Recollection[Message]]:
        """Return older messages for a question that has been parsed."""
        weighed, positions = await self._chosen(question, audience, query)
        candidates = await self._store.read_candidates(audience, positions, model=self.model)
        deep = replace(wanted, limit=self._reordering.depth(wanted.limit))
        best = message_ranking.take(candidates, weighed, query, deep)
        messages = await self._store.read_positions(audience, [hit.position for hit in best])
        hits = [
            Recollection(what=messages[hit.position].message, score=hit.score, reasons=hit.reasons)
            for hit in best
            if hit.position in messages
        ]
        hits = (await self._reordering.reordered(query.text, hits))[: wanted.limit]
        if not wanted.strict:
            return hits
        return await self._with_answers(audience, hits, wanted.limit, question.language)

    async def _chosen(
        self, question: Question, audience: Audience, query: SearchQuery
    ) -> tuple[list[message_ranking.QueryWord], Positions]:
        """Return the question's words with their weight, and the most promising positions."""
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
        return weighed, message_ranking.choose(weighed, near, query)

    async def _with_answers(
        self, audience: Audience, hits: list[Recollection[Message]], limit: int, language: str
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
            reasons = (reply(language, "said_after"),)
            result += [Recollection(what=m, score=hit.score, reasons=reasons) for m in people]
        return result[:limit]

    async def parse(self, question: Question, audience: Audience) -> SearchQuery:
        """Parse a question: its words, its vector, the people and the time it names."""
        text = spoken(question)
        reading = read_question(text, await self._participants(question))
        vector = await self._vector(reading.text)
        return SearchQuery(
            text=text,
            words=reading.words,
            at=self._clock.now(),
            asker=question.asker.id,
            vector=vector,
            expected=expected_answer(vector, self.model),
            kind=kind_of(vector if self.model == NAME else await self._built_in_vector(reading.text)),
            named=reading.named,
            slot=await self._slot(question.place),
            span=span_of(text, self._clock.now()),
            heard=await self._visible_count(audience),
            language=question.language,
        )

    async def _near(self, audience: Audience, query: SearchQuery, channel: int | None) -> Positions:
        if query.expected is None or self.model is None or channel is not None:
            return message_ranking.NOWHERE
        return await self._store.find_near(
            audience, query.expected, model=self.model, limit=message_ranking.BY_MEANING
        )

    async def named(self, question: Question) -> tuple[Person, ...]:
        """Return who is named without a mention, unless a mention of that name says who is meant."""
        people = await self._participants(question)
        mentioned = {question.asker.id, *(person.id for person in question.mentions)}
        meant = {shown_name(person) for person in question.mentions}
        named = read_question(spoken(question), people).people
        others = [id_ for id_ in named if id_ not in mentioned and people.names[id_] not in meant]
        return tuple(Person(id=id_, name=people.names[id_]) for id_ in others)

    async def _participants(self, question: Question) -> Participants:
        """Return everyone seen in the guild, by the names they are shown with; in a DM only the asker."""
        if question.place.visibility is Visibility.DM:
            return Participants({question.asker.id: shown_name(question.asker)})
        guild = question.place.guild
        if guild not in self._people:
            self._people[guild] = await self._lanes.share(
                ("people", guild), partial(self._read_people, guild)
            )
        return self._people[guild]

    async def _read_people(self, guild: int) -> Participants:
        people = await self._store.people(guild)
        # in a thread: a guild may have tens of thousands of members
        return await asyncio.to_thread(
            lambda: Participants({person.id: shown_name(person) for person in people.values()})
        )

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

    async def _built_in_vector(self, text: str) -> Vector | None:
        """Return the built-in encoder's vector of a question; None while it is not loaded."""
        if not load_has_ended():
            return None
        encoding = asyncio.to_thread(sentence_vectors, [text])
        deadline = self._settings.read_deadline_seconds / 2
        rows = await self._lanes.attempt("memory_embedding_call", encoding, deadline=deadline, fallback=None)
        return None if rows is None else rows[0]

    async def find_facts(
        self, question: Question, audience: Audience, vector: Vector | None, *, strict: bool
    ) -> list[Recollection[Fact]]:
        """Return the facts that fit a question; none where facts are turned off."""
        if not self._settings.facts_enabled:
            return []
        question = replace(question, mentions=(*question.mentions, *await self.named(question)))
        return await self.facts_fitting(self.query(question, vector), audience, strict=strict)

    async def facts_fitting(
        self, query: Query, audience: Audience, *, strict: bool
    ) -> list[Recollection[Fact]]:
        """Return the facts that fit a question that has been read."""
        stored = await self._store.find_facts(
            audience,
            sorted({*query.words, *query.called}),
            query.vector,
            model=self.model,
            at=query.at,
            limit=FACTS_WEIGHED,
        )
        hidden = hidden_here(item.fact for item in stored)
        standing = [item for item in stored if item.fact.key not in hidden] if hidden else stored
        return rank_facts(standing, query, profile=self._settings.ranking, strict=strict)

    def query(self, question: Question, vector: Vector | None) -> Query:
        """Return the question as facts are ranked by it."""
        return Query(
            text=spoken(question),
            at=self._clock.now(),
            vector=vector,
            channel=question.place.channel,
            called={str(person.id): frozenset(words(person.name)) for person in question.mentions},
            language=question.language,
        )
