"""Runs the chat: lines are read in the main thread, everything else runs in a second thread.

Line editing and Ctrl-C need the main thread, and memory keeps working (vectors, files) while somebody thinks
about the next line.
"""

import asyncio
import io
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue

from dnam.chat.interruptible_wait import Waiting
from dnam.chat.line_editing import LineEditor
from dnam.chat.screen import PipeScreen, Screen, TerminalScreen
from dnam.chat.session import CHAT_COMMANDS, ChatSession, load_clock, save_clock
from dnam.chat.simulated_world import ChatClock, SimulatedWorld
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
    """Chat until the last line, `/quit`, Ctrl-D, or Ctrl-C twice at the prompt.

    Raises StoreError without a memory. Ctrl-C while an answer is awaited ends the wait, and the chat goes on.
    """
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    screen: Screen = TerminalScreen() if terminal else PipeScreen(sys.stdout)
    editor = LineEditor(settings.chat_history, CHAT_COMMANDS, settings.command_prefix)
    if terminal:
        editor.start()
    else:  # a piped conversation is over before anybody could look at a page
        settings = settings.model_copy(update={"web_enabled": False})
    load_in_background()
    waiting = Waiting()
    lines = Lines(terminal=terminal, stop=waiting.stop, keep=editor.keep)
    signal.signal(signal.SIGINT, lines.interrupt)
    with ThreadPoolExecutor(1, thread_name_prefix="chat") as beside:
        chat = beside.submit(lambda: asyncio.run(converse(settings, screen, lines.next, waiting, editor)))
        chat.add_done_callback(lambda _: lines.end())
        lines.serve()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # everything is stored, and Python's own end must stay clean
    chat.result()


async def converse(
    settings: Settings,
    screen: Screen,
    next_line: Callable[[str], "asyncio.Future[str | None]"],
    waiting: Waiting | None = None,
    editor: LineEditor | None = None,
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
            newcomer = screen.welcome(store.location, counts.get("messages", 0), counts.get("facts", 0))
            async with web_beside(memory, lambda link: screen.notice(f"Dashboard: {link}")):
                session = ChatSession(memory, world, screen, waiting, editor)
                if editor is not None:
                    editor.know(world, memory.verbs)
                if newcomer:
                    session.offer_tour()
                while (line := await next_line(screen.label(world))) is not None:
                    if not await session.handle_line(line):
                        break
        await save_clock(store, clock)
    finally:
        await store.close()


class Lines:
    """Passes lines from the main thread to the session in the second thread."""

    def __init__(self, *, terminal: bool, stop: Callable[[], bool], keep: Callable[[str], None]) -> None:
        self._terminal = terminal
        self._stop = stop
        self._keep = keep
        self._requests: SimpleQueue[LineRequest | None] = SimpleQueue()
        self._reading = False
        self._leaving = False

    def next(self, label: str) -> "asyncio.Future[str | None]":
        """Request a line from the main thread; None is the end."""
        line: Future[str | None] = Future()
        self._requests.put((label, line))
        return asyncio.wrap_future(line)

    def serve(self) -> None:
        """Read a line whenever one is requested, until `end`; Ctrl-C ends the input."""
        while (request := self._requests.get()) is not None:
            label, answer = request
            line = None if self._leaving else self._read_line(label)
            self._leaving = self._leaving or line is None
            self._keep(line or "")
            answer.set_result(line)

    def end(self) -> None:
        """Stop serving: the session is over."""
        self._requests.put(None)

    def interrupt(self, *_: object) -> None:
        """Handle Ctrl-C: it ends the line being typed, or the wait for an answer, or else the chat.

        An exception is raised only inside `_read_line`, which catches it. Anywhere else it could escape.
        """
        if self._reading:
            self._reading = False
            raise KeyboardInterrupt
        self._leaving = self._leaving or not self._stop()

    def _read_line(self, label: str) -> str | None:
        """Read a line; in a terminal the first Ctrl-C only clears it."""
        chances = 2 if self._terminal else 1
        while chances:
            try:
                self._reading = True
                line = _typed(label) if self._terminal else _piped()
                self._reading = False
            except (KeyboardInterrupt, SystemError):
                # `input` lets a second Ctrl-C in while the first is raised: Python calls that a SystemError.
                chances -= 1
                if chances:
                    print("\nCtrl-C again leaves, and so does /quit.")
            else:
                return line
        return None


def _piped() -> str | None:
    try:
        return sys.stdin.readline() or None
    except OSError:
        return None


def _typed(label: str) -> str | None:
    try:
        return input(label)
    except (EOFError, OSError):
        print()  # the cursor is still behind the prompt
        return None
