"""The doctor: what it finds, what it advises, and that it only looks."""

import asyncio
import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import Protocol

import asyncpg
import pytest

from conftest import without_rights
from dnam.doctor import Finding, Level, examine, look_for_ollama, unreadable
from dnam.domain import Message, Person, Place, Question, Scope, Visibility
from dnam.erase.unfinished_erasures import Erasure
from dnam.errors import SettingsError, StoreError
from dnam.memory import Memory
from dnam.settings import Settings
from dnam.stores import open_store
from dnam.stores.schema import schema_status
from dnam.web.metrics import Metrics
from scene import NOON


class Server(Protocol):
    """The PostgreSQL server of `conftest.py`."""

    async def empty(self) -> str:
        """Make a database without anything in it."""
        ...

    async def fresh(self) -> str:
        """Make a database with the newest schema."""
        ...


HERE = Place(guild=1, channel=2, visibility=Visibility.PUBLIC, name="general")
ANN = Person(id=7, name="Ann")


def settings_in(folder: Path, **more: object) -> Settings:
    """Return settings whose every file is in a folder."""
    return Settings.model_validate({"data_dir": folder, **more})


async def fill(settings: Settings) -> None:
    """Make a memory with one message in it."""
    async with Memory.open(settings) as memory:
        at = memory.clock.now()
        await memory.on_message(Message(id=1, place=HERE, author=ANN, text="hello", sent_at=at))


async def findings(settings: Settings) -> dict[str, Finding]:
    """Examine, and return the findings by what they are about."""
    return {finding.about: finding for finding in await examine(settings)}


def fingerprint(folder: Path) -> dict[str, str]:
    """Name every file of a folder by its content."""
    files = [
        path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(("-shm", "-wal"))
    ]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


async def test_a_fresh_machine_is_well_and_stays_untouched(tmp_path: Path) -> None:
    """Nothing exists yet: that is fine, and looking does not make anything."""
    found = await findings(settings_in(tmp_path / "new" / "folder"))
    assert {finding.level for finding in found.values()} == {Level.OK}
    assert found["store"].do == "`dnam chat` makes one."
    assert not (tmp_path / "new").exists()


async def test_a_memory_in_use_is_looked_at_without_a_change(tmp_path: Path) -> None:
    """The doctor reads beside the process that writes."""
    settings = settings_in(tmp_path)
    await fill(settings)
    async with Memory.open(settings):
        before = fingerprint(tmp_path)
        found = await findings(settings)
        assert fingerprint(tmp_path) == before
    assert {finding.level for finding in found.values()} == {Level.OK}
    assert found["contents"].says == "1 message and 0 facts, all in order."


@pytest.mark.parametrize("how", ["garbage", "cut", "newer"])
async def test_a_damaged_or_newer_memory_is_reported_and_left_alone(tmp_path: Path, how: str) -> None:
    """R-13, X-11: never overwritten, with a line that says what to do."""
    settings = settings_in(tmp_path, projections=False)
    await fill(settings)
    file = tmp_path / "memory.sqlite3"
    spoil(file, how)
    before = fingerprint(tmp_path)
    store = (await findings(settings))["store"]
    assert store.level is Level.PROBLEM
    assert ("update dnam" if how == "newer" else "restore a backup") in store.says
    assert store.do == ""
    assert fingerprint(tmp_path) == before


def spoil(file: Path, how: str) -> None:
    """Damage a memory, or make it one of the future."""
    if how == "garbage":
        file.write_bytes(b"not a database at all" * 100)
    elif how == "cut":
        file.write_bytes(file.read_bytes()[:8192] + b"\xff" * 8192)
    else:
        import apsw

        connection = apsw.Connection(str(file))
        connection.execute("UPDATE meta SET value = '9999' WHERE name = 'schema'")
        connection.close()


async def test_what_is_kept_at_hand_is_told_and_bounded_by_settings(tmp_path: Path) -> None:
    """It depends on the settings, not on how many guilds there are (N-13)."""
    settings = settings_in(tmp_path, embedder="off")
    await fill(settings)

    usual = (await findings(settings))["memory"].says
    small = settings.model_copy(
        update=dict.fromkeys(("cached_todays", "cached_days", "cached_weeks", "cached_profiles"), 1)
    )

    assert "1 guild: at most 16 MiB" in usual
    assert "1 guild: at most 14 MiB" in (await findings(small))["memory"].says


async def test_vectors_of_another_model_are_reported(tmp_path: Path) -> None:
    """X-21: what waits to be embedded again is counted, and is only a warning."""
    await fill(settings_in(tmp_path, embedder="off"))
    vectors = (await findings(settings_in(tmp_path)))["vectors"]
    assert vectors.level is Level.WARNING
    assert vectors.says == "1 entry without a vector of use-multilingual-3: found by words only."


async def test_an_embedder_that_does_not_answer_is_a_problem_with_advice(tmp_path: Path) -> None:
    """Search goes on by words; the doctor says so."""
    found = await findings(
        settings_in(tmp_path, embedder="openai", embedding_base_url="http://127.0.0.1:9/v1")
    )
    assert found["embedder"].level is Level.PROBLEM
    assert "words alone" in found["embedder"].do


async def test_a_folder_that_is_a_file_is_a_problem(tmp_path: Path) -> None:
    """Permissions and places are looked at before they hurt."""
    (tmp_path / "data").write_text("in the way")
    found = await findings(settings_in(tmp_path / "data", projections=False))
    assert found["folder"].level is Level.PROBLEM


async def test_a_memory_others_can_read_is_a_warning(tmp_path: Path) -> None:
    """What people said in private is for this user's eyes."""
    settings = settings_in(tmp_path)
    await fill(settings)
    (tmp_path / "memory.sqlite3").chmod(0o644)
    assert (await findings(settings))["privacy"].do == f"Run `chmod 600 {tmp_path / 'memory.sqlite3'}`."


async def test_a_memory_this_user_may_not_open_is_said(tmp_path: Path) -> None:
    """N-17: what is wrong are the rights, not the memory, and both the doctor and the store say so."""
    settings = settings_in(tmp_path)
    await fill(settings)
    with without_rights(tmp_path):
        found = await findings(settings)
        with pytest.raises(StoreError, match="no right to open") as refused:
            await schema_status(settings.location)
    assert found["folder"].level is found["store"].level is Level.PROBLEM
    assert (found["store"].says, found["store"].do) == (str(refused.value), "")
    assert found["files"].level is Level.WARNING


async def test_files_set_aside_are_reported(tmp_path: Path) -> None:
    """R-13: what was changed by hand is kept beside, and the doctor tells."""
    settings = settings_in(tmp_path, debounce_seconds=0)
    await fill(settings)
    snapshot = next((tmp_path / "projections").rglob("MEMORY.md"))
    shutil.copy(snapshot, snapshot.with_name("MEMORY.md.edited-20260301T120000Z"))
    assert (await findings(settings))["files"].level is Level.WARNING


async def test_postgresql_is_reached_and_looked_at_without_a_change(postgres_server: Server) -> None:
    """An empty database stays empty; a prepared one is checked."""
    empty, ready = await postgres_server.empty(), await postgres_server.fresh()
    before = (await findings(Settings(store=empty)))["store"]
    assert (before.level, before.do) == (Level.OK, "`dnam migrate` or any use prepares it.")
    assert "pgvector" in before.says
    found = await findings(Settings(store=ready))
    assert "schema" in found["store"].says
    assert found["contents"].level is Level.OK
    assert (await findings(Settings(store=empty)))["store"] == before


async def test_a_postgresql_that_cannot_be_written_is_a_problem(postgres_server: Server) -> None:
    """A standby, or a role that lacks a GRANT: all looks well until the first message."""
    url = await postgres_server.fresh()
    read_only = f"{url}&default_transaction_read_only=on"
    store = (await findings(Settings(store=read_only)))["store"]
    assert (store.level, store.do) == (Level.PROBLEM, "")
    assert "can only be read" in store.says
    owner = await asyncpg.connect(url)
    await owner.execute("CREATE ROLE reader LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    try:
        store = (await findings(Settings(store=re.sub("//[^@/]*@", "//reader@", url))))["store"]
    finally:
        await owner.execute("DROP OWNED BY reader; DROP ROLE reader")
        await owner.close()
    assert store.level is Level.PROBLEM
    assert "the GRANTs of docs/stores.md" in store.says


FULL = """
CREATE FUNCTION full_disk() RETURNS {} LANGUAGE plpgsql AS
$$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE {} EXECUTE FUNCTION full_disk();
"""
"""Lets a server answer as one whose disk is full when somebody needs room."""


async def test_a_server_without_room_is_a_problem(postgres_server: Server) -> None:
    """F-16: it answers every question, and stores nothing; a doctor's own table says so and goes at once."""
    url = await postgres_server.fresh()
    assert (await findings(Settings(store=url)))["store"].level is Level.OK
    owner = await asyncpg.connect(url)
    whenever = "EVENT TRIGGER no_room ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')"
    await owner.execute(FULL.format("event_trigger", whenever))
    store = (await findings(Settings(store=url)))["store"]
    await owner.execute("DROP EVENT TRIGGER no_room")
    await owner.close()
    assert store.level is Level.PROBLEM
    assert "has no room left" in store.says


async def test_who_could_not_store_a_message_is_not_ready(postgres_server: Server, tmp_path: Path) -> None:
    """F-16, N-23: until a message is stored, or a minute has passed; questions are answered meanwhile."""
    url = await postgres_server.fresh()
    owner = await asyncpg.connect(url)
    async with Memory.open(Settings(store=url, data_dir=tmp_path, embedder="off")) as memory:
        metrics = Metrics(memory)
        assert await memory.on_message(Message(id=1, place=HERE, author=ANN, text="I like tea", sent_at=NOON))
        await owner.execute(FULL.format("trigger", "TRIGGER no_room BEFORE INSERT ON messages"))
        second = Message(id=2, place=HERE, author=ANN, text="I like figs", sent_at=NOON)
        assert not await memory.on_message(second)
        assert await metrics.why_unready() == "a message could not be stored: the log says why"
        assert (await memory.context_for(Question(place=HERE, asker=ANN, text="tea?"))).text
        await owner.execute("DROP TRIGGER no_room ON messages")
        assert await memory.on_message(second)
        assert await metrics.why_unready() == ""
    await owner.close()


async def test_only_damage_is_answered_with_a_backup(postgres_server: Server) -> None:
    """A table that could not be read is not lost: its sentence says what to do."""
    url = await postgres_server.fresh()
    owner = await asyncpg.connect(url)
    await owner.execute("CREATE ROLE blind LOGIN; GRANT ALL ON ALL TABLES IN SCHEMA public TO blind")
    await owner.execute("REVOKE SELECT ON voices FROM blind")
    try:
        found = await findings(Settings(store=re.sub("//[^@/]*@", "//blind@", url)))
    finally:
        await owner.execute("DROP OWNED BY blind; DROP ROLE blind")
        await owner.close()
    assert "the GRANTs of docs/stores.md" in found["store"].says
    assert found["store"].do == ""


async def test_a_postgresql_that_is_not_there_is_a_problem() -> None:
    """One sentence, and what to check."""
    store = (await findings(Settings(store="postgresql://user:secret@127.0.0.1:9/dnam")))["store"]
    assert store.level is Level.PROBLEM
    assert "secret" not in store.says


async def reply(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer as Ollama does when it is asked for its version."""
    await reader.readuntil(b"\r\n\r\n")
    body = json.dumps({"version": "0.9.9"}).encode()
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(body), body))
    await writer.drain()
    writer.close()


async def test_a_running_ollama_is_reported_with_what_it_can_do_now() -> None:
    """R-21: only what is true now."""
    async with await asyncio.start_server(reply, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        (found,) = await look_for_ollama(f"http://127.0.0.1:{port}")
    assert found.says == "Ollama 0.9.9 runs on this machine."
    assert f"DNAM_EMBEDDING_BASE_URL=http://127.0.0.1:{port}/v1" in found.do


async def test_no_ollama_is_nothing_to_tell() -> None:
    """Its absence is no finding."""
    assert await look_for_ollama("http://127.0.0.1:9") == []


def test_settings_that_cannot_be_read_are_one_problem_a_line() -> None:
    """R-25: every wrong value is named."""
    found = unreadable(SettingsError("DNAM_A is wrong.\nDNAM_B is wrong."))
    assert [(finding.level, finding.says) for finding in found] == [
        (Level.PROBLEM, "DNAM_A is wrong."),
        (Level.PROBLEM, "DNAM_B is wrong."),
    ]


async def test_an_older_memory_is_not_migrated_by_looking(tmp_path: Path) -> None:
    """An empty file is a memory before its first migration: it stays empty."""
    (tmp_path / "memory.sqlite3").touch(0o600)
    store = (await findings(settings_in(tmp_path)))["store"]
    assert store.level is Level.OK
    assert (tmp_path / "memory.sqlite3").stat().st_size == 0
    await (await open_store(tmp_path / "memory.sqlite3")).close()
    assert (await findings(settings_in(tmp_path)))["contents"].level is Level.OK


@pytest.mark.parametrize(
    ("given", "level", "words"),
    [({}, Level.OK, "No token is set"), ({"discord_token": "YOUR_TOKEN"}, Level.PROBLEM, "is not a token")],
)
async def test_a_token_that_is_none_is_said(
    tmp_path: Path, given: dict[str, str], level: Level, words: str
) -> None:
    """DC-08: that of an example is taken for no real one, and nobody is asked about it."""
    finding = (await findings(Settings(data_dir=tmp_path, **given)))["discord"]  # type: ignore[arg-type]
    assert (finding.level, words in finding.says) == (level, True)


async def test_an_unfinished_erasure_is_reported(tmp_path: Path) -> None:
    """F-03: what was asked to be erased and is not yet gone is a warning, without a name."""
    settings = settings_in(tmp_path)
    await fill(settings)
    store = await open_store(settings.location)
    erasure = Erasure(scope=Scope(kind="person", id=ANN.id), at=NOON)
    await store.put_note(erasure.note, erasure.text())
    await store.close()
    finding = (await findings(settings))["erasing"]
    assert (finding.level, "2025-01-15 12:00 UTC (person)" in finding.says) == (Level.WARNING, True)
