"""Processes that run until a signal stops them: the dashboard alone, workers, and what the bot shares.

The first signal stops a process in order, the second at once.
"""

import asyncio
import ctypes
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, NoReturn

from dnam import errors
from dnam.errors import DnamError, describe, trace_of
from dnam.log_lines import log
from dnam.memory import Memory
from dnam.settings import Settings
from dnam.web.server import link_of, open_port, told_of
from dnam.web.server import serve as serve_web
from dnam.web.tokens import tokens_of

SWITCH_SECONDS = 0.0005
"""How long a thread may hold the interpreter while another waits: a prompt waits for several in turn."""
ARENAS = 2
"""Pools that threads take memory from: glibc has many, each with room that no other can use."""
_ARENA_MAX = -8
"""What `mallopt` of glibc calls their number."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)
PAUSE_SECONDS = 1.0
SERVES = "serves"
"""What a worker tells its parent when it answers; otherwise the kind of error and its sentence."""


def run_web(settings: Settings) -> None:
    """Run the dashboard alone until a signal stops it. Raises DnamError when it cannot start."""
    asyncio.run(until_stopped(serve_web(settings, announce)))


def run_web_workers(settings: Settings, count: int) -> None:
    """Run the dashboard in several processes that share its port, until a signal stops all of them.

    A worker that ends by itself is started anew. Raises DnamError when the port cannot be opened, or when no
    worker is left and none can be started.
    """
    with open_port(settings) as port:
        running: dict[int, int] = {}  # by process id the number of each worker
        lifeline = os.pipe()
        stopping = False

        def stop(_number: int, _frame: object) -> None:
            nonlocal stopping
            stopping = True
            for each in running:
                os.kill(each, signal.SIGTERM)

        for name in SIGNALS:
            signal.signal(name, stop)
        link = link_of(settings, port, tokens_of(settings))  # before a worker takes it
        try:
            for number in range(count):
                running[_fork_web(settings, port, number, lifeline)] = number
            announce(link)
            while running:
                if stopping:  # also those that were started when the signal came
                    stop(0, None)
                running.pop(os.wait()[0], None)
                while not stopping and (missing := set(range(count)).difference(running.values())):
                    log.warning("a worker ended and is started anew", action="web")
                    fork = partial(_fork_web, settings, port, min(missing), lifeline)
                    running |= dict.fromkeys(_one_more(fork, alone=not running), min(missing))
        except DnamError:
            stop(0, None)
            raise


def _one_more(fork: Callable[[], int], *, alone: bool) -> set[int]:
    """Start a worker; when it cannot start, say why and wait a little. Raises that if there is no other."""
    try:
        return {fork()}
    except DnamError as problem:
        if alone:
            raise
        log.warning("a worker cannot start", action="web", error=describe(problem))
        time.sleep(PAUSE_SECONDS)
        return set()


def _fork_web(settings: Settings, port: socket.socket, number: int, lifeline: tuple[int, int]) -> int:
    """Start a worker; return its process id once it serves. Raises DnamError when it cannot.

    It has the metrics port of its number, and ends when nobody holds the second end of the lifeline any more.
    """
    if settings.metrics_port:
        settings = settings.model_copy(update={"metrics_port": settings.metrics_port + number})
    reading, writing = os.pipe()
    # No signal may reach the child while it still has its parent's handlers.
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    if not (child := os.fork()):
        os.close(lifeline[1])
        _serve_web(settings, port, writing, lifeline[0])
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        kind, _, says = pipe.read().partition(" ")
    if kind == SERVES:
        return child
    os.waitpid(child, 0)
    raise getattr(errors, kind or "DnamError")(says or "A worker ended before it served: the log says why.")


def _serve_web(settings: Settings, port: socket.socket, writing: int, lifeline: int) -> NoReturn:
    """Be a worker: tell the parent that it serves, or why it cannot."""
    for name in SIGNALS:
        signal.signal(name, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)

    def tell(what: str) -> None:
        with os.fdopen(writing, "w", encoding="utf-8") as telling:
            telling.write(what)

    code = 1
    try:
        serving = serve_web(settings, lambda _: tell(SERVES), port=port)
        asyncio.run(until_stopped(_with_parent(lifeline, serving)))
        code = 0
    except DnamError as problem:
        tell(f"{type(problem).__name__} {problem}")
    finally:
        if (failure := sys.exception()) is not None:
            log.error("a worker failed", action="web", error=describe(failure), trace=trace_of(failure))
        os._exit(code)


async def _with_parent(lifeline: int, running: Coroutine[Any, Any, None]) -> None:
    """Run something until the parent is gone: it was killed, and nobody else would end its workers."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        loop.remove_reader(lifeline)
        log.error("the process that started this worker is gone", action="stop")
        os.kill(os.getpid(), signal.SIGTERM)

    loop.add_reader(lifeline, stop)
    await running


def run_worker(settings: Settings, every: float) -> None:
    """Do what is due in a shared memory until a signal stops it. Raises DnamError when it cannot start."""
    asyncio.run(until_stopped(_upkeep(settings, every)))


async def _upkeep(settings: Settings, every: float) -> None:
    async with Memory.open(settings) as memory, told_of(memory):
        with memory.lanes.loop_lag.watching():
            await memory.settle()
            log.info("did what was due; goes on", action="worker")
            while True:
                await asyncio.sleep(every)
                await memory.settle()


async def until_stopped(running: Coroutine[Any, Any, None]) -> None:
    """Run something until a signal cancels it."""
    serve_many_threads()
    work = asyncio.create_task(running, name="work")
    stopped = _cancel_on_signals(work)
    try:
        await work
    except asyncio.CancelledError:
        if not stopped.is_set():
            raise


def serve_many_threads() -> None:
    """Let threads take short turns, and share memory that none of them uses at the moment."""
    sys.setswitchinterval(SWITCH_SECONDS)
    with suppress(AttributeError, OSError, TypeError):  # other systems than Linux have other allocators
        ctypes.CDLL(None).mallopt(_ARENA_MAX, ARENAS)


def _cancel_on_signals(work: "asyncio.Task[None]") -> asyncio.Event:
    """Cancel the work at the first signal; the second one ends the process."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()

    def stop() -> None:
        for name in SIGNALS:
            loop.remove_signal_handler(name)
            signal.signal(name, signal.SIG_DFL)
        log.info("stopping; a second signal stops at once", action="stop")
        stopped.set()
        work.cancel()

    with suppress(NotImplementedError):  # where there are no signals, Ctrl-C ends it all the same
        for name in SIGNALS:
            loop.add_signal_handler(name, stop)
    return stopped


def announce(link: str) -> None:
    """Show the link of the dashboard: to people, or in the log; only theirs may hold a token."""
    if sys.stdout.isatty():
        print(f"Dashboard: {link}", flush=True)
    else:
        log.info("the dashboard answers", action="web", at=link)
