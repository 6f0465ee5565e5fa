"""Logging of a process that dnam runs itself: to stderr, for people (console) or programs (json).

Logs are inside the privacy boundary: no line, of any format or level, holds what people said or what is known
of them. dnam's own lines carry ids, counts and kinds of errors. Libraries log through `logging`; of their
lines only the sentence the library wrote is shown, with numbers filled in, and of an error its kind and where
it came from: never its message, its values or local variables. A crash is written the same way.
"""

import logging
import os
import sys
import threading
from collections.abc import MutableMapping
from types import TracebackType
from typing import Any

import structlog
from structlog.typing import Processor

from dnam.errors import describe, trace_of
from dnam.log_lines import LEVELS, Level, as_text, log

Line = MutableMapping[str, Any]

UNSHOWN = "…"
"""Stands for a value that a library put into its line."""


def set_up_logs(*, level: Level, style: str, role: str = "") -> None:
    """Send all log lines of this level and above to stderr, in the `console` or `json` style.

    A process that runs for long has a `role`: its lines tell which process of which role wrote them.
    """
    least = LEVELS[level]

    def add_process(_: object, __: str, line: Line) -> Line:
        return {"role": role, "pid": os.getpid(), **line} if role else line

    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _named,
        _without_values,
        add_process,
    ]
    last: list[Processor] = [structlog.processors.JSONRenderer() if style == "json" else _Console(least)]
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[_of_library, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
            pass_foreign_args=True,
        )
    )
    logging.basicConfig(level=max(least, logging.WARNING), handlers=[handler], force=True)


def log_crashes() -> None:
    """Write what ends this process or a thread of it as a log line: Python itself would print its values."""
    sys.excepthook = _crashed
    threading.excepthook = lambda ended: _crashed(ended.exc_type, ended.exc_value, ended.exc_traceback)
    sys.unraisablehook = lambda lost: _crashed(lost.exc_type, lost.exc_value, lost.exc_traceback)


def _crashed(kind: type[BaseException], fault: BaseException | None, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, fault or kind(), trace)
        return
    fault = fault or kind()
    log.error("crashed", action="crash", error=describe(fault), trace=trace_of(fault))


def _named(_: object, __: str, line: Line) -> Line:
    """Add an action to a line that has none."""
    line.setdefault("action", "unnamed")
    return line


def _without_values(_: object, __: str, line: Line) -> Line:
    """Replace the error of a line by its kind and where it came from."""
    fault = _fault(line.pop("exc_info", None))
    line.pop("stack_info", None)
    if fault is not None:
        line.setdefault("error", describe(fault))
        line.setdefault("trace", trace_of(fault))
    return line


def _of_library(_: object, __: str, line: Line) -> Line:
    """Show the sentence of a library's line with numbers only; its logger's name is the action."""
    record: logging.LogRecord = line["_record"]
    line["action"] = record.name
    line["event"] = _sentence(str(record.msg), line.pop("positional_args", ()))
    return line


def _sentence(template: str, args: object) -> str:
    shown = tuple(_Shown(value) for value in args) if isinstance(args, tuple) else ()
    try:
        text = template % shown if shown else template
    except (TypeError, ValueError):
        text = template
    return text.partition("\n")[0]  # further lines of asyncio are the values of what failed


class _Shown:
    """A value of a library's line: numbers as they are, anything else unshown."""

    def __init__(self, value: object) -> None:
        self._number = value if isinstance(value, int | float) else None

    def __str__(self) -> str:
        return UNSHOWN if self._number is None else str(self._number)

    __repr__ = __str__

    def __int__(self) -> int:
        return int(self._number or 0)

    def __float__(self) -> float:
        return float(self._number or 0)


class _Console:
    """Formats a line for a terminal: level, event, values; where an error came from only at debug."""

    def __init__(self, least: int) -> None:
        self._whole = least <= logging.DEBUG

    def __call__(self, _: object, __: str, line: Line) -> str:
        process = f" {line['role']}[{line['pid']}]" if "role" in line else ""
        return f"{line['level']}{process}: {as_text(line, whole=self._whole)}"


def _fault(exc_info: object) -> BaseException | None:
    """Return the exception of a line: `exc_info` is an exception, a `sys.exc_info()` tuple, or true."""
    if isinstance(exc_info, BaseException):
        return exc_info
    if isinstance(exc_info, tuple):
        return _fault(exc_info[1])
    return sys.exc_info()[1] if exc_info else None
