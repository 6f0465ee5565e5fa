"""Recall: the layers of a prompt, gathered under a deadline and behind the audience rule.

Every read names the audience of the place; what it may not hear never leaves the store. A layer that is
late or fails is replaced by its last known good value for the very same audience, and the prompt goes out.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any

from cachetools import LRUCache, TTLCache

from dnam.audience import Audience, audience_of, session_key
from dnam.lanes import Lanes
from dnam.model import (
    LORE,
    Context,
    Fact,
    Found,
    Message,
    Person,
    Place,
    Question,
    Recollection,
    Spots,
    Vector,
    Visibility,
)
from dnam.ports import Clock, Embedder, Store
from dnam.rules import find, lines
from dnam.rules.pack import Draft, Line, pack, pack_layer
from dnam.rules.rank import Query, rank_facts
from dnam.rules.when import span_of
from dnam.settings import Settings

Drafts = tuple[Draft, ...]


class Recall:
    """Reads memory for one question at a time; keeps last known good layers and nothing else."""

    def __init__(
        self, store: Store, embedder: Embedder | None, *, lanes: Lanes, settings: Settings, clock: Clock
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._lanes = lanes
        self._settings = settings
        self._clock = clock
        self._model = embedder.name if embedder else None
        self._good: LRUCache[tuple[object, ...], Drafts] = LRUCache(1000)
        self._people: TTLCache[int, dict[int, str]] = TTLCache(200, ttl=60)
        self._slots: LRUCache[int, int] = LRUCache(10_000)
        self._counts: TTLCache[Audience, int] = TTLCache(2000, ttl=60)

    def audience(self, question: Question) -> Audience:
        """Say what may be shown where the question is asked."""
        portable = self._settings.audience == "portable"
        return audience_of(question.place, asker=question.asker.id, portable=portable)

    def forget_last_known(self) -> None:
        """Drop every kept layer: something was edited, forgotten or erased."""
        self._good.clear()

    async def context(self, question: Question, *, files: Sequence[str] = (), actions: str = "") -> Context:
        """Assemble the prompt for a question from every layer that has something to say."""
        audience = self.audience(question)
        asking = asyncio.create_task(self._asked(question, audience))
        history = await self._layer("recall history", question, audience, self._history(question, audience))
        facts, relevant = await asyncio.gather(
            self._layer("recall facts", question, audience, self._facts(question, audience, history, asking)),
            self._layer("recall messages", question, audience, self._relevant(question, audience, asking)),
        )
        drafts = [*facts, *_without(relevant, history), *history, lines.asking(question)]
        drafts += lines.from_host(files, actions)
        return pack(drafts, self._settings.prompt_order)

    async def search(self, question: Question, *, limit: int = 8, strict: bool = True) -> Found:
        """Find the facts and messages that fit a question, among what may be heard where it is asked."""
        audience = self.audience(question)
        asked = await self._asked(question, audience)
        facts = await self._search_facts(question, audience, asked.vector, strict=strict)
        messages = await self._find(question, audience, asked, self._wanted(limit, strict=strict))
        return Found(facts=tuple(facts[:limit]), messages=tuple(messages))

    async def find_messages(
        self, question: Question, audience: Audience, *, limit: int, strict: bool = False
    ) -> list[Recollection[Message]]:
        """Find older messages by words, surroundings and meaning together."""
        asked = await self._asked(question, audience)
        return await self._find(question, audience, asked, self._wanted(limit, strict=strict))

    async def _find(
        self, question: Question, audience: Audience, asked: find.Asked, wanted: find.Wanted
    ) -> list[Recollection[Message]]:
        channel = None if self._settings.relevant_everywhere else question.place.channel
        postings, near = await asyncio.gather(
            self._store.find_words(audience, asked.words, channel=channel),
            self._near(audience, asked, channel),
        )
        weighed = find.weigh(postings, asked.heard)
        spots = find.choose(weighed, near, asked)
        candidates = await self._store.read_candidates(audience, spots, model=self._model)
        best = find.take(candidates, weighed, asked, wanted)
        messages = await self._store.read_spots(audience, [hit.spot for hit in best])
        return [
            Recollection(what=messages[hit.spot].message, score=hit.score, reasons=hit.reasons)
            for hit in best
            if hit.spot in messages
        ]

    async def _asked(self, question: Question, audience: Audience) -> find.Asked:
        reading = find.read_question(question.text, await self._participants(question))
        return find.Asked(
            text=question.text,
            words=reading.words,
            at=self._clock.now(),
            asker=question.asker.id,
            vector=await self._vector(reading.text),
            named=reading.named,
            slot=await self._slot(question.place),
            span=span_of(question.text, self._clock.now()),
            heard=await self._heard(audience),
        )

    async def _near(self, audience: Audience, asked: find.Asked, channel: int | None) -> Spots:
        if asked.vector is None or self._model is None or channel is not None:
            return find.NOWHERE
        return await self._store.find_near(audience, asked.vector, model=self._model, limit=find.BY_MEANING)

    async def _participants(self, question: Question) -> dict[int, str]:
        """Name who might be spoken of: everyone seen in the guild; in a DM only the two who talk."""
        if question.place.visibility is Visibility.DM:
            return {question.asker.id: question.asker.name}
        guild = question.place.guild
        if guild not in self._people:
            people = await self._store.people(guild)
            self._people[guild] = {person.id: person.name for person in people.values()}
        return self._people[guild]

    def _wanted(self, limit: int, *, strict: bool) -> find.Wanted:
        return find.Wanted(profile=self._settings.ranking, limit=limit, strict=strict)

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

    async def _layer(
        self, action: str, question: Question, audience: Audience, work: Coroutine[Any, Any, Drafts]
    ) -> Drafts:
        key = (action, session_key(question.place), question.asker.id, audience)
        fallback = tuple(replace(draft, stale=True) for draft in self._good.get(key, ()))

        def keep(drafts: Drafts) -> None:
            self._good[key] = drafts

        deadline = self._settings.read_deadline_seconds
        drafts = await self._lanes.attempt(action, work, deadline=deadline, fallback=fallback, late=keep)
        if drafts is not fallback:
            keep(drafts)
        return drafts

    async def _history(self, question: Question, audience: Audience) -> Drafts:
        settings = self._settings
        messages = await self._store.recent_messages(
            audience, question.place.channel, limit=settings.history_messages, before=question.message
        )
        return (lines.history(messages, budget=settings.history_chars),)

    async def _facts(
        self, question: Question, audience: Audience, history: Drafts, asking: asyncio.Task[find.Asked]
    ) -> Drafts:
        settings = self._settings
        if not settings.facts_enabled:
            return ()
        others = _others(question, history) if settings.people_chars else {}
        query = self._query(question, (await asking).vector)
        held = await self._store.facts_for(
            audience, [question.asker.id, LORE, *others], at=query.at, model=self._model
        )
        ranked = rank_facts(held, query, profile=settings.ranking)
        about: dict[int, list[Recollection[Fact]]] = {}
        for hit in ranked:
            about.setdefault(hit.what.subject, []).append(hit)
        hearsay = {hit.what.asserted_by for hit in ranked if hit.what.asserted_by != hit.what.subject}
        names = await self._store.people(question.place.guild, sorted(hearsay)) if hearsay else {}
        return (
            lines.facts(
                about.get(question.asker.id, [])[: settings.facts_limit], names, budget=settings.facts_chars
            ),
            lines.lore(
                about.get(LORE, [])[: settings.lore_limit],
                budget=settings.lore_chars,
                prefix=settings.lore_prefix,
            ),
            lines.people(
                {id_: about.get(id_, [])[: settings.others_limit] for id_ in others},
                {**others, **names},
                budget=settings.people_chars,
            ),
        )

    async def _relevant(
        self, question: Question, audience: Audience, asking: asyncio.Task[find.Asked]
    ) -> Drafts:
        settings = self._settings
        if not settings.relevant_messages:
            return ()
        limit = settings.relevant_messages + settings.history_messages
        hits = await self._find(question, audience, await asking, self._wanted(limit, strict=True))
        return (lines.relevant(hits, asking=question.message, budget=settings.relevant_chars),)

    async def _search_facts(
        self, question: Question, audience: Audience, vector: Vector | None, *, strict: bool
    ) -> list[Recollection[Fact]]:
        query = self._query(question, vector)
        people = await self._store.people(question.place.guild)
        subjects = [question.asker.id, LORE, *people]
        held = await self._store.facts_for(
            audience, list(dict.fromkeys(subjects)), at=query.at, model=self._model
        )
        return rank_facts(held, query, profile=self._settings.ranking, strict=strict)

    def _query(self, question: Question, vector: Vector | None) -> Query:
        return Query(text=question.text, at=self._clock.now(), vector=vector, channel=question.place.channel)


def _others(question: Question, history: Drafts) -> dict[int, Person]:
    """Name the other people of a conversation: who spoke in it and who is mentioned."""
    spoke = [line.message.author for draft in history for line in draft.lines if line.message is not None]
    people = {person.id: person for person in (*spoke, *question.mentions) if not person.bot}
    people.pop(question.asker.id, None)
    return people


def _without(relevant: Drafts, history: Drafts) -> Drafts:
    """Leave out of the older messages what the recent conversation already shows."""
    sections = [section for draft in history if (section := pack_layer(draft)) is not None]
    shown = {message.id for section in sections for message in section.messages}

    def new(line: Line) -> bool:
        return line.message is None or line.message.id not in shown

    return tuple(replace(draft, lines=tuple(filter(new, draft.lines))) for draft in relevant)
