"""dnam's own log lines. They change nothing of how the host program logs.

They go to the logger "dnam" of Python's `logging`, or to structlog where that is configured: by the host, or
by `logs.py` in a process that dnam runs itself. Every line has an `action=`, and none holds what people said.
"""

import logging
from collections.abc import Mapping
from typing import Literal

import structlog

Level = Literal["debug", "info", "warning", "error"]
LEVELS: dict[Level, int] = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
_UNSHOWN = ("level", "timestamp", "role", "pid", "event", "trace")


class _Log:
    """Writes a line with its values, at the level of the method's name."""

    def debug(self, event: str, **values: object) -> None:
        _write("debug", event, values)

    def info(self, event: str, **values: object) -> None:
        _write("info", event, values)

    def warning(self, event: str, **values: object) -> None:
        _write("warning", event, values)

    def error(self, event: str, **values: object) -> None:
        _write("error", event, values)


log = _Log()


def _write(level: Level, event: str, values: dict[str, object]) -> None:
    if structlog.is_configured():
        getattr(structlog.get_logger("dnam"), level)(event, **values)
        return
    logger = logging.getLogger("dnam")
    if logger.isEnabledFor(LEVELS[level]):
        whole = logger.isEnabledFor(logging.DEBUG)
        # The caller of `log.warning(...)` is where the line comes from.
        logger.log(LEVELS[level], "%s", as_text({"event": event, **values}, whole=whole), stacklevel=3)


def as_text(line: Mapping[str, object], *, whole: bool) -> str:
    """Return a line for people: event and values; where an error came from only with `whole`."""
    values = ", ".join(f"{name}={value}" for name, value in line.items() if name not in _UNSHOWN)
    trace = line.get("trace")
    more = trace if whole and isinstance(trace, list) else []
    return "\n".join([f"{line['event']} ({values})", *more])
