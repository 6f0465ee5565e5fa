"""How the chat looks: colours and a prompt in a terminal, plain blocks of text in a pipe.

Text of people is printed as text: no markup is read from it, and no control character reaches the terminal.
"""

from typing import Protocol, TextIO

import regex
from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from dnam.chat.simulated_world import SimulatedWorld
from dnam.model import Context, Layer

_CONTROL = regex.compile(r"[\p{Cc}--[\n\t]]", flags=regex.VERSION1)
_COLOURS = {"green": 32, "yellow": 33, "blue": 34, "magenta": 35, "bright_green": 92, "bright_blue": 94}
_UNBOUNDED = {Layer.FILES, Layer.ACTIONS, Layer.MESSAGE}
"""Layers whose size the host or the asker answers for: they have no budget."""

TO_TRY = (
    ("!memory remember I prefer Rust over Go", "keep a fact about you"),
    ("/in #dev", "go elsewhere and ask: Go or Rust?"),
    ("/as Ann", "be Ann, then try /context Rust"),
)


class Screen(Protocol):
    """Where the chat speaks."""

    def welcome(self, location: str, messages: int, facts: int) -> None:
        """Greet, and say what can be done."""
        ...

    def answer(self, text: str, note: str = "") -> None:
        """Show what the assistant says, with a discreet note of what it used."""
        ...

    def tell(self, text: str) -> None:
        """Show what the chat itself has to say."""
        ...

    def notice(self, text: str) -> None:
        """Confirm something discreetly; nothing is lost where this is not shown."""
        ...

    def prompt(self, context: Context) -> None:
        """Show a prompt exactly, then what its layers take."""
        ...

    def label(self, world: SimulatedWorld) -> str:
        """Say who speaks where, before a line is typed."""
        ...


class PipeScreen:
    """Plain text, one block per answer, an empty line after each."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def welcome(self, location: str, messages: int, facts: int) -> None:
        """Say nothing: nobody is looking."""

    def answer(self, text: str, note: str = "") -> None:
        """Write the assistant's words as they are."""
        self.tell(f"{text}\n({note})" if note else text)

    def tell(self, text: str) -> None:
        """Write one block."""
        self._out.write(f"{printable(text)}\n\n")
        self._out.flush()

    def notice(self, text: str) -> None:
        """Say nothing: a pipe shows answers only."""

    def prompt(self, context: Context) -> None:
        """Write the prompt, then the sizes in columns."""
        rows = [("layer", "characters", "tokens", "budget"), *_sizes(context)]
        lines = [f"{a:<10} {b:>10} {c:>7} {d:>7}" for a, b, c, d in rows]
        self.tell(f"{context.text}\n\n" + "\n".join(lines))

    def label(self, world: SimulatedWorld) -> str:
        """Show no label."""
        del world
        return ""


class TerminalScreen:
    """Colours, with panels only where they help."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)

    def welcome(self, location: str, messages: int, facts: int) -> None:
        """Greet, and name three things to try."""
        lines = Text()
        if messages or facts:
            lines.append(
                f"Welcome back: I remember {_plural(messages, 'message')} and {_plural(facts, 'fact')}.\n\n"
            )
        else:
            lines.append("A chat that remembers: people, channels and direct messages in one place.\n\n")
        lines.append("Three things to try\n", style="bold")
        wide = max(len(line) for line, _ in TO_TRY)
        for line, why in TO_TRY:
            lines.append(f"  {line:<{wide}}", style="cyan").append(f"  {why}\n", style="dim")
        lines.append("\n/help lists everything, /quit leaves. ", style="dim")
        lines.append(f"Memory: {printable(location)}", style="dim")
        self._console.print(Panel(lines, title="dnam", title_align="left", border_style="cyan", expand=False))

    def answer(self, text: str, note: str = "") -> None:
        """Write the assistant's words beside its name, with the note in grey."""
        said = Text(printable(text))
        if note:
            said.append(f"\n{note}", style="dim")
        beside = Table.grid(padding=(0, 1))
        beside.add_column(no_wrap=True)
        beside.add_column(overflow="fold")
        beside.add_row(Text("dnam", style="bold cyan"), said)
        self._console.print(beside)
        self._console.print()

    def tell(self, text: str) -> None:
        """Write what the chat has to say."""
        self._console.print(Text(printable(text), style="yellow"))

    def notice(self, text: str) -> None:
        """Confirm in grey."""
        self._console.print(Text(printable(text), style="dim"))

    def prompt(self, context: Context) -> None:
        """Write the prompt between rules, unwrapped, then a table of its layers."""
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
        """Colour the speaker's name; the marks tell readline what takes no room."""
        name, where = printable(world.handle), printable(world.where)
        if self._console.no_color:
            return f"{name} in {where}> "
        codes = list(_COLOURS.values())
        colour = codes[world.person.id % len(codes)]
        return f"\001\033[1;{colour}m\002{name}\001\033[0;2m\002 in {where}>\001\033[0m\002 "


def printable(text: str) -> str:
    """Leave out what would steer a terminal."""
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
    return [*rows, ("all", f"{len(context.text):,}", f"{context.tokens:,}", "-")]


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
