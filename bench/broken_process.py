"""Processes in which the package is broken: forked from one that has imported everything already."""

import gc
import importlib.machinery
import json
import os
import resource
import signal
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from bench.changes import PACKAGE, Place

SECONDS = 20
"""How long a test may take: one that hangs on changed code proves nothing."""
FUNCTIONS: defaultdict[str, list[FunctionType]] = defaultdict(list)
"""The functions of this process, by their file."""


def in_fork(run: Callable[[], Any], seconds: int = SECONDS) -> Any:
    """Return what `run` returns in a process of its own; None when that fails or takes too long."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))  # also when nobody is left to end it
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        result = None
        try:
            result = run()
        finally:
            os.write(writes, json.dumps(result).encode())
            os._exit(0)
    os.close(writes)
    timer = threading.Timer(seconds, os.killpg, (child, signal.SIGKILL))
    timer.start()
    with os.fdopen(reads, "rb") as pipe:
        told = pipe.read()
    timer.cancel()
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # and what its tests have started
    os.waitpid(child, 0)
    return json.loads(told or "null")


def index_functions() -> None:
    """Note the functions of this process, so that no fork has to look for them."""
    FUNCTIONS.clear()
    for function in [one for one in gc.get_objects() if isinstance(one, FunctionType)]:
        FUNCTIONS[function.__code__.co_filename].append(function)


def exchange(place: Place, source: str) -> bool:
    """Give a function of this process the code it has in a changed module; return whether there is one."""
    path = str(PACKAGE / place.module)
    codes = {code.co_qualname: code for code in _codes(compile(source, path, "exec"))}
    exchanged = False
    for function in FUNCTIONS[path]:
        new = codes.get(function.__code__.co_qualname)
        is_meant = f"{function.__code__.co_qualname}.".startswith(f"{place.name}.")
        if is_meant and new is not None and new.co_freevars == function.__code__.co_freevars:
            function.__code__, exchanged = new, True
    return exchanged


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def replace_file(path: Path, text: str) -> None:
    """Let this process read another text where it reads or imports a file."""
    read, get_code = Path.read_text, importlib.machinery.SourceFileLoader.get_code

    def read_text(self: Path, *arguments: Any, **options: Any) -> str:
        return text if self == path else read(self, *arguments, **options)

    def code(self: importlib.machinery.SourceFileLoader, name: str) -> CodeType | None:
        return compile(text, str(path), "exec") if self.path == str(path) else get_code(self, name)

    Path.read_text = read_text  # type: ignore[method-assign]
    importlib.machinery.SourceFileLoader.get_code = code  # type: ignore[assignment, method-assign]
