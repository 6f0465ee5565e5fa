"""Recall: the layers of a prompt, gathered under a deadline and behind the audience rule.

Every read names the audience of the place; what it may not hear never leaves the store. A layer that is
late or fails is replaced by its last known good value for the very same audience, and the prompt goes out.
"""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from cachetools import TTLCache

from dnam.audience import Audience, session_key
from dnam.lanes import Lanes
from dnam.model import (
    LORE,
    Context,
    Fact,
    Message,
    Person,
    Profile,
    Question,
    Recollection,
    SearchResult,
    ShortTermEntry,
    Summary,
)
from dnam.ports import Clock, Store
from dnam.recall.search import Search
from dnam.rules import prompt_lines
from dnam.rules.fact_ranking import rank_facts
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.pack import Draft, pack, pack_layer
from dnam.rules.question_cues import SearchQuery
from dnam.rules.quoting import shown_names, spoken
from dnam.rules.text import query_words
from dnam.settings import Settings

T = TypeVar("T")
Older = tuple[Recollection[Message], ...]

GOOD_FOR = 60.0
"""Seconds a last known value stands in for a late one: another process may have erased what is in it."""
OTHERS = 8
"""So many other people of a conversation are told about, three facts of each or what the settings say."""
MOST_OF_OTHERS = 20
"""Of so many facts about each of them the best are chosen."""


IN_TIME = 0.8
"""The part of the time for a layer in which days are awaited; what is there then is shown."""


class ProfilePort(Protocol):
    """What recall needs to know of people's days."""

    def today(self, guild: int) -> date:
        """Give the present date of a guild."""
        ...

    async def of(
        self, guild: int, audience: Audience, people: Sequence[Person], *, merge: Sequence[int], wait: float
    ) -> dict[int, Profile]:
        """Tell about people as an audience may hear it."""
        ...

    def forget(self) -> None:
        """Drop what is held ready: something was taken back."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class _Known:
    """The facts that may be used, best first, by whom they are about."""

    about: Mapping[int, Sequence[Recollection[Fact]]] = field(default_factory=dict)
    people: Mapping[int, Person] = field(default_factory=dict)
    """Who said them of others, and whom they mention."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Lately:
    """What has been going on: in this conversation, and in the guild's other public channels."""

    summary: Summary | None = None
    recents: tuple[ShortTermEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class _Read(Generic[T]):
    """What was read for a layer, or its last known good value."""

    value: T
    stale: bool = False


class Recall:
    """Reads memory for one question at a time; keeps last known good layers and nothing else."""

    def __init__(
        self,
        store: Store,
        search: Search,
        about: ProfilePort,
        *,
        lanes: Lanes,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._store = store
        self._search = search
        self._about = about
        self._lanes = lanes
        self._settings = settings
        self._clock = clock
        self._good: TTLCache[tuple[object, ...], Any] = TTLCache(
            1000, GOOD_FOR, lambda: clock.now().timestamp()
        )
        self._forgotten = 0

    def audience(self, question: Question) -> Audience:
        """Say what may be shown where the question is asked."""
        return self._search.audience(question)

    async def search(self, question: Question, *, limit: int = 8) -> SearchResult:
        """Find what clearly fits a question."""
        return await self._search.search(question, limit=limit)

    def forget_last_known(self) -> None:
        """Drop every kept layer: something was edited, forgotten or erased."""
        self._good.clear()
        self._about.forget()
        self._forgotten += 1  # what is being read now may hold it still, and is not kept

    def forget_everything(self) -> None:
        """Drop every cache: names, places and counts may be of somebody who is erased."""
        self.forget_last_known()
        self._search.forget()

    async def context(self, question: Question, *, files: Sequence[str] = (), actions: str = "") -> Context:
        """Assemble the prompt for a question from every layer that has something to say."""
        audience = self.audience(question)
        where = (session_key(question.place), question.asker.id, audience)
        until = asyncio.get_running_loop().time() + self._settings.read_deadline_seconds
        stamping = asyncio.create_task(self._stamp(question, audience))
        asking = asyncio.create_task(self._search.asked(question, audience))
        asking.add_done_callback(_look_at)
        nothing: tuple[Message, ...] = ()
        history = await self._layer(
            ("recall_history", *where), until, self._history(question, audience), nothing
        )
        nobody: tuple[Person, ...] = ()
        nobodys: dict[int, Profile] = {}
        named = await self._layer(("recall_names", *where), until, self._search.named(question), nobody)
        question = replace(question, mentions=(*question.mentions, *named.value))
        others = _others(question, history.value)
        known, older, lately, happened = await asyncio.gather(
            self._layer(
                ("recall_facts", *where), until, self._facts(question, audience, others, asking), _Known()
            ),
            self._layer(("recall_messages", *where), until, self._older(question, audience, asking), ()),
            self._layer(("recall_summary", *where), until, self._lately(question, audience), _Lately()),
            self._layer(
                ("recall_days", *where), until, self._days(question, audience, others, until), nobodys
            ),
        )
        drafts = self._drafts(question, history, known, older, happened=happened)
        drafts += self._summaries(history.value, lately)
        context = pack([*drafts, *prompt_lines.from_host(files, actions)], self._settings.prompt_order)
        return replace(context, stamp=await stamping)

    async def _stamp(self, question: Question, audience: Audience) -> int | None:
        reading = self._store.stamp(question.place.guild, sorted(audience.origins))
        wait = self._settings.read_deadline_seconds
        return await self._lanes.attempt("recall_stamp", reading, deadline=wait, fallback=None)

    def _drafts(
        self,
        question: Question,
        history: _Read[tuple[Message, ...]],
        known: _Read[_Known],
        older: _Read[Older],
        *,
        happened: _Read[dict[int, Profile]],
    ) -> list[Draft]:
        """Write what was read as layers, everyone under one name in all of them."""
        settings, others = self._settings, _others(question, history.value)
        audience = self.audience(question)
        said = [*(hit.what for hit in older.value), *history.value]
        mentioned = {person.id: person for message in said for person in message.mentions if person.name}
        here = {**mentioned, **{message.author.id: message.author for message in said}, **others}
        names = shown_names({**known.value.people, **here, question.asker.id: question.asker})
        about = {id_: known.value.about.get(id_, ()) for id_ in (question.asker.id, LORE, *others)}
        recent = prompt_lines.history(history.value, names, budget=settings.history_chars)
        packed = pack_layer(recent)
        shown = {question.message, *(message.id for message in (packed.messages if packed else ()))}
        new = [hit.what for hit in older.value if hit.what.id not in shown][: settings.relevant_messages]
        own, lore = (
            about.pop(question.asker.id)[: settings.facts_limit],
            about.pop(LORE)[: settings.lore_limit],
        )
        brief = {id_: hits[: settings.others_limit] for id_, hits in about.items()}
        facts = (
            prompt_lines.facts(own, names, audience=audience, budget=settings.facts_chars),
            prompt_lines.lore(lore, names, budget=settings.lore_chars, prefix=settings.lore_prefix),
            prompt_lines.people(brief, names, audience=audience, budget=settings.people_chars),
        )
        told = [happened.value[id_] for id_ in (question.asker.id, *others) if id_ in happened.value]
        today, asked = self._about.today(question.place.guild), query_words(spoken(question))
        days = prompt_lines.days(told, names, today=today, budget=settings.days_chars)
        return [
            *(replace(draft, stale=known.stale) for draft in facts),
            replace(days, stale=happened.stale),
            replace(
                prompt_lines.relevant(new, names, asked, budget=settings.relevant_chars), stale=older.stale
            ),
            replace(recent, stale=history.stale),
            prompt_lines.asking(question, names),
        ]

    def _summaries(self, history: Sequence[Message], lately: _Read[_Lately]) -> list[Draft]:
        """Write the rolling summary and short-term memory as layers."""
        settings, at = self._settings, self._clock.now()
        recents = prompt_lines.recents(lately.value.recents, at=at, budget=settings.short_term_chars)
        drafts = [replace(recents, stale=lately.stale)]
        if summary := lately.value.summary:
            newer = sum(1 for message in history if message.sent_at > summary.updated_at)
            rolling = prompt_lines.rolling(summary, newer=newer, at=at, budget=settings.rolling_chars)
            drafts.append(replace(rolling, stale=lately.stale))
        return drafts

    async def _days(
        self, question: Question, audience: Audience, others: Mapping[int, Person], until: float
    ) -> dict[int, Profile]:
        """Read what happened lately: to the asker and whoever is mentioned in full, to others in brief."""
        if not self._settings.days_enabled or not self._settings.days_chars:
            return {}
        asked = [question.asker.id, *(person.id for person in question.mentions)]
        wait = (until - asyncio.get_running_loop().time()) * IN_TIME
        return await self._about.of(
            question.place.guild, audience, [question.asker, *others.values()], merge=asked, wait=wait
        )

    async def _lately(self, question: Question, audience: Audience) -> _Lately:
        """Read the conversation's summary and what was just talked about in other public channels."""
        settings = self._settings
        entries: list[ShortTermEntry] = []
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
        asking: asyncio.Task[SearchQuery],
    ) -> _Known:
        settings = self._settings
        if not settings.facts_enabled:
            return _Known()
        query = self._search.query(question, (await asking).vector)
        read = partial(self._store.facts_for, audience, at=query.at, model=self._search.model)
        reads = [read([question.asker.id, LORE])]
        if others and settings.people_chars:
            reads.append(read(list(others), most=MOST_OF_OTHERS))
        held = [item for some in await asyncio.gather(*reads) for item in some]
        ranked = rank_facts(held, query, profile=settings.ranking)
        about: dict[int, list[Recollection[Fact]]] = {}
        for hit in ranked:
            about.setdefault(hit.what.subject, []).append(hit)
        people = await self._people(question.place.guild, [hit.what for hit in ranked])
        return _Known(about=about, people=people)

    async def _people(self, guild: int, facts: Sequence[Fact]) -> dict[int, Person]:
        """Find who said facts of others and whom facts mention: as they are called here, else there."""
        wanted: dict[int, set[int]] = {}
        for fact in facts:
            hearsay = {fact.asserted_by} if fact.asserted_by != fact.subject != LORE else set()
            if ids := hearsay.union(mentioned_in(fact.text)):
                wanted.setdefault(fact.guild, set()).update(ids)
        found: dict[int, Person] = {}
        for where in dict.fromkeys((guild, *wanted)):
            if missing := sorted({id_ for ids in wanted.values() for id_ in ids} - found.keys()):
                found |= await self._store.people(where, missing)
        return found

    async def _older(
        self, question: Question, audience: Audience, asking: asyncio.Task[SearchQuery]
    ) -> Older:
        settings = self._settings
        if not settings.relevant_messages:
            return ()
        limit = settings.relevant_messages + settings.history_messages
        return tuple(
            await self._search.find_by(
                question, audience, await asking, self._search.wanted(limit, strict=True)
            )
        )


def _others(question: Question, history: Sequence[Message]) -> dict[int, Person]:
    """Name the other people of a conversation: who is mentioned and who spoke last, not too many."""
    spoke = [message.author for message in reversed(history)]
    people = {person.id: person for person in (*spoke, *question.mentions) if not person.bot}
    people.pop(question.asker.id, None)
    first = [person.id for person in (*question.mentions, *spoke) if person.id in people]
    kept = set(list(dict.fromkeys(first))[:OTHERS])
    return {id_: person for id_, person in people.items() if id_ in kept}


def _look_at(task: asyncio.Task[SearchQuery]) -> None:
    """Take note of a failure that no layer waited for; whoever does wait is told and logs it."""
    if not task.cancelled():
        task.exception()
