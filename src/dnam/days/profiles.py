"""Profiles: one text of what is known of a person and of their recent days, for one audience.

    facts + today + the days before   one call of a model, once for the same three (`direct`)
    the days before -> a week         one call more, once a day (`hierarchy`)

Facts win over anything that contradicts them. With a single source there is nothing to merge and no model is
asked; if no model answers in time, the parts are joined: facts first, then today, then the days before.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

from cachetools import LRUCache

from dnam.audience import Audience, audience_of
from dnam.days.diary import DayByPerson, Diary
from dnam.domain import CachedText, Day, HeldFact, Person, Place, Profile, Task
from dnam.lanes import Lanes
from dnam.models.usage_meter import Answered, Meter
from dnam.ports import Clock, Prompt, Store, Turn
from dnam.prompts import load_prompt
from dnam.prompts.replies import MergedContext, WeekSummary
from dnam.rules import days as rules
from dnam.rules.newest_for_audience import hidden_here
from dnam.rules.quoting import shown_name
from dnam.rules.text import clip
from dnam.settings import Settings

Work = Callable[[], Coroutine[Any, Any, tuple[str, bool]]]
"""Asks a model; returns its text, and whether it refused."""
Key = tuple[int, int, tuple[str, ...], Task, str]
"""Guild, person, origins, task and the hash of the inputs: the same key always has the same text."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _ProfileFacts:
    """What is known of a person for one audience, without the facts themselves: many stay cached."""

    mark: tuple[int, ...] | None
    """Changes with the facts (`ports.FactStore.fact_marks`); None without any."""
    aliases: tuple[str, ...] = ()
    text: str = ""
    """The facts as one text, as long as a profile may be."""
    inputs: str = ""
    """The hash of the whole text."""


_NOTHING = _ProfileFacts(mark=None)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Sources:
    guild: int
    person: Person
    audience: Audience
    known: _ProfileFacts
    today: tuple[Day, ...]
    days: tuple[Day, ...]
    stamp: int

    @property
    def origins(self) -> tuple[str, ...]:
        """Who may see all of it."""
        return tuple(sorted(self.audience.origins))


class Profiles:
    def __init__(
        self, store: Store, diary: Diary, *, lanes: Lanes, meter: Meter, settings: Settings, clock: Clock
    ) -> None:
        self._store = store
        self._consent = diary.consent
        self._diary = diary
        self._lanes = lanes
        self._meter = meter
        self._settings = settings
        self._clock = clock
        self._weeks: LRUCache[Key, str] = LRUCache(settings.cached_weeks)
        self._merged: LRUCache[Key, str] = LRUCache(settings.cached_profiles)
        self._known: LRUCache[tuple[Audience, int], _ProfileFacts] = LRUCache(settings.cached_profiles)

    @property
    def cached(self) -> list[str]:
        """What is cached, for measuring."""
        return [*self._weeks.values(), *self._merged.values()]

    def forget(self) -> None:
        """Drop every cache: something was retracted."""
        self._weeks.clear()
        self._merged.clear()
        self._known.clear()
        self._diary.forget()

    def today(self, guild: int) -> date:
        return self._diary.today(guild)

    async def in_place(self, place: Place, people: Sequence[int]) -> dict[int, Profile]:
        """Return the profiles of people by their ids, as everyone in a place may see them."""
        named = await self._store.people(place.guild, people)
        wanted = [named.get(id_) or Person(id=id_, name=f"user {id_}") for id_ in dict.fromkeys(people)]
        wait = self._settings.read_deadline_seconds
        audience = audience_of(place)
        return await self.of(place.guild, audience, wanted, merge=people, wait=wait, with_facts=True)

    async def of(
        self,
        guild: int,
        audience: Audience,
        people: Sequence[Person],
        *,
        merge: Sequence[int],
        wait: float,
        with_facts: bool = False,
    ) -> dict[int, Profile]:
        """Return the profiles of people as an audience may see them; unknown people are absent.

        The profiles of those to `merge` are one merged text; others appear only if they have recent days.
        What a model does not finish within `wait` seconds goes on, and is ready the next time. The facts,
        and the text joined from its parts, are there only if asked for: a prompt has layers of its own.
        """
        until = asyncio.get_running_loop().time() + wait
        place = Place.whole_guild(guild)
        agreed, (days, stamp) = await asyncio.gather(
            self._consent.at(place, [person.id for person in people]), self._days(guild, audience, wait)
        )
        people = [person for person in people if agreed.remembers(person.id)]
        people = [p for p in people if p.id in merge or any(p.id in day for day in days)]
        facts = await self._facts(audience, [p.id for p in people]) if with_facts else None
        known = await self._known_of(audience, [p.id for p in people])
        today = self._diary.today(guild)
        sources = [
            _Sources(
                guild=guild,
                person=person,
                audience=audience,
                known=known[person.id],
                today=tuple(day for day in _days_of(days, person.id) if day.date == today),
                days=tuple(day for day in _days_of(days, person.id) if day.date != today),
                stamp=stamp,
            )
            for person in people
        ]
        sources = [each for each in sources if each.known.mark or each.today or each.days]
        made = await asyncio.gather(
            *(self._profile(each, until if each.person.id in merge else None) for each in sources)
        )
        if facts is None:
            return {profile.person: profile for profile in made}
        return {
            profile.person: self._whole(profile, each, facts[profile.person])
            for profile, each in zip(made, sources, strict=True)
        }

    def _whole(self, profile: Profile, sources: _Sources, facts: Sequence[HeldFact]) -> Profile:
        """Return a profile with its facts, and with a text if no model has merged one."""
        limit = self._settings.profile_chars
        text = rules.joined(sources.known.text, sources.today, sources.days, limit=limit)
        return replace(profile, facts=tuple(item.fact for item in facts), text=profile.merged or text)

    async def _known_of(self, audience: Audience, people: Sequence[int]) -> dict[int, _ProfileFacts]:
        """Return what is known of people; facts are read only of those whose facts have changed."""
        marks = await self._store.fact_marks(audience, people, at=self._clock.now())
        known = {id_: self._known.get((audience, id_)) or _NOTHING for id_ in people}
        changed = [id_ for id_, each in known.items() if each.mark != marks.get(id_)]
        for id_, facts in (await self._facts(audience, changed) if changed else {}).items():
            known[id_] = self._known[audience, id_] = self._summed_up(facts, marks.get(id_))
        return known

    async def _facts(self, audience: Audience, people: Sequence[int]) -> dict[int, list[HeldFact]]:
        """Return the facts that hold for an audience, by person: pinned ones first, then the oldest."""
        shown = people if self._settings.facts_enabled else ()
        visible = await self._store.facts_for(audience, shown, at=self._clock.now())
        hidden = hidden_here(item.fact for item in visible)
        of: dict[int, list[HeldFact]] = {id_: [] for id_ in people}
        for item in sorted(
            visible, key=lambda item: (not item.fact.pinned, item.fact.created_at, item.fact.id)
        ):
            if item.fact.key not in hidden:
                of[item.fact.subject].append(item)
        return of

    def _summed_up(self, facts: Sequence[HeldFact], mark: tuple[int, ...] | None) -> _ProfileFacts:
        text = rules.facts_text([item.fact for item in facts])
        return _ProfileFacts(
            mark=mark if facts else None,
            aliases=rules.aliases_of(facts),
            text=text[: self._settings.profile_chars + 1],
            inputs=rules.fingerprint(text),
        )

    async def _days(self, guild: int, audience: Audience, wait: float) -> tuple[list[DayByPerson], int]:
        """Return the days of every origin of an audience, and the stamp they were read under."""
        if not self._settings.days_enabled:
            return [], await self._store.stamp(guild, sorted(audience.origins))
        origins = sorted(audience.origins)
        weeks = await asyncio.gather(*(self._diary.week(guild, origin, wait=wait) for origin in origins))
        return [day for days, _ in weeks for day in days], sum(stamp for _, stamp in weeks)

    async def _profile(self, sources: _Sources, until: float | None) -> Profile:
        merged = ""
        if until is not None:
            left = max(until - asyncio.get_running_loop().time(), 0.0)
            work = self._in_one_piece(sources)
            merged = await self._lanes.attempt("memory_merge_context", work, deadline=left, fallback="")
        return Profile(
            person=sources.person.id,
            name=sources.person.name,
            aliases=sources.known.aliases,
            today=sources.today,
            days=sources.days,
            merged=merged,
            text=merged,
        )

    async def _in_one_piece(self, sources: _Sources) -> str:
        """Return all sources as one text; empty when there is nothing to merge or no model."""
        if sum(map(bool, (sources.known.text, sources.today, sources.days))) < 2:
            return ""
        history = await self._history(sources)
        today = rules.today_text(sources.today)
        inputs = (sources.known.inputs, rules.fingerprint(today), rules.fingerprint(history))
        work = partial(self._ask_merge, sources, history)
        return await self._cached_text(sources, "merge_context", rules.fingerprint(*inputs), work)

    async def _history(self, sources: _Sources) -> str:
        """Return the days before today as they are, or summed up as a week."""
        if self._settings.week == "direct" or len(sources.days) < 2:
            return rules.days_text(sources.days)
        oldest_first = sources.days[::-1]
        inputs = rules.fingerprint(rules.days_text(oldest_first))
        prompt = load_prompt("summarise_week").fill(
            limit=str(self._settings.week_chars),
            person=_named(sources),
            days="\n".join(
                f'<day date="{day.date.isoformat()}">{rules.element("summary", day.text)}</day>'
                for day in oldest_first
            ),
        )
        work = partial(self._ask_week, sources, prompt)
        week = await self._cached_text(sources, "summarise_week", inputs, work)
        first, last = oldest_first[0].date, oldest_first[-1].date
        return f"{first} to {last}: {week}" if week else rules.days_text(sources.days)

    async def _ask_merge(self, sources: _Sources, history: str) -> tuple[str, bool]:
        facts = (await self._facts(sources.audience, [sources.person.id]))[sources.person.id]
        prompt = load_prompt("merge_context").fill(
            limit=str(self._settings.profile_chars),
            person=_named(sources),
            facts="\n".join(rules.element("fact", item.fact.text) for item in facts),
            today="\n".join(rules.element("today", day.text) for day in sources.today),
            history=rules.element("history", history) if history else "",
        )
        answer = await self._meter.ask("merge_context", sources.guild, prompt, MergedContext)
        if not isinstance(answer, Answered):
            return "", not answer.worth_repeating
        return clip(answer.value.context.strip(), self._settings.profile_chars), False

    async def _ask_week(self, sources: _Sources, prompt: Prompt) -> tuple[str, bool]:
        answer = await self._meter.ask("summarise_week", sources.guild, prompt, WeekSummary)
        if not isinstance(answer, Answered):
            return "", not answer.worth_repeating
        return clip(answer.value.summary.strip(), self._settings.week_chars), False

    async def _cached_text(self, sources: _Sources, task: Task, inputs: str, work: Work) -> str:
        """Return the text for the same inputs from the cache or the store, or make it once for all."""
        key: Key = (sources.guild, sources.person.id, sources.origins, task, inputs)
        cache = self._weeks if task == "summarise_week" else self._merged
        if (ready := cache.get(key)) is not None:
            return ready
        text = await self._lanes.share(key, partial(self._make, sources, key, work))
        if text is None:
            return ""
        cache[key] = text
        return text

    async def _make(self, sources: _Sources, key: Key, work: Work) -> str | None:
        """Make and store a text, or that a model refuses; None when it may be asked again."""
        guild, person, origins, task, inputs = key
        stored = await self._store.get_composed(guild, person, origins, task)
        if stored is not None and stored.inputs == inputs:
            return stored.text
        if await self._meter.barred(task, guild) is not None:
            return None
        text, refused = await work()
        if not text and not refused:
            return None
        made = CachedText(
            guild=guild, person=person, origins=origins, task=task, inputs=inputs, text=text, refused=refused
        )
        if not await self._still_holds(made, sources):
            return None
        # Not awaited: a command that reads a profile has the turn in which it is stored.
        self._lanes.submit("profiles", f"store_profile {key}", partial(self._store_soon, made, sources))
        return text

    async def _store_soon(self, made: CachedText, sources: _Sources) -> None:
        turn = Turn(guild=made.guild, people=(made.person,))
        await self._lanes.change_facts(partial(self._keep, made, sources), turn)

    async def _keep(self, made: CachedText, sources: _Sources) -> None:
        """Store a text, unless the facts it was made of have changed meanwhile."""
        if await self._still_holds(made, sources):
            await self._store.put_composed(made, stamp=sources.stamp)

    async def _still_holds(self, made: CachedText, sources: _Sources) -> bool:
        """Return whether nothing was retracted since, and the facts a text was made of are what is known."""
        if await self._store.stamp(sources.guild, sorted(sources.audience.origins)) != sources.stamp:
            return False
        facts = (await self._facts(sources.audience, [made.person]))[made.person]
        return self._summed_up(facts, None).inputs == sources.known.inputs


def _days_of(days: Sequence[DayByPerson], person: int) -> list[Day]:
    """Return a person's days, newest first."""
    return sorted((day[person] for day in days if person in day), key=lambda day: day.date, reverse=True)


def _named(sources: _Sources) -> str:
    """Describe a person to a model: id, name and aliases."""
    names = {sources.person.id: shown_name(sources.person)}
    return rules.people_xml(names, {sources.person.id: sources.known.aliases})
