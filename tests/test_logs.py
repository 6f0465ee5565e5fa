"""Log lines: to stderr, with an action each, short for people and whole for programs."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from dnam.logs import set_up_logs

log = structlog.get_logger("dnam")


@pytest.fixture(autouse=True)
def own_logging() -> Iterator[None]:
    """Leave logging as other tests expect it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def fail() -> None:
    """Log a failure as `lanes.py` does."""
    try:
        raise ValueError("the disk said no")
    except ValueError as fault:
        log.warning("memory work failed", action="ingest", error=str(fault), exc_info=True)


def test_a_warning_is_one_short_line_in_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """N-23: what, the action and the values; no traceback between somebody's lines."""
    set_up_logs(level="warning", style="console")
    fail()
    log.info("not worth a line", action="ingest")
    assert capsys.readouterr() == (
        "",
        "warning: memory work failed (action=ingest, error=the disk said no)\n",
    )


def test_a_program_gets_everything_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """N-23: one object a line, with time, level, action and the traceback."""
    set_up_logs(level="info", style="json")
    fail()
    line = json.loads(capsys.readouterr().err)
    assert (line["level"], line["action"], line["event"]) == ("warning", "ingest", "memory work failed")
    assert line["timestamp"].endswith("Z")
    assert line["exception"][0]["exc_type"] == "ValueError"


@pytest.mark.parametrize("style", ["console", "json"])
def test_lines_of_libraries_take_the_same_way(capsys: pytest.CaptureFixture[str], style: str) -> None:
    """N-23: every line has an action; a library's is its logger."""
    set_up_logs(level="info", style=style)
    logging.getLogger("asyncpg").warning("a connection of %s was lost", "ours")
    written = capsys.readouterr().err
    assert "a connection of ours was lost" in written
    assert "asyncpg" in written
    assert len(written.splitlines()) == 1


@pytest.mark.parametrize("way", ["library", "own"])
def test_a_short_line_says_what_went_wrong(capsys: pytest.CaptureFixture[str], way: str) -> None:
    """N-23: a line with a fault and no words for it gets the fault's own, and no traceback."""
    set_up_logs(level="warning", style="console")
    try:
        raise KeyError("channel")
    except KeyError as fault:
        if way == "library":
            logging.getLogger("discord").exception("Ignoring exception in on_message")
        else:
            log.warning("Ignoring exception in on_message", action="discord", exc_info=fault)
    how = "error" if way == "library" else "warning"
    line = f"{how}: Ignoring exception in on_message (action=discord, error=KeyError: 'channel')\n"
    assert capsys.readouterr().err == line
