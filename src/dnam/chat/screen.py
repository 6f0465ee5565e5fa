"""How the chat looks: colours and a prompt in a terminal, plain blocks of text in a pipe.

What people write is printed as plain text: no markup is interpreted, and no control character gets through.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol, TextIO

import regex
from rich.console import Console
from rich.live import Live
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from dnam.chat.simulated_world import YOU, SimulatedWorld
from dnam.domain import Context, Layer
from dnam.ports import Written

_CONTROL = regex.compile(r"[\p{Cc}--[\n\t]]", flags=regex.VERSION1)
_COLOURS = {"green": 32, "yellow": 33, "blue": 34, "magenta": 35, "bright_green": 92, "bright_blue": 94}
_UNBOUNDED = {Layer.FILES, Layer.ACTIONS, Layer.MESSAGE}
"""Layers without a budget: the host or the asker decides their size."""

TO_TRY = (
    ("I prefer Rust over Go", "say something about you"),
    ("/in dev", "go elsewhere and ask: Go or Rust?"),
    ("/as Ann", "be Ann, then try /context Rust"),
)


class Screen(Protocol):
    """Shows the chat's output."""

    def welcome(self, location: str, messages: int, facts: int) -> bool:
        """Greet, and name things to try; return whether the tour was offered."""
        ...

    def answer(self, text: str, note: str = "") -> None:
        """Show the assistant's answer, with a short note of what it used."""
        ...

    def tell(self, text: str) -> None:
        """Show a message of the chat itself."""
        ...

    def notice(self, text: str) -> None:
        """Confirm something; a screen may leave this out."""
        ...

    def thinking(self) -> AbstractContextManager[Written]:
        """Show that an answer is awaited, and what is written of it; leaves no trace when it ends."""
        ...

    def prompt(self, context: Context) -> None:
        """Show a prompt exactly, then the sizes of its layers."""
        ...

    def label(self, world: SimulatedWorld) -> str:
        """Return the input prompt: who speaks where."""
        ...


class PipeScreen:
    """Plain text, one block per answer, an empty line after each."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def welcome(self, location: str, messages: int, facts: int) -> bool:
        """Write nothing: a pipe shows answers only."""
        del location, messages, facts
        return False

    def answer(self, text: str, note: str = "") -> None:
        self.tell(f"{text}\n({note})" if note else text)

    def tell(self, text: str) -> None:
        self._out.write(f"{printable(text)}\n\n")
        self._out.flush()

    def notice(self, text: str) -> None:
        """Write nothing: a pipe shows answers only."""

    def thinking(self) -> AbstractContextManager[Written]:
        """Write nothing: a pipe shows whole answers only."""
        return nullcontext(lambda _: None)

    def prompt(self, context: Context) -> None:
        rows = [("layer", "characters", "tokens", "budget"), *_sizes(context)]
        lines = [f"{a:<10} {b:>10} {c:>7} {d:>7}" for a, b, c, d in rows]
        self.tell(f"{context.text}\n\n" + "\n".join(lines))

    def label(self, world: SimulatedWorld) -> str:
        del world
        return ""


class TerminalScreen:
    """Colours, with panels only where they help."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)

    def welcome(self, location: str, messages: int, facts: int) -> bool:
        lines = Text()
        if messages or facts:
            lines.append(
                f"Welcome back: I remember {_plural(messages, 'message')} and {_plural(facts, 'fact')}. "
            )
        else:
            lines.append("A chat that remembers: people, channels and direct messages in one place. ")
        lines.append(f"You are {YOU}; /as NAME makes you somebody else.\n\n")
        new = not messages and not facts
        if new:
            lines.append("Press Enter for a tour of one minute, or just write.\n\n", style="bold cyan")
        lines.append("Three things to try\n", style="bold")
        width = max(len(line) for line, _ in TO_TRY)
        for line, what in TO_TRY:
            lines.append(f"  {line:<{width}}", style="cyan").append(f"  {what}\n", style="dim")
        lines.append("\n/help lists everything, /quit leaves. ", style="dim")
        lines.append(f"Memory: {printable(location)}", style="dim")
        self._console.print(Panel(lines, title="dnam", title_align="left", border_style="cyan", expand=False))
        return new

    def answer(self, text: str, note: str = "") -> None:
        body = Text(printable(text))
        if note:
            body.append(f"\n{note}", style="dim")
        columns = Table.grid(padding=(0, 1))
        columns.add_column(no_wrap=True)
        columns.add_column(overflow="fold")
        columns.add_row(Text("dnam", style="bold cyan"), body)
        self._console.print(columns)
        self._console.print()

    def tell(self, text: str) -> None:
        self._console.print(Text(printable(text), style="yellow"))

    def notice(self, text: str) -> None:
        self._console.print(Text(printable(text), style="dim"))

    @contextmanager
    def thinking(self) -> Iterator[Written]:
        """Write "thinking…", then the end of what is written, in place; the whole answer replaces it."""
        with Live(Text("thinking…", style="dim"), console=self._console, transient=True) as live:

            def show(text: str) -> None:
                lines = printable(text).splitlines()[-max(self._console.height - 4, 1) :]
                live.update(Text("\n".join(lines) + " …", style="dim"))

            yield show

    def prompt(self, context: Context) -> None:
        self._console.print(Rule("the prompt, exactly", style="cyan"))
        self._console.print(Text(printable(context.text)), soft_wrap=True)
        self._console.print(Rule(style="cyan"))
        table = Table(box=None, header_style="dim", pad_edge=False)
        for column in ("layer", "characters", "tokens", "budget"):
            table.add_column(column, justify="left" if column == "layer" else "right")
        for row in _sizes(context):
            table.add_row(*row, style="bold" if row[0] == "all" else None)
        self._console.print(table)

    def label(self, world: SimulatedWorld) -> str:
        """Return the speaker's coloured name; the control characters tell readline what takes no width."""
        name, where = printable(world.handle), printable(world.where)
        if self._console.no_color:
            return f"{name} in {where}> "
        codes = list(_COLOURS.values())
        colour = codes[world.person.id % len(codes)]
        return f"\001\033[1;{colour}m\002{name}\001\033[0;2m\002 in {where}>\001\033[0m\002 "


def printable(text: str) -> str:
    """Return a text without control characters."""
    return _CONTROL.sub("", text.replace("\r\n", "\n"))


def _sizes(context: Context) -> list[tuple[str, str, str, str]]:
    rows = [
        (
            str(section.layer),
            f"{len(section.text):,}",
            f"{section.tokens:,}",
            "-" if section.layer in _UNBOUNDED else f"{section.budget:,}",
        )
        for section in context.sections
    ]
    if context.memory_budget:
        memory = sum(len(section.text) for section in context.sections if section.layer not in _UNBOUNDED)
        rows.append(("memory", f"{memory:,}", f"{-(-memory // 4):,}", f"{context.memory_budget:,}"))
    return [*rows, ("all", f"{len(context.text):,}", f"{context.tokens:,}", "-")]


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
