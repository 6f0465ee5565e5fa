"""Logging to stderr, every line with an `action=`, for people (console) or programs (json).

Libraries log through `logging`; their lines get the same format. Console lines leave out tracebacks to stay
readable; `debug` and `json` show them.
"""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog
from structlog.typing import Processor

Line = MutableMapping[str, Any]

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def set_up_if_nobody_has() -> None:
    """Log warnings only, unless the host program has configured structlog."""
    if not structlog.is_configured():
        set_up_logs(level="warning", style="console")


def set_up_logs(*, level: str, style: str) -> None:
    """Send log lines of this level and above to stderr, in the `console` or `json` style."""
    least = LEVELS[level]
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _named,
    ]
    last: list[Processor]
    if style == "json":
        last = [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
    elif least <= logging.DEBUG:
        last = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    else:
        last = [_short]
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
        )
    )
    logging.basicConfig(level=max(least, logging.WARNING), handlers=[handler], force=True)


def _named(_: object, __: str, line: Line) -> Line:
    """Add an action to a line that has none."""
    line.setdefault("action", "unnamed")
    return line


def _of_library(_: object, __: str, line: Line) -> Line:
    """Use the logger's name as the action of a library's line."""
    line["action"] = line["_record"].name
    return line


def _short(_: object, __: str, line: Line) -> str:
    """Format a line for a terminal: level, event, values."""
    hidden = {"level", "timestamp", "event", "exc_info", "stack_info"}
    shown = {name: value for name, value in line.items() if name not in hidden}
    fault = _fault(line.get("exc_info"))
    if fault is not None and "error" not in shown:
        shown["error"] = f"{type(fault).__name__}: {fault}"
    values = ", ".join(f"{name}={value}" for name, value in shown.items())
    return f"{line['level']}: {line['event']} ({values})"


def _fault(exc_info: object) -> BaseException | None:
    """Return the exception of a line: `exc_info` is an exception, a `sys.exc_info()` tuple, or true."""
    if isinstance(exc_info, BaseException):
        return exc_info
    if isinstance(exc_info, tuple):
        return _fault(exc_info[1])
    return sys.exc_info()[1] if exc_info else None
