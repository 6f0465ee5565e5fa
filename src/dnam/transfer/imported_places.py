"""Channels that an import names and that the bot has not heard yet: what was said there waits for them.

A note says which channels these are, and until when what is stored of them came from imports. Once the bot
hears something later there, it is known who can read the channel: then the facts, the lore and the messages
that waited are for them.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from dnam.audience import origin_of
from dnam.domain import DM_GUILD, Fact, Place, Scope, Visibility
from dnam.ports import Store
from dnam.stores.rows import micros
from dnam.transfer.import_audience import Places, place_said_in

_WAITING = "import:waiting"
_BATCH = 100
"""So few messages at a time that nobody who speaks in the channel meanwhile waits for long."""

Channel = tuple[int, int]
"""A guild and a channel of it."""


async def waiting_channels(store: Store) -> dict[Channel, int]:
    """Return the channels that are not known yet, with the time of the latest import into each."""
    noted: list[tuple[int, int, int]] = json.loads(await store.get_note(_WAITING) or "[]")
    return {(guild, channel): imported for guild, channel, imported in noted}


async def wait_for(store: Store, channels: Iterable[Channel], now: datetime) -> None:
    """Note that what is imported now waits for these channels."""
    waiting = await waiting_channels(store)
    await _note(store, waiting | dict.fromkeys(channels, micros(now)))


async def _note(store: Store, waiting: Mapping[Channel, int]) -> None:
    noted = [[*channel, imported] for channel, imported in waiting.items()]
    await store.put_note(_WAITING, json.dumps(noted) if noted else None)


async def known_places(store: Store) -> Places:
    """Return the places of which it is known who can read them."""
    places = {(place.guild, place.channel): place for place in await store.places()}
    for channel, imported in (await waiting_channels(store)).items():
        if channel in places and not await _is_known(store, places[channel], imported):
            del places[channel]
    return places


async def _is_known(store: Store, place: Place, imported: int) -> bool:
    if place.visibility is Visibility.PUBLIC:  # an import would have written that it is private
        return True
    ids = await store.written_in(place.guild, place.channel, limit=1)
    newest = await store.get_message(place.guild, ids[0]) if ids else None
    return newest is not None and micros(newest.sent_at) > imported


async def place_imported(store: Store) -> int:
    """Let those hear what waited who can read its channel, now that it is known; return how much it was."""
    waiting = await waiting_channels(store)
    places = await known_places(store) if waiting else {}
    known = {channel: place for channel in waiting if (place := place_said_in(*channel, places)) is not None}
    if not known:
        return 0
    moved = await _place_facts(store, known, waiting)
    for channel, place in known.items():
        if place.visibility is Visibility.PUBLIC:
            moved += await _place_messages(store, place, waiting[channel])
    still = await waiting_channels(store)  # an import may have gone on meanwhile
    await _note(store, {channel: imported for channel, imported in still.items() if channel not in known})
    return moved


async def _place_facts(store: Store, known: Places, waiting: Mapping[Channel, int]) -> int:
    """Move imported facts, and those learned from imported messages."""
    moved: list[tuple[Fact, Fact]] = []
    for fact in await store.all_facts(muted=True):
        channel = (fact.source.guild or DM_GUILD, fact.source.channel or 0)
        place = known.get(channel)
        if place is None or place.visibility is Visibility.DM or micros(fact.created_at) > waiting[channel]:
            continue
        if fact.origin in (f"d{fact.subject}", f"c{place.channel}") and fact.origin != origin_of(place):
            moved.append((fact, replace(fact, guild=place.guild, origin=origin_of(place))))
    if moved:
        await store.save_facts([new for _, new in moved], drop=[old for old, _ in moved])
    return len(moved)


async def _place_messages(store: Store, place: Place, imported: int) -> int:
    """Move the messages imported into a channel that turned out to be public to everyone in the server."""
    pointers = await store.messages_of(Scope(kind="channel", id=place.channel, guild=place.guild))
    ids = [pointer.id for pointer in pointers if micros(pointer.sent_at) <= imported]
    moved = 0
    for first in range(0, len(ids), _BATCH):
        moved += len(await store.place_messages(place, ids[first : first + _BATCH]))
    return moved
