"""The operator's commands beside a process that has the SQLite file open."""

import asyncio
import json
import os
import stat
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import forking
from conftest import without_rights
from dnam import Memory, Settings
from dnam.control import control_socket
from dnam.control.control_socket import ask, listening, socket_path
from dnam.errors import StoreBusy
from forking import Forked

PLACE = ("--person", "7", "--guild", "1", "--channel", "2")


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """The environment of a small memory of its own."""
    given = {"DNAM_DATA_DIR": str(tmp_path), "DNAM_EMBEDDER": "off", "DNAM_MODEL": "off"}
    others = {name: value for name, value in os.environ.items() if not name.startswith("DNAM_")}
    return {**others, **given, "DNAM_WEB_ENABLED": "false", "DNAM_NOTICE": "", "COLUMNS": "200"}


@pytest.fixture
async def running(env: dict[str, str], tmp_path: Path) -> AsyncIterator[Forked]:
    """A process that has the memory open for writing: the chat, which a remembered line has begun."""
    process = await forking.start("dnam", "chat", env=env, folder=tmp_path)
    process.stdin.write(b"!memory remember I like tea\n")
    while b"Remembered" not in (line := await process.stdout.readline()):
        assert line
    yield process
    if process.returncode is None:
        process.kill()
        await process.communicate()


async def dnam(env: dict[str, str], folder: Path, *arguments: str) -> tuple[int, str]:
    """Run a command to its end; return its exit code and what it wrote."""
    process = await forking.start("dnam", *arguments, env=env, folder=folder)
    out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, (out + err).decode()


async def test_operators_look_and_change_while_a_process_has_the_file(
    env: dict[str, str], tmp_path: Path, running: Forked
) -> None:
    """N-17, N-20: reading opens the file read-only; a change is made by the process that has it."""
    assert await dnam(env, tmp_path, "remember", "I play chess", *PLACE) == (
        0,
        'Remembered about user 7: "Plays chess"\n',
    )
    assert "Plays chess" in (await dnam(env, tmp_path, "show", *PLACE))[1]
    assert "Plays chess" in (await dnam(env, tmp_path, "search", "chess", *PLACE))[1]
    code, people = await dnam(env, tmp_path, "people", "--guild", "1", "--json")
    assert (code, [each["facts"] for each in json.loads(people) if each["id"] == "7"]) == (0, [1])
    assert (await dnam(env, tmp_path, "forget", "nothing", *PLACE))[0] == 2
    assert (await dnam(env, tmp_path, "export", "all.dnam"))[0] == 0
    assert (await dnam(env, tmp_path, "backup", "copy.sqlite3"))[0] == 0
    assert (await dnam(env, tmp_path, "doctor"))[0] == 0
    code, refused = await dnam(env, tmp_path, "move", "memory.sqlite3", "other.sqlite3")
    assert (code, f"process {running.pid}" in refused) == (3, True), "what is said meanwhile would not move"
    code, erased = await dnam(env, tmp_path, "erase", "person", "7", "--confirm", "7", "--json")
    assert (code, json.loads(erased)["erased"]) == (0, True)
    assert "I know nothing about" in (await dnam(env, tmp_path, "show", *PLACE))[1]
    out, err = await running.communicate(b"!memory show\n")
    assert b"Likes tea" in out, err


async def test_an_operator_reviews_while_a_process_has_the_file(
    env: dict[str, str], tmp_path: Path, running: Forked
) -> None:
    """N-16, N-17, N-20: the numbers shown are those decided about, by the process that has the file."""
    for text in ("I like green tea a lot", "I like green tea very much"):
        assert (await dnam(env, tmp_path, "remember", text, *PLACE))[0] == 0
    code, listed = await dnam(env, tmp_path, "review", *PLACE)
    assert (code, [line[:2] for line in listed.splitlines() if line[:1].isdigit()]) == (0, ["1.", "2."])
    code, dropped = await dnam(env, tmp_path, "review", "--drop", "1", *PLACE)
    assert (code, "forgotten" in dropped) == (0, True)
    assert "1." not in (await dnam(env, tmp_path, "review", *PLACE))[1]
    assert running.returncode is None


async def test_only_who_may_write_to_the_file_may_ask(
    env: dict[str, str], tmp_path: Path, running: Forked
) -> None:
    """N-17: the socket has the permissions of the file; that of a process that died stops nobody."""
    file = tmp_path / "memory.sqlite3"
    path = socket_path(str(file))
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(file.stat().st_mode) == 0o600
    running.kill()
    await running.communicate()
    assert path.exists()
    assert (await dnam(env, tmp_path, "remember", "I play chess", *PLACE))[0] == 0


async def test_commands_take_turns_where_no_process_listens(env: dict[str, str], tmp_path: Path) -> None:
    """N-17: several commands at once on one file; none is told to stop the others."""
    likes = ("green tea", "old maps", "loud music", "cold soup")
    done = await asyncio.gather(
        *(dnam(env, tmp_path, "remember", f"I like {liked}", *PLACE) for liked in likes)
    )
    assert [code for code, _ in done] == [0] * len(likes), done
    _, shown = await dnam(env, tmp_path, "show", *PLACE)
    assert [liked for liked in likes if liked not in shown] == []


BUSY = StoreBusy("Process 5 has it.")


def settings_of(file: Path) -> Settings:
    """Return the settings of a small memory in a file."""
    return Settings(store=str(file), projections=False, embedder="off")


async def test_a_file_is_reached_by_every_name_however_long(tmp_path: Path) -> None:
    """N-17: a system allows some hundred bytes for the path of a socket; a link leads to the same file."""
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    (tmp_path / "link.sqlite3").symlink_to(folder / "memory.sqlite3")
    given = {"person": 7, "guild": 1, "text": "remember I like tea"}
    async with Memory.open(settings_of(folder / "memory.sqlite3"), models={}) as memory, listening(memory):
        assert (await ask(memory.settings, "command", given, BUSY))["changed"]
        by_link = settings_of(tmp_path / "link.sqlite3")
        assert "Likes tea" in (await ask(by_link, "command", {**given, "text": "show"}, BUSY))["text"]
    assert [path.name for path in folder.iterdir() if path.is_socket()] == []


async def test_a_process_that_hangs_is_asked_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """N-17: an operator waits no longer than some seconds, and is told; nothing is done later."""
    monkeypatch.setattr(control_socket, "HEARD_SECONDS", 0.1)
    heard = asyncio.get_running_loop().create_future()

    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.set_result(await reader.read())
        writer.close()

    file = tmp_path / "memory.sqlite3"
    async with await asyncio.start_unix_server(hang, socket_path(str(file))):
        with pytest.raises(StoreBusy, match=r"Process 5 has it\. It did not answer"):
            await ask(settings_of(file), "refresh", {}, BUSY)
        assert await heard == b""


async def test_a_folder_that_was_closed_meanwhile_stops_no_process_from_ending(tmp_path: Path) -> None:
    """N-17: a socket that cannot be removed is left, and replaced by the next process."""
    folder = tmp_path / "data"
    folder.mkdir()
    async with Memory.open(settings_of(folder / "memory.sqlite3"), models={}) as memory:
        with ExitStack() as closed:
            async with listening(memory):
                closed.enter_context(without_rights(folder))
        async with listening(memory):
            assert socket_path(memory.store.location).is_socket()
