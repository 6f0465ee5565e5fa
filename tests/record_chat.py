"""A recording of the terminal chat for the README: the real program in a pseudo terminal, drawn as an SVG.

`python tests/record_chat.py` makes it anew. Lines appear one after the other; who asks their system for less
motion sees the last picture at once.
"""

import re
import sys
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

sys.path.insert(0, str(Path(__file__).parent))

from test_chat_terminal import Terminal

FILE = Path(__file__).parents[1] / "docs" / "pictures" / "chat.svg"
WIDE = 104
TYPED = (
    "/as Ann",
    "I prefer Rust over Go for systems work",
    "/dm",
    "!memory remember I am looking for a new job",
    "/as Bob",
    "/in #general",
    "/context should Ann write the tool in Go or Rust?",
    "/as Ann",
    "/dm",
    "!memory show",
)
PROMPT = re.compile(r"^(Ann|Bob|Kim) in \S.*?> ")
TYPING, PAUSE = 1.1, 0.12
"""Seconds before a typed line and before any other."""


def recorded(folder: Path) -> str:
    """Type the lines into the chat, and return everything the terminal showed after the greeting."""
    terminal = Terminal(folder, COLUMNS=str(WIDE), DNAM_WEB_ENABLED="0")
    ready = ">\x1b[0m"
    terminal.until(ready)
    begin = len(terminal.shown) - terminal.shown[::-1].index("\n") if "\n" in terminal.shown else 0
    for line in TYPED:
        terminal.type(line + "\n")
        terminal.until("\n")
        terminal.until(ready)
    shown = terminal.shown[begin:]
    terminal.type("/quit\n")
    terminal.left()
    return shown


def plain(shown: str) -> Text:
    """Return what was shown as text with its colours, without what moves the cursor."""
    shown = re.sub(r"\x1b\[\??[0-9;]*[A-HJKSThl]|[\x01\x02]", "", shown.replace("\r\n", "\n"))
    lines = [line.rpartition("\r")[2] for line in shown.split("\n")]
    lines = [line for line in lines if "thinking…" not in line]
    told = [Text.from_ansi(line) for line in lines]
    while not (last := told[-1].plain).strip() or not PROMPT.sub("", f"{last.rstrip()} "):
        told.pop()  # the empty prompt at the end
    return Text("\n").join(told)


def drawn(text: Text) -> str:
    """Draw a terminal in which the lines appear one after the other."""
    console = Console(record=True, width=WIDE, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(text)
    svg = console.export_svg(title="dnam chat", unique_id="dnam")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code, ", "")
    at, rules = 0.4, []
    for number, line in enumerate(text.wrap(console, WIDE)):
        at += TYPING if PROMPT.match(line.plain) else PAUSE
        rules.append(f'[clip-path$="line-{number})"] {{ animation: show 0.01s {at:.2f}s both }}')
    quiet = "@media (prefers-reduced-motion: reduce) { [clip-path] { animation: none !important } }"
    style = "\n".join(["@keyframes show { from { opacity: 0 } to { opacity: 1 } }", *rules, quiet])
    return svg.replace("</style>", f"{style}\n    </style>", 1)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        FILE.write_text(drawn(plain(recorded(Path(folder)))))
