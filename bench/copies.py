"""A large world made of copies of a small one, in minutes where storing each message takes an hour.

A copy is put into the same guilds, older than the one after it, or into guilds of its own. The world itself
is among them, so what is asked of it can be asked of the large one.
"""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from bench.postgres import run_as_owner
from bench.world import KEPT, Shape, kept_world, outdated
from dnam import Message
from dnam.stores import open_store
from dnam.stores.index_terms import terms_of

DAYS, SEQUENCE, IDS, CHANNELS, PAGES = 187, 1 << 20, 10_000_000, 100_000, 1_000_000
"""How far times, positions, ids and pages of a copy are from those of the next one."""
COPIED = ("places", "people", "voices", "messages", "message_vectors", "vector_pages")

SAME = "edited_at, source, reply_to, mentions, addressed, cues, length, text, words, vector_model, read_level"
MESSAGES = f"""
INSERT INTO messages (spot, guild, id, channel, author, origin, sent_at, {SAME}{{terms}})
SELECT spot + {{spot}}, guild + {{guild}}, id + {{id}}, channel + {{channel}}, author + {{person}},
    'g' || (guild + {{guild}}), sent_at - {{time}}, {SAME}{{made}}
FROM base_messages ORDER BY spot
"""  # noqa: S608 (our own names)
PLACES = """
INSERT INTO places (guild, channel, name, visibility, parent, invite_only, person, guild_name, slot, seq,
    last_at)
SELECT guild + {guild}, channel + {channel}, name, visibility, parent, invite_only, person, guild_name,
    slot + {slot}, seq + {sequence}, last_at FROM base_places
"""
PEOPLE = """
INSERT INTO people (guild, person, name, bot, seen_at)
SELECT guild + {guild}, person + {person}, name, bot, seen_at FROM base_people
"""
VOICES = """
INSERT INTO voices (person, guild, origin, messages)
SELECT person + {person}, guild + {guild}, 'g' || (guild + {guild}), messages * {times} FROM base_voices
"""
SQLITE_VECTORS = """
INSERT INTO message_vectors (spot, guild, model, page, vector)
SELECT spot + {spot}, guild + {guild}, model, page + {page}, vector FROM base_message_vectors ORDER BY number
"""
SQLITE_PAGES = """
INSERT INTO vector_pages (page, guild, origin, model, dims, count, bits, spots, authors)
SELECT page + {page}, guild + {guild}, 'g' || (guild + {guild}), model, dims, count, bits,
    added(spots, {spot}), added(authors, {person}) FROM base_vector_pages
"""
SQLITE_TERMS = """
INSERT INTO message_terms (rowid, terms)
SELECT spot, terms_of(origin, author, channel, words) FROM messages ORDER BY spot
"""
POSTGRES_TERMS = """, array_to_tsvector(array(
    SELECT DISTINCT 'g' || (guild + {guild}) || ':' || word FROM unnest(string_to_array(words, ' ')) word)
    || ARRAY['by:' || (author + {person}), 'in:' || (channel + {channel})])"""
POSTGRES_VECTORS = """
INSERT INTO message_vectors (guild, spot, model, origin, author, vector)
SELECT guild + {guild}, spot + {spot}, model, 'g' || (guild + {guild}), author + {person}, vector
FROM base_message_vectors ORDER BY number
"""


@dataclass(frozen=True, slots=True)
class Copies:
    """A world, how many copies of it there are, and whether each has guilds of its own."""

    shape: Shape
    count: int
    apart: bool = False

    @property
    def name(self) -> str:
        """Return what its file or database is called."""
        return f"copies_{self.shape.messages}_{self.count}_{'apart' if self.apart else 'within'}"

    def __str__(self) -> str:
        guilds = self.shape.guilds * (self.count if self.apart else 1)
        return f"{self.shape.messages * self.count:,} messages in {guilds:,} guilds"

    def statements(self, *templates: str) -> list[str]:
        """Return the statements that make all copies, the oldest first."""
        return [
            template.format(**self._steps(copy))
            for copy in reversed(range(self.count))
            for template in templates
            if self.apart or copy == 0 or template not in (PLACES, PEOPLE, VOICES)
        ]

    def asked(self, nth: int, message: Message) -> Message:
        """Return the nth of some messages of the world, as it is in one of the copies."""
        steps = self._steps(nth * 7 % self.count if self.apart else 0)
        place, author = message.place, message.author
        there = replace(place, guild=place.guild + steps["guild"], channel=place.channel + steps["channel"])
        return replace(message, place=there, author=replace(author, id=author.id + steps["person"]))

    def _steps(self, copy: int) -> dict[str, int]:
        apart, within = (copy, 0) if self.apart else (0, copy)
        later = 0 if self.apart else self.count - 1 - copy
        return {
            "guild": apart * self.shape.guilds,
            "person": apart * self.shape.guilds * 10_000,
            "channel": apart * CHANNELS,
            "slot": apart * self.shape.channels,
            "spot": (apart * self.shape.channels << 32) + later * SEQUENCE,
            "sequence": later * SEQUENCE,
            "id": within * IDS,
            "time": within * DAYS * 86_400_000_000,
            "page": (self.count - 1 - copy) * PAGES,
            "times": 1 if self.apart else self.count,
        }


async def kept_copies(copies: Copies, folder: Path = KEPT) -> Path:
    """Return the SQLite file of the copies of a world; made when it is first asked for, or a day old."""
    base = await kept_world(copies.shape, folder=folder)
    file = folder / f"{copies.name}.sqlite3"
    if copies.count == 1:
        return base
    if outdated(file):
        part = file.with_suffix(".part")
        part.unlink(missing_ok=True)
        await (await open_store(str(part))).close()
        await asyncio.to_thread(_write_file, copies, base, part)
        part.rename(file)
    return file


def _write_file(copies: Copies, base: Path, target: Path) -> None:
    db = apsw.Connection(str(target))
    db.execute("PRAGMA synchronous = OFF; PRAGMA cache_size = -512000").fetchall()
    db.execute("ATTACH ? AS base", (str(base),)).fetchall()
    for table in COPIED:
        db.execute(f"CREATE TEMP VIEW base_{table} AS SELECT * FROM base.{table}")  # noqa: S608 (our own names)
    db.create_scalar_function("added", _added)
    db.create_scalar_function("terms_of", _terms)
    messages = MESSAGES.replace("{terms}", "").replace("{made}", "")
    with db:
        templates = (PLACES, PEOPLE, VOICES, messages, SQLITE_VECTORS, SQLITE_PAGES)
        for statement in (*copies.statements(*templates), SQLITE_TERMS):
            db.execute(statement).fetchall()
    db.close()


def _added(*given: Any) -> bytes:
    numbers, step = given
    added: bytes = (np.frombuffer(numbers, np.int64) + step).tobytes()
    return added


def _terms(*given: Any) -> str:
    origin, author, channel, words = given
    return " ".join(terms_of(origin, author, channel, words.split()))


async def copied_database(copies: Copies, url: str) -> None:
    """Replace the world in a PostgreSQL database by its copies."""
    tables = [table for table in COPIED if table != "vector_pages"]
    put_aside = [f"CREATE TABLE base_{table} AS SELECT * FROM {table}" for table in tables]  # noqa: S608
    messages = MESSAGES.replace("{terms}", ", terms").replace("{made}", POSTGRES_TERMS)
    templates = (PLACES, PEOPLE, VOICES, messages, POSTGRES_VECTORS)
    gone = ", ".join(f"base_{table}" for table in tables)
    whole = [*put_aside, f"TRUNCATE {', '.join(tables)} CASCADE", *copies.statements(*templates)]
    await run_as_owner(url, *whole, f"DROP TABLE {gone}")
