"""Many messages into PostgreSQL at once: a few statements for all of them, within the caller's transaction.

Rows are always taken in the order of their keys, so that two processes do not wait for each other.
"""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from dnam.audience import origin_of
from dnam.domain import Message, Place
from dnam.stores.index_terms import terms_of
from dnam.stores.message_positions import ChannelSequence, Neighbours, follow, squeeze
from dnam.stores.postgres_pool import run, run_each
from dnam.stores.rows import Params, message_params, micros, people_params, place_params

if TYPE_CHECKING:
    from dnam.stores.postgres_pool import Connection

Entry = tuple[Message, Sequence[str], int]
"""A message, its words and its cues."""


class _Placed(NamedTuple):
    """A message with its position, in the order in which a channel's messages were sent."""

    sent_at: int
    id: int
    position: int
    next: int | None
    """The next position that was in use before any of these messages."""


@dataclass(slots=True)
class _Channel:
    """Where a channel's conversation stands, and what was placed in it meanwhile."""

    sequence: ChannelSequence
    top: int | None
    placed: list[_Placed] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    def place(self, sent_at: int, id_: int, stored: _Placed | None, *, late: bool) -> int:
        """Return the position of the next message; `stored` is the one before a late one."""
        nth = bisect_left(self.placed, (sent_at, id_))
        before = max((each for each in (stored, *self.placed[nth - 1 : nth]) if each), default=None)
        if late:
            free = before is not None and before.position + 1 not in (before.next, *self.taken)
            near = Neighbours(
                before=before and before.position,
                before_at=before.sent_at if before else 0,
                taken=not free,
                top=self.top,
            )
            position, self.sequence = squeeze(self.sequence, sent_at, near)
        else:
            position, self.sequence = follow(self.sequence, sent_at)
        beside = before is not None and position == before.position + 1
        insort(self.placed, _Placed(sent_at, id_, position, before.next if before and beside else None))
        self.taken.add(position)
        self.top = max(self.top or position, position)
        return position


async def add_all(connection: "Connection", entries: Sequence[Entry], known: Sequence[Params]) -> list[bool]:
    """Store messages in their order; return of each whether it is new. Holds their channels until the commit.

    `known` has the key of each, and the hashes of its tombstones.
    """
    new = await _new(connection, known)
    wanted = [entry for entry, is_new in zip(entries, new, strict=True) if is_new]
    positions = await _place(connection, [message for message, _, _ in wanted])
    rows = [_row(*entry, position) for entry, position in zip(wanted, positions, strict=True)]
    stored = {row[0] for row in await run_each(connection, "add_message", rows)}
    await _count(
        connection, [e[0] for e, position in zip(wanted, positions, strict=True) if position in stored]
    )
    left = iter(positions)
    return [is_new and next(left) in stored for is_new in new]


async def _new(connection: "Connection", known: Sequence[Params]) -> list[bool]:
    """Return which messages are neither stored nor erased, nor named twice."""
    keys = {"guilds": [each["guild"] for each in known], "ids": [each["id"] for each in known]}
    seen = {(row[0], row[1]) for row in await run(connection, "stored_keys", keys)}
    hashes = sorted({each for one in known for each in one["hashes"]})
    erased = {row[0]: row[1] for row in await run(connection, "buried", {"hashes": hashes})}
    new = []
    for each in known:
        key = (each["guild"], each["id"])
        gone = any(erased[hash_] >= each["sent_at"] for hash_ in each["hashes"] if hash_ in erased)
        new.append(key not in seen and not gone)
        seen.add(key)
    return new


async def _place(connection: "Connection", messages: Sequence[Message]) -> list[int]:
    """Return the positions of new messages, and note where their channels stand after them."""
    latest = {(m.place.guild, m.place.channel): m for m in messages}
    first = {(m.place.guild, m.place.channel): m for m in reversed(messages)}
    channels = await _held(connection, first)
    late = await _late(connection, messages, channels)
    positions = []
    for message in messages:
        channel, key = channels[message.place.guild, message.place.channel], (message.place.guild, message.id)
        positions.append(channel.place(micros(message.sent_at), message.id, late.get(key), late=key in late))
    moved = [
        {**place_params(latest[key].place), "seq": each.sequence.seq, "last_at": each.sequence.last_at}
        for key, each in sorted(channels.items())
    ]
    await run_each(connection, "move_place", moved)
    return positions


async def _held(
    connection: "Connection", first: dict[tuple[int, int], Message]
) -> dict[tuple[int, int], _Channel]:
    """Return where channels stand, each held until the commit; `first` are their first new messages."""
    channels = {}
    for key, message in sorted(first.items()):
        where: Params = {"guild": key[0], "channel": key[1]}
        rows = await run(connection, "get_place", where)
        if not rows:
            last_at = micros(message.sent_at)
            where |= {"visibility": message.place.visibility.value, "last_at": last_at}
            await run(connection, "add_place", where)
            rows = await run(connection, "get_place", where)
        sequence = ChannelSequence(slot=rows[0][0], seq=rows[0][1], last_at=rows[0][2])
        span = {"first": sequence.first, "last": sequence.last}
        channels[key] = _Channel(sequence, (await run(connection, "top_position", span))[0][0])
    return channels


async def _late(
    connection: "Connection",
    messages: Sequence[Message],
    channels: dict[tuple[int, int], _Channel],
) -> dict[tuple[int, int], _Placed | None]:
    """Return for each message that arrives late the one that is stored just before it."""
    last_at = {key: each.sequence.last_at for key, each in channels.items()}
    late = []
    for message in messages:
        key, sent_at = (message.place.guild, message.place.channel), micros(message.sent_at)
        if sent_at < last_at[key]:
            late.append((message, channels[key].sequence))
        last_at[key] = max(last_at[key], sent_at)
    if not late:
        return {}
    params = {
        "guilds": [message.place.guild for message, _ in late],
        "channels": [message.place.channel for message, _ in late],
        "ids": [message.id for message, _ in late],
        "times": [micros(message.sent_at) for message, _ in late],
        "firsts": [sequence.first for _, sequence in late],
        "lasts": [sequence.last for _, sequence in late],
    }
    rows = await run(connection, "stored_before", params)
    return {(row[0], row[1]): None if row[2] is None else _Placed(*row[2:]) for row in rows}


async def _count(connection: "Connection", added: Sequence[Message]) -> None:
    """Note who was seen, and how much each has said to whom."""
    people = [row for message in added for row in people_params(message)]
    await run_each(connection, "see_person", sorted(people, key=lambda row: (row["guild"], row["person"])))
    await _raise(connection, Counter((m.author.id, m.place.guild, origin_of(m.place)) for m in added))


async def place_all(connection: "Connection", place: Place, messages: Sequence[int]) -> list[int]:
    """Move messages of a channel to those who can read it; return which moved."""
    guild, channel, origin = place.guild, place.channel, origin_of(place)
    key: Params = {"guild": guild, "channel": channel, "origin": origin}
    rows = await run(connection, "misplaced", {**key, "ids": list(messages)})
    if rows:
        await run(connection, "move_place", {**place_params(place), "seq": None, "last_at": None})
    moved = [
        {**key, "spot": row[0], "terms": terms_of(origin, row[2], channel, row[4].split())} for row in rows
    ]
    await run_each(connection, "place_message", moved)
    await run_each(connection, "drop_vector", moved)
    await _raise(connection, Counter((row[2], guild, origin) for row in rows))
    await _lower(connection, Counter((row[2], guild, row[3]) for row in rows))
    return [row[1] for row in rows]


async def delete_all(connection: "Connection", guild: int, messages: Sequence[int]) -> int:
    deleted = await run(connection, "drop_messages", {"guild": guild, "ids": list(messages)})
    await _lower(connection, Counter((row[0], guild, row[1]) for row in deleted))
    return len(deleted)


Voices = Counter[tuple[int, int, str]]
"""How many messages of each person, guild and origin."""


async def _raise(connection: "Connection", voices: Voices) -> None:
    rows = [
        {"person": person, "guild": guild, "origin": origin, "more": count}
        for (person, guild, origin), count in sorted(voices.items())
    ]
    await run_each(connection, "raise_voice", rows)


async def _lower(connection: "Connection", voices: Voices) -> None:
    rows = [
        {"person": person, "guild": guild, "origin": origin, "gone": count}
        for (person, guild, origin), count in sorted(voices.items())
    ]
    await run_each(connection, "lower_voice", rows)
    await run_each(connection, "drop_silent_voice", rows)


def _row(message: Message, words: Sequence[str], cues: int, position: int) -> Params:
    terms = terms_of(origin_of(message.place), message.author.id, message.place.channel, words)
    return {**message_params(message, words, position, cues), "terms": terms}
