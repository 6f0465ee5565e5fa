"""A person's own data to take away: what they may hear in their direct message, with sources, as two files.

Only what `audience.may_hear` allows there is in it, and what is theirs although it is hidden: people who
opted out may still see what is stored.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

from dnam.audience import Audience, audience_of, knows_place, may_hear, session_key, visibility_of
from dnam.commands.command_group import CommandGroup
from dnam.commands.values import Answer, Command, File
from dnam.domain import DM_GUILD, LORE, Day, Fact, Message, Place, Scope, Visibility
from dnam.languages import reply
from dnam.ports import Clock, Store
from dnam.rules.command_text import link
from dnam.rules.quoting import one_line, spoken

FORMAT = "dnam personal export"
VERSION = 1
Says = Callable[..., str]


class Exports(CommandGroup):
    async def export(self, command: Command, argument: str) -> Answer:
        """Return everything of the person, as files; in their direct message only."""
        self.require(command, "export")
        if argument:
            raise command.wrong("no_argument", verb="export")
        if command.place.visibility is not Visibility.DM or command.place.person != command.person.id:
            raise command.wrong("export_in_public")
        files = await export_person(
            self.store, command.person.id, clock=self.clock, language=command.language
        )
        return Answer(text=command.says("export_ready"), files=files)


@dataclass(frozen=True, kw_only=True, slots=True)
class _World:
    """What ids are called, and in which language."""

    language: str
    names: Mapping[int, str]
    places: Mapping[tuple[int, int], Place]
    guilds: Mapping[int, str]

    def says(self, sentence: str, **parts: object) -> str:
        return reply(self.language, sentence, **parts)

    def guild(self, guild: int) -> str:
        return self.guilds.get(guild) or f"server {guild}"

    def channel(self, guild: int, channel: int) -> str:
        place = self.places.get((guild, channel))
        return f"#{one_line(place.name)}" if place and place.name else f"channel {channel}"

    def person(self, id_: int) -> str:
        return one_line(self.names.get(id_, "")) or f"user {id_}"


async def export_person(store: Store, person: int, *, clock: Clock, language: str = "en") -> tuple[File, ...]:
    """Return everything of a person that they may hear, as Markdown and as JSON."""
    return as_files(await personal_data(store, person, at=clock.now(), language=language), language)


def holds_nothing(data: Mapping[str, Any]) -> bool:
    """Return whether nothing is stored of the person whose data it is."""
    about_itself = ("format", "version", "made_at", "person")
    return not any(part for name, part in data.items() if name not in about_itself)


def as_files(data: dict[str, Any], language: str = "en") -> tuple[File, ...]:
    """Return a person's data as Markdown and as JSON."""
    person = data["person"]["id"]
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return (
        File(name=f"memory-of-{person}.md", data=_markdown(data, partial(reply, language)).encode()),
        File(name=f"memory-of-{person}.json", data=f"{text}\n".encode()),
    )


async def personal_data(store: Store, person: int, *, at: datetime, language: str = "en") -> dict[str, Any]:
    """Return everything of a person that they may hear, ready for JSON."""
    dm = Place.dm_with(person)
    audience = audience_of(dm)
    world = await _world(store, language)
    facts = [
        *await store.facts_of(person),
        *(fact for fact in await store.facts_by(person) if fact.subject != person),
        *await store.facts_naming(person),
    ]
    # Their own words stay theirs to see when they are hidden, as after opting out.
    own = {f.key: f for f in facts if may_hear(audience, f) and (f.asserted_by == person or not f.muted)}
    pointers = await store.messages_of(Scope(kind="person", id=person))
    ids: dict[int, list[int]] = {}
    for pointer in pointers:
        ids.setdefault(pointer.guild, []).append(pointer.id)
    messages = [message for guild in ids for message in await store.get_messages(guild, ids[guild])]
    # An answer that repeats what was taken back is hidden from everybody.
    answered = [message.position for message in messages if message.author.bot]
    shown = await store.read_positions(audience, answered)
    allowed = [m for m in messages if may_hear(audience, m) and (not m.author.bot or m.position in shown)]
    heard = sorted(allowed, key=lambda m: (m.sent_at, m.id))
    summary = await store.get_summary(session_key(dm))
    answers = Counter(world.guild(m.place.guild) for m in messages if m.author.bot and m not in heard)
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": _iso(at),
        "person": {"id": str(person), "name": world.person(person)},
        "choices": {choice.about: choice.choice for choice in await store.choices(DM_GUILD, [person])},
        "facts": [_fact(fact, audience, world) for fact in own.values()],
        "conversation": summary.text if summary is not None else "",
        "days": [_day(day, world) for day in await _days(store, world, person, at)],
        "messages": [_message(message, world) for message in heard],
        "answers_from_your_memory_elsewhere": dict(answers),
    }


async def _world(store: Store, language: str) -> _World:
    places = await store.places()
    names: dict[int, str] = {}
    for guild in sorted({place.guild for place in places}):
        names |= {id_: each.name for id_, each in (await store.people(guild)).items() if each.name}
    return _World(
        language=language,
        names={id_: name for id_, name in names.items() if name},
        places={(place.guild, place.channel): place for place in places},
        guilds={place.guild: one_line(place.guild_name) for place in places if place.guild_name},
    )


async def _days(store: Store, world: _World, person: int, at: datetime) -> list[Day]:
    """Return the person's own days, as the public of each server and their direct message saw them."""
    first, last = date(2015, 1, 1), at.date() + timedelta(days=1)
    seen = [(guild, f"g{guild}") for guild in sorted(world.guilds)] + [(DM_GUILD, f"d{person}")]
    days = [day for guild, origin in seen for day in await store.days(guild, origin, first, last)]
    return sorted((day for day in days if day.person == person), key=lambda day: day.date)


def _fact(fact: Fact, audience: Audience, world: _World) -> dict[str, Any]:
    known, source = knows_place(audience, fact), fact.source
    where = world.says("in_dm" if known and fact.origin.startswith("d") else "another_place")
    if fact.source.guild is None and fact.source.channel is None:
        where = world.says("unknown_place")
    address = ""
    if known and source.guild and source.channel:
        where = f"{world.channel(source.guild, source.channel)} ({world.guild(source.guild)})"
        address = link(source.guild, source.channel, source.message) if source.message else ""
    return {
        "id": fact.id,
        "about": world.says("the_server") if fact.subject == LORE else world.person(fact.subject),
        "text": fact.text,
        "kind": fact.kind.value,
        "status": fact.status.value,
        "said_by": world.person(fact.asserted_by),
        "learned": source.type.value,
        "said_in": where,
        "link": address,
        "evidence": fact.evidence if known else "",
        "who_may_be_told": told_to(fact, world.guild(fact.guild), known=known, language=world.language),
        "used_in_answers": fact.hits,
        "since": _iso(fact.created_at),
        "updated": _iso(fact.updated_at),
        "until": _iso(fact.expires_at) if fact.expires_at else "",
        "pinned": fact.pinned,
        "hidden": fact.muted,
    }


def told_to(fact: Fact, guild: str, *, known: bool = True, language: str = "en") -> str:
    """Return in words to whom a fact may be told."""
    visibility = visibility_of(fact.origin)
    whom = "told_private" if known else "told_heard"
    if fact.widened:
        whom = "told_everyone"
    elif visibility is not Visibility.PRIVATE:
        whom = "told_guild" if visibility is Visibility.PUBLIC else "told_you"
    return reply(language, whom, guild=guild)


def _message(message: Message, world: _World) -> dict[str, Any]:
    place = message.place
    where = f"{world.channel(place.guild, place.channel)} ({world.guild(place.guild)})"
    return {
        "id": str(message.id),
        "sent_at": _iso(message.sent_at),
        "by": world.person(message.author.id),
        "in": world.says("in_dm") if place.visibility is Visibility.DM else where,
        "text": spoken(message),
    }


def _day(day: Day, world: _World) -> dict[str, Any]:
    where = world.guild(day.guild) if day.guild != DM_GUILD else world.says("in_dm")
    return {"date": day.date.isoformat(), "in": where, "text": day.text}


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def _markdown(data: Mapping[str, Any], says: Says) -> str:
    """Return the same as a page to read; every text is one line, so that none can pose as a heading."""
    person = data["person"]
    of = says("export_of", id=person["id"], at=data["made_at"])
    lines = [f"# {says('export_title', who=person['name'])}", "", of, ""]
    choices = [f"- {about}: {choice}" for about, choice in data["choices"].items()]
    days = [f"- {d['date']}, {d['in']}: {one_line(d['text'])}" for d in data["days"]]
    messages = [f"- {m['sent_at']}, {m['in']}, {m['by']}: {one_line(m['text'])}" for m in data["messages"]]
    elsewhere = data["answers_from_your_memory_elsewhere"].items()
    sections = {
        "choices": choices,
        "facts": [line for fact in data["facts"] for line in _fact_lines(fact, says)],
        "conversation": [one_line(data["conversation"])] if data["conversation"] else [],
        "days": days,
        "messages": messages,
        "elsewhere": [f"- {guild}: {count}" for guild, count in elsewhere],
    }
    for name, entries in sections.items():
        lines += [f"## {says(f'export_{name}')}", "", *(entries or [says("export_nothing")]), ""]
    return "\n".join(lines)


def _fact_lines(fact: Mapping[str, Any], says: Says) -> Iterable[str]:
    state = "" if fact["status"] == "active" else f" ({says('status_' + fact['status'])})"
    yield f"- **{fact['about']}**: {one_line(fact['text'])}{state}"
    how = ", ".join(filter(None, (says(f"learned_{fact['learned']}"), fact["said_in"], fact["link"])))
    yield f"  - {says('said_by', who=fact['said_by'], how=how, since=fact['since'])}"
    count = fact["used_in_answers"]
    yield f"  - {says('may_be_told', whom=fact['who_may_be_told'], count=count)}"
