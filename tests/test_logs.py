"""Log lines: to stderr, with an action each, for people or programs; none tells what people said."""

import asyncio
import json
import logging
import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from itertools import count
from pathlib import Path
from types import MethodType
from typing import Any, cast

import httpx2
import pytest
import structlog
from mcp import Client

from dnam import Memory, Settings
from dnam.chat.screen import PipeScreen
from dnam.chat.session import ChatSession
from dnam.chat.simulated_world import ChatClock, SimulatedWorld
from dnam.control.control_socket import listening, socket_path
from dnam.doctor import examine
from dnam.domain import Message, Place, Scope
from dnam.errors import ModelError, StoreDamaged, describe, trace_of
from dnam.logs import log_crashes, set_up_logs
from dnam.loop_lag import LoopLag
from dnam.mcp.tools import AgentMemory
from dnam.ports import Prompt, Store
from dnam.stores import open_configured
from dnam.testing import HandClock, ScriptedModel
from dnam.web.application import create_app
from dnam.web.server import address_of, open_port, serving
from dnam.web.tokens import Tokens, tokens_path
from scene import ANN, BEN, DEV, DM_ANN, GUILD, NOON, Scene
from talk import reader

log = structlog.get_logger("dnam")
PLANTED = "zyxqplant"
"""Is in everything people say here, and in the message of every error."""


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """Leave logging as other tests expect it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    structlog.reset_defaults()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture
def host_lines() -> Iterator[list[str]]:
    """What a host that has set up its own logging finds in it from dnam, at the most talkative level."""
    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.filename}: {self.format(record)}")

    own, handler = logging.getLogger("dnam"), Lines()
    own.addHandler(handler)
    own.setLevel(logging.DEBUG)
    yield lines
    own.removeHandler(handler)
    own.setLevel(logging.NOTSET)


def fail() -> None:
    """Log a failure as `lanes.py` does."""
    try:
        raise ValueError("the disk said no")
    except ValueError as fault:
        log.warning("memory work failed", action="ingest", error=describe(fault), trace=trace_of(fault))


def test_a_warning_is_one_short_line_in_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """N-23: what, the action and the values; no traceback between somebody's lines."""
    set_up_logs(level="warning", style="console")
    fail()
    log.info("not worth a line", action="ingest")
    assert capsys.readouterr() == (
        "",
        "warning: memory work failed (action=ingest, error=ValueError)\n",
    )


def test_a_program_gets_everything_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """N-23: one object a line, with time, level, action and where the error came from."""
    set_up_logs(level="info", style="json")
    fail()
    line = json.loads(capsys.readouterr().err)
    assert (line["level"], line["action"], line["event"]) == ("warning", "ingest", "memory work failed")
    assert line["timestamp"].endswith("Z")
    assert line["trace"][0] == "ValueError"
    assert line["trace"][1].endswith(" fail")


@pytest.mark.parametrize("style", ["console", "json"])
def test_processes_that_share_a_log_can_be_told_apart(capfd: pytest.CaptureFixture[str], style: str) -> None:
    """N-23: role and process id stand in each line, a library's too; a worker that was forked has its own."""
    set_up_logs(level="warning", style=style, role="serve")
    fail()
    logging.getLogger("asyncpg").warning("connection %d was lost", 3)
    if not (child := os.fork()):
        fail()
        sys.stderr.flush()
        os._exit(0)
    os.waitpid(child, 0)
    lines = capfd.readouterr().err.splitlines()
    if style == "json":
        written = [(line["role"], line["pid"]) for line in map(json.loads, lines)]
    else:
        found = [re.match(r"warning (\w+)\[(\d+)\]: ", line) for line in lines]
        written = [(each[1], int(each[2])) for each in found if each]
    assert written == [("serve", os.getpid()), ("serve", os.getpid()), ("serve", child)]


@pytest.mark.parametrize("style", ["console", "json"])
def test_lines_of_libraries_take_the_same_way(capsys: pytest.CaptureFixture[str], style: str) -> None:
    """N-23, F-02: every line has an action, a library's is its logger; of its values numbers are shown."""
    set_up_logs(level="info", style=style)
    logging.getLogger("asyncpg").warning("connection %d of %s was lost", 3, PLANTED)
    written = capsys.readouterr().err
    assert "connection 3 of" in written
    assert PLANTED not in written
    assert "asyncpg" in written
    assert len(written.splitlines()) == 1


@pytest.mark.parametrize("way", ["library", "own"])
def test_a_short_line_says_what_went_wrong(capsys: pytest.CaptureFixture[str], way: str) -> None:
    """N-23, F-02: a line with a fault and no words for it gets the fault's kind, and not its message."""
    set_up_logs(level="warning", style="console")
    try:
        raise KeyError("channel")
    except KeyError as fault:
        if way == "library":
            logging.getLogger("discord").exception("Ignoring exception in on_message")
        else:
            log.warning("Ignoring exception in on_message", action="discord", exc_info=fault)
    how = "error" if way == "library" else "warning"
    line = f"{how}: Ignoring exception in on_message (action=discord, error=KeyError)\n"
    assert capsys.readouterr().err == line


# What people said is in no line (F-02)


NEVER_FAIL = ("follow_changes", "hide", "in_turn")
"""By their contract, or because the rest could not be tried."""


class FailingStore:
    """The real store, of which every third call of each method fails with an error that quotes people."""

    def __init__(self, store: Store, which: int) -> None:
        self._store = store
        self._which = which
        self._calls: dict[str, count[int]] = {}
        self.failed: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if not asyncio.iscoroutinefunction(method) or name in NEVER_FAIL:
            return method

        async def call(*args: object, **options: object) -> object:
            if next(self._calls.setdefault(name, count())) % 3 == self._which:
                self.failed.add(name)
                raise ValueError(f"cannot store {PLANTED}: {args}")
            return await method(*args, **options)

        return call


def failing_model(_: Prompt) -> object:
    """Fail as a provider does that quotes what it was asked."""
    raise ModelError(f"the prompt has {PLANTED} in it")


async def live(scene: Scene) -> None:
    """Take every path with planted words, whatever fails."""
    memory, words = scene.memory, f"I love {PLANTED} and live in {PLANTED}"
    for place in (DEV, DM_ANN, DEV, DM_ANN):
        message = await said(scene, words, place)
        await memory.on_edit(place.guild, message, f"{words} now", scene.minute_later())
        await memory.reply(scene.question(f"what about {PLANTED}?", place=place))
        await memory.search(scene.question(PLANTED, place=place))
        await memory.on_delete(place.guild, [message])
    for typed in (
        f"remember {words}",
        "show",
        f"search {PLANTED}",
        f"forget {PLANTED}",
        "why",
        "undo",
        "export",
    ):
        await scene.answer(typed, mentions=(BEN,))
    await memory.upkeep()
    await memory.lanes.idle()
    await memory.erase(Scope(kind="person", id=ANN.id))
    await memory.on_channel_delete(GUILD, DEV.channel)


async def said(scene: Scene, text: str, place: Place) -> int:
    """Say something, stored or not; return the id of the message."""
    at = scene.minute_later()
    spoken = Message(id=next(scene.numbers), place=place, author=ANN, text=text, sent_at=at)
    await scene.memory.on_message(spoken)
    return spoken.id


@pytest.mark.parametrize("style", ["console", "json", "host"])
async def test_no_line_holds_what_people_said_wherever_it_fails(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], host_lines: list[str], style: str
) -> None:
    """F-02: every path, with a fault at every store and model call, at the most talkative level."""
    if style != "host":
        set_up_logs(level="debug", style=style)
    options: dict[str, Any] = {
        "embedder": "off",
        "extract_every": 1,
        "rolling_every": 1,
        "debounce_seconds": 0,
    }
    settings = Settings(data_dir=tmp_path, read_deadline_seconds=30.0, **options)
    failed: set[str] = set()
    for which in range(3):
        clock, failing = HandClock(NOON), FailingStore(store, which)
        models: Any = {"extract": reader(), "reply": ScriptedModel(failing_model)}
        models |= dict.fromkeys(("summarise_session", "merge_context"), ScriptedModel(failing_model))
        async with Memory.open(settings, store=cast(Store, failing), clock=clock, models=models) as memory:
            await live(Scene(memory, clock, tmp_path, count(1001 + 1000 * which)))
        failed |= failing.failed
    printed = capsys.readouterr()
    written = "".join([printed.err, printed.out, *host_lines])
    assert {"add_message", "save_facts", "facts_for", "all_facts", "bury"} <= failed
    assert len(failed) > 30
    assert written.count("memory work failed") > 20
    assert PLANTED not in written


def test_every_line_of_dnam_goes_through_its_own_logger() -> None:
    """N-23: another way to write one would print into a host that has not set it up."""
    source = Path(__file__).parents[1] / "src" / "dnam"
    users = [path.name for path in source.rglob("*.py") if "import structlog" in path.read_text()]
    assert sorted(users) == ["log_lines.py", "logs.py"]


async def test_the_logging_of_the_host_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], host_lines: list[str]
) -> None:
    """N-23: a memory in somebody's bot writes to the logger "dnam", and sets nothing up."""
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    async with Memory.open(Settings(store=str(tmp_path / "memory.sqlite3"), projections=False)) as memory:
        await memory.lanes.attempt("ingest", _failing(), deadline=None, fallback=None)
    assert (root.handlers, root.level) == before
    assert not structlog.is_configured()
    assert any(line.startswith("lanes.py: memory work failed (action=ingest") for line in host_lines)
    assert "memory work failed" not in capsys.readouterr().out


async def _failing() -> None:
    raise ValueError(PLANTED)


async def by_rest(memory: Memory, address: str, tokens: Tokens) -> str:
    """Send planted words to every kind of route, over HTTP; return the numbers for Prometheus."""
    place = {"guild": str(GUILD), "channel": "71", "visibility": "public", "name": "dev"}
    ann, asked = {"id": "11", "name": PLANTED}, {"guild": str(GUILD), "channel": "71"}
    said = {"place": place, "author": ann, "text": PLANTED, "sent_at": memory.clock.now().isoformat()}
    question = {"place": asked, "asker": ann, "text": PLANTED}
    command = {"place": asked, "person": ann, "text": f"remember I love {PLANTED}"}
    line = json.dumps({"fact": f"Likes {PLANTED}", "person": 11, "guild": GUILD, "channel": 71})
    headers = {"Authorization": f"Bearer {tokens.add('test', 'admin')}"}
    async with httpx2.AsyncClient(base_url=address, headers=headers, trust_env=False, timeout=60) as client:
        for nth in range(3):
            await client.post("/api/v1/messages", json={**said, "id": str(9000 + nth)})
            await client.post("/api/v1/context", json=question)
            await client.post("/api/v1/commands", json=command)
            await client.post("/api/v1/import", content=f"{line}\n{PLANTED}\n".encode())
            await client.get(f"/api/v1/people/{ANN.id}/export")
            for path in ("facts", "people", "search", "summaries", "actions", PLANTED):
                await client.get(f"/api/v1/{path}", params={"guild": GUILD, "q": PLANTED, "name": PLANTED})
            for page in ("people", "search", "preview", PLANTED):
                await client.get(f"/{page}", params={"guild": GUILD, "q": PLANTED})
        await memory.lanes.idle()
        return (await client.get("/metrics")).text


async def by_agent_and_operator(memory: Memory) -> None:
    """Ask as an agent through the real client, and over the control socket's operations."""
    async with Client(AgentMemory(memory, ANN, DEV, writes=True).server()) as client:
        for _ in range(3):
            for tool, words in (
                ("search_memory", "query"),
                ("recall_context", "question"),
                ("who_is", "name"),
            ):
                await client.call_tool(tool, {words: PLANTED})
            await client.call_tool("remember", {"text": f"I love {PLANTED}"})
            await client.call_tool("forget", {"what": PLANTED})
    await asked_over_socket(memory, {"do": "command", "with": {"person": 11, "text": f"search {PLANTED}"}})
    await asked_over_socket(memory, {"do": PLANTED, "with": {"person": PLANTED}})


async def asked_over_socket(memory: Memory, request: dict[str, Any]) -> None:
    """Ask the process that has the file, in one line."""
    reader, writer = await asyncio.open_unix_connection(socket_path(memory.store.location))
    writer.write(f"{json.dumps(request)}\n".encode())
    await reader.read()  # until it was done
    writer.close()
    await writer.wait_closed()


@pytest.mark.parametrize("style", ["console", "json"])
async def test_no_door_writes_what_people_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], style: str
) -> None:
    """F-02: REST, the dashboard, imports, agents, operators, the chat, the doctor and the numbers."""
    set_up_logs(level="debug", style=style)
    quiet: dict[str, Any] = {"embedder": "off", "projections": False, "web_port": 0}
    settings = Settings(data_dir=tmp_path, store=str(tmp_path / "memory.sqlite3"), **quiet)
    store = await open_configured(settings)
    numbers, models = "", {"extract": reader(), "reply": ScriptedModel(failing_model)}
    for which in range(3):
        failing, clock = cast(Store, FailingStore(store, which)), HandClock(NOON)
        async with Memory.open(settings, store=failing, clock=clock, models=cast(Any, models)) as memory:
            app, tokens = create_app(memory), Tokens(tokens_path(settings))
            with open_port(settings) as port:
                async with serving(MethodType(lambda app: app, app), settings, port), listening(memory):
                    numbers += await by_rest(memory, address_of(settings, port), tokens)
                    await by_agent_and_operator(memory)
            chat = ChatSession(memory, SimulatedWorld(ChatClock(clock)), PipeScreen(StringIO()))
            for line in (f"I love {PLANTED}", f"what about {PLANTED}?", f"/context {PLANTED}", f"/{PLANTED}"):
                with suppress(ValueError):  # no error of a store: it ends the chat, which is a crash
                    await chat.handle_line(line)
    await store.close()
    said = [finding.says for finding in await examine(settings)]
    written = capsys.readouterr()
    assert written.err.count("memory work failed") > 5
    assert PLANTED not in written.err + written.out + numbers + "".join(said)


@pytest.mark.parametrize("style", ["console", "json"])
async def test_what_asyncio_reports_of_a_lost_task_has_no_values(
    capsys: pytest.CaptureFixture[str], style: str
) -> None:
    """F-02: its report quotes the exception, which may quote anything."""
    set_up_logs(level="debug", style=style)
    context = {"message": "Task exception was never retrieved", "exception": ValueError(PLANTED)}
    asyncio.get_running_loop().default_exception_handler({**context, "future": f"<Task {PLANTED}>"})
    written = capsys.readouterr().err
    assert "Task exception was never retrieved" in written
    assert "ValueError" in written
    assert PLANTED not in written


def test_a_crash_is_one_line_without_values(capsys: pytest.CaptureFixture[str]) -> None:
    """F-02: neither the main program nor a thread prints what it was working on."""
    hooks = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    set_up_logs(level="warning", style="json")
    log_crashes()
    try:
        raise RuntimeError(PLANTED) from ValueError(PLANTED)
    except RuntimeError as fault:
        sys.excepthook(RuntimeError, fault, fault.__traceback__)
    finally:
        sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
    line = json.loads(capsys.readouterr().err)
    assert (line["action"], line["error"], "ValueError" in line["trace"]) == ("crash", "RuntimeError", True)
    assert PLANTED not in str(line)


def test_an_error_of_ours_is_told_in_its_own_words() -> None:
    """F-02: dnam's sentences are shown, a provider's are not."""
    assert describe(StoreDamaged("The memory is damaged.")) == "The memory is damaged."
    assert describe(ModelError(PLANTED)) == "ModelError: unavailable"
    assert describe(OSError(28, "No space left on device", PLANTED)) == "OSError: No space left on device"


async def test_what_holds_the_loop_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """N-23: the lag is a number, and the function that caused it is in the log."""
    set_up_logs(level="warning", style="json")
    lag = LoopLag()
    written = ""
    with lag.watching():
        while not written:  # a busy machine may wake the watching thread too late to see what held the loop
            threading.Event().wait(0.8)
            await asyncio.sleep(0.3)
            written = capsys.readouterr().err
    line = json.loads(written.splitlines()[0])
    assert line["action"] == "loop_lag"
    assert lag.longest >= 0.5
