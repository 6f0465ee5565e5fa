"""A store of the oldest schema, with rows in it, opens as one of the newest."""

from contextlib import closing
from pathlib import Path

import apsw
import asyncpg
import numpy as np
import pytest

from conftest import Server
from dnam.audience import audience_of
from dnam.errors import StoreBusy
from dnam.ports import Store
from dnam.rules.fact_ranking import fact_words
from dnam.stores import open_store
from dnam.stores.bit_vectors import quantised, signs
from dnam.stores.postgres import open_postgres
from dnam.stores.queries import migrations
from dnam.stores.schema import schema_status, try_pending
from dnam.stores.sqlite import open_sqlite
from dnam.stores.sqlite_file import migrate
from dnam.testing.sample_data import ANN, GENERAL, GUILD, START, pointing

SPOT = 1 << 32 | 1
# ruff: noqa: S608 (all of it is constants)
ROWS = f"""
INSERT INTO people (guild, person, name, bot, seen_at) VALUES ({GUILD}, 11, 'Ann', FALSE, 0);
INSERT INTO places (guild, channel, name, visibility, invite_only, guild_name, slot, seq, last_at)
    VALUES ({GUILD}, 71, 'general', 'public', FALSE, 'Gardeners', 1, 1, 0);
INSERT INTO voices (person, guild, origin, messages) VALUES (11, {GUILD}, 'g{GUILD}', 1);
INSERT INTO facts (guild, subject, origin, id, kind, text, asserted_by, source_type, created_at, updated_at,
        status, tags, confidence, evidence, widened, pinned, hits)
    VALUES ({GUILD}, 11, 'g{GUILD}', 'durable-1', 'fact', 'Likes plums', 11, 'manual', 0, 0,
        'active', '[]', 1, '', FALSE, FALSE, 0);
INSERT INTO fact_sources (guild, subject, origin, fact, nth, message)
    VALUES ({GUILD}, 11, 'g{GUILD}', 'durable-1', 0, 5);
UPDATE facts SET vector_model = 'm';
INSERT INTO notes (name, text) VALUES ('note', 'kept');
INSERT INTO meta (name, value) VALUES ('schema', '1') ON CONFLICT (name) DO NOTHING;
"""
MESSAGE = "spot, guild, id, channel, author, origin, sent_at, source, mentions, addressed, text, words"
VALUES = f"{SPOT}, {GUILD}, 5, 71, 11, 'g{GUILD}', 0, 'text', '', FALSE, 'Plums!', 'plum'"
TERMS = f"g{GUILD}:plum by:11 in:71"
VECTOR = pointing(1, -2, 3)
PAGE = f"""UPDATE messages SET vector_model = 'm';
INSERT INTO vector_pages VALUES (1, {GUILD}, 'g{GUILD}', 'm', 3, 1, ?, ?, ?)"""
FACT_VECTOR = f"INSERT INTO fact_vectors VALUES ({GUILD}, 11, 'g{GUILD}', 'durable-1', 'm', "


async def everything_is_found(store: Store) -> None:
    """Find by every way what the oldest schema held."""
    message = await store.get_message(GUILD, 5)
    assert message is not None
    assert (message.text, message.author, message.place) == ("Plums!", ANN, GENERAL)
    assert (await store.find_words(audience_of(GENERAL), ["plum"]))["plum"].tolist() == [SPOT]
    (held,) = await store.facts_for(audience_of(GENERAL), [11], at=START)
    assert (held.fact.text, held.fact.messages) == ("Likes plums", (5,))
    assert held.words == fact_words(held.fact)
    for words, vector in ((["plum"], None), ([], VECTOR)):
        found = await store.find_facts(audience_of(GENERAL), words, vector, model="m", at=START, limit=9)
        assert [item.fact for item in found] == [held.fact]
    assert await store.get_note("note") == "kept"
    assert await store.check() == []
    await store.close()


async def test_the_oldest_file_opens_with_its_rows(tmp_path: Path) -> None:
    """N-17: migrations bring a SQLite file of schema 1 to the newest and empty nothing."""
    path = tmp_path / "memory.sqlite3"
    with closing(apsw.Connection(str(path))) as db:
        db.pragma("journal_mode", "wal")
        migrate(db, up_to=1)
        db.execute(f"{ROWS} INSERT INTO messages ({MESSAGE}) VALUES ({VALUES})")
        db.execute("INSERT INTO message_terms (rowid, terms) VALUES (?, ?)", (SPOT, TERMS))
        db.execute(f"{FACT_VECTOR} ?)", (VECTOR.tobytes(),))
        db.execute(PAGE, (signs(VECTOR), np.int64(SPOT).tobytes(), np.int64(ANN.id).tobytes()))
        db.execute(f"INSERT INTO message_vectors VALUES ({SPOT}, {GUILD}, 'm', 1, ?)", (quantised(VECTOR),))
    store = await open_sqlite(path)
    assert (await store.find_near(audience_of(GENERAL), VECTOR, model="m", limit=9)).tolist() == [SPOT]
    await everything_is_found(store)


async def test_what_is_left_to_migrate_is_told_and_tried_without_a_trace(
    tmp_path: Path, postgres_server: Server
) -> None:
    """N-17: `dnam migrate --status` and `--dry-run`, on either store."""
    path, url = tmp_path / "memory.sqlite3", await postgres_server.empty()
    with closing(apsw.Connection(str(path))) as db:
        migrate(db, up_to=2)
    connection = await asyncpg.connect(url)
    await connection.execute("".join(step.sql for step in migrations("postgres")[:2]))
    await connection.execute("INSERT INTO meta (name, value) VALUES ('schema', '2')")
    await connection.close()
    for location in (str(path), url):
        await try_pending(location)
        status = await schema_status(location)
        assert (status.version, [step.version for step in status.pending][:2]) == (2, [3, 4])
        await (await open_store(location)).close()
        assert (await schema_status(location)).pending == ()
    assert (await schema_status(str(tmp_path / "new.sqlite3"))).version == 0


async def test_a_file_is_one_by_every_name(tmp_path: Path) -> None:
    """N-17: steps are not tried on a file that a process has open, by whichever name."""
    (tmp_path / "link.sqlite3").symlink_to(tmp_path / "memory.sqlite3")
    store = await open_sqlite(tmp_path / "memory.sqlite3")
    with pytest.raises(StoreBusy, match=r"memory\.sqlite3"):
        await try_pending(str(tmp_path / "link.sqlite3"))
    await store.close()


async def test_the_oldest_database_opens_with_its_rows(postgres_server: Server) -> None:
    """N-17: migrations bring a PostgreSQL database of schema 1 to the newest and empty nothing."""
    url = await postgres_server.empty()
    connection = await asyncpg.connect(url)
    await connection.execute(migrations("postgres")[0].sql + ROWS)
    insert = f"INSERT INTO messages ({MESSAGE}, terms) VALUES ({VALUES}, array_to_tsvector($1))"
    await connection.execute(insert, TERMS.split())
    await connection.execute(f"{FACT_VECTOR} '{VECTOR.tolist()}')")
    await connection.close()
    await everything_is_found(await open_postgres(url, pool=2))


def test_migrations_are_numbered_without_gaps_in_both_dialects() -> None:
    """N-17: both stores have the same steps, from 1 on."""
    for dialect in ("sqlite", "postgres"):
        versions = [step.version for step in migrations(dialect)]
        assert versions == list(range(1, len(versions) + 1))
    assert [s.name for s in migrations("sqlite")] == [s.name for s in migrations("postgres")]
