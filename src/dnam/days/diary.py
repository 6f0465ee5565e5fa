"""The diary: what each day was like for everyone who could be heard by one origin.

One call of a model sums up a guild's whole day for all its people. A day is made when it is first asked for
and kept in the store; the present day is made anew when it is over an hour old and there is something new.
What is taken back reopens its day at once: until a model may be asked again, the day is told in quotes. Days
made without a model are marked and done better when there is one; what a model refuses is not asked again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from cachetools import LRUCache, TTLCache

from dnam.audience import Audience
from dnam.consent import Consent
from dnam.errors import Silence
from dnam.lanes import Lanes
from dnam.model import Day, DayMark, Message, Person, Place, Visibility
from dnam.models.meter import Answered, Meter
from dnam.ports import Clock, Store
from dnam.prompts import load_prompt
from dnam.prompts.replies import DaySummaries
from dnam.rules import days as rules
from dnam.rules.aliases import aliases_of
from dnam.rules.extractive_summary import worth_keeping
from dnam.rules.quoting import shown_names
from dnam.rules.text import clip
from dnam.settings import Settings

LEAST_SHARE = 100
"""Characters of a person's day in each part, however many parts a day is read in."""
TOKENS_A_PERSON, MOST_TOKENS = 250, 16_000
"""The room a model gets for its answer."""
HALVINGS = 4
"""How often a part that is too long for a model is halved."""

Told = Mapping[int, Day]
"""What a day was like, by person."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Made:
    """What was made of a day or a part of it."""

    told: Mapping[int, str]
    offline: bool = False
    refused: bool = False
    asked: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class _Open:
    """A day that has to be made."""

    mark: DayMark
    """As it will be noted."""
    before: DayMark | None
    stamp: int


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reader:
    """What is the same for every part of a day."""

    mark: DayMark
    names: Mapping[int, str]
    told_about: frozenset[int]
    aliases: Mapping[int, Sequence[str]]
    parts: int


class Diary:
    """Keeps everyone's days."""

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
        self._todays: TTLCache[tuple[int, str, str, int], tuple[datetime, Told]] = TTLCache(
            settings.cached_todays, self._stale.total_seconds(), lambda: clock.now().timestamp()
        )
        self._past: LRUCache[tuple[int, str, date, int], Told] = LRUCache(settings.cached_days)

    @property
    def held(self) -> list[Told]:
        """What is held ready, for measuring."""
        return [*(told for _, told in self._todays.values()), *self._past.values()]

    def forget(self) -> None:
        """Drop what is held ready: something was taken back."""
        self._todays.clear()
        self._past.clear()

    def today(self, guild: int) -> date:
        """Give the present date of a guild."""
        return rules.today_in(self._zone(guild), self._clock.now())

    def _zone(self, guild: int) -> ZoneInfo:
        return ZoneInfo(self._settings.time_zones.get(guild, self._settings.time_zone))

    async def week(self, guild: int, origin: str, *, wait: float) -> tuple[list[Told], int]:
        """Give the last days as an origin could see them, and the stamp they were read under.

        What is not ready in time is as it was before.
        """
        today = self.today(guild)
        dates = [today - timedelta(days=back) for back in range(self._settings.days_back)]
        stamp = await self._store.stamp(guild, [origin])
        told = {day: held for day in dates if (held := self._cached(guild, origin, day, stamp)) is not None}
        missing = [day for day in dates if day not in told]
        if missing:
            told |= await self._load(guild, origin, missing, stamp, wait)
        return list(told.values()), stamp

    async def _load(
        self, guild: int, origin: str, missing: Sequence[date], stamp: int, wait: float
    ) -> dict[date, Told]:
        """Read days from the store and have made what is not there or not good any more."""
        span = (guild, origin, min(missing), max(missing))
        marks = {mark.date: mark for mark in await self._store.day_marks(*span)}
        told: dict[date, Told] = {day: {} for day in missing}
        for row in await self._store.days(*span):
            if row.date in told:
                quoted = row.date in marks and marks[row.date].offline
                told[row.date] = {**told[row.date], row.person: replace(row, quoted=quoted)}
        offline = await self._meter.barred("summarise_day", guild)
        to_make = []
        for day in missing:
            blank = _Open(mark=self._blank(guild, origin, day), before=marks.get(day), stamp=stamp)
            if found := await self._to_make(blank, offline):
                to_make.append(found)
            elif not (blank.before or blank.mark).offline or offline is Silence.NO_MODEL:
                self._hold(blank.before or blank.mark, stamp, told[day])
        nothing: dict[date, Told] = {}
        work = self._make_all(to_make)
        made = await self._lanes.attempt("memory_summarise_day", work, deadline=wait, fallback=nothing)
        return told | made

    def _cached(self, guild: int, origin: str, day: date, stamp: int) -> Told | None:
        if day != self.today(guild):
            return self._past.get((guild, origin, day, stamp))
        held = self._todays.get((guild, origin, self._hour(guild), stamp))
        return held[1] if held and self._clock.now() - held[0] < self._stale else None

    def _hold(self, mark: DayMark, stamp: int, told: Told) -> None:
        if mark.date != self.today(mark.guild):
            self._past[mark.guild, mark.origin, mark.date, stamp] = told
        else:
            self._todays[mark.guild, mark.origin, self._hour(mark.guild), stamp] = (mark.made_at, told)

    def _hour(self, guild: int) -> str:
        return f"{self._clock.now().astimezone(self._zone(guild)):%Y-%m-%d-%H}"

    def _blank(self, guild: int, origin: str, day: date) -> DayMark:
        begins, ends = rules.bounds(day, self._zone(guild))
        now = self._clock.now()
        return DayMark(
            guild=guild, origin=origin, date=day, begins=begins, ends=ends, newest=None, made_at=now
        )

    async def _to_make(self, day: _Open, offline: Silence | None) -> _Open | None:
        """Say what is to be made of a day; None when it is good as it is."""
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
        """Say whether a model may be asked about a day: once an hour is enough."""
        tried = before.tried_at if before else None
        return tried is None or self._clock.now() - tried >= self._stale

    async def _make_all(self, days: Sequence[_Open]) -> dict[date, Told]:
        told: dict[date, Told] = {}
        for day in days:  # the newest first, and one at a time: a model has a limit of its own
            mark = day.mark
            key = ("day", mark.guild, mark.origin, mark.date, day.stamp)
            told[mark.date] = await self._lanes.share(key, partial(self._make, day))
        return told

    async def _make(self, day: _Open) -> Told:
        """Sum up a day and keep it, unless something of it was taken back meanwhile."""
        mark, before = day.mark, day.before
        span = (mark.guild, mark.origin, mark.date, mark.date)
        if await self._store.day_marks(*span) != ([before] if before else []):  # made since it was looked at
            return {row.person: row for row in await self._store.days(*span)}
        messages = await self._store.day_messages(mark.guild, mark.origin, mark.begins, mark.ends)
        made = await self._summed_up(mark, messages, ask=self._may_ask(before))
        tried = self._clock.now() if made.asked else before.tried_at if before else None
        newest = messages[-1].sent_at if messages else mark.newest
        noted = replace(mark, newest=newest, tried_at=tried, offline=made.offline, refused=made.refused)
        blank = Day(
            guild=mark.guild, origin=mark.origin, date=mark.date, person=0, text="", quoted=made.offline
        )
        told = {id_: replace(blank, person=id_, text=text) for id_, text in made.told.items()}
        if not await self._store.put_day(noted, list(told.values()), stamp=day.stamp):
            return {}
        if not made.offline:
            self._hold(noted, day.stamp, told)
        return told

    async def _summed_up(self, mark: DayMark, messages: Sequence[Message], *, ask: bool) -> _Made:
        """Let a model sum up a day, in as few parts as it can read, or quote from it."""
        people = await self._told_about(mark, messages)
        if not ask or await self._meter.barred("summarise_day", mark.guild) is not None:
            return self._quoted(messages)
        audience = Audience(origins=frozenset({mark.origin}))
        held = await self._store.facts_for(audience, sorted(people), at=self._clock.now())
        of = {id_: [item.fact for item in held if item.fact.subject == id_] for id_ in people}
        aliases = {id_: aliases_of(facts) for id_, facts in of.items()}
        zone, names = self._zone(mark.guild), shown_names(_people(messages))
        lines = rules.messages_xml(messages, names, zone)
        parts = rules.parts_of([len(line) for line in lines], self._settings.day_window_chars)
        reader = _Reader(
            mark=mark, names=names, told_about=frozenset(people), aliases=aliases, parts=len(parts)
        )
        made = [await self._read(reader, messages[part], lines[part]) for part in parts]
        return _together(made, self._settings.day_chars)

    async def _told_about(self, mark: DayMark, messages: Sequence[Message]) -> dict[int, Person]:
        """Name who may be told about: who agrees, and has no say against what only others tell."""
        people, spoke = _people(messages), {message.author.id for message in messages}
        place = Place(guild=mark.guild, channel=0, visibility=Visibility.PUBLIC)
        agreed = await self.consent.at(place, people)
        hushed = agreed.refusing if not agreed.quarantined else people.keys()
        return {
            id_: person
            for id_, person in people.items()
            if agreed.remembers(id_) and (id_ in spoke or id_ not in hushed)
        }

    async def _read(
        self, reader: _Reader, messages: Sequence[Message], lines: Sequence[str], halved: int = 0
    ) -> _Made:
        """Let a model read a part of a day; one it cannot read as a whole is halved."""
        present = {id_: reader.names[id_] for id_ in _people(messages) if id_ in reader.told_about}
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
            told = {int(one.id): one.summary for one in answer.value.people if one.id.isdecimal()}
            kept = {id_: clip(text.strip(), share * 3 // 2) for id_, text in told.items() if id_ in present}
            if kept or not any(map(worth_keeping, messages)):
                return _Made(told={id_: text for id_, text in kept.items() if text}, asked=True)
            return replace(
                self._quoted(messages), asked=True, refused=True
            )  # it tells of nobody who was there
        if answer.reason is Silence.TOO_LONG and len(messages) > 1 and halved < HALVINGS:
            middle = len(messages) // 2
            halves = [
                await self._read(reader, messages[part], lines[part], halved + 1)
                for part in (slice(middle), slice(middle, None))
            ]
            return _together(halves, self._settings.day_chars)
        made = self._quoted(messages)
        return replace(made, asked=True, refused=not answer.worth_repeating)

    def _quoted(self, messages: Sequence[Message]) -> _Made:
        """Tell a day without a model: what each person said that tells most."""
        told = {}
        for person in dict.fromkeys(message.author.id for message in messages):
            said = [message for message in messages if message.author.id == person]
            if text := rules.digest_of_day(said, limit=self._settings.day_chars):
                told[person] = text
        return _Made(told=told, offline=True)


def _people(messages: Sequence[Message]) -> dict[int, Person]:
    """Name who spoke and who was mentioned; whoever spoke later goes by the later name."""
    mentioned = {p.id: p for message in messages for p in message.mentions if not p.bot}
    return mentioned | {message.author.id: message.author for message in messages}


def _together(parts: Sequence[_Made], limit: int) -> _Made:
    """Join what was made of the parts of a day."""
    told: dict[int, str] = {}
    for part in parts:
        for person, text in part.told.items():
            told[person] = f"{told[person]} {text}" if person in told else text
    return _Made(
        told={person: clip(text, limit * 3 // 2) for person, text in told.items()},
        offline=any(part.offline for part in parts),
        refused=any(part.refused for part in parts),
        asked=any(part.asked for part in parts),
    )
