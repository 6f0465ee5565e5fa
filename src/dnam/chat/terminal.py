"""Runs the chat: lines are read in the main thread, everything else runs in a second thread.

Line editing and Ctrl-C need the main thread, and memory keeps working (vectors, files) while somebody thinks
about the next line.
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
from dnam.chat.waiting import Waiting
from dnam.clock import SystemClock
from dnam.control.control_socket import listening
from dnam.memory import Memory
from dnam.settings import Settings
from dnam.stores import open_store
from dnam.vectors import load_in_background
from dnam.web.server import web_beside

LineRequest = tuple[str, "Future[str | None]"]
"""An input prompt, and the future for the line typed after it."""


def run_chat(settings: Settings) -> None:
    """Chat until the last line, `/quit`, Ctrl-D, or Ctrl-C at the prompt. Raises StoreError without a memory.

    Ctrl-C while an answer is awaited ends the wait, and the chat goes on.
    """
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    screen: Screen = TerminalScreen() if terminal else PipeScreen(sys.stdout)
    if terminal:
        _edit_lines(settings.command_prefix)
    else:  # a piped conversation is over before anybody could look at a page
        settings = settings.model_copy(update={"web_enabled": False})
    load_in_background()
    waiting = Waiting()
    lines = Lines(_typed if terminal else _piped, waiting.stop)
    with ThreadPoolExecutor(1, thread_name_prefix="chat") as beside:
        chat = beside.submit(lambda: asyncio.run(converse(settings, screen, lines.next, waiting)))
        chat.add_done_callback(lambda _: lines.end())
        lines.serve()
    chat.result()


async def converse(
    settings: Settings,
    screen: Screen,
    next_line: Callable[[str], "asyncio.Future[str | None]"],
    waiting: Waiting | None = None,
) -> None:
    """Open the memory, handle every line, and close the memory."""
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
        async with Memory.open(settings, clock=clock, store=store) as memory, listening(memory):
            screen.welcome(store.location, counts.get("messages", 0), counts.get("facts", 0))
            async with web_beside(memory, lambda link: screen.notice(f"Dashboard: {link}")):
                session = ChatSession(memory, world, screen, waiting)
                while (line := await next_line(screen.label(world))) is not None:
                    if not await session.handle_line(line):
                        break
        await save_clock(store, clock)
    finally:
        await store.close()


class Lines:
    """Passes lines from the main thread to the session in the second thread."""

    def __init__(self, read: Callable[[str], str | None], stop: Callable[[], bool]) -> None:
        self._read = read
        self._stop = stop
        self._requests: SimpleQueue[LineRequest | None] = SimpleQueue()
        self._leaving = False

    def next(self, label: str) -> "asyncio.Future[str | None]":
        """Request a line from the main thread; None is the end."""
        line: Future[str | None] = Future()
        self._requests.put((label, line))
        return asyncio.wrap_future(line)

    def serve(self) -> None:
        """Read a line whenever one is requested, until `end`; Ctrl-C ends the input."""
        while (request := self._next_request()) is not None:
            label, answer = request
            try:
                line = None if self._leaving else self._read(label)
            except (KeyboardInterrupt, OSError):
                line = None
            self._leaving = line is None
            answer.set_result(line)

    def end(self) -> None:
        """Stop serving: the session is over."""
        self._requests.put(None)

    def _next_request(self) -> LineRequest | None:
        while True:
            try:
                return self._requests.get()
            except KeyboardInterrupt:
                self._leaving = not self._stop()  # while an answer is awaited, only the wait ends


def _piped(label: str) -> str | None:
    del label
    return sys.stdin.readline() or None


def _typed(label: str) -> str | None:
    try:
        return input(label)
    except (EOFError, KeyboardInterrupt):
        print()  # the cursor is still behind the prompt
        return None


def _edit_lines(prefix: str) -> None:
    """Turn on line editing, history and completion where the system has it; nothing is written to a file."""
    try:
        import readline  # noqa: PLC0415 (not on every system)
    except ImportError:
        return
    known = [usage.split()[0].rstrip(",") for usage, _ in HELP if usage.startswith("/")]
    words = [*known, "/quit", prefix]

    def complete(text: str, state: int) -> str | None:
        matches = [f"{word} " for word in words if text and word.startswith(text)]
        return matches[state] if state < len(matches) else None

    library: Any = readline
    library.set_completer(complete)
    library.set_completer_delims(" ")
    libedit = "libedit" in (readline.__doc__ or "")
    library.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
