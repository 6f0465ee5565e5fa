"""The chat in a real terminal: a prompt that says who and where, colours, and three clean ways to leave."""

import contextlib
import http.server
import json
import os
import pty
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import forking


class Terminal:
    """A pseudo terminal with the chat in it."""

    def __init__(self, folder: Path, **more: str) -> None:
        self._master, slave = pty.openpty()
        env = {
            "DNAM_DATA_DIR": str(folder),
            "DNAM_DEBOUNCE_SECONDS": "0",
            "DNAM_READ_DEADLINE_SECONDS": "30",
            "DNAM_WEB_PORT": "0",
            "TERM": "xterm-256color",
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            **more,
        }
        self.process = forking.start_in_terminal(slave, "dnam", "chat", env=env, folder=folder)
        os.close(slave)
        self.shown = ""
        self._seen = 0

    def until(self, text: str) -> str:
        """Read until this is shown; return what was shown since the last time."""
        begin = self._seen
        while text not in self.shown[begin:]:
            self.shown += os.read(self._master, 4096).decode(errors="replace")
        self._seen = self.shown.index(text, begin) + len(text)
        return self.shown[begin : self._seen]

    def type(self, text: str) -> None:
        """Press these keys."""
        os.write(self._master, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C without end: at the prompt, while the memory closes and while Python ends."""
        while not self.process.has_ended(within=0.005):
            self.process.send_signal(signal.SIGINT)

    def left(self) -> int:
        """Read to the end and return the exit code."""
        try:
            while more := os.read(self._master, 4096):
                self.shown += more.decode(errors="replace")
        except OSError:  # how Linux tells that nobody writes any more
            pass
        return self.process.wait()

    def close(self) -> None:
        """Put the terminal away."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        os.close(self._master)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """Open the chat in a terminal, up to its first prompt."""
    opened = Terminal(tmp_path)
    opened.until("(home)>")
    yield opened
    opened.close()


def test_a_newcomer_is_greeted_and_sees_who_speaks_where(terminal: Terminal) -> None:
    """N-20: three things to try, colours, and a label that follows."""
    assert "Three things to try" in terminal.shown
    assert "\x1b[" in terminal.shown
    terminal.type("/as Ann\n")
    terminal.until("Ann")
    terminal.type("/dm\n")
    assert "Only Ann and the assistant hear this." in terminal.until("in DM>")


def test_what_people_write_is_no_markup_and_no_control(terminal: Terminal) -> None:
    """X-04: a text cannot colour, move or clear the screen."""
    terminal.type("/say the [bold red]parser[/bold red] is [/]\n")
    terminal.until("not asked.")
    terminal.type("what is the parser?\n")
    terminal.until("From memory")
    assert "the [bold red]parser[/bold red] is [/]" in terminal.until("(home)>")


@pytest.mark.parametrize("how", ["/quit\n", "\x04"])
def test_quit_and_the_end_of_input_leave_cleanly(terminal: Terminal, how: str) -> None:
    """Ctrl-D and /quit: exit code 0 and no complaint."""
    terminal.type(how)
    assert terminal.left() == 0
    assert "Traceback" not in terminal.shown


def test_an_interrupt_leaves_cleanly(terminal: Terminal) -> None:
    """Ctrl-C, at whatever moment and however often: exit code 0 and no complaint."""
    terminal.interrupt()
    assert terminal.left() == 0
    assert "Traceback" not in terminal.shown


def test_the_first_interrupt_clears_the_line(terminal: Terminal) -> None:
    """Ctrl-C: what was typed so far is not said, and the chat goes on."""
    terminal.type("half a sent")
    terminal.until("half a sent")
    terminal.process.send_signal(signal.SIGINT)
    terminal.until("Ctrl-C again leaves")
    terminal.type("/context sentence\n")
    terminal.until("User message:")
    assert "half" not in terminal.until("(home)>")
    terminal.type("/quit\n")
    assert terminal.left() == 0


def test_lines_are_kept_for_the_next_run_without_secrets_until_something_is_erased(tmp_path: Path) -> None:
    """N-04, N-20: the key up shows the last line of an earlier run; nothing removed comes back by it."""
    history = tmp_path / "chat-history"
    key = "ghp_" + "a1B2" * 9
    for typed in ("/say I moved to Oslo\n", "\x1b[A\x1b[A\n", f"/say my key is {key}\n"):
        opened = Terminal(tmp_path)
        opened.until("(home)>")
        opened.type(typed)
        opened.until("not asked.")
        opened.type("/quit\n")
        assert opened.left() == 0
        opened.close()
    assert history.stat().st_mode & 0o77 == 0
    kept = history.read_text()
    assert kept.count("Oslo") == 2
    assert "/say my key is" in kept
    assert key not in kept
    opened = Terminal(tmp_path)
    opened.until("(home)>")
    opened.type("/delete\n")
    opened.until("Deleted:")
    opened.until("(home)>")
    assert not history.exists()
    opened.close()


def test_names_channels_and_commands_are_completed(terminal: Terminal) -> None:
    """The key Tab finishes what was begun, by what is known."""
    terminal.type("/as Annabel\n")
    terminal.until("Annabel\x1b[0;2m in #general (home)>")
    terminal.type("/as Kim\n")
    terminal.until("Kim\x1b[0;2m in #general (home)>")
    terminal.type("/a\tAnn\t\n")
    terminal.until("Annabel\x1b[0;2m in #general (home)>")
    terminal.type("/in quiet\n")
    terminal.until("#quiet (home)>")
    terminal.type("/in general\n")
    terminal.until("#general (home)>")
    terminal.type("/in qu\t\n")
    terminal.until("#quiet (home)>")
    terminal.type("!memory sho\t\n")
    terminal.until("I know nothing")


def test_a_pasted_block_is_one_message(terminal: Terminal) -> None:
    """Three lines at once are said as one message."""
    terminal.type("\x1b[200~/say first line\nsecond line\nthird line\x1b[201~\n")
    terminal.until("not asked.")
    terminal.until("(home)>")
    terminal.type("/context line\n")
    shown = terminal.until("User message:")
    assert all(line in shown for line in ("first line", "second line", "third line"))
    assert shown.count("[Kim]:") == 1


def test_a_newcomer_is_shown_around_by_pressing_enter(terminal: Terminal) -> None:
    """N-20, N-01: five steps; Bob's prompt has what Ann said in public, not what she said in her DM."""
    assert "Press Enter for a tour" in terminal.shown
    terminal.type("\n")
    terminal.until("(1 of 5)")
    terminal.type("\n")
    terminal.until("(2 of 5)")
    terminal.type("\n")
    bob = terminal.until("(3 of 5)")
    assert "Rust over Go" in bob
    assert "new job" not in bob
    terminal.type("\n")
    ann = terminal.until("(4 of 5)")
    assert "Rust over Go" in ann
    assert "new job" in ann
    terminal.type("\n")
    terminal.until("Kim\x1b[0;2m in #general (home)>")


class SlowModel(http.server.BaseHTTPRequestHandler):
    """An OpenAI-compatible server that says two words, and the rest only when it is released."""

    release: threading.Event

    def do_POST(self) -> None:
        """Answer a streaming request."""
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self._say("Green tea", None)
        self.release.wait()
        with contextlib.suppress(ConnectionError):
            self._say(" with honey.", None)
            self._say("", "stop")
            self.wfile.write(b"data: [DONE]\n\n")

    def _say(self, words: str, finish: str | None) -> None:
        choice = {"index": 0, "delta": {"role": "assistant", "content": words}, "finish_reason": finish}
        base = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "slow"}
        self.wfile.write(f"data: {json.dumps({**base, 'choices': [choice]})}\n\n".encode())
        self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[tuple[Terminal, threading.Event]]:
    """Open the chat with a model that is slow."""
    SlowModel.release = threading.Event()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), SlowModel)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/v1"
    opened = Terminal(tmp_path, DNAM_MODEL="off", DNAM_MODEL_REPLY="slow", DNAM_MODEL_BASE_URL=url)
    opened.until("(home)>")
    yield opened, SlowModel.release
    SlowModel.release.set()
    opened.close()
    server.shutdown()
    server.server_close()


def test_an_answer_is_awaited_visibly_and_shown_as_it_grows(slow: tuple[Terminal, threading.Event]) -> None:
    """DC-56, F-26: "thinking…" while the model works, its words as they come, then the whole answer."""
    terminal, release = slow
    terminal.type("what do I drink?\n")
    terminal.until("thinking…")
    terminal.until("Green tea …")
    release.set()
    terminal.until("Green tea with honey.")
    terminal.until("(home)>")


def test_an_interrupt_ends_the_wait_and_not_the_chat(slow: tuple[Terminal, threading.Event]) -> None:
    """F-26: at once, though the model never answers; what was said is stored, and the chat goes on."""
    terminal, _ = slow
    terminal.type("I live in Oslo\n")
    terminal.until("Green tea …")
    terminal.process.send_signal(signal.SIGINT)
    terminal.until("I stopped. What you said is stored.")
    terminal.until("(home)>")
    terminal.type("!memory search Oslo\n")
    assert "Oslo" in terminal.until("(home)>")
    terminal.type("/quit\n")
    assert terminal.left() == 0
    assert "Traceback" not in terminal.shown
