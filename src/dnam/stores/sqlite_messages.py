"""How SQLite keeps and finds messages: steps that run in the database's own thread, within a transaction."""

from collections.abc import Sequence
from dataclasses import dataclass

import apsw
import numpy as np

from dnam.audience import Audience, origin_of
from dnam.model import Message, Spots, Vector
from dnam.stores.bit_vectors import nearest, quantised
from dnam.stores.index_terms import asked, fts_match, terms_of
from dnam.stores.message_positions import Neighbours, Position, follow, squeeze
from dnam.stores.rows import Params, maybe_micros, message_params, micros, people_params, place_params
from dnam.stores.sqlite_bit_vectors import add_bits, drop_bits, pages_of
from dnam.stores.sqlite_threads import bound, run

_MARKED = "terms marked as gone"
_PAGES = 4
"""Of each origin's latest messages these are compared: words find the older ones."""


def add(db: apsw.Connection, message: Message, words: Sequence[str], cues: int, held: Params) -> bool:
    """Keep a message, its terms and the names it brings, unless it is held or was erased."""
    place, origin = message.place, origin_of(message.place)
    if run(db, "message_held", bound(held)):
        return False
    spot, standing = _place(db, message)
    run(db, "move_place", {**place_params(place), "seq": standing.seq, "last_at": standing.last_at})
    for person in people_params(message):
        run(db, "see_person", person)
    run(db, "raise_voice", {"person": message.author.id, "guild": place.guild, "origin": origin})
    run(db, "add_message", message_params(message, words, spot, cues))
    terms = terms_of(origin, message.author.id, place.channel, words)
    run(db, "add_terms", {"spot": spot, "terms": " ".join(terms)})
    return True


def _place(db: apsw.Connection, message: Message) -> tuple[int, Position]:
    key = {"guild": message.place.guild, "channel": message.place.channel}
    sent_at = micros(message.sent_at)
    rows = run(db, "get_place", key)
    if not rows:
        visibility = message.place.visibility.value
        run(db, "add_place", {**key, "visibility": visibility, "last_at": sent_at})
        rows = run(db, "get_place", key)
    standing = Position(slot=rows[0][0], seq=rows[0][1], last_at=rows[0][2])
    if sent_at >= standing.last_at:
        return follow(standing, sent_at)
    span = {"first": standing.first, "last": standing.last}
    before = run(db, "message_before", {**key, **span, "sent_at": sent_at, "id": message.id})
    near = Neighbours(
        before=before[0][0] if before else None,
        before_at=before[0][1] if before else 0,
        taken=bool(before and run(db, "spot_taken", {"spot": before[0][0] + 1})),
        top=run(db, "top_spot", span)[0][0],
    )
    return squeeze(standing, sent_at, near)


@dataclass(frozen=True, kw_only=True, slots=True)
class EditRow:
    """What a message says from now on."""

    guild: int
    id: int
    text: str
    words: Sequence[str]
    cues: int
    edited_at: int


def edit(db: apsw.Connection, change: EditRow) -> bool:
    """Replace a message's text and terms, and drop its vector."""
    key = {"guild": change.guild, "id": change.id}
    held = run(db, "message_keys", key)
    said = {
        "text": change.text,
        "words": " ".join(change.words),
        "length": len(change.words),
        "cues": change.cues,
    }
    new = {**key, **said, "edited_at": change.edited_at}
    if not held or (run(db, "edit_message", new), db.changes())[1] == 0:
        return False
    spot, channel, author, origin, page = held[0]
    _drop_terms(db, spot)
    terms = terms_of(origin, author, channel, change.words)
    run(db, "add_terms", {"spot": spot, "terms": " ".join(terms)})
    if page is not None:
        run(db, "drop_vector", {"spot": spot})
        drop_bits(db, {page: [spot]})
    return True


def delete(db: apsw.Connection, guild: int, messages: Sequence[int]) -> int:
    """Remove messages with all that finds them."""
    gone, bits = 0, dict[int, list[int]]()
    for message in dict.fromkeys(messages):
        for spot, _, author, origin, page in run(db, "message_keys", {"guild": guild, "id": message}):
            _drop_terms(db, spot)
            run(db, "drop_message", {"spot": spot})
            voice = {"person": author, "guild": guild, "origin": origin}
            run(db, "lower_voice", {**voice, "gone": 1})
            run(db, "drop_silent_voice", voice)
            if page is not None:
                bits.setdefault(page, []).append(spot)
            gone += 1
    drop_bits(db, bits)
    return gone


def _drop_terms(db: apsw.Connection, spot: int) -> None:
    run(db, "drop_terms", {"spot": spot})
    run(db, "set_meta", {"name": _MARKED, "value": "yes"})


def purge(db: apsw.Connection) -> None:
    """Leave no byte of the words that were deleted, which the index had only marked as gone."""
    if run(db, "get_meta", {"name": _MARKED}) == [("yes",)]:
        run(db, "purge_terms", {})
        run(db, "set_meta", {"name": _MARKED, "value": "no"})


@dataclass(frozen=True, kw_only=True, slots=True)
class WordRows:
    """What words are looked for, and where."""

    words: Sequence[str]
    channel: int | None
    here: int | None
    limit: int


def find_words(db: apsw.Connection, audience: Audience, wanted: WordRows) -> dict[str, Spots]:
    """Give for each word the latest spots of audible messages, ascending."""
    voices = _voices(db, audience)

    def look_for(word: str, channel: int | None) -> Spots:
        match = fts_match(asked(audience, word, voices, channel))
        joined = run(db, "find_terms", {"match": match, "limit": wanted.limit})[0][0] if match else None
        return np.fromstring(joined or "", np.int64, sep=",")[::-1]

    found = {word: look_for(word, wanted.channel) for word in wanted.words}
    if wanted.here is not None:
        for word in (word for word, spots in found.items() if len(spots) >= wanted.limit):
            found[word] = np.union1d(found[word], look_for(word, wanted.here))
    return found


def find_near(db: apsw.Connection, audience: Audience, vector: Vector, model: str, limit: int) -> Spots:
    """Give the spots of audible messages whose vectors share most signs with this one."""
    own = [origin for origin in _voices(db, audience) if origin not in audience.origins]
    spots, apart = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for origins, author in ((sorted(audience.origins), None), (own, audience.alone)):
        pages = pages_of(db, origins, model, len(vector), most=_PAGES)
        if pages:
            best, distance = nearest(pages, vector, limit=limit, author=author)
            spots.append(best)
            apart.append(distance)
    every, distances = np.concatenate(spots), np.concatenate(apart)
    return every[np.argsort(distances, kind="stable")[:limit]]


def _voices(db: apsw.Connection, audience: Audience) -> list[str]:
    if audience.alone is None:
        return []
    return [row[0] for row in run(db, "voices_of", {"person": audience.alone})]


def put_vectors(db: apsw.Connection, model: str, vectors: Sequence[tuple[Message, Vector]]) -> None:
    """Keep vectors of messages that are still as they were read."""
    kept: dict[tuple[int, str, int], dict[int, tuple[int, Vector]]] = {}
    for message, vector in vectors:
        guild, edited_at = message.place.guild, maybe_micros(message.edited_at)
        for spot, origin, author in run(
            db, "vector_target", {"guild": guild, "id": message.id, "edited_at": edited_at}
        ):
            for (page,) in run(db, "vector_page_of", {"spot": spot}):
                run(db, "drop_vector", {"spot": spot})
                drop_bits(db, {page: [spot]})
            run(db, "set_vector_model", {"guild": guild, "spot": spot, "model": model})
            kept.setdefault((guild, origin, len(vector)), {})[spot] = (author, vector)
    for (guild, origin, dims), entries in kept.items():
        where: dict[str, int | str] = {"guild": guild, "origin": origin, "model": model, "dims": dims}
        pages = add_bits(db, where, entries)
        for spot, page in zip(entries, pages, strict=True):
            blob = quantised(entries[spot][1])
            run(
                db, "put_vector", {"spot": spot, "guild": guild, "model": model, "page": page, "vector": blob}
            )
