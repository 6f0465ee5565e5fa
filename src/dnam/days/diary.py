"""The diary: a summary of each day for each person, for each origin.

One model call sums up a guild's whole day for all its people. A day is summed up when it is first needed, and
stored; the current day is renewed when its summary is over an hour old and there are new messages. A
retracted message reopens its day at once: until a model may be asked again, the day consists of quotes. Days
summed up without a model are marked and replaced once there is one; what a model refuses is not asked again.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from cachetools import LRUCache, TTLCache

from dnam.audience import Audience
from dnam.consent import Consent
from dnam.domain import Day, DayMark, Message, Person, Place
from dnam.errors import Silence
from dnam.lanes import Lanes
from dnam.models.usage_meter import Answered, Meter
from dnam.ports import Clock, Store, leased
from dnam.prompts import load_prompt
from dnam.prompts.replies import DaySummaries
from dnam.rules import days as rules
from dnam.rules.extractive_summary import worth_keeping
from dnam.rules.quoting import shown_names
from dnam.rules.text import clip
from dnam.settings import Settings

LEAST_SHARE = 100
"""The least characters for a person in each part of a day, however many parts there are."""
TOKENS_A_PERSON, MOST_TOKENS = 250, 16_000
"""Tokens of a model's answer."""
HALVINGS = 4
"""How many times a part that is too long for a model is halved."""

DayByPerson = Mapping[int, Day]
"""One day of several people, by person."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _DayTexts:
    """The summary of a day or of a part of it."""

    texts: Mapping[int, str]
    """By person."""
    offline: bool = False
    refused: bool = False
    asked: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class _Open:
    """A day that has to be summed up."""

    mark: DayMark
    """The mark to store with it."""
    before: DayMark | None
    stamp: int


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reader:
    """What is the same for every part of a day that a model reads."""

    mark: DayMark
    names: Mapping[int, str]
    summarised: frozenset[int]
    aliases: Mapping[int, Sequence[str]]
    parts: int


class Diary:
    """Makes and caches days."""

    def __init__(
        self, store: Store, consent: Consent, *, lanes: Lanes, meter: Meter, settings: Settings, clock: Clock
    ) -> None:
        self._store = store
        self.consent = consent
        self._lanes = lanes
        self._meter = meter
        self._settings = settings
        self._clock = clock
        self._stale = timedelta(minutes=settings.day_refresh_minutes)
        self._todays: TTLCache[tuple[int, str, str, int], tuple[datetime, DayByPerson]] = TTLCache(
            settings.cached_todays, self._stale.total_seconds(), lambda: clock.now().timestamp()
        )
        self._past: LRUCache[tuple[int, str, date, int], DayByPerson] = LRUCache(settings.cached_days)

    @property
    def cached(self) -> list[DayByPerson]:
        """What is cached, for measuring."""
        return [*(day for _, day in self._todays.values()), *self._past.values()]

    def forget(self) -> None:
        """Drop every cache: something was retracted."""
        self._todays.clear()
        self._past.clear()

    def today(self, guild: int) -> date:
        return rules.today_in(self._zone(guild), self._clock.now())

    def _zone(self, guild: int) -> ZoneInfo:
        return ZoneInfo(self._settings.time_zones.get(guild, self._settings.time_zone))

    async def week(self, guild: int, origin: str, *, wait: float) -> tuple[list[DayByPerson], int]:
        """Return the last days as an origin may see them, and the stamp they were read under.

        A day that is not renewed within `wait` seconds is as it was before.
        """
        today = self.today(guild)
        dates = [today - timedelta(days=back) for back in range(self._settings.days_back)]
        stamp = await self._store.stamp(guild, [origin])
        days = {
            day: cached for day in dates if (cached := self._cached(guild, origin, day, stamp)) is not None
        }
        missing = [day for day in dates if day not in days]
        if missing:
            days |= await self._load(guild, origin, missing, stamp, wait)
        return list(days.values()), stamp

    async def _load(
        self, guild: int, origin: str, missing: Sequence[date], stamp: int, wait: float
    ) -> dict[date, DayByPerson]:
        """Read days from the store, and sum up those that are missing or outdated."""
        span = (guild, origin, min(missing), max(missing))
        marks = {mark.date: mark for mark in await self._store.day_marks(*span)}
        days: dict[date, DayByPerson] = {day: {} for day in missing}
        for row in await self._store.days(*span):
            if row.date in days:
                quoted = row.date in marks and marks[row.date].offline
                days[row.date] = {**days[row.date], row.person: replace(row, quoted=quoted)}
        offline = await self._meter.barred("summarise_day", guild)
        to_make = []
        for day in missing:
            blank = _Open(mark=self._blank(guild, origin, day), before=marks.get(day), stamp=stamp)
            if open_day := await self._to_make(blank, offline):
                to_make.append(open_day)
            elif not (blank.before or blank.mark).offline or offline is Silence.NO_MODEL:
                self._cache(blank.before or blank.mark, stamp, days[day])
        nothing: dict[date, DayByPerson] = {}
        making = self._make_all(to_make)
        made = await self._lanes.attempt("memory_summarise_day", making, deadline=wait, fallback=nothing)
        return days | made

    def _cached(self, guild: int, origin: str, day: date, stamp: int) -> DayByPerson | None:
        if day != self.today(guild):
            return self._past.get((guild, origin, day, stamp))
        cached = self._todays.get((guild, origin, self._hour(guild), stamp))
        return cached[1] if cached and self._clock.now() - cached[0] < self._stale else None

    def _cache(self, mark: DayMark, stamp: int, by_person: DayByPerson) -> None:
        if mark.date != self.today(mark.guild):
            self._past[mark.guild, mark.origin, mark.date, stamp] = by_person
        else:
            self._todays[mark.guild, mark.origin, self._hour(mark.guild), stamp] = (mark.made_at, by_person)

    def _hour(self, guild: int) -> str:
        return f"{self._clock.now().astimezone(self._zone(guild)):%Y-%m-%d-%H}"

    def _blank(self, guild: int, origin: str, day: date) -> DayMark:
        begins, ends = rules.bounds(day, self._zone(guild))
        now = self._clock.now()
        return DayMark(
            guild=guild, origin=origin, date=day, begins=begins, ends=ends, newest=None, made_at=now
        )

    async def _to_make(self, day: _Open, offline: Silence | None) -> _Open | None:
        """Return the day to sum up; None when it is up to date."""
        mark, before = day.mark, day.before
        newest = await self._store.newest_message(mark.guild, mark.origin, mark.begins, mark.ends)
        if newest is None:
            return None
        if before is not None and before.newest is not None:
            rested = mark.made_at - before.made_at >= self._stale
            news = newest > before.newest and (rested or mark.made_at >= mark.ends)
            better = before.offline and not before.refused and offline is None and self._may_ask(before)
            if not news and not better:
                return None
        return replace(day, mark=replace(mark, newest=newest))

    def _may_ask(self, before: DayMark | None) -> bool:
        """Return whether a model may be asked about a day: at most once an hour."""
        tried = before.tried_at if before else None
        return tried is None or self._clock.now() - tried >= self._stale

    async def _make_all(self, days: Sequence[_Open]) -> dict[date, DayByPerson]:
        made: dict[date, DayByPerson] = {}
        for day in days:  # newest first, and one at a time: models have rate limits
            mark = day.mark
            key = ("day", mark.guild, mark.origin, mark.date, day.stamp)
            name = f"day {mark.guild} {mark.origin} {mark.date}"
            async with leased(self._store, name) as granted:
                if granted:  # else another process is at it: the day is as it was before
                    made[mark.date] = await self._lanes.share(key, partial(self._make, day))
        return made

    async def _make(self, day: _Open) -> DayByPerson:
        """Sum up a day and store it, unless something of it was retracted meanwhile."""
        mark, before = day.mark, day.before
        span = (mark.guild, mark.origin, mark.date, mark.date)
        marks = await self._store.day_marks(*span)
        if marks != ([before] if before else []):  # another task has summed it up meanwhile
            return {row.person: row for row in await self._store.days(*span)}
        messages = await self._store.day_messages(mark.guild, mark.origin, mark.begins, mark.ends)
        made = await self._summed_up(mark, messages, ask=self._may_ask(before))
        tried = self._clock.now() if made.asked else before.tried_at if before else None
        newest = messages[-1].sent_at if messages else mark.newest
        noted = replace(mark, newest=newest, tried_at=tried, offline=made.offline, refused=made.refused)
        blank = Day(
            guild=mark.guild, origin=mark.origin, date=mark.date, person=0, text="", quoted=made.offline
        )
        by_person = {id_: replace(blank, person=id_, text=text) for id_, text in made.texts.items()}
        if not await self._store.put_day(noted, list(by_person.values()), stamp=day.stamp):
            return {}
        if not made.offline:
            self._cache(noted, day.stamp, by_person)
        return by_person

    async def _summed_up(self, mark: DayMark, messages: Sequence[Message], *, ask: bool) -> _DayTexts:
        """Sum up a day with a model, in as few parts as it can read, or else quote from it."""
        people = await self._may_be_summed_up(mark, messages)
        if not ask or await self._meter.barred("summarise_day", mark.guild) is not None:
            return await self._quoted(messages)
        audience = Audience(origins=frozenset({mark.origin}))
        stored = await self._store.facts_for(audience, sorted(people), at=self._clock.now())
        aliases = {
            id_: rules.aliases_of(item for item in stored if item.fact.subject == id_) for id_ in people
        }
        zone, names = self._zone(mark.guild), shown_names(_people(messages))
        lines = rules.messages_xml(messages, names, zone)
        parts = rules.parts_of([len(line) for line in lines], self._settings.day_window_chars)
        reader = _Reader(
            mark=mark, names=names, summarised=frozenset(people), aliases=aliases, parts=len(parts)
        )
        made = [await self._read(reader, messages[part], lines[part]) for part in parts]
        return _together(made, self._settings.day_chars)

    async def _may_be_summed_up(self, mark: DayMark, messages: Sequence[Message]) -> dict[int, Person]:
        """Return who may have a summary: who agrees, and either spoke or accepts what others say of them."""
        people, spoke = _people(messages), {message.author.id for message in messages}
        place = Place.whole_guild(mark.guild)
        agreed = await self.consent.at(place, people)
        hushed = agreed.refusing if not agreed.quarantined else people.keys()
        return {
            id_: person
            for id_, person in people.items()
            if agreed.remembers(id_) and (id_ in spoke or id_ not in hushed)
        }

    async def _read(
        self, reader: _Reader, messages: Sequence[Message], lines: Sequence[str], halved: int = 0
    ) -> _DayTexts:
        """Sum up a part of a day with a model; a part that is too long for it is halved."""
        present = {id_: reader.names[id_] for id_ in _people(messages) if id_ in reader.summarised}
        share = max(LEAST_SHARE, self._settings.day_chars // (reader.parts * 2**halved))
        prompt = replace(
            load_prompt("summarise_day").fill(
                limit=str(share),
                date=f"{reader.mark.date:%A, %Y-%m-%d}",
                people=rules.people_xml(present, reader.aliases),
                messages="\n".join(lines),
            ),
            longest=min(MOST_TOKENS, 1000 + TOKENS_A_PERSON * len(present)),
        )
        answer = await self._meter.ask("summarise_day", reader.mark.guild, prompt, DaySummaries)
        if isinstance(answer, Answered):
            summaries = {int(one.id): one.summary for one in answer.value.people if one.id.isdecimal()}
            texts = {
                id_: clip(text.strip(), share * 3 // 2) for id_, text in summaries.items() if id_ in present
            }
            if texts or not any(map(worth_keeping, messages)):
                return _DayTexts(texts={id_: text for id_, text in texts.items() if text}, asked=True)
            return replace(
                await self._quoted(messages), asked=True, refused=True
            )  # it names nobody who was there
        if answer.reason is Silence.TOO_LONG and len(messages) > 1 and halved < HALVINGS:
            middle = len(messages) // 2
            halves = [
                await self._read(reader, messages[part], lines[part], halved + 1)
                for part in (slice(middle), slice(middle, None))
            ]
            return _together(halves, self._settings.day_chars)
        made = await self._quoted(messages)
        return replace(made, asked=True, refused=not answer.worth_repeating)

    async def _quoted(self, messages: Sequence[Message]) -> _DayTexts:
        """Sum up a day without a model: the most telling messages of each person."""
        by_person: dict[int, list[Message]] = {}
        for message in messages:
            by_person.setdefault(message.author.id, []).append(message)
        limit = self._settings.day_chars

        def quote() -> dict[int, str]:
            digests = {id_: rules.digest_of_day(own, limit=limit) for id_, own in by_person.items()}
            return {id_: text for id_, text in digests.items() if text}

        return _DayTexts(texts=await asyncio.to_thread(quote), offline=True)  # a busy day has thousands


def _people(messages: Sequence[Message]) -> dict[int, Person]:
    """Return who spoke and who was mentioned, by their latest name."""
    mentioned = {p.id: p for message in messages for p in message.mentions if not p.bot}
    return mentioned | {message.author.id: message.author for message in messages}


def _together(parts: Sequence[_DayTexts], limit: int) -> _DayTexts:
    """Join the summaries of the parts of a day."""
    texts: dict[int, str] = {}
    for part in parts:
        for person, text in part.texts.items():
            texts[person] = f"{texts[person]} {text}" if person in texts else text
    return _DayTexts(
        texts={person: clip(text, limit * 3 // 2) for person, text in texts.items()},
        offline=any(part.offline for part in parts),
        refused=any(part.refused for part in parts),
        asked=any(part.asked for part in parts),
    )
