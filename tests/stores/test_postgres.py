"""What only PostgreSQL does: lost connections, several processes, and its own refusals."""

import asyncio
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from conftest import WORKER, Server, server_log
from dnam.audience import audience_of
from dnam.errors import StoreError, StoreTooNew
from dnam.lanes import Lanes
from dnam.ports.copying import TableRows
from dnam.settings.reference import shown_setting
from dnam.stores import open_store, shown_location
from dnam.stores.postgres import PostgresStore, open_postgres
from dnam.stores.postgres_pool import sent, without_secrets
from dnam.testing.sample_data import GENERAL, GUILD, a_message, known, tell

CUT = f"""SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'dnam' AND right(datname, {len(WORKER) + 1}) = '_{WORKER}'"""  # noqa: S608  our own name


async def test_a_lost_connection_is_survived(postgres_store: PostgresStore, postgres_server: Server) -> None:
    """N-17: when the server cuts every connection, the next read and the next write still work."""
    await asyncio.gather(*(postgres_store.add_message(a_message(n, "x"), ["x"]) for n in range(1, 9)))
    await postgres_server.run(CUT)
    assert await postgres_store.count_messages(audience_of(GENERAL)) == 8
    await postgres_server.run(CUT)
    assert await postgres_store.add_message(a_message(9, "x"), ["x"])
    await postgres_server.run(CUT)
    await postgres_store.save_facts([known("Survives")])
    assert len(await postgres_store.recent_messages(audience_of(GENERAL), 71, limit=99)) == 9


async def test_what_is_not_done_again_says_that_the_connection_was_lost(
    postgres_store: PostgresStore, postgres_server: Server
) -> None:
    """N-17: a part of a copy may be in or not, so whoever copies is told, and goes on."""

    def rows() -> Iterator[TableRows]:
        yield "notes", [{"name": "a", "text": "half"}]
        asyncio.run(postgres_server.run(CUT))  # in the thread that reads them
        yield "notes", [{"name": "b", "text": "whole"}]

    with pytest.raises(StoreError, match=r"was lost or closed.*do this again"):
        await postgres_store.load(rows())
    assert await postgres_store.get_note("a") is None


async def test_ten_processes_may_open_an_empty_database_at_once(postgres_server: Server) -> None:
    """N-17: migrations run once, whoever comes first."""
    url = await postgres_server.empty()
    stores = await asyncio.gather(*(open_postgres(url, pool=1) for _ in range(10)))
    assert await stores[0].add_message(a_message(1, "x"), ["x"])
    assert await stores[3].count_messages(audience_of(GENERAL)) == 1
    for store in stores:
        await store.close()
        await store.close()


async def test_two_processes_may_add_to_one_channel_at_once(postgres_server: Server) -> None:
    """N-17: shards that hear the same messages keep each once, each at a position of its own."""
    url = await postgres_server.fresh()
    one, two = await open_postgres(url, pool=3), await open_postgres(url, pool=3)
    adds = [store.add_message(a_message(n, "x"), ["x"]) for n in range(1, 41) for store in (one, two)]
    assert sum(await asyncio.gather(*adds)) == 40
    assert len((await one.find_words(audience_of(GENERAL), ["x"]))["x"]) == 40
    assert await two.check() == []
    await one.close()
    await two.close()


async def test_a_database_of_a_newer_dnam_is_refused(postgres_server: Server) -> None:
    """X-11: what a newer version wrote is not touched by an older one."""
    url = await postgres_server.fresh()
    connection = await asyncpg.connect(url)
    await connection.execute("UPDATE meta SET value = '999' WHERE name = 'schema'")
    await connection.close()
    with pytest.raises(StoreTooNew, match="schema 999"):
        await open_postgres(url)


async def test_a_reader_changes_nothing_when_it_ends(postgres_server: Server) -> None:
    """N-12: it holds no lease, and asking to end one would be a fault in the server's log each time."""
    url = await postgres_server.fresh()
    begin = server_log().stat().st_size
    await (await open_postgres(url, readonly=True)).close()
    with server_log().open() as log:
        log.seek(begin)
        assert "DELETE FROM leases" not in log.read()


async def test_an_option_that_nobody_knows_is_named(postgres_server: Server) -> None:
    """R-17: a mistyped address is corrected by who reads what is wrong with it."""
    with pytest.raises(StoreError, match=r'parameter "foo".*correct the options in the address'):
        await open_postgres(f"{await postgres_server.fresh()}&foo=bar")


async def test_everything_survives_closing_and_opening_again(postgres_server: Server) -> None:
    """N-17: what was kept is there after a restart."""
    url = await postgres_server.fresh()
    store = await open_store(url, pool=2)
    (message,) = await tell(store, a_message(1, "plums"))
    await store.close()
    store = await open_store(url, pool=2)
    assert await store.get_message(GUILD, 1) == message
    await store.close()
    with pytest.raises(StoreError):
        await store.get_note("a")


async def test_a_backup_is_left_to_the_servers_tools(postgres_store: PostgresStore, tmp_path: Path) -> None:
    """N-17: the answer says what to use instead."""
    with pytest.raises(StoreError, match="pg_dump"):
        await postgres_store.backup(tmp_path / "copy")


async def test_an_old_pgvector_is_refused_with_what_to_do(postgres_server: Server) -> None:
    """Vectors are kept at half precision, which pgvector has since 0.7."""
    url = await postgres_server.empty()
    owner = await asyncpg.connect(url)
    await owner.execute(
        "CREATE EXTENSION vector; ALTER EXTENSION vector DROP TYPE halfvec; ALTER TYPE halfvec RENAME TO h"
    )
    await owner.close()
    with pytest.raises(StoreError, match=r"needs 0\.7 or newer.*ALTER EXTENSION vector UPDATE"):
        await open_postgres(url)


async def test_a_role_that_cannot_change_the_schema_is_enough_to_run(postgres_server: Server) -> None:
    """N-17: the owner migrates; the bot reads and writes rows, and is told who has to migrate."""
    url, old = await postgres_server.fresh(), await postgres_server.empty()
    owner = await asyncpg.connect(url)
    await owner.execute(
        """CREATE ROLE dnam_bot LOGIN;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO dnam_bot;
        GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO dnam_bot"""
    )
    bot = re.sub("//[^@/]*@", "//dnam_bot@", url)
    try:
        store = await open_postgres(bot, pool=2)
        assert await store.add_message(a_message(1, "x"), ["x"])
        await store.save_facts([known("Likes plums")])
        assert await store.lease("work", seconds=9)
        await store.purge()
        with pytest.raises(StoreError, match="`restore` and `move` are for the owner"):
            await store.load([], replace=True)
        await store.close()
        with pytest.raises(
            StoreError, match=r"run `dnam migrate` as its owner; .* an administrator of the server first"
        ):
            await open_postgres(re.sub("//[^@/]*@", "//dnam_bot@", old))
    finally:
        await owner.execute("DROP OWNED BY dnam_bot; DROP ROLE dnam_bot")
        await owner.close()


async def test_a_query_that_takes_too_long_is_stopped(postgres_server: Server) -> None:
    """DC-27: a statement has a time limit, and passing it is a store error."""
    url = await postgres_server.fresh()
    store = await open_postgres(url, pool=2, statement_timeout=0.2)
    connection = await asyncpg.connect(url)
    async with connection.transaction():
        await connection.execute("LOCK TABLE notes")
        with pytest.raises(StoreError, match="longer than allowed"):
            await store.get_note("a")
    await connection.close()
    await store.close()


async def test_an_outage_is_told_once_and_its_end_too(
    postgres_server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """N-23: not a line with a trace for each piece of work that fails meanwhile."""
    caplog.set_level("INFO", "dnam")
    url = await postgres_server.fresh()
    (folder,) = parse_qs(urlsplit(url).query)["host"]
    socket = tmp_path / ".s.PGSQL.5432"
    socket.symlink_to(Path(folder) / socket.name)
    store, lanes = await open_postgres(re.sub("host=[^&]*", f"host={tmp_path}", url), pool=2), Lanes()
    work = partial(store.get_note, "a")
    assert await lanes.attempt("work", work(), deadline=9, fallback="no") is None
    away = socket.rename(tmp_path / "away")
    await postgres_server.run(CUT)
    for _ in range(5):
        assert await lanes.attempt("work", work(), deadline=9, fallback="no") == "no"
    away.rename(socket)
    assert await lanes.attempt("work", work(), deadline=9, fallback="no") is None
    await store.close()
    lines = [record.getMessage().partition(" (")[0] for record in caplog.records]
    assert lines == ["the database does not answer", "the database answers again"]
    assert lanes.failures == {"work": 5}


async def test_a_server_that_is_not_there_is_said_in_a_sentence(tmp_path: Path) -> None:
    """DC-26: no driver's error reaches the caller, and no password either."""
    with pytest.raises(StoreError, match="cannot be reached") as caught:
        await open_postgres(f"postgresql://me:hunter2@/memory?host={tmp_path}")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("sslmode=require", "offers no TLS, which sslmode"),
        ("sslmode=bogus", "`sslmode` parameter must be one of: disable, allow"),
    ],
)
async def test_a_wrong_tls_option_is_said_in_a_sentence(option: str, says: str) -> None:
    """DC-26: what is wrong with the address, and what to do."""
    async with await asyncio.start_server(_refuse_tls, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(StoreError, match=says):
            await open_postgres(f"postgresql://me@127.0.0.1:{port}/memory?{option}")


async def _refuse_tls(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer as a PostgreSQL without TLS does when it is asked for it."""
    await reader.readexactly(8)
    writer.write(b"N")
    writer.close()


async def test_too_many_connections_are_said_in_a_sentence(postgres_server: Server) -> None:
    """N-17: each process takes up to `postgres_pool` connections."""
    url = await postgres_server.fresh()
    owner = await asyncpg.connect(url)
    await owner.execute("CREATE ROLE few LOGIN CONNECTION LIMIT 0; GRANT ALL ON meta TO few")
    try:
        with pytest.raises(StoreError, match="has no connection left: lower postgres_pool"):
            await open_postgres(re.sub("//[^@/]*@", "//few@", url))
    finally:
        await owner.execute("DROP OWNED BY few; DROP ROLE few")
        await owner.close()


async def test_a_database_that_can_only_be_read_is_said_in_a_sentence(postgres_server: Server) -> None:
    """N-17: a standby, or one that was closed for writing."""
    url = await postgres_server.fresh()
    store = await open_postgres(f"{url}&default_transaction_read_only=on", pool=1)
    with pytest.raises(StoreError, match="can only be read: it is a standby"):
        await store.put_note("a", "b")
    await store.close()


def test_an_address_is_shown_without_its_secrets() -> None:
    """N-23: neither user, password nor options are in what logs and `doctor` show."""
    shown = without_secrets("postgresql://me:hunter2@db.example:5433/memory?sslpassword=x")
    assert shown == "postgresql://db.example:5433/memory"
    assert (shown_location("postgres://me@h/db?host=x"), shown_location("a.db")) == (
        "postgresql://h/db",
        "a.db",
    )
    for address in ("postgresql://u:hunter2@h/db", "postgresql://h/db?user=u&password=hunter2&sslmode=on"):
        assert "hunter2" not in shown_setting(address)


async def test_what_is_cancelled_while_many_rows_are_sent_ends(postgres_server: Server) -> None:
    """N-17: Ctrl-C in the middle of a copy, where the driver by itself waits for ever."""
    connection = await asyncpg.connect(await postgres_server.emptied())

    def rows() -> Iterator[list[str]]:
        for number in range(5000):
            if number == 2500:
                sending.cancel()
            yield ["w" * 2000]

    sending = asyncio.create_task(sent(connection.executemany("SELECT $1::text", rows())))
    await asyncio.wait([sending], timeout=30)
    assert sending.cancelled()
    assert await connection.fetchval("SELECT 1") == 1
    await connection.close()
