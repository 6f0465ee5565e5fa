"""Recall: read the layers of a prompt under one deadline, for the audience of the place.

Every read is limited to that audience: what it may not see never leaves the store. A layer that fails or is
late is replaced by its last known value for the same audience.
"""

import asyncio
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar

from cachetools import TTLCache

from dnam.audience import Audience, session_key
from dnam.domain import (
    LORE,
    Context,
    Fact,
    Message,
    Person,
    Profile,
    Question,
    SearchResult,
    ShortTermEntry,
    Summary,
)
from dnam.lanes import Lanes
from dnam.ports import Clock, Store
from dnam.prompts import load_prompt
from dnam.recall.prompt_facts import Known, PromptFacts
from dnam.recall.prompt_messages import Findings, other_people
from dnam.recall.search import Search
from dnam.rules import prompt_lines
from dnam.rules.fact_ranking import best_of_each, best_together
from dnam.rules.prompt_packing import Draft, pack, pack_layer
from dnam.rules.question_cues import SearchQuery
from dnam.rules.quoting import shown_names, spoken
from dnam.rules.requests import off_the_record
from dnam.rules.text import content, query_words
from dnam.settings import Settings

T = TypeVar("T")

LAYERS_AT_HAND, LAST_KNOWN_SECONDS = 1000, 60.0
"""Last known values that are kept, and seconds one may be used: another process may have erased it."""
MAX_FACTS_IN_ANSWER = 3
DAYS_SHARE = 0.8
"""The share of the remaining time that days may take; the rest is for reading what is ready."""


class ProfilePort(Protocol):
    """What recall needs of `days/`."""

    def today(self, guild: int) -> date:
        """Return the current date in the time zone of a guild."""
        ...

    async def of(
        self, guild: int, audience: Audience, people: Sequence[Person], *, merge: Sequence[int], wait: float
    ) -> dict[int, Profile]: ...

    def forget(self) -> None:
        """Drop every cache: something was retracted."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class _Recent:
    """The summary of this conversation, and what was just talked about in the guild's public channels."""

    summary: Summary | None = None
    recents: tuple[ShortTermEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class _Read(Generic[T]):
    """What was read for a layer, or its last known value."""

    value: T
    stale: bool = False


class Recall:
    """Reads memory for questions; caches the last known layers and nothing else."""

    def __init__(
        self,
        store: Store,
        search: Search,
        profiles: ProfilePort,
        *,
        lanes: Lanes,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._store = store
        self._search = search
        self._profiles = profiles
        self._facts = PromptFacts(store, search, settings)
        self._lanes = lanes
        self._settings = settings
        self._clock = clock
        self._last_known: TTLCache[tuple[object, ...], Any] = TTLCache(
            LAYERS_AT_HAND, LAST_KNOWN_SECONDS, lambda: clock.now().timestamp()
        )
        self._forgotten = 0

    @property
    def model(self) -> str | None:
        """The name of the embedder; None without one."""
        return self._search.model

    def audience(self, question: Question) -> Audience:
        """Return what may be shown where the question is asked."""
        return self._search.audience(question)

    async def search(self, question: Question, *, limit: int = 8) -> SearchResult:
        return await self._search.search(question, limit=limit)

    async def told_by(self, question: Question, person: int) -> Sequence[Message]:
        """Return what a person has told of themself, as far as it may be heard here, most telling first."""
        return await self._search.told_by(self.audience(question), person)

    def forget_last_known(self) -> None:
        """Drop every cached layer: something was edited, forgotten or erased."""
        self.forget_layers()  # reads that are running may still contain it: they are not cached
        self._profiles.forget()

    def forget_layers(self) -> None:
        """Drop every cached layer: something was learned. What is ready of days stays so."""
        self._last_known.clear()
        self._forgotten += 1

    def forget_everything(self) -> None:
        """Drop every cache, names and counts included: they may be of somebody who was erased."""
        self.forget_last_known()
        self._search.forget()

    async def context(self, question: Question, *, files: Sequence[str] = (), actions: str = "") -> Context:
        """Return the prompt for a question, assembled from every layer that has content."""
        audience = self.audience(question)
        where = (session_key(question.place), question.asker.id, audience)
        until = asyncio.get_running_loop().time() + self._settings.read_deadline_seconds
        stamping = asyncio.create_task(self._stamp(question, audience))
        asking = asyncio.create_task(self._search.parse(question, audience))
        asking.add_done_callback(_retrieve_error)
        nothing: tuple[Message, ...] = ()
        history = await self._layer(
            ("recall_history", *where), until, self._history(question, audience), nothing
        )
        nobody: tuple[Person, ...] = ()
        nobodys: dict[int, Profile] = {}
        named = await self._layer(("recall_names", *where), until, self._search.named(question), nobody)
        question = replace(question, mentions=(*question.mentions, *named.value))
        others = other_people(question, history.value)
        known, older, lately, happened = await asyncio.gather(
            self._layer(
                ("recall_facts", *where), until, self._facts.read(question, audience, others, asking), Known()
            ),
            self._layer(
                ("recall_messages", *where), until, self._older(question, audience, asking), Findings()
            ),
            self._layer(("recall_summary", *where), until, self._lately(question, audience), _Recent()),
            self._layer(
                ("recall_days", *where), until, self._days(question, audience, others, until), nobodys
            ),
        )
        drafts = self._drafts(question, history, known, older, days_read=happened)
        drafts += self._summaries(history.value, lately)
        drafts += prompt_lines.from_host(files, actions)
        context = pack(drafts, self._settings.prompt_order, self._settings.prompt_chars)
        answers = _answers(question, context, known.value, older.value)
        return replace(
            context,
            stamp=await stamping,
            answers=answers,
            asked=known.value.asked,
            people={**others, **known.value.people, **{person.id: person for person in question.mentions}},
            instructions=load_prompt("memory").instructions,
            off_record=off_the_record(question.text),
        )

    async def _stamp(self, question: Question, audience: Audience) -> int | None:
        reading = self._store.stamp(question.place.guild, sorted(audience.origins))
        wait = self._settings.read_deadline_seconds
        return await self._lanes.attempt("recall_stamp", reading, deadline=wait, fallback=None)

    def _drafts(
        self,
        question: Question,
        history: _Read[tuple[Message, ...]],
        known: _Read[Known],
        older: _Read[Findings],
        *,
        days_read: _Read[dict[int, Profile]],
    ) -> list[Draft]:
        """Write the layers, with one name for each person in all of them."""
        settings, others = self._settings, other_people(question, history.value)
        audience = self.audience(question)
        offered = older.value.offered
        messages = [*offered, *history.value]
        mentioned = {person.id: person for message in messages for person in message.mentions if person.name}
        here = {**mentioned, **{message.author.id: message.author for message in messages}, **others}
        names = shown_names({**known.value.people, **here, question.asker.id: question.asker})
        about = {id_: known.value.about.get(id_, ()) for id_ in (question.asker.id, LORE, *others)}
        about |= {id_: hits for id_, hits in known.value.about.items() if id_ not in about}
        at, budget = self._clock.now(), settings.history_chars
        recent = prompt_lines.history(history.value, names, at=at, budget=budget)
        packed = pack_layer(recent)
        shown = {question.message, *(message.id for message in (packed.messages if packed else ()))}
        unshown = [message for message in offered if message.id not in shown][: settings.relevant_messages]
        pick = best_together if settings.lore_with_facts else best_of_each
        mine, tales = about.pop(question.asker.id), about.pop(LORE)
        own, lore = pick(mine, tales, settings.facts_limit, settings.lore_limit)
        asked = {person.id for person in question.mentions} if settings.others_limit else set()
        most, stop = (settings.others_limit, settings.facts_limit), settings.ranking == "discoclaw"
        brief = {id_: hits[: most[id_ in asked]] for id_, hits in about.items()}
        facts = (
            prompt_lines.facts(
                own, names, audience=audience, budget=settings.facts_chars, stop_at_misfit=stop
            ),
            prompt_lines.lore(lore, names, budget=settings.lore_chars, prefix=settings.lore_prefix),
            prompt_lines.people(brief, asked, names, audience=audience, budget=settings.people_chars),
        )
        profiles = [days_read.value[id_] for id_ in (question.asker.id, *others) if id_ in days_read.value]
        today, question_words = self._profiles.today(question.place.guild), query_words(spoken(question))
        relevant = prompt_lines.relevant(unshown, names, question_words, budget=settings.relevant_chars)
        days = prompt_lines.days(profiles, names, today=today, budget=settings.days_chars)
        return [
            *(replace(draft, stale=known.stale) for draft in facts),
            replace(days, stale=days_read.stale),
            replace(relevant, stale=older.stale),
            replace(recent, stale=history.stale),
            prompt_lines.asking(question, names),
        ]

    def _summaries(self, history: Sequence[Message], lately: _Read[_Recent]) -> list[Draft]:
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
        """Read recent days: merged for the asker and mentioned people, in brief for others."""
        if not self._settings.days_enabled or not self._settings.days_chars:
            return {}
        asked = [question.asker.id, *(person.id for person in question.mentions)]
        wait = (until - asyncio.get_running_loop().time()) * DAYS_SHARE
        return await self._profiles.of(
            question.place.guild, audience, [question.asker, *others.values()], merge=asked, wait=wait
        )

    async def _lately(self, question: Question, audience: Audience) -> _Recent:
        """Read the conversation's summary and the short-term entries of other public channels."""
        settings = self._settings
        entries: list[ShortTermEntry] = []
        summary = None
        if settings.short_term_enabled and settings.short_term_chars:
            since = self._clock.now() - timedelta(hours=settings.short_term_hours)
            entries = await self._store.recents(audience, since=since, limit=settings.short_term_entries)
            entries = await self._own_first(question, audience, entries) if entries else []
        if settings.rolling_enabled and settings.rolling_chars:
            summary = await self._store.get_summary(session_key(question.place))
        return _Recent(
            summary=summary if summary is not None and summary.origin in audience.origins else None,
            recents=tuple(entry for entry in entries if entry.channel != question.place.channel),
        )

    async def _own_first(
        self, question: Question, audience: Audience, entries: Sequence[ShortTermEntry]
    ) -> list[ShortTermEntry]:
        """Return entries of the asker first, then of those who take part here, then the rest."""
        sources = [self._store.get_message(entry.guild, entry.message) for entry in entries]
        authors = [message.author.id if message else 0 for message in await asyncio.gather(*sources)]
        here = {message.author.id for message in await self._history(question, audience)}
        ranks = [0 if author == question.asker.id else 1 if author in here else 2 for author in authors]
        return [entry for _, entry in sorted(zip(ranks, entries, strict=True), key=lambda pair: pair[0])]

    async def _layer(
        self, key: tuple[str, *tuple[object, ...]], until: float, work: Coroutine[Any, Any, T], nothing: T
    ) -> _Read[T]:
        """Read a layer; if it fails or is late, use its last known value."""
        forgotten = self._forgotten

        def keep(value: T) -> None:
            if forgotten == self._forgotten:
                self._last_known[key] = value

        left = max(until - asyncio.get_running_loop().time(), 0.0)
        value = await self._lanes.attempt(key[0], work, deadline=left, fallback=None, late=keep)
        if value is None:
            return _Read(self._last_known.get(key, nothing), stale=True)
        keep(value)
        return _Read(value)

    async def _history(self, question: Question, audience: Audience) -> tuple[Message, ...]:
        limit = self._settings.history_messages
        return tuple(
            await self._store.recent_messages(
                audience, question.place.channel, limit=limit, before=question.message
            )
        )

    async def _older(
        self, question: Question, audience: Audience, asking: asyncio.Task[SearchQuery]
    ) -> Findings:
        settings = self._settings
        if not settings.relevant_messages:
            return Findings()
        limit = settings.relevant_messages + settings.history_messages
        return await self._search.find_for_prompt(question, audience, await asking, limit)


def _answers(
    question: Question, context: Context, known: Known, older: Findings
) -> tuple[Fact | Message, ...]:
    """Return what answers a question by itself: facts first, unless a later message says it anew."""
    shown = {fact.key for section in context.sections for fact in section.facts}
    if older.portrait:
        about = [person.id for person in question.mentions] or [question.asker.id]
        facts = [hit.what for person in about for hit in known.about.get(person, ())]
        facts = [fact for fact in facts if fact.key in shown]
        return (*facts, *_beside(facts, older.answers))
    if older.everyone:  # each person once, by what is known of them, else by what they said
        first = {fact.subject: fact for fact in reversed(known.fitting) if fact.key in shown and fact.subject}
        return (*first.values(), *[one for one in older.answers if one.author.id not in first])
    answering = [
        fact
        for fact in (() if older.earlier else known.fitting)
        if fact.key in shown and (fact.by_hand or fact.updated_at >= _newest(older, fact, known))
    ][:MAX_FACTS_IN_ANSWER]
    messages = older.current(answering)
    if answering:
        subjects = {fact.subject for fact in answering}
        messages = [message for message in messages if message.author.id in subjects]
    return (*answering, *_beside(answering, messages))


def _beside(facts: Sequence[Fact], messages: Iterable[Message]) -> list[Message]:
    """Return the messages that say more than what the facts learned from them say."""
    known: dict[int, set[str]] = {}
    for fact in facts:
        for id_ in fact.messages:
            known.setdefault(id_, set()).update(_telling_words(fact.text))
    return [one for one in messages if one.id not in known or _telling_words(one.text) - known[one.id]]


def _telling_words(text: str) -> set[str]:
    return {*content(" ".join(query_words(text)))}


def _newest(older: Findings, fact: Fact, known: Known) -> datetime:
    """Return when the newest message was sent that may say anew what a fact says."""
    about = {fact.subject, fact.asserted_by} if known.stated else {one.author.id for one in older.answers}
    return max((one.sent_at for one in older.answers if one.author.id in about), default=fact.updated_at)


def _retrieve_error(task: asyncio.Task[SearchQuery]) -> None:
    """Retrieve an error that no layer waited for; a layer that waits for it logs it."""
    if not task.cancelled():
        task.exception()
