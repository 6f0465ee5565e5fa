"""Who may be told what was imported: one rule, shown in every report.

Said where dnam knows the channel: whoever can read that channel. In a direct message: that person. In a
channel that dnam has not heard of: the person it is about alone, or for a message or lore those in that
channel, until the channel is known; then `imported_places.py` gives it to whoever can read it. The operator
may say that all channels of a source are public.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dnam.audience import origin_of
from dnam.domain import DM_GUILD, LORE, Place, Visibility
from dnam.transfer.records import ChannelRecord, FactRecord

Places = Mapping[tuple[int, int], Place]
"""Places by guild and channel."""

NOT_AGREED = "somebody does not agree to be remembered"
NOT_KNOWN = "those in the channel: it is not known whether it is public"


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportScope:
    """What is known of the places of an import, and whether anything is written."""

    places: Places
    public: bool
    """The operator says that everyone can read the channels."""
    dry: bool


@dataclass(slots=True)
class ImportResult:
    """What became of the facts, or of the messages, of an import."""

    added: int = 0
    unchanged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """What was not taken in, by reason."""
    audiences: Counter[str] = field(default_factory=Counter)
    """How many of the added may be told to whom, in words."""


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
        heard = replace(place, visibility=known.visibility)
        if known.channel == channel.id:  # most sources do not say that a thread is one, or invite-only
            heard = replace(heard, parent=known.parent, invite_only=known.invite_only or place.invite_only)
        return heard, f"whoever can read #{known.name or channel.id}"
    if public and not channel.invite_only:
        return replace(place, visibility=Visibility.PUBLIC), "everyone in the server, as --public says"
    return place, NOT_KNOWN
