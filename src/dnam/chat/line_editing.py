"""Editing lines in a terminal: history across runs, completion, pasted blocks as one message.

The history is a file that only this user can read. It holds no secrets and nothing said off the record, and
is emptied when something is forgotten, erased or deleted, so that nothing comes back by pressing a key.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from dnam.chat.simulated_world import SimulatedWorld
from dnam.projections.folder import write_whole
from dnam.rules.requests.off_record import off_the_record
from dnam.rules.secrets import masked

LINES = 1000
"""How many lines are kept."""


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


class LineEditor:
    """What a terminal offers to the person who types; does nothing where the system has no readline."""

    def __init__(self, history: Path, chat_commands: list[str], prefix: str) -> None:
        self._world: SimulatedWorld | None = None
        self._verbs: list[str] = []
        self._file = history
        self._chat_commands = chat_commands
        self._prefix = prefix
        self._library: Any = None

    def start(self) -> None:
        """Turn on editing and read the history of earlier runs."""
        try:
            import readline  # noqa: PLC0415 (not on every system)
        except ImportError:
            return
        self._library = library = readline
        library.set_auto_history(False)
        library.set_completer(self._complete)
        library.set_completer_delims(" ")
        if "libedit" in (readline.__doc__ or ""):
            library.parse_and_bind("bind ^I rl_complete")
        else:
            library.parse_and_bind("tab: complete")
            library.parse_and_bind("set enable-bracketed-paste on")
        with suppress(OSError):  # a chat without a history is a chat
            self._file.parent.mkdir(parents=True, exist_ok=True)
            lines = self._file.read_text("utf-8", errors="replace").splitlines()[-LINES:]
            for line in lines:
                library.add_history(line)
            write_whole(self._file, "".join(f"{line}\n" for line in lines).encode())

    def know(self, world: SimulatedWorld, verbs: Iterable[str]) -> None:
        """Complete the names and channels of this world, and these commands of the memory."""
        self._world = world
        self._verbs = sorted(verbs)

    def keep(self, line: str) -> None:
        """Add a line to the history; a pasted block is not kept."""
        text = masked(line.strip())
        if self._library is None or not text or "\n" in text or off_the_record(text):
            return
        count = self._library.get_current_history_length()
        if not count or self._library.get_history_item(count) != text:
            self._library.add_history(text)
            with (
                suppress(OSError),
                open(self._file, "a", encoding="utf-8", errors="replace", opener=_private) as file,
            ):
                file.write(f"{text}\n")

    def empty(self) -> None:
        """Remove every line that was kept."""
        if self._library is not None:
            self._library.clear_history()
            self._file.unlink(missing_ok=True)

    def completions(self, line: str, word: str) -> list[str]:
        """Return what a word that was begun may become, given the line up to its end."""
        before = line[: len(line) - len(word)].strip()
        world = self._world
        if not before:
            known = [*self._chat_commands, self._prefix]
        elif before == "/as" and world is not None:
            known = world.names
        elif before == "/in" and world is not None:
            known = world.channels
            word = f"#{word.removeprefix('#')}"
        elif before == self._prefix.strip():
            known = self._verbs
        else:
            known = []
        if word.startswith("@") and world is not None:
            known = [f"@{name}" for name in world.names]
        return [each for each in known if each.casefold().startswith(word.casefold())]

    def _complete(self, word: str, nth: int) -> str | None:
        line = self._library.get_line_buffer()[: self._library.get_endidx()]
        if not line.strip():
            return None
        matches = self.completions(line, word)
        return f"{matches[nth]} " if nth < len(matches) else None
