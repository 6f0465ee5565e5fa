"""Extraction: messages become facts, after the reply.

Rules read every message at once, so that a correction counts on the next turn. A model, if one is configured,
reads the collected messages of a place in few calls and improves on what the rules found. `admission.py`
decides what becomes a fact. The facts and the mark that their messages were read are saved in one step: a
crash loses nothing and repeats nothing. A message that was edited or deleted while a model read it is left
out, and read again.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from cachetools import LRUCache

from dnam.admission import Admission, Changes, Proposal, Refused, Why
from dnam.audience import audience_of
from dnam.domain import Action, Ending, Fact, Message, Unread
from dnam.lanes import Lanes
from dnam.log_lines import log
from dnam.models.usage_meter import Answered, Meter
from dnam.ports import Clock, Prompt, Store, Turn, leased
from dnam.prompts import load_prompt
from dnam.prompts.conversations import cited, learned_from, numbered, people_in
from dnam.prompts.replies import Ended, Learning
from dnam.rules.extraction_due import reading_is_due
from dnam.rules.fact_endings import may_end
from dnam.rules.fact_merge import Change, Deprecation, Outcome, names_fact
from dnam.rules.quoting import one_line, shown_names
from dnam.rules.statement_facts import Learned, learn
from dnam.settings import Settings
from dnam.vectors import is_loaded, load_has_ended

BY_RULES, BY_MODEL = 1, 2
BATCH = 60
"""The most messages one call reads."""
PLACES = 8
"""The most places that are read at a time."""
BEFORE = 4
"""How many messages before one may tell what it means."""
LOOK_BACK = timedelta(days=7)
"""How old a message may be to be read when a model is available again."""
RULES_SECONDS = 5.0
"""How long rules may take for a message: one that they cannot read must not block the next."""
LEARNED = (Change.ADDED, Change.UPDATED, Change.REVIVED)


class Extractor:
    def __init__(
        self,
        store: Store,
        admission: Admission,
        *,
        lanes: Lanes,
        meter: Meter,
        settings: Settings,
        clock: Clock,
    ) -> None:
        self._store = store
        self._admission = admission
        self._lanes = lanes
        self._meter = meter
        self._settings = settings
        self._clock = clock
        self._limits_logged: LRUCache[tuple[int, int], tuple[int, int]] = LRUCache(1000)
        """Who reached the hourly limit, by person and hour."""

    @property
    def reads_after_reply(self) -> bool:
        """Whether a model reads what was said after each answer."""
        return self._settings.extract_after_reply and self._learns

    @property
    def _learns(self) -> bool:
        return self._settings.extract_enabled and self._settings.facts_enabled

    async def _proposals_by_rules(
        self, places: Sequence[Sequence[Message]]
    ) -> list[tuple[Message, list[Proposal]]]:
        read: list[tuple[Message, list[Message]]] = []
        around = (self._recent(messages[-1], len(messages) + BEFORE) for messages in places)
        for messages, recent in zip(places, await asyncio.gather(*around), strict=True):
            whole = len(recent) < len(messages) + BEFORE
            spoken = [message for message in messages if self._learns and not message.author.bot]
            read += [(message, await self._before(message, recent, whole=whole)) for message in spoken]
        learned = await self._learned(read)
        if learned is None:  # one of them must not keep the others from being read
            learned = [one for each in read for one in await self._learned([each]) or [[]]]
        changes = {(m.place.guild, m.id): some for (m, _), some in zip(read, learned, strict=True)}
        return [
            (m, [Proposal(message=m, subject=who, change=change) for who, change in some])
            for m in chain.from_iterable(places)
            for some in [changes.get((m.place.guild, m.id), [])]
        ]

    async def _learned(self, read: Sequence[tuple[Message, Sequence[Message]]]) -> list[list[Learned]] | None:
        """Return what messages state, each with those before it; None when one takes too long, or fails."""
        chars, limit = self._settings.extract_chars, self._settings.extract_limit

        by_meaning = load_has_ended()  # what rows read counts on the next turn, also while the encoder loads

        def learn_all() -> list[list[Learned]]:
            most: dict[str, Any] = {"chars": chars, "limit": limit, "by_meaning": by_meaning}
            return [learn(message, before, people_in((*before, message)), **most) for message, before in read]

        # in a thread: each takes a few milliseconds, and many times as long if it is long
        learning = asyncio.to_thread(learn_all)
        return await self._lanes.attempt("extract_message", learning, deadline=RULES_SECONDS, fallback=None)

    async def _recent(self, message: Message, limit: int) -> list[Message]:
        place = message.place
        return await self._store.recent_messages(
            audience_of(place), place.channel, limit=limit, before=message.id
        )

    async def _before(self, message: Message, recent: Sequence[Message], *, whole: bool) -> list[Message]:
        """Return the last messages before one, oldest first, and the one it replies to."""
        audience, place = audience_of(message.place), message.place
        earlier = [m for m in recent if (m.sent_at, m.id) < (message.sent_at, message.id)]
        if len(earlier) < BEFORE and not whole:  # it does not follow the others that are read with it
            earlier = await self._recent(message, BEFORE)
        earlier, known = earlier[-BEFORE:], earlier
        if message.reply_to is None or any(m.id == message.reply_to for m in earlier):
            return earlier
        if replied_to := [m for m in known if m.id == message.reply_to]:
            return [*replied_to, *earlier]
        older = await self._store.get_message(place.guild, message.reply_to)
        here = older is not None and older.place.channel == place.channel
        read = await self._store.read_positions(audience, [older.position]) if older and here else {}
        return [*(entry.message for entry in read.values()), *earlier]

    async def read_new(self, channels: Collection[int] | None = None) -> int:
        """Read by rules the unread messages of some channels, or of all; return the number of outcomes.

        Of several processes, each reads what it has stored itself, and one at a time everything else.
        """
        if channels is None:
            async with leased(self._store, "read") as granted:
                return await self._read_new(None) if granted else 0
        return await self._read_new(channels)

    async def _read_new(self, channels: Collection[int] | None) -> int:
        since = self._clock.now() - LOOK_BACK
        places = await self._store.unread_places(level=BY_RULES, since=since)
        wanted = [each for each in places if channels is None or each.channel in channels]
        learned = 0
        for start in range(0, len(wanted), PLACES):
            full = wanted[start : start + PLACES]
            while full:
                unread = [
                    self._store.unread_messages(place, level=BY_RULES, since=since, limit=BATCH)
                    for place in full
                ]
                messages = await asyncio.gather(*unread)
                learned += len(await self.read_by_rules([*filter(None, messages)]))
                full = [place for place, some in zip(full, messages, strict=True) if len(some) == BATCH]
        return learned

    async def read_by_rules(self, places: Sequence[Sequence[Message]]) -> list[Outcome]:
        """Read messages of some places by rules, oldest first; mark those that tell nothing in one step."""
        outcomes, nothing = list[Outcome](), dict[int, list[Message]]()
        for message, proposals in await self._proposals_by_rules(places):
            if proposals:
                outcomes += await self._store_all(proposals, [message], BY_RULES)
            else:
                nothing.setdefault(BY_MODEL if message.author.bot else BY_RULES, []).append(message)
        for level, told_nothing in nothing.items():
            await self._store.mark_read(told_nothing, level=level)
        return outcomes

    async def read_due(self, *, everything: bool = False, replied: int | None = None) -> int:
        """Let a model read every place with enough unread messages or gone quiet; return what was done.

        `replied` is a channel that is read in any case.
        """
        done, at = await self._read_new(None), self._clock.now()  # what is unread is not counted yet
        quiet, every = timedelta(minutes=self._settings.extract_quiet_minutes), self._settings.extract_every
        waiting = await self._store.unread_places(level=BY_MODEL, since=at - LOOK_BACK)
        if self._settings.extract_turns == "person" and not everything:
            waiting = await self._by_most_turns(waiting, at - LOOK_BACK)
        for place in waiting:
            due = place.channel == replied or reading_is_due(place, at=at, every=every, quiet=quiet)
            if (due or everything) and await self._meter.barred("extract", place.guild) is None:
                name = f"extract {place.guild} {place.channel} {place.origin}"
                async with leased(self._store, name) as granted:
                    done += await self._read_place(place, at - LOOK_BACK) if granted else 0
        return done

    async def _by_most_turns(self, places: Sequence[Unread], since: datetime) -> list[Unread]:
        """Return places with the most unread turns that anybody in them has, wherever they said them."""
        turns: Counter[int] = Counter()
        authors: list[set[int]] = []
        for place in places:
            unread = await self._store.unread_messages(place, level=BY_MODEL, since=since, limit=BATCH)
            people = [message.author.id for message in unread if not message.author.bot]
            turns.update(people)
            authors.append({*people})
        most = [max((turns[id_] for id_ in here), default=0) for here in authors]
        return [replace(place, count=count) for place, count in zip(places, most, strict=True)]

    async def _read_place(self, place: Unread, since: datetime) -> int:
        calls = 0
        while messages := await self._ready(place, since):
            from_people = [m for m in messages if not m.author.bot]
            proposals: list[Proposal] = []
            if from_people and self._learns:
                known = await self._known(from_people)
                answer = await self._meter.ask(
                    "extract", place.guild, _prompt(messages, known, self._settings), Learning
                )
                calls += 1
                if isinstance(answer, Answered):
                    proposals = list(self._proposals(messages, answer.value, known))
                elif answer.worth_repeating:
                    return calls
            await self._store_all(proposals, messages, BY_MODEL)
        return calls

    async def _ready(self, place: Unread, since: datetime) -> list[Message]:
        """Return the unread messages of a place, oldest first; none while rules still have to read there.

        Rules go first, and start the model when they are done.
        """
        waiting = await self._store.unread_messages(place, level=BY_MODEL, since=since, limit=BATCH)
        new = await self._store.unread_messages(place, level=BY_RULES, since=since, limit=1)
        return [] if new else waiting

    async def _known(self, messages: Sequence[Message]) -> list[Fact]:
        """Return the facts about everyone who speaks or is mentioned that the place may see."""
        audience, people = audience_of(messages[0].place), sorted(people_in(messages))
        stored = await self._store.facts_for(audience, people, at=self._clock.now())
        return [item.fact for item in stored]

    def _proposals(
        self, messages: Sequence[Message], learning: Learning, known: Sequence[Fact]
    ) -> Iterable[Proposal]:
        """Read a model's answer; skip what cites no message, or nobody present."""
        counts = Counter[int]()
        for message, subject, upsert in learned_from(messages, learning.upserts, people_in(messages)):
            counts[message.id] += 1
            if counts[message.id] <= self._settings.extract_limit:
                yield Proposal(message=message, subject=subject, change=upsert, grounded=True)
        for ended in learning.deprecations:
            source, fact = cited(messages, ended.message), _ended(ended, known)
            if source is None or fact is None:
                continue
            if not may_end(fact.text, source.text):
                log.info("ignored a deprecation its message does not support", action="memory_fact")
                continue
            change = Deprecation(id=fact.id, reason=Ending.parse(ended.reason))
            yield Proposal(message=source, subject=fact.subject, change=change)

    async def _store_all(
        self, proposals: Sequence[Proposal], read: Sequence[Message], level: int
    ) -> list[Outcome]:
        """Consider the proposals in order; save the changes and the mark that all was read in one step."""
        if not proposals:
            await self._store.mark_read(read, level=level)
            return []

        async def work() -> list[Outcome]:
            # Another process may have read them first: nothing is learned twice.
            unchanged = {m.id: m for m in await self._store.still_unread(read, level=level)}
            outcomes, changes, refused = [], Changes(), Counter[str]()
            for proposal in proposals:
                if proposal.message.id in unchanged:
                    decided = await self._admission.consider(proposal, changes)
                    if isinstance(decided, Outcome):
                        outcomes.append(decided)
                    else:
                        refused[decided.reason] += self._is_news(decided, proposal.message.author.id)
            if refused := +refused:
                log.info("refused facts", action="memory_fact", refused=dict(refused))
            await self._store.save_facts(
                [*changes.save.values()],
                drop=[*changes.drop.values()],
                read=[*unchanged.values()],
                level=level,
            )
            return outcomes

        people = {person for p in proposals for person in (p.subject, p.message.author.id)}
        turn = Turn(guild=read[0].place.guild, people=tuple(people))
        await is_loaded(storing=True)  # in its turn others would wait for the encoder too
        outcomes = await self._lanes.change_facts(work, turn)
        for outcome in outcomes:
            if outcome.did in LEARNED and outcome.fact is not None:
                await self._log(outcome.fact)
        return outcomes

    def _is_news(self, refused: Refused, person: int) -> bool:
        """Return whether a refusal belongs in the log: the hourly limit once an hour for each person."""
        if refused.why is not Why.LIMIT:
            return True
        hour = (person, int(self._clock.now().timestamp()) // 3600)
        return self._limits_logged.setdefault(hour, hour) is hour

    async def _log(self, fact: Fact) -> None:
        await self._store.log_action(
            Action(
                kind="memory_fact",
                at=self._clock.now(),
                guild=fact.guild,
                detail=str(fact.kind),
                person=fact.asserted_by,
                channel=fact.source.channel or 0,
                origin=fact.origin,
            )
        )


def _prompt(messages: Sequence[Message], facts: Sequence[Fact], settings: Settings) -> Prompt:
    """Write the known facts and the messages, quoted, with people by name and id."""
    people = {m.author.id: m.author for m in messages}
    people |= {person.id: person for m in messages for person in m.mentions}
    names = shown_names(people)
    known = [f"{names[f.subject]} (id {f.subject}): {f.id} [{f.kind}] {one_line(f.text)}" for f in facts]
    lines = numbered(messages, names, chars=settings.extract_chars)
    return load_prompt("extract").fill(
        limit=str(settings.extract_limit), known="\n".join(known), messages=lines
    )


def _ended(ended: Ended, known: Sequence[Fact]) -> Fact | None:
    """Return the known fact a model deprecates: by id, or by most of its text."""
    ways = (Deprecation(id=ended.id), Deprecation(match_text=ended.match_text))
    return next((fact for way in ways for fact in known if names_fact(way, fact)), None)
