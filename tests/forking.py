"""Processes for tests: real ones, forked from one that has imported dnam already.

To start Python and to import everything takes seconds, hundreds of times over. Signals, exit codes, streams,
environment and folder are a process's own as ever. Started by itself, this file is the process that forks.
"""

import asyncio
import atexit
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


class Forked:
    """A process, as far as tests need to know it."""

    def __init__(self, pid: int, ends: Sequence[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> None:
        self.pid = pid
        self.returncode: int | None = None
        (_, self.stdin), (self.stdout, _), (self.stderr, _), (self._told, _) = ends
        self._writers = [writer for _, writer in ends]

    def send_signal(self, sent: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, sent)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    async def communicate(self, said: bytes = b"") -> tuple[bytes, bytes]:
        """Write to it, read both streams to their end, and wait until it has ended."""
        self.stdin.write(said)
        self.stdin.write_eof()
        out, err = await asyncio.gather(self.stdout.read(), self.stderr.read())
        self.returncode = int(await self._told.readline())
        for writer in self._writers:
            writer.close()
        return out, err


class InTerminal:
    """A process whose streams are a terminal."""

    def __init__(self, told: socket.socket) -> None:
        self._told = told
        self._lines = told.makefile("r")
        self.pid = int(self._lines.readline())
        self.returncode: int | None = None

    def send_signal(self, sent: int) -> None:
        """Send it a signal; nothing when it has ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, sent)

    def wait(self) -> int:
        """Wait until it has ended; return its exit code."""
        if self.returncode is None:
            self.returncode = int(self._lines.readline())
            self._lines.close()
            self._told.close()
        return self.returncode

    def has_ended(self, within: float) -> bool:
        """Return whether it ends within so many seconds."""
        return self.returncode is not None or bool(select.select([self._told], [], [], within)[0])


def start_in_terminal(
    terminal: int, run: str, *arguments: str, env: Mapping[str, str], folder: Path
) -> InTerminal:
    """Start a program as `start` does, in a terminal."""
    told, theirs = socket.socketpair()
    socket.send_fds(_server(), [b"."], [terminal, terminal, terminal, theirs.fileno()])
    theirs.close()
    wanted = {"run": run, "arguments": arguments, "env": dict(env), "folder": str(folder)}
    told.sendall(json.dumps(wanted).encode() + b"\n")
    return InTerminal(told)


async def start(run: str, *arguments: str, env: Mapping[str, str], folder: Path) -> Forked:
    """Start a module (`dnam`) or a file (`/where/it/is.py`) as a program."""
    pairs = [socket.socketpair() for _ in range(4)]
    ends = [await asyncio.open_connection(sock=ours) for ours, _ in pairs]
    socket.send_fds(_server(), [b"."], [theirs.fileno() for _, theirs in pairs])
    for _, theirs in pairs:
        theirs.close()
    told, asks = ends[3]
    wanted = {"run": run, "arguments": arguments, "env": dict(env), "folder": str(folder)}
    asks.write(json.dumps(wanted).encode() + b"\n")
    return Forked(int(await told.readline()), ends)


def run(run: str, *arguments: str, env: Mapping[str, str], folder: Path, said: str) -> tuple[int, str, str]:
    """Run a program to its end; return its exit code and what it wrote to both streams."""

    async def to_the_end() -> tuple[int, str, str]:
        process = await start(run, *arguments, env=env, folder=folder)
        out, err = await process.communicate(said.encode())
        assert process.returncode is not None
        return process.returncode, out.decode(), err.decode()

    return asyncio.run(to_the_end())


@cache
def _server() -> socket.socket:
    """Start the process that forks, once in each process of tests."""
    ours, theirs = socket.socketpair()
    server = subprocess.Popen([sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()])
    theirs.close()

    def end() -> None:
        ours.close()
        server.wait()

    atexit.register(end)
    return ours


# In the process that forks


def _serve(control: socket.socket) -> dict[str, Any] | None:
    """Fork for each request; return in a forked process what it is to run, and None at the end."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how those in between end
    while fds := socket.recv_fds(control, 1, 4)[1]:
        if os.fork() == 0:
            control.close()
            return _fork_and_wait(fds)
        for each in fds:
            os.close(each)
    return None


def _fork_and_wait(fds: Sequence[int]) -> dict[str, Any]:
    """Fork the process that was asked for; stay behind to tell its number and its end."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    told = socket.socket(fileno=fds[3])
    with told.makefile("r") as asked:
        wanted: dict[str, Any] = json.loads(asked.readline())
    pid = os.fork()
    if pid == 0:
        told.close()
        for each, standard in zip(fds, range(3), strict=False):
            os.dup2(each, standard)
        os.closerange(3, max(fds) + 1)
        return wanted
    os.closerange(0, 3)
    for each in fds[:3]:
        os.close(each)
    told.sendall(b"%d\n" % pid)
    _, status = os.waitpid(pid, 0)
    told.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))
    os._exit(0)


def _become(wanted: Mapping[str, Any]) -> None:
    """Be the program that is wanted, as if Python had been started with it."""
    # A shell in a terminal heeds Ctrl-C; a test runner in the background hands down that it is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(wanted["env"])
    os.chdir(wanted["folder"])
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
    sys.argv = [wanted["run"], *wanted["arguments"]]
    if wanted["run"].endswith(".py"):
        runpy.run_path(wanted["run"], run_name="__main__")
    else:
        runpy.run_module(wanted["run"], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    sys.path.append(str(HERE.parent))  # bench is there, for programs that import conftest
    import dnam.bot_process  # what every program imports
    import dnam.chat
    import dnam.cli.operations
    import dnam.discord
    import dnam.testing  # noqa: F401
    from dnam.languages import detect
    from dnam.vectors import sentence_vectors

    detect("I live in Oslo")  # what is made when it is first needed
    sentence_vectors(["I live in Oslo"])
    if (program := _serve(socket.socket(fileno=int(sys.argv[1])))) is not None:
        _become(program)
