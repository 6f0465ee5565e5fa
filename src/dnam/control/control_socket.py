"""Asking the process that has a SQLite file open for writing, over a local socket beside the file.

One JSON object on one line is a request, another its answer. The socket has the permissions of the file: who
may write to the file may ask. Only the process with the file's lock listens, so a socket that is left over
from a process that died is replaced by the next one.
"""

import asyncio
import json
import os
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from dnam import errors
from dnam.control.operator_changes import operate
from dnam.errors import DnamError, StoreBusy, StoreError
from dnam.log_lines import log
from dnam.memory import Memory
from dnam.settings import Settings

LONGEST_PATH = 100
"""Bytes of a path that every system allows for a socket."""
LONGEST_LINE = 2**22
HEARD_SECONDS = 10.0
"""After this a process that has not greeted is taken to hang; it is asked nothing."""
GREETING = b"{}\n"
SOCKETS = sys.platform != "win32"


def socket_path(location: str) -> Path:
    return Path(f"{location}.socket")


@contextmanager
def _reached(path: Path) -> Iterator[str]:
    """Yield a path to the socket that is short enough for one: through a link where its own is too long."""
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield str(path)
        return
    with tempfile.TemporaryDirectory(prefix="dnam-") as folder:
        link = Path(folder) / "to"
        link.symlink_to(path.parent)
        yield str(link / path.name)


@asynccontextmanager
async def listening(memory: Memory) -> AsyncIterator[None]:
    """Answer operators while the block runs, if the memory is a SQLite file; a problem is only logged."""
    location = memory.store.location
    if "://" in location or location == ":memory:" or not SOCKETS:
        yield
        return
    path = socket_path(location)
    try:
        bound = await asyncio.to_thread(_bound, path, Path(location))
    except OSError as problem:
        log.warning("operators cannot ask this process", action="control", error=str(problem))
        yield
        return
    server = await asyncio.start_unix_server(
        lambda reader, writer: _serve(memory, reader, writer), sock=bound, limit=LONGEST_LINE
    )
    try:
        yield
    finally:
        server.close()
        with suppress(OSError):  # one that is left over stops nobody
            path.unlink(missing_ok=True)


def _bound(path: Path, file: Path) -> socket.socket:
    """Return a socket with the permissions of the file; nobody can connect before it has them."""
    path.unlink(missing_ok=True)
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with _reached(path) as short:
        bound.bind(short)
    path.chmod(file.stat().st_mode & 0o777)
    return bound


async def _serve(memory: Memory, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(GREETING)
    try:
        asked = json.loads(await reader.readline())
        answer: dict[str, Any] = {"result": await operate(memory, asked["do"], asked["with"])}
        log.info("an operator asked", action="control", operation=asked["do"])
    except DnamError as problem:
        answer = {"error": type(problem).__name__, "says": str(problem)}
    except (ValueError, KeyError, TypeError, ConnectionError):
        answer = {"error": "BadInput", "says": "The running dnam could not read what it was asked."}
    with suppress(ConnectionError):
        writer.write(json.dumps(answer).encode() + b"\n")
        await writer.drain()
    writer.close()


def can_be_asked(settings: Settings) -> bool:
    """Return whether the process that has the file open listens."""
    if not SOCKETS:
        return False
    with _reached(_socket_of(settings)) as short, closing(socket.socket(socket.AF_UNIX)) as asking:
        return asking.connect_ex(short) == 0


def _socket_of(settings: Settings) -> Path:
    """Return where the socket of the file is: resolved, as the process that has it open calls it."""
    return socket_path(str(Path(settings.location).expanduser().resolve()))


async def ask(settings: Settings, name: str, given: Mapping[str, Any], busy: StoreBusy) -> dict[str, Any]:
    """Have an operation run by the process that has the file open.

    Raises `busy` when that process does not listen, and otherwise what the operation raises.
    """
    path = await asyncio.to_thread(_socket_of, settings)
    try:
        with _reached(path) as short:
            reader, writer = await asyncio.open_unix_connection(short, limit=LONGEST_LINE)
    except OSError:
        raise busy from None
    try:
        if await asyncio.wait_for(reader.readline(), HEARD_SECONDS) == GREETING:
            writer.write(json.dumps({"do": name, "with": dict(given)}).encode() + b"\n")
            await writer.drain()
        answer = json.loads(await reader.readline() or b"{}")
    except TimeoutError:
        raise StoreBusy(f"{busy} It did not answer when it was asked instead. Nothing was changed.") from None
    except (OSError, ValueError):
        answer = {}
    finally:
        writer.close()
    if "result" in answer:
        result: dict[str, Any] = answer["result"]
        return result
    kind = getattr(errors, str(answer.get("error")), None)
    says = answer.get("says") or "The running dnam ended before it answered: look whether it was done."
    raise kind(says) if isinstance(kind, type) and issubclass(kind, DnamError) else StoreError(says)
