"""Log lines: to stderr, each with its `action=`, for people (console) or for programs (json).

The libraries below log through `logging`; their lines take the same way and the same shape. Short lines leave
out tracebacks, so that a terminal stays readable; `debug` and `json` show them.
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
    """Keep a host's output clean: where logs were never set up, only warnings are written, to stderr."""
    if not structlog.is_configured():
        set_up_logs(level="warning", style="console")


def set_up_logs(*, level: str, style: str) -> None:
    """Send every log line of this level and above to stderr, in the `console` or the `json` style."""
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
    """Give every line an action, also one that came without."""
    line.setdefault("action", "unnamed")
    return line


def _of_library(_: object, __: str, line: Line) -> Line:
    """Name a library's line by its logger."""
    line["action"] = line["_record"].name
    return line


def _short(_: object, __: str, line: Line) -> str:
    """Write a line for somebody at a terminal: how bad, what, and the values that matter."""
    hidden = {"level", "timestamp", "event", "exc_info", "stack_info"}
    told = {name: value for name, value in line.items() if name not in hidden}
    fault = _fault(line.get("exc_info"))
    if fault is not None and "error" not in told:
        told["error"] = f"{type(fault).__name__}: {fault}"
    values = ", ".join(f"{name}={value}" for name, value in told.items())
    return f"{line['level']}: {line['event']} ({values})"


def _fault(told: object) -> BaseException | None:
    """Give the fault a line is about, however it was told: itself, with its type, or as now handled."""
    if isinstance(told, BaseException):
        return told
    if isinstance(told, tuple):
        return _fault(told[1])
    return sys.exc_info()[1] if told else None
