"""A person's own data to take away: what they may hear in their direct message, with sources, as two files.

Only what `audience.may_hear` allows there is in it, and what is theirs although it is hidden: people who
opted out may still see what is stored.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from dnam.audience import Audience, audience_of, knows_place, may_hear, session_key, visibility_of
from dnam.commands.command_group import CommandGroup
from dnam.commands.values import Answer, Command, File
from dnam.domain import DM_GUILD, LORE, Day, Fact, Message, Place, Scope, Visibility
from dnam.errors import BadInput
from dnam.ports import Clock, Store
from dnam.rules.command_text import link
from dnam.rules.quoting import one_line

FORMAT = "dnam personal export"
VERSION = 1
READY = "Here is everything of yours that I may show you: a page to read, and the same as JSON."
IN_PUBLIC = "I give you your data in a direct message only: say `{} export` there."


class Exports(CommandGroup):
    """Gives people their own data."""

    async def export(self, command: Command, argument: str) -> Answer:
        """Return everything of the person, as files; in their direct message only."""
        self.require(command, "export")
        if argument:
            raise BadInput(f"`{self.prefix} export` takes no argument.")
        if command.place.visibility is not Visibility.DM or command.place.person != command.person.id:
            raise BadInput(IN_PUBLIC.format(self.prefix))
        return Answer(text=READY, files=await export_person(self.store, command.person.id, clock=self.clock))


@dataclass(frozen=True, kw_only=True, slots=True)
class _World:
    """What ids are called."""

    names: Mapping[int, str]
    places: Mapping[tuple[int, int], Place]
    guilds: Mapping[int, str]

    def guild(self, guild: int) -> str:
        return self.guilds.get(guild) or f"server {guild}"

    def channel(self, guild: int, channel: int) -> str:
        place = self.places.get((guild, channel))
        return f"#{one_line(place.name)}" if place and place.name else f"channel {channel}"

    def person(self, id_: int) -> str:
        return one_line(self.names.get(id_, "")) or f"user {id_}"


async def export_person(store: Store, person: int, *, clock: Clock) -> tuple[File, ...]:
    """Return everything of a person that they may hear, as Markdown and as JSON."""
    data = await personal_data(store, person, at=clock.now())
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return (
        File(name=f"memory-of-{person}.md", data=_markdown(data).encode()),
        File(name=f"memory-of-{person}.json", data=f"{text}\n".encode()),
    )


async def personal_data(store: Store, person: int, *, at: datetime) -> dict[str, Any]:
    """Return everything of a person that they may hear, ready for JSON."""
    dm = Place(guild=DM_GUILD, channel=0, visibility=Visibility.DM, person=person)
    audience = audience_of(dm)
    world = await _world(store)
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


async def _world(store: Store) -> _World:
    places = await store.places()
    names: dict[int, str] = {}
    for guild in sorted({place.guild for place in places}):
        names |= {id_: each.name for id_, each in (await store.people(guild)).items() if each.name}
    return _World(
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
    where = "a direct message with you" if known and fact.origin.startswith("d") else "another place"
    address = ""
    if known and source.guild and source.channel:
        where = f"{world.channel(source.guild, source.channel)} in {world.guild(source.guild)}"
        address = link(source.guild, source.channel, source.message) if source.message else ""
    return {
        "id": fact.id,
        "about": "the server" if fact.subject == LORE else world.person(fact.subject),
        "text": fact.text,
        "kind": fact.kind.value,
        "status": fact.status.value,
        "said_by": world.person(fact.asserted_by),
        "learned": source.type.value,
        "said_in": where,
        "link": address,
        "evidence": fact.evidence if known else "",
        "who_may_be_told": told_to(fact, world.guild(fact.guild), known=known),
        "used_in_answers": fact.hits,
        "since": _iso(fact.created_at),
        "updated": _iso(fact.updated_at),
        "until": _iso(fact.expires_at) if fact.expires_at else "",
        "pinned": fact.pinned,
        "hidden": fact.muted,
    }


def told_to(fact: Fact, guild: str, *, known: bool = True) -> str:
    """Return in words to whom a fact may be told."""
    if fact.widened:
        return "everyone, everywhere"
    visibility = visibility_of(fact.origin)
    if visibility is Visibility.PUBLIC:
        return f"everyone in {guild}"
    if visibility is Visibility.PRIVATE:
        return f"those in the private channel of {guild} where it was said" if known else "those who heard it"
    return "you alone"


def _message(message: Message, world: _World) -> dict[str, Any]:
    place = message.place
    where = f"{world.channel(place.guild, place.channel)} in {world.guild(place.guild)}"
    return {
        "id": str(message.id),
        "sent_at": _iso(message.sent_at),
        "by": world.person(message.author.id),
        "in": "a direct message" if place.visibility is Visibility.DM else where,
        "text": message.text,
    }


def _day(day: Day, world: _World) -> dict[str, Any]:
    where = world.guild(day.guild) if day.guild != DM_GUILD else "direct messages"
    return {"date": day.date.isoformat(), "in": where, "text": day.text}


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def _markdown(data: Mapping[str, Any]) -> str:
    """Return the same as a page to read; every text is one line, so that none can pose as a heading."""
    person = data["person"]
    lines = [
        f"# What is remembered of {person['name']}",
        "",
        f"Id {person['id']}, as of {data['made_at']}.",
        "",
    ]
    choices = [f"- {about}: {choice}" for about, choice in data["choices"].items()]
    lines += _section("Your choices", choices)
    lines += _section("Facts", [line for fact in data["facts"] for line in _fact_lines(fact)])
    lines += _section("Our conversation", [one_line(data["conversation"])] if data["conversation"] else [])
    lines += _section("Your days", [f"- {d['date']}, {d['in']}: {one_line(d['text'])}" for d in data["days"]])
    messages = [f"- {m['sent_at']}, {m['in']}, {m['by']}: {one_line(m['text'])}" for m in data["messages"]]
    lines += _section("Messages", messages)
    elsewhere = data["answers_from_your_memory_elsewhere"].items()
    lines += _section(
        "Answers made from your memory elsewhere", [f"- {n} in {guild}" for guild, n in elsewhere]
    )
    return "\n".join(lines)


def _fact_lines(fact: Mapping[str, Any]) -> Iterable[str]:
    state = "" if fact["status"] == "active" else f" ({fact['status']})"
    yield f"- **{fact['about']}**: {one_line(fact['text'])}{state}"
    source = f"{fact['learned']}, {fact['said_in']}" + (f", {fact['link']}" if fact["link"] else "")
    yield f"  - said by {fact['said_by']}: {source}; since {fact['since']}"
    yield f"  - may be told to: {fact['who_may_be_told']}; used in {fact['used_in_answers']} answers"


def _section(head: str, lines: list[str]) -> list[str]:
    return [f"## {head}", "", *(lines or ["Nothing."]), ""]
