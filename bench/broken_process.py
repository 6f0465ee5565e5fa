"""Processes in which the package is broken: forked from one that has imported everything already."""

import ast
import gc
import importlib
import importlib.machinery
import json
import os
import resource
import signal
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from bench.changes import PACKAGE, Place
from dnam.stores.queries import numbered, queries

SECONDS = 6
"""How much of a processor's time a test may take: one that hangs on changed code proves nothing."""
WAITING = 8
"""How many times as long it may take on a busy machine."""
FUNCTIONS: defaultdict[str, list[FunctionType]] = defaultdict(list)
"""The functions of this process, by their file."""
CACHES: list[Any] = []
"""What keeps the answers of functions of the package."""


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
    timer = threading.Timer(WAITING * seconds, os.killpg, (child, signal.SIGKILL))
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
    known = gc.get_objects()
    for function in [one for one in known if isinstance(one, FunctionType)]:
        FUNCTIONS[function.__code__.co_filename].append(function)
    CACHES[:] = [
        one for one in known if hasattr(type(one), "cache_clear") and one.__module__.startswith("dnam")
    ]


def exchange(place: Place, source: str) -> bool:
    """Break a place of this process as it is in a changed file; return whether that is possible here.

    What was made of it at import stays: of a table, for example, a pattern.
    """
    path = PACKAGE / place.module
    if path.suffix == ".py":
        importlib.import_module(_name_of(place))
        if str(path) not in FUNCTIONS:  # what is only imported when it is needed
            index_functions()
        exchanged = _exchange_code(place, source) or _exchange_value(place, source)
    else:
        replace_file(path, source)
        exchanged = True
    if not place.is_function:
        known: list[Any] = [queries("sqlite"), queries("postgres"), numbered("postgres")]
        for one in CACHES:
            one.cache_clear()
        for old, new in zip(
            known, [queries("sqlite"), queries("postgres"), numbered("postgres")], strict=True
        ):
            old.update(new)
    return exchanged


def _name_of(place: Place) -> str:
    return ".".join(["dnam", *Path(place.module).with_suffix("").parts]).removesuffix(".__init__")


def _exchange_code(place: Place, source: str) -> bool:
    path = str(PACKAGE / place.module)
    codes = {code.co_qualname: code for code in _codes(compile(source, path, "exec"))}
    exchanged = False
    for function in FUNCTIONS[path]:
        new = codes.get(function.__code__.co_qualname)
        is_meant = f"{function.__code__.co_qualname}.".startswith(f"{place.name}.")
        if is_meant and new is not None and new.co_freevars == function.__code__.co_freevars:
            function.__code__, exchanged = new, True
    return exchanged


def _exchange_value(place: Place, source: str) -> bool:
    """Set a name of a module to its changed value, in every module that has imported it."""
    module = sys.modules[_name_of(place)]
    if not hasattr(module, place.name):
        return False
    old = getattr(module, place.name)
    for node in ast.parse(source).body:
        names = [ast.unparse(one) for one in ast.iter_child_nodes(node)]
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and place.name in names:
            expression = compile(ast.Expression(node.value), str(module.__file__), "eval")
            new = eval(expression, vars(module))  # noqa: S307  our own source
            if isinstance(old, dict):
                old.clear()
                old.update(new)
            for one in [*sys.modules.values()]:
                if vars(one).get(place.name) is old:
                    setattr(one, place.name, new)
            return True
    return False


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
