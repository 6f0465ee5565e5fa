"""Processes beside the bot on one PostgreSQL memory: workers, and several that serve the dashboard."""

import os
import re
import signal
import socket
from datetime import UTC, datetime
from pathlib import Path

import httpx2 as httpx
import pytest

import forking
from conftest import Server
from dnam import BadInput, ingest
from dnam.cli.options import shards_given
from dnam.domain import Message
from dnam.stores import open_store
from forking import Forked
from scene import ANN, DEV


async def start(command: tuple[str, ...], folder: Path, url: str, **more: str) -> Forked:
    """Start a process on a shared memory."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("DNAM_")}
    given = {"DNAM_DATA_DIR": str(folder), "DNAM_STORE": url, "DNAM_EMBEDDER": "off", "DNAM_MODEL": "off"}
    env = {**others, **given, "DNAM_PROJECTIONS": "false", "DNAM_LOG_FORMAT": "console", **more}
    return await forking.start("dnam", *command, env=env, folder=folder)


async def line_with(stream: object, words: bytes) -> str:
    """Wait for a line with these words."""
    while words not in (line := await stream.readline()):  # type: ignore[attr-defined]  # a stream
        assert line
    return line.decode()  # type: ignore[no-any-return]  # a line


async def end(process: Forked) -> None:
    """Stop a process with a signal: it leaves in order."""
    process.send_signal(signal.SIGTERM)
    out, err = await process.communicate()
    assert process.returncode == 0, out + err


def children(process: Forked) -> list[str]:
    """Return the ids of the processes that a process has started."""
    return Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()


async def test_a_worker_does_what_bots_have_left_over(postgres_server: Server, tmp_path: Path) -> None:
    """N-17: `dnam worker` reads what was stored by a process that is gone, and stops in order."""
    url = await postgres_server.fresh()
    store = await open_store(url)
    now = datetime.now(UTC)  # rules read what is recent
    await ingest.store_message(store, Message(id=1, place=DEV, author=ANN, text="I like plums", sent_at=now))
    worker = await start(("worker",), tmp_path, url)
    await line_with(worker.stderr, b"did what was due")
    assert [fact.text for fact in await store.facts_of(ANN.id)] == ["Likes plums"]
    await end(worker)
    await store.close()


async def test_several_processes_serve_one_port(postgres_server: Server, tmp_path: Path) -> None:
    """N-17: `dnam serve --workers 2`: one that is killed is started anew, and all stop together."""
    serving = await start(("serve", "--workers", "2", "--port", "0"), tmp_path, await postgres_server.fresh())
    address = re.findall(r"http://[^/]+", await line_with(serving.stderr, b"the dashboard answers"))[0]
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        assert (await client.get("/sign-in")).status_code == 200
        first = children(serving)
        assert len(first) == 2
        os.kill(int(first[0]), signal.SIGKILL)
        await line_with(serving.stderr, b"started anew")
        assert (await client.get("/sign-in")).status_code == 200
        assert first[0] not in children(serving)
    await end(serving)


async def test_workers_end_when_who_started_them_is_killed(postgres_server: Server, tmp_path: Path) -> None:
    """N-17: left alone they would answer for ever and hold the port."""
    serving = await start(("serve", "--workers", "2", "--port", "0"), tmp_path, await postgres_server.fresh())
    await line_with(serving.stderr, b"the dashboard answers")
    serving.send_signal(signal.SIGKILL)
    _, err = await serving.communicate()  # ends when the last worker has
    assert err.count(b"the process that started this worker is gone") == 2


async def test_each_process_has_a_port_for_prometheus(postgres_server: Server, tmp_path: Path) -> None:
    """N-23: a worker and each process of a dashboard tell of themselves, without a token."""
    url, port = await postgres_server.fresh(), free_ports()
    web = ("serve", "--workers", "2", "--port", "0")
    async with httpx.AsyncClient(timeout=60) as client:
        for command, ports in ((("worker",), [port]), (web, [port, port + 1])):
            process = await start(command, tmp_path, url, DNAM_METRICS_PORT=str(port))
            await line_with(process.stderr, b"dashboard answers" if command == web else b"did what was due")
            texts = [(await client.get(f"http://127.0.0.1:{each}/metrics")).text for each in ports]
            assert all("dnam_loop_lag_seconds{" in text and "dnam_store_up{" in text for text in texts)
            assert len({re.findall(r'process="(\d+)"', text)[0] for text in texts}) == len(ports)
            taken = await start(("worker",), tmp_path, url, DNAM_METRICS_PORT=str(port))
            _, err = await taken.communicate()
            assert (taken.returncode, b"set DNAM_METRICS_PORT to a port" in err) == (2, True), err
            await end(process)


def free_ports() -> int:
    """Return a port that is free, as is the one after it."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as first:
            port: int = first.getsockname()[1]
            try:
                socket.create_server(("127.0.0.1", port + 1)).close()
            except (OSError, OverflowError):
                continue
            return port


async def test_a_store_that_cannot_be_reached_is_told(tmp_path: Path) -> None:
    """N-17: no port stays open that nobody answers on; one sentence says why."""
    nowhere = "postgresql://127.0.0.1:1/dnam"
    for command in (("worker",), ("serve", "--port", "0"), ("serve", "--workers", "2", "--port", "0")):
        process = await start(command, tmp_path, nowhere)
        out, err = await process.communicate()
        says = err.decode().splitlines()
        assert (process.returncode, out, len(says)) == (3, b"", 1), err
        assert f"dnam: The database {nowhere} cannot be reached" in says[0]


@pytest.mark.parametrize("command", [("worker",), ("serve", "--workers", "2")])
async def test_a_file_has_one_writer(command: tuple[str, ...], tmp_path: Path) -> None:
    """N-17: more processes need PostgreSQL, and the sentence says how to get there."""
    process = await start(command, tmp_path, str(tmp_path / "memory.sqlite3"))
    _, err = await process.communicate()
    assert (process.returncode, b"`dnam move`" in err) == (2, True), err


def test_shards_are_given_as_numbers_of_a_count() -> None:
    """N-17: `dnam run --shards 0,1/4`."""
    assert shards_given("0,1/4") == {"discord_shards": 4, "discord_shard_ids": (0, 1)}
    for wrong in ("0,1", "4/4", "a/4", "/4", "0,/4"):
        with pytest.raises(BadInput, match="write them as 0,1/4"):
            shards_given(wrong)
