"""What lets a PostgreSQL memory grow: keys by guild, work within one guild, indexes for every hot query."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import asyncpg
import numpy as np
import pytest

from conftest import Server, server_log
from dnam import Memory, Question, Settings
from dnam.audience import audience_of
from dnam.domain import Message, Person, Place, Visibility
from dnam.stores.postgres import PostgresStore, open_postgres
from dnam.testing import HandClock
from scene import NOON

PRIVATE = Visibility.PRIVATE
REFERENCE = {"meta", "notes", "leases", "tombstones"}
"""Small tables that every node of a cluster has a copy of; all others are spread by guild."""

KEYS = """
SELECT c.relname AS table, i.indexrelid::regclass::text AS key, array_agg(a.attname::text) AS columns
FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
WHERE i.indisunique AND n.nspname = 'public' GROUP BY 1, 2
"""
TABLES = """
SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'guild'
"""
LINKS = """
SELECT f.conrelid::regclass::text AS table, f.confrelid::regclass::text AS target,
    array(SELECT attname::text FROM pg_attribute
        WHERE attrelid = f.conrelid AND attnum = ANY (f.conkey)) AS columns
FROM pg_constraint f WHERE f.contype = 'f'
"""


async def test_every_unique_key_and_every_link_contains_the_guild(postgres_server: Server) -> None:
    """N-17: what a PostgreSQL that is distributed by guild asks of a schema, read from the catalog."""
    connection = await asyncpg.connect(await postgres_server.emptied())
    keys, links = await connection.fetch(KEYS), await connection.fetch(LINKS)
    await connection.close()
    assert {row["table"] for row in keys} > REFERENCE
    wrong = [row["key"] for row in keys if row["table"] not in REFERENCE and "guild" not in row["columns"]]
    wrong += [f"{row['table']} to {row['target']}" for row in links if "guild" not in row["columns"]]
    assert wrong == []


def hears(guild: int, id_: int, text: str) -> Message:
    """A message of somebody in a guild."""
    place = Place(guild=guild, channel=guild * 10, visibility=Visibility.PUBLIC)
    return Message(id=id_, place=place, author=Person(id=guild, name="Ann"), text=text, sent_at=NOON)


async def rows_of(url: str, guild: int) -> set[tuple[str, str]]:
    """Return every version of every row of a guild: a row that is written again has another one."""
    connection = await asyncpg.connect(url)
    versions = set()
    for (table,) in await connection.fetch(TABLES):
        rows = await connection.fetch(
            f"SELECT ctid::text, xmin::text FROM {table} WHERE guild = $1",  # noqa: S608 (our own names)
            guild,
        )
        versions |= {(table, f"{row[0]} {row[1]}") for row in rows}
    await connection.close()
    return versions


async def test_what_a_guild_says_touches_no_other_guild(postgres_server: Server) -> None:
    """N-17: storing, learning, asking and answering write rows of one guild, so no node waits for another."""
    url = await postgres_server.emptied()
    settings = Settings(store=url, projections=False, embedder="off")
    async with Memory.open(settings, models={}, clock=HandClock(NOON)) as memory:
        for guild in (1, 2):
            await memory.on_message(hears(guild, guild, "I like plums"))
        await memory.settle()
        before = await rows_of(url, 2)
        assert len(before) > 3
        await memory.on_message(hears(1, 5, "I live in Oslo"))
        await memory.settle()
        asked = hears(1, 6, "where do I live?")
        context = await memory.context_for(Question(place=asked.place, asker=asked.author, text=asked.text))
        assert "Oslo" in context.text
        await memory.on_reply(hears(1, 7, "In Oslo"), context)
        await memory.settle()
        assert await rows_of(url, 2) == before


FILL = """
INSERT INTO places (guild, channel, name, visibility, invite_only, guild_name, slot, seq, last_at)
    SELECT g, g * 10 + c, 'c', 'public', false, 'G', g + c * 1000, 100, 0
    FROM generate_series(1, 200) g, generate_series(0, 9) c;
INSERT INTO people (guild, person, name, bot, seen_at)
    SELECT g, p, 'P' || p, false, 0 FROM generate_series(1, 200) g, generate_series(1, 20) p;
INSERT INTO voices (person, guild, origin, messages)
    SELECT p, g, 'g' || g, 1 FROM generate_series(1, 200) g, generate_series(1, 20) p;
INSERT INTO messages (spot, guild, id, channel, author, origin, sent_at, source, mentions, addressed, text,
        words, terms, vector_model, read_level)
    SELECT g * 4294967296 + n, g, g * 1000 + n, g * 10, n % 20 + 1, 'g' || g, n, 'text', '', false, 'w', 'w',
        array_to_tsvector(ARRAY['g' || g || ':w' || n % 50]), 'm', 2
    FROM generate_series(1, 200) g, generate_series(1, 100) n;
INSERT INTO message_vectors (guild, spot, model, origin, author, vector)
    SELECT guild, spot, 'm', origin, author, array_fill(0.1, ARRAY[8])::halfvec FROM messages;
INSERT INTO facts (guild, subject, origin, id, kind, text, asserted_by, source_type, created_at, updated_at,
        status, tags, confidence, evidence, widened, pinned, hits, words, terms, vector_model)
    SELECT g, p, 'g' || g, 'f' || p, 'fact', 'w', p, 'manual', 0, 0, 'active', '[]', 1, '', false, false, 0,
        'w', array_to_tsvector(ARRAY['g' || g || ':w' || p]), 'm'
    FROM generate_series(1, 200) g, generate_series(1, 20) p;
"""


BUSY = """
INSERT INTO messages (spot, guild, id, channel, author, origin, sent_at, source, mentions, addressed, text,
        words, terms, vector_model, read_level)
    SELECT 1007 * 4294967296 + n, 7, 900000 + n, 71, 3, 'g7', n, 'text', '', false, 'w', 'w',
        array_to_tsvector(ARRAY['g7:w']), 'm', 2 FROM generate_series(1, 5000) n;
INSERT INTO message_vectors (guild, spot, model, origin, author, vector)
    SELECT guild, spot, 'm', origin, author, array_fill(0.1, ARRAY[8])::halfvec FROM messages
    WHERE channel = 71;
"""
KNOWN = """
INSERT INTO facts (guild, subject, origin, id, kind, text, asserted_by, source_type, created_at, updated_at,
        status, tags, confidence, evidence, widened, pinned, hits, words, terms, vector_model)
    SELECT 300, 1, 'g300', 'f' || n, 'fact', 'Fact ' || n, 1, 'manual', 0, 0, 'active', '[]', 1, '', false,
        false, 0, 'w', array_to_tsvector(ARRAY['g300:', 'g300:w']), 'm' FROM generate_series(1, 2500) n;
INSERT INTO fact_vectors (guild, subject, origin, fact, model, vector)
    SELECT guild, subject, origin, id, 'm', ARRAY[substr(id, 2)::real / 1000, 1]::halfvec FROM facts
    WHERE guild = 300;
"""
EXPLAINED = (
    "session_preload_libraries = auto_explain",
    "auto_explain.log_min_duration = 0",
    "auto_explain.log_analyze = on",
)


@pytest.fixture
async def grown(postgres_server: Server) -> AsyncIterator[PostgresStore]:
    """A store of 200 guilds, one of them busy, that writes the plan of every query into the server's log."""
    url = await postgres_server.fresh()
    name = re.sub(r".*/([^?]+)\?.*", r"\1", url)
    connection = await asyncpg.connect(url)
    await connection.execute(FILL + BUSY + KNOWN)
    await connection.execute("VACUUM ANALYZE")
    for setting in EXPLAINED:
        await connection.execute(f"ALTER DATABASE {name} SET {setting}")
    await connection.close()
    store = await open_postgres(url, pool=1)
    yield store
    await store.close()


def logged_since(begin: int) -> str:
    """Return the plans that the server has logged since its log was so long."""
    with server_log().open() as log:
        log.seek(begin)
        return log.read()


async def test_what_a_question_reads_is_bounded_by_its_limits(grown: PostgresStore) -> None:
    """N-17: of 5,000 messages with its word, by who asks, no query looks at more than it may return.

    Of words any 40 are found, the latest 40 of the channel, and those among the latest 40 of the guild.
    """
    here = audience_of(Place(guild=7, channel=70, visibility=Visibility.PUBLIC), asker=3)
    begin = server_log().stat().st_size
    assert len((await grown.find_words(here, ["w"], here=70, limit=40))["w"]) == 80
    assert len(await grown.written_by(here, [3], limit=40)) == 40
    assert len(await grown.recent_messages(here, 71, limit=40)) == 40
    scans = r"(?<!Bitmap )(?:Scan|Backward) (?:using \w+ )?on messages\b.*actual .*?rows=(\d+)"
    read = re.findall(scans, logged_since(begin))
    assert len(read) > 2
    assert max(map(int, read)) <= 40


async def test_what_was_said_last_is_found_by_a_common_word(grown: PostgresStore) -> None:
    """N-17, N-21: also outside the channel where it is asked, of a word that thousands of messages have."""
    public = Place(guild=7, channel=72, visibility=Visibility.PUBLIC)
    places = {990_001: public, 990_002: public, 990_003: replace(public, channel=73, visibility=PRIVATE)}
    said = [replace(hears(7, id_, "w"), place=place) for id_, place in places.items()]
    assert await grown.add_messages([(message, ["w"], 0) for message in said]) == [True] * 3
    position = {message.id: message.position for message in await grown.get_messages(7, [*places])}
    here = audience_of(Place(guild=7, channel=70, visibility=Visibility.PUBLIC), asker=3)
    found = (await grown.find_words(here, ["w"], here=70, limit=40))["w"].tolist()
    assert {position[990_001], position[990_002]} <= set(found)
    assert position[990_003] not in found


async def test_the_latest_facts_are_compared_in_meaning(grown: PostgresStore) -> None:
    """N-17, N-21: of 2,500 facts the nearest of the latest 2,048, and no more of them are looked at."""
    here = audience_of(Place(guild=300, channel=3000, visibility=Visibility.PUBLIC), asker=3)
    vector, begin = np.array([0, 1], np.float32), server_log().stat().st_size
    found = await grown.find_facts(here, [], vector, model="m", at=NOON, limit=20)
    assert {held.fact.text for held in found} == {f"Fact {n}" for n in range(453, 473)}
    looked_at = re.findall(r"fact_vectors_pkey on fact_vectors.*loops=(\d+)\)", logged_since(begin))
    assert max(map(int, looked_at)) == 2048


async def test_no_hot_query_reads_a_whole_table(grown: PostgresStore) -> None:
    """N-17: the plans that PostgreSQL made for what a message and a prompt need, read from its own log."""
    place = Place(guild=7, channel=70, visibility=Visibility.PUBLIC)
    here: Any = audience_of(place, asker=3)
    vector = np.full(8, 0.1, np.float32)
    begin = server_log().stat().st_size
    await grown.add_message(hears(7, 99_999, "w"), ["w"])
    await grown.recent_messages(here, 70, limit=10)
    assert len((await grown.find_words(here, ["w3"]))["w3"]) == 2
    assert len(await grown.find_near(here, vector, model="m", limit=8)) == 8
    assert len(await grown.written_by(here, [3], limit=4)) == 4
    assert len((await grown.read_candidates(here, np.array([(7 << 32) + 9]), model="m")).positions) == 1
    assert len(await grown.facts_for(here, [3], at=NOON)) == 1
    assert len(await grown.find_facts(here, ["w3"], None, model=None, at=NOON, limit=5)) == 1
    await grown.people(7, [1, 2, 3])
    await grown.get_message(7, 7001)
    plans = logged_since(begin)
    assert plans.count("Query Text") > 8
    assert "Index Only Scan Backward using message_vectors_by_origin" in plans  # vectors are not read
    big = "messages|message_vectors|facts|fact_vectors|people|voices|places"
    assert re.findall(rf"Seq Scan on (?:{big})\b.*\n.*", plans) == []
