"""The door of the chat: lines are read in the main thread, everything else runs beside it.

Line editing and Ctrl-C belong to the main thread, and memory goes on working (vectors, files) while somebody
thinks about the next line.
"""

import asyncio
import io
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

from dnam.chat.screen import PipeScreen, Screen, TerminalScreen
from dnam.chat.session import HELP, ChatSession, load_clock, save_clock
from dnam.chat.simulated_world import ChatClock, SimulatedWorld
from dnam.clock import SystemClock
from dnam.memory import Memory
from dnam.settings import Settings
from dnam.stores import open_store

Asked = tuple[str, "Future[str | None]"]


def run_chat(settings: Settings) -> None:
    """Chat until the last line, `/quit`, Ctrl-D or Ctrl-C. Raises StoreError without a memory to use."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    screen: Screen = TerminalScreen() if terminal else PipeScreen(sys.stdout)
    if terminal:
        _edit_lines(settings.command_prefix)
    lines = Lines(_typed if terminal else _piped)
    with ThreadPoolExecutor(1, thread_name_prefix="chat") as beside:
        chat = beside.submit(lambda: asyncio.run(converse(settings, screen, lines.next)))
        chat.add_done_callback(lambda _: lines.end())
        lines.serve()
    chat.result()


async def converse(
    settings: Settings, screen: Screen, next_line: Callable[[str], "asyncio.Future[str | None]"]
) -> None:
    """Open the memory, take every line, and close it well."""
    clock = ChatClock(SystemClock())
    store = await open_store(
        settings.location, pool=settings.postgres_pool, statement_timeout=settings.statement_timeout_seconds
    )
    try:
        await load_clock(store, clock)
        places = await store.places()
        people = [
            each for guild in {p.guild for p in places} for each in (await store.people(guild)).values()
        ]
        world = SimulatedWorld(clock, places=places, people=people)
        counts = await store.counts()
        async with Memory.open(settings, clock=clock, store=store) as memory:
            screen.welcome(store.location, counts.get("messages", 0), counts.get("facts", 0))
            talk = ChatSession(memory, world, screen)
            while (line := await next_line(screen.label(world))) is not None and await talk.take(line):
                pass
        await save_clock(store, clock)
    finally:
        await store.close()


class Lines:
    """Hands lines from the main thread to the conversation beside it."""

    def __init__(self, read: Callable[[str], str | None]) -> None:
        self._read = read
        self._asked: SimpleQueue[Asked | None] = SimpleQueue()
        self._leaving = False

    def next(self, label: str) -> "asyncio.Future[str | None]":
        """Ask the main thread for a line; None is the end."""
        answer: Future[str | None] = Future()
        self._asked.put((label, answer))
        return asyncio.wrap_future(answer)

    def serve(self) -> None:
        """Read a line whenever one is asked for, until `end`; Ctrl-C is the end of the lines."""
        while (asked := self._take()) is not None:
            label, answer = asked
            try:
                line = None if self._leaving else self._read(label)
            except (KeyboardInterrupt, OSError):
                line = None
            self._leaving = line is None
            answer.set_result(line)

    def end(self) -> None:
        """Stop serving: the conversation is over."""
        self._asked.put(None)

    def _take(self) -> Asked | None:
        while True:
            try:
                return self._asked.get()
            except KeyboardInterrupt:
                self._leaving = True


def _piped(label: str) -> str | None:
    del label
    return sys.stdin.readline() or None


def _typed(label: str) -> str | None:
    try:
        return input(label)
    except (EOFError, KeyboardInterrupt):
        print()  # the cursor stands behind the label
        return None


def _edit_lines(prefix: str) -> None:
    """Let lines be edited, recalled and completed, where the system can; nothing is written to a file."""
    try:
        import readline  # noqa: PLC0415 (not on every system)
    except ImportError:
        return
    known = [usage.split()[0].rstrip(",") for usage, _ in HELP if usage.startswith("/")]
    words = [*known, "/quit", prefix]

    def complete(text: str, state: int) -> str | None:
        fitting = [f"{word} " for word in words if text and word.startswith(text)]
        return fitting[state] if state < len(fitting) else None

    library: Any = readline
    library.set_completer(complete)
    library.set_completer_delims(" ")
    libedit = "libedit" in (readline.__doc__ or "")
    library.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
