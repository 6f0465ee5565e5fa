"""Records which functions of dnam a piece of work enters, in which order, and from where."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

PACKAGE = "dnam."
RUNS_WORK = ("lanes", "stores.sqlite", "checked_calls")
"""The modules that run what they are handed, for everyone: they are not counted as caller or called."""


class Recording:
    """The functions entered, each once, in the order of their first entry."""

    def __init__(self) -> None:
        self.entered: dict[str, None] = {}
        self._calls: set[tuple[CodeType, CodeType | None]] = set()
        self.back_up: set[tuple[str, str, str]] = set()
        """A function, the module that called it, and a function of its own module further up that stack."""

    def profile(self, frame: FrameType, event: str, _: object) -> None:
        """Note a call: a profile function as `sys.setprofile` takes it."""
        if event != "call" or not (name := _function(frame)):
            return
        call = (frame.f_code, frame.f_back.f_code if frame.f_back else None)
        if call in self._calls:  # a coroutine is entered again each time it goes on
            return
        self._calls.add(call)
        self.entered.setdefault(name, None)
        module, between = _module(frame), ""
        if module in RUNS_WORK or "<genexpr>" in name:  # a generator runs where it is read, not called
            return
        above = frame.f_back
        while above is not None:
            other = _module(above)
            if other == module:
                if between:
                    self.back_up.add((name, between, _function(above)))
                return
            if other not in ("", module, *RUNS_WORK):
                between = between or other
            above = above.f_back


def _module(frame: FrameType) -> str:
    name = str(frame.f_globals.get("__name__", ""))
    return name.removeprefix(PACKAGE) if name.startswith(PACKAGE) else ""


def _function(frame: FrameType) -> str:
    module = _module(frame)
    return f"{module}.{frame.f_code.co_qualname}" if module else ""


@contextmanager
def recorded() -> Iterator[Recording]:
    """Record this thread and those that start meanwhile."""
    recording = Recording()
    threading.setprofile(recording.profile)
    sys.setprofile(recording.profile)
    try:
        yield recording
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
