"""Recall: the layers of a prompt, gathered under a deadline and behind the audience rule.

Every read names the audience of the place; what it may not hear never leaves the store. A layer that is
late or fails is replaced by its last known good value for the very same audience, and the prompt goes out.
"""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from typing import Any, Generic, TypeVar

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
    Recent,
    Recollection,
    Spots,
    Summary,
    Vector,
    Visibility,
)
from dnam.ports import Clock, Embedder, Store
from dnam.rules import find, lines
from dnam.rules.asking import Asked, read_question
from dnam.rules.pack import Draft, pack, pack_layer
from dnam.rules.quote import shown_names
from dnam.rules.rank import Query, rank_facts
from dnam.rules.when import span_of
from dnam.settings import Settings

T = TypeVar("T")
Older = tuple[Recollection[Message], ...]

OTHERS = 8
"""So many other people of a conversation are told about, three facts of each or what the settings say."""
MOST_OF_OTHERS = 20
"""Of so many facts about each of them the best are chosen."""
FACTS_WEIGHED = 50
"""A search looks at so many facts that share its words, and as many that share its meaning."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Known:
    """The facts that may be used, best first, by whom they are about; and who said them of others."""

    about: Mapping[int, Sequence[Recollection[Fact]]] = field(default_factory=dict)
    sayers: Mapping[int, Person] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Lately:
    """What has been going on: in this conversation, and in the guild's other public channels."""

    summary: Summary | None = None
    recents: tuple[Recent, ...] = ()


@dataclass(frozen=True, slots=True)
class _Read(Generic[T]):
    """What was read for a layer, or its last known good value."""

    value: T
    stale: bool = False


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
        self._good: LRUCache[tuple[object, ...], Any] = LRUCache(1000)
        self._forgotten = 0
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
        self._forgotten += 1  # what is being read now may hold it still, and is not kept

    def forget_everything(self) -> None:
        """Drop every cache: names, places and counts may be of somebody who is erased."""
        self.forget_last_known()
        for cache in (self._people, self._slots, self._counts):
            cache.clear()

    async def context(self, question: Question, *, files: Sequence[str] = (), actions: str = "") -> Context:
        """Assemble the prompt for a question from every layer that has something to say."""
        audience = self.audience(question)
        where = (session_key(question.place), question.asker.id, audience)
        until = asyncio.get_running_loop().time() + self._settings.read_deadline_seconds
        asking = asyncio.create_task(self._asked(question, audience))
        asking.add_done_callback(_look_at)
        nothing: tuple[Message, ...] = ()
        history = await self._layer(
            ("recall history", *where), until, self._history(question, audience), nothing
        )
        nobody: tuple[Person, ...] = ()
        named = await self._layer(("recall names", *where), until, self._named(question), nobody)
        question = replace(question, mentions=(*question.mentions, *named.value))
        others = _others(question, history.value)
        known, older, lately = await asyncio.gather(
            self._layer(
                ("recall facts", *where), until, self._facts(question, audience, others, asking), _Known()
            ),
            self._layer(("recall messages", *where), until, self._older(question, audience, asking), ()),
            self._layer(("recall summary", *where), until, self._lately(question, audience), _Lately()),
        )
        drafts = self._drafts(question, history, known, older)
        drafts += self._summaries(history.value, lately)
        return pack([*drafts, *lines.from_host(files, actions)], self._settings.prompt_order)

    def _drafts(
        self,
        question: Question,
        history: _Read[tuple[Message, ...]],
        known: _Read[_Known],
        older: _Read[Older],
    ) -> list[Draft]:
        """Write what was read as layers, everyone under one name in all of them."""
        settings, others = self._settings, _others(question, history.value)
        said = [*(hit.what for hit in older.value), *history.value]
        here = {**{message.author.id: message.author for message in said}, **others}
        names = shown_names({**known.value.sayers, **here, question.asker.id: question.asker})
        about = {id_: known.value.about.get(id_, ()) for id_ in (question.asker.id, LORE, *others)}
        recent = lines.history(history.value, names, budget=settings.history_chars)
        packed = pack_layer(recent)
        shown = {question.message, *(message.id for message in (packed.messages if packed else ()))}
        new = [hit.what for hit in older.value if hit.what.id not in shown][: settings.relevant_messages]
        own, lore = (
            about.pop(question.asker.id)[: settings.facts_limit],
            about.pop(LORE)[: settings.lore_limit],
        )
        brief = {id_: hits[: settings.others_limit] for id_, hits in about.items()}
        facts = (
            lines.facts(own, names, budget=settings.facts_chars),
            lines.lore(lore, budget=settings.lore_chars, prefix=settings.lore_prefix),
            lines.people(brief, names, budget=settings.people_chars),
        )
        return [
            *(replace(draft, stale=known.stale) for draft in facts),
            replace(lines.relevant(new, names, budget=settings.relevant_chars), stale=older.stale),
            replace(recent, stale=history.stale),
            lines.asking(question, names),
        ]

    def _summaries(self, history: Sequence[Message], lately: _Read[_Lately]) -> list[Draft]:
        """Write the rolling summary and short-term memory as layers."""
        settings, at = self._settings, self._clock.now()
        recents = lines.recents(lately.value.recents, at=at, budget=settings.short_term_chars)
        drafts = [replace(recents, stale=lately.stale)]
        if summary := lately.value.summary:
            newer = sum(1 for message in history if message.sent_at > summary.updated_at)
            rolling = lines.rolling(summary, newer=newer, at=at, budget=settings.rolling_chars)
            drafts.append(replace(rolling, stale=lately.stale))
        return drafts

    async def _lately(self, question: Question, audience: Audience) -> _Lately:
        """Read the conversation's summary and what was just talked about in other public channels."""
        settings = self._settings
        entries: list[Recent] = []
        summary = None
        if settings.short_term_enabled and settings.short_term_chars:
            since = self._clock.now() - timedelta(hours=settings.short_term_hours)
            entries = await self._store.recents(audience, since=since, limit=settings.short_term_entries)
        if settings.rolling_enabled and settings.rolling_chars:
            summary = await self._store.get_summary(session_key(question.place))
        return _Lately(
            summary=summary if summary is not None and summary.origin in audience.origins else None,
            recents=tuple(entry for entry in entries if entry.channel != question.place.channel),
        )

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
        self, question: Question, audience: Audience, asked: Asked, wanted: find.Wanted
    ) -> list[Recollection[Message]]:
        channel = None if self._settings.relevant_everywhere else question.place.channel
        postings, near = await asyncio.gather(
            self._store.find_words(audience, asked.words, channel=channel),
            self._near(audience, asked, channel),
        )
        common = [word for word, spots in postings.items() if len(spots) >= find.MOST]
        if common:
            here = await self._store.find_words(audience, common, channel=question.place.channel)
            postings = find.joined(postings, here)
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

    async def _asked(self, question: Question, audience: Audience) -> Asked:
        reading = read_question(question.text, await self._participants(question))
        return Asked(
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

    async def _near(self, audience: Audience, asked: Asked, channel: int | None) -> Spots:
        if asked.vector is None or self._model is None or channel is not None:
            return find.NOWHERE
        return await self._store.find_near(audience, asked.vector, model=self._model, limit=find.BY_MEANING)

    async def _named(self, question: Question) -> tuple[Person, ...]:
        """Find who is named in plain words: they count as mentioned."""
        people = await self._participants(question)
        mentioned = {question.asker.id, *(person.id for person in question.mentions)}
        named = read_question(question.text, people).people
        return tuple(Person(id=id_, name=people[id_]) for id_ in named if id_ not in mentioned)

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
        self, key: tuple[str, *tuple[object, ...]], until: float, work: Coroutine[Any, Any, T], nothing: T
    ) -> _Read[T]:
        """Read until the moment the prompt goes out; past it the last known good value stands in."""
        forgotten = self._forgotten

        def keep(value: T) -> None:
            if forgotten == self._forgotten:
                self._good[key] = value

        left = max(until - asyncio.get_running_loop().time(), 0.0)
        value = await self._lanes.attempt(key[0], work, deadline=left, fallback=None, late=keep)
        if value is None:
            return _Read(self._good.get(key, nothing), stale=True)
        keep(value)
        return _Read(value)

    async def _history(self, question: Question, audience: Audience) -> tuple[Message, ...]:
        limit = self._settings.history_messages
        return tuple(
            await self._store.recent_messages(
                audience, question.place.channel, limit=limit, before=question.message
            )
        )

    async def _facts(
        self,
        question: Question,
        audience: Audience,
        others: Mapping[int, Person],
        asking: asyncio.Task[Asked],
    ) -> _Known:
        settings = self._settings
        if not settings.facts_enabled:
            return _Known()
        query = self._query(question, (await asking).vector)
        read = partial(self._store.facts_for, audience, at=query.at, model=self._model)
        reads = [read([question.asker.id, LORE])]
        if others and settings.people_chars:
            reads.append(read(list(others), most=MOST_OF_OTHERS))
        held = [item for some in await asyncio.gather(*reads) for item in some]
        ranked = rank_facts(held, query, profile=settings.ranking)
        about: dict[int, list[Recollection[Fact]]] = {}
        for hit in ranked:
            about.setdefault(hit.what.subject, []).append(hit)
        hearsay = [hit.what for hit in ranked if hit.what.asserted_by != hit.what.subject != LORE]
        sayers: dict[int, Person] = {}
        for guild in dict.fromkeys((question.place.guild, *(fact.guild for fact in hearsay))):
            if missing := sorted({fact.asserted_by for fact in hearsay} - sayers.keys()):
                sayers |= await self._store.people(guild, missing)
        return _Known(about=about, sayers=sayers)

    async def _older(self, question: Question, audience: Audience, asking: asyncio.Task[Asked]) -> Older:
        settings = self._settings
        if not settings.relevant_messages:
            return ()
        limit = settings.relevant_messages + settings.history_messages
        return tuple(await self._find(question, audience, await asking, self._wanted(limit, strict=True)))

    async def _search_facts(
        self, question: Question, audience: Audience, vector: Vector | None, *, strict: bool
    ) -> list[Recollection[Fact]]:
        query = self._query(question, vector)
        held = await self._store.find_facts(
            audience, sorted(query.words), vector, model=self._model, at=query.at, limit=FACTS_WEIGHED
        )
        return rank_facts(held, query, profile=self._settings.ranking, strict=strict)

    def _query(self, question: Question, vector: Vector | None) -> Query:
        return Query(text=question.text, at=self._clock.now(), vector=vector, channel=question.place.channel)


def _others(question: Question, history: Sequence[Message]) -> dict[int, Person]:
    """Name the other people of a conversation: who is mentioned and who spoke last, not too many."""
    spoke = [message.author for message in reversed(history)]
    people = {person.id: person for person in (*spoke, *question.mentions) if not person.bot}
    people.pop(question.asker.id, None)
    first = [person.id for person in (*question.mentions, *spoke) if person.id in people]
    kept = set(list(dict.fromkeys(first))[:OTHERS])
    return {id_: person for id_, person in people.items() if id_ in kept}


def _look_at(task: asyncio.Task[Asked]) -> None:
    """Take note of a failure that no layer waited for; whoever does wait is told and logs it."""
    if not task.cancelled():
        task.exception()
