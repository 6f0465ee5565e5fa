"""Messages in SQLite: functions that run in the connection's own thread, within a transaction."""

from collections.abc import Sequence

import apsw
import numpy as np

from dnam.audience import Audience, origin_of
from dnam.domain import Message, Place, Positions, Vector
from dnam.stores.bit_vectors import nearest, quantised
from dnam.stores.index_terms import fts_match, message_query, terms_of
from dnam.stores.message_positions import ChannelSequence, Neighbours, follow, squeeze
from dnam.stores.rows import Params, maybe_micros, message_params, micros, people_params, place_params
from dnam.stores.sqlite_bit_vectors import add_bits, drop_bits, pages_of
from dnam.stores.sqlite_threads import bound, run, run_steps

TERMS_DELETED = "terms marked as gone"
_PAGES = 4
"""Pages compared per origin: the latest 2,048 messages; older ones are found by words."""


def add(db: apsw.Connection, message: Message, words: Sequence[str], cues: int, known: Params) -> bool:
    """Store a message, its terms and names; return False if it is stored already or was erased."""
    place, origin = message.place, origin_of(message.place)
    if run(db, "message_held", bound(known)):
        return False
    position, standing = _place(db, message)
    run(db, "move_place", {**place_params(place), "seq": standing.seq, "last_at": standing.last_at})
    for person in people_params(message):
        run(db, "see_person", person)
    voice = {"person": message.author.id, "guild": place.guild, "origin": origin}
    run(db, "raise_voice", {**voice, "more": 1})
    run(db, "add_message", message_params(message, words, position, cues))
    terms = terms_of(origin, message.author.id, place.channel, words)
    run(db, "add_terms", {"spot": position, "terms": " ".join(terms)})
    return True


def _place(db: apsw.Connection, message: Message) -> tuple[int, ChannelSequence]:
    key = {"guild": message.place.guild, "channel": message.place.channel}
    sent_at = micros(message.sent_at)
    rows = run(db, "get_place", key)
    if not rows:
        visibility = message.place.visibility.value
        run(db, "add_place", {**key, "visibility": visibility, "last_at": sent_at})
        rows = run(db, "get_place", key)
    standing = ChannelSequence(slot=rows[0][0], seq=rows[0][1], last_at=rows[0][2])
    if sent_at >= standing.last_at:
        return follow(standing, sent_at)
    span = {"first": standing.first, "last": standing.last}
    before = run(db, "message_before", {**key, **span, "sent_at": sent_at, "id": message.id})
    near = Neighbours(
        before=before[0][0] if before else None,
        before_at=before[0][1] if before else 0,
        taken=bool(before and run(db, "position_taken", {"spot": before[0][0] + 1})),
        top=run(db, "top_position", span)[0][0],
    )
    return squeeze(standing, sent_at, near)


def edit(db: apsw.Connection, edited: Params, words: Sequence[str]) -> bool:
    """Replace a message's text and terms, and drop its vector."""
    rows = run(db, "message_keys", edited)
    if not rows or run_steps(db, [("edit_message", edited)]) == [0]:
        return False
    position, channel, author, origin, _ = rows[0]
    _index_anew(db, position, terms_of(origin, author, channel, words))
    return True


def place(db: apsw.Connection, where: Place, messages: Sequence[int]) -> list[int]:
    """Move messages of a channel to those who can read it; return which moved."""
    place_row, origin = place_params(where), origin_of(where)
    key = {"guild": where.guild, "channel": where.channel, "origin": origin, "ids": list(messages)}
    rows = run(db, "misplaced", bound(key))
    if rows:
        run(db, "move_place", {**place_row, "seq": None, "last_at": None})
    for position, _, author, before, words in rows:
        run(db, "place_message", {"guild": where.guild, "spot": position, "origin": origin})
        _index_anew(db, position, terms_of(origin, author, where.channel, words.split()))
        run(db, "raise_voice", {"guild": where.guild, "person": author, "origin": origin, "more": 1})
        _lower_voice(db, {"guild": where.guild, "person": author, "origin": before})
    return [row[1] for row in rows]


def delete(db: apsw.Connection, guild: int, messages: Sequence[int]) -> int:
    """Delete messages with their terms, vectors and bits; return how many there were."""
    deleted, bits = 0, dict[int, list[int]]()
    for message in dict.fromkeys(messages):
        for position, _, author, origin, page in run(db, "message_keys", {"guild": guild, "id": message}):
            _drop_terms(db, position)
            run(db, "drop_message", {"spot": position})
            _lower_voice(db, {"person": author, "guild": guild, "origin": origin})
            if page is not None:
                bits.setdefault(page, []).append(position)
            deleted += 1
    drop_bits(db, bits)
    return deleted


def _lower_voice(db: apsw.Connection, voice: Params) -> None:
    run(db, "lower_voice", {**voice, "gone": 1})
    run(db, "drop_silent_voice", voice)


def _index_anew(db: apsw.Connection, position: int, terms: Sequence[str]) -> None:
    _drop_terms(db, position)
    run(db, "add_terms", {"spot": position, "terms": " ".join(terms)})
    _drop_vector(db, position)


def _drop_vector(db: apsw.Connection, position: int) -> None:
    for (page,) in run(db, "vector_page_of", {"spot": position}):
        run(db, "drop_vector", {"spot": position})
        drop_bits(db, {page: [position]})


def _drop_terms(db: apsw.Connection, position: int) -> None:
    run(db, "drop_terms", {"spot": position})
    run(db, "set_meta", {"name": TERMS_DELETED, "value": "yes"})


def find_words(
    db: apsw.Connection,
    audience: Audience,
    words: Sequence[str],
    *,
    channel: int | None,
    here: int | None,
    limit: int,
) -> dict[str, Positions]:
    voices = _voices(db, audience)

    def look_for(word: str, places: Sequence[tuple[int, int]]) -> Positions:
        match = fts_match(message_query(audience, word, voices))
        joined = [
            run(db, "find_terms", {"match": match, "first": first, "last": last, "limit": limit})[0][0]
            for first, last in (places if match else ())
        ]
        return np.sort(np.fromstring(",".join(filter(None, joined)), np.int64, sep=","))

    positions_of = {word: look_for(word, _ranges(db, channel)) for word in words}
    common = [word for word, positions in positions_of.items() if len(positions) >= limit]
    if here is not None and common:
        nearby = _ranges(db, here)
        for word in common:
            positions_of[word] = np.union1d(positions_of[word], look_for(word, nearby))
    return positions_of


def _ranges(db: apsw.Connection, channel: int | None) -> list[tuple[int, int]]:
    """Return the first and the last position of a channel; without one, of everything."""
    if channel is None:
        return [(0, 2**63 - 1)]
    return [(slot << 32, (slot + 1 << 32) - 1) for (slot,) in run(db, "slots_of", {"channel": channel})]


def find_near(db: apsw.Connection, audience: Audience, vector: Vector, model: str, limit: int) -> Positions:
    own = [origin for origin in _voices(db, audience) if origin not in audience.origins]
    positions, distances = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for origins, author in ((sorted(audience.origins), None), (own, audience.alone)):
        pages = pages_of(db, origins, model, len(vector), most=_PAGES)
        if pages:
            best, distance = nearest(pages, vector, limit=limit, author=author)
            positions.append(best)
            distances.append(distance)
    order = np.argsort(np.concatenate(distances), kind="stable")
    return np.concatenate(positions)[order[:limit]]


def _voices(db: apsw.Connection, audience: Audience) -> list[str]:
    if audience.alone is None:
        return []
    return [row[0] for row in run(db, "voices_of", {"person": audience.alone})]


def put_vectors(db: apsw.Connection, model: str, vectors: Sequence[tuple[Message, Vector]]) -> None:
    """Store vectors of messages that have not been edited or deleted since they were read."""
    groups: dict[tuple[int, str, int], dict[int, tuple[int, Vector]]] = {}
    asked = [(m.place.guild, m.id, maybe_micros(m.edited_at)) for m, _ in vectors]
    for nth, position, origin, author, page in run(db, "vector_targets", bound({"messages": asked})):
        if page is not None:
            run(db, "drop_vector", {"spot": position})
            drop_bits(db, {page: [position]})
        vector = vectors[nth][1]
        groups.setdefault((asked[nth][0], origin, len(vector)), {})[position] = (author, vector)
    for (guild, origin, dims), entries in groups.items():
        where: dict[str, int | str] = {"guild": guild, "origin": origin, "model": model, "dims": dims}
        run(db, "set_vector_model", bound({"guild": guild, "spots": [*entries], "model": model}))
        pages = add_bits(db, where, entries)
        for position, page in zip(entries, pages, strict=True):
            blob = quantised(entries[position][1])
            run(
                db,
                "put_vector",
                {"spot": position, "guild": guild, "model": model, "page": page, "vector": blob},
            )
