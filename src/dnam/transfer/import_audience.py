"""Who may be told what was imported: one rule, shown in every report.

Said where dnam knows the channel: whoever can read that channel. In a direct message: that person. In a
channel that dnam has not heard of: the person it is about alone, or for a message those in that channel,
until the channel is known; then `place_imported_facts` moves the facts there. The operator may say that all
channels of a source are public.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dnam.audience import origin_of
from dnam.domain import DM_GUILD, LORE, Fact, Place, Visibility
from dnam.ports import Store
from dnam.transfer.records import ChannelRecord, FactRecord

WAITING = "import:waiting"
"""The note that says that imported facts wait for their channels to become known."""

Places = Mapping[tuple[int, int], Place]


NOT_AGREED = "somebody does not agree to be remembered"


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportScope:
    """What is known of the places of an import, and whether anything is written."""

    places: Places
    public: bool
    """The operator says that everyone can read the channels."""
    dry: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class FactAudience:
    """Who may be told, and why, in words."""

    guild: int
    origin: str
    why: str
    waits: bool = False
    """The channel is not known yet."""


def fact_audience(record: FactRecord, places: Places, *, public: bool) -> FactAudience | None:
    """Return who may be told an imported fact; None for lore of which nobody knows where it was told."""
    guild, channel = record.guild or DM_GUILD, record.channel or 0
    place = place_said_in(guild, channel, places)
    if place is not None and place.visibility is not Visibility.DM:
        return FactAudience(
            guild=place.guild, origin=origin_of(place), why=f"whoever can read #{place.name or channel}"
        )
    if public and guild != DM_GUILD:
        return FactAudience(guild=guild, origin=f"g{guild}", why="everyone in the server, as --public says")
    if record.subject != LORE:
        no_guild = guild == DM_GUILD and channel != 0
        why = "a direct message, or the channel is not known" if no_guild else "the channel is not known"
        return FactAudience(
            guild=DM_GUILD, origin=f"d{record.subject}", why=f"the person alone: {why}", waits=channel != 0
        )
    if guild != DM_GUILD and channel:
        return FactAudience(
            guild=guild, origin=f"c{channel}", why="those in the channel: it is not known", waits=True
        )
    return None


def place_said_in(guild: int, channel: int, places: Places) -> Place | None:
    """Return a known place; an old source may not say of which server a channel is, but its id is unique."""
    if guild != DM_GUILD or not channel:
        return places.get((guild, channel))
    return next((place for place in places.values() if place.channel == channel), None)


def message_place(channel: ChannelRecord, places: Places, *, public: bool) -> tuple[Place, str]:
    """Return the place of an imported message, and who may be told, in words."""
    place = Place(
        guild=channel.guild,
        channel=channel.id,
        name=channel.name,
        visibility=Visibility.PRIVATE,
        parent=channel.parent,
        invite_only=channel.invite_only,
        guild_name=channel.guild_name,
    )
    if channel.partner is not None:
        dm = replace(place, guild=DM_GUILD, visibility=Visibility.DM, person=channel.partner, name="")
        return dm, "a direct message"
    known = places.get((channel.guild, channel.id)) or places.get((channel.guild, channel.parent or 0))
    if known is not None:
        return replace(place, visibility=known.visibility), f"whoever can read #{known.name or channel.id}"
    if public and not channel.invite_only:
        return replace(place, visibility=Visibility.PUBLIC), "everyone in the server, as --public says"
    return place, "those in the channel: it is not known whether it is public"


async def place_imported_facts(store: Store) -> int:
    """Move facts that waited for their channel to those who can read it; return how many."""
    if await store.get_note(WAITING) is None:
        return 0
    places = {(place.guild, place.channel): place for place in await store.places()}
    waiting = [fact for fact in await store.all_facts(muted=True) if waits(fact)]
    moved: list[tuple[Fact, Fact]] = []
    unknown = 0
    for fact in waiting:
        place = place_said_in(fact.source.guild or DM_GUILD, fact.source.channel or 0, places)
        if place is None:
            unknown += 1
        elif place.visibility is not Visibility.DM:
            moved.append((fact, replace(fact, guild=place.guild, origin=origin_of(place))))
    if moved:
        await store.save_facts([new for _, new in moved], drop=[old for old, _ in moved])
    if not unknown:
        await store.put_note(WAITING, None)
    return len(moved)


def waits(fact: Fact) -> bool:
    """Return whether a fact is for the person alone, though it may be of a server's channel."""
    return bool(fact.source.channel) and fact.origin == f"d{fact.subject}"
