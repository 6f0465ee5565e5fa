"""What a memory holds, printed as lists: rows, spending, people, guilds, channels."""

from dataclasses import asdict
from datetime import timedelta

from dnam.cli.operations import look_into, people_in, print_json
from dnam.clock import SystemClock
from dnam.domain import DM_GUILD, PersonCount
from dnam.memory import Memory
from dnam.rules.command_text import plural, spent
from dnam.rules.quoting import one_line, shown_name
from dnam.settings import Settings


def print_stats(settings: Settings, *, as_json: bool) -> None:
    async def count(memory: Memory) -> tuple[str, dict[str, int]]:
        return memory.store.location, await memory.store.counts()

    location, counts = look_into(settings, count)
    if as_json:
        print_json({"location": location, "counts": counts})
        return
    print(f"The memory in {location} holds:")
    wide = max(map(len, counts), default=0)
    for table, rows in counts.items():
        print(f"  {table:<{wide}}  {rows:>10,}")


def print_spending(settings: Settings, days: int, *, as_json: bool) -> None:
    """Print the calls, tokens and dollars of each day, server and task; server 0 is none in particular."""
    since = SystemClock().now() - timedelta(days=days)
    rows = look_into(settings, lambda memory: memory.store.spending(since))
    if as_json:
        print_json([{**asdict(row), "day": row.day.isoformat()} for row in rows])
        return
    for row in rows:
        print(f"{row.day}  {row.guild:>20}  {row.task:<18} {spent([row])}")
    print(f"In {plural(days, 'day')}: {spent(rows)}")


def print_people(settings: Settings, guild: int | None, name: str, *, as_json: bool) -> None:
    """Print who is known in a guild or in all, with how much is stored of them."""

    async def look(memory: Memory) -> list[tuple[int, PersonCount]]:
        guilds = [guild] if guild is not None else [one.guild for one in await memory.store.guild_counts()]
        return [(each, one) for each in guilds for one in await people_in(memory.store, each, name)]

    people = look_into(settings, look)
    if as_json:
        rows = [{"guild": where, "id": one.person.id, "name": one.person.name} for where, one in people]
        counts = [{"facts": one.facts, "messages": one.messages} for _, one in people]
        print_json([row | count for row, count in zip(rows, counts, strict=True)])
        return
    for where, one in people:
        stored = f"{plural(one.facts, 'fact')}, {plural(one.messages, 'message')}"
        print(f"{one.person.id:<20} {shown_name(one.person):<24} {stored}  (guild {where})")
    if not people:
        print("Nobody is known there.")


def print_guilds(settings: Settings, *, as_json: bool) -> None:
    """Print every guild that is known, with how much is stored of it; 0 is all direct messages together."""
    guilds = look_into(settings, lambda memory: memory.store.guild_counts())
    if as_json:
        print_json([asdict(guild) for guild in guilds])
        return
    for one in guilds:
        name = one_line(one.name) or ("direct messages" if one.guild == DM_GUILD else "(no name)")
        stored = ", ".join(plural(getattr(one, f"{noun}s"), noun) for noun in ("channel", "message", "fact"))
        print(f"{one.guild:<20} {name:<24} {stored}")
    if not guilds:
        print("No guild is known yet.")


def print_channels(settings: Settings, guild: int | None, *, as_json: bool) -> None:
    places = look_into(settings, lambda memory: memory.store.places(guild))
    places.sort(key=lambda place: (place.guild, place.name))
    if as_json:
        print_json([asdict(place) for place in places])
        return
    for place in places:
        kind = "thread, " if place.parent else ""
        name, guild_of = one_line(place.name) or "(no name)", f"(guild {place.guild})"
        print(f"{place.channel:<20} {name:<24} {kind}{place.visibility}  {guild_of}")
    if not places:
        print("No channel is known there.")
