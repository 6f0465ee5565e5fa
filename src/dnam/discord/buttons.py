"""Buttons and menus under an answer: they say a command for the person who asked, and for nobody else.

Everything a press needs stands in the component's own id (whose it is, and the words of the command), so
that it works after a restart and in any process. Entries are named by their ids, never by numbers of a list
that may be an old one.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord import ui

from dnam.commands import Answer
from dnam.discord.answer import QUIET
from dnam.model import Fact, Status
from dnam.rules.fact_notes import step_mark
from dnam.rules.quoting import one_line
from dnam.rules.text import clip

MOST_CHOICES = 25
"""Discord's longest menu."""
LABEL = 100
"""The most characters of a choice."""
ALONE = "alone "
"""Words that begin so are answered as in a direct message: only the person who pressed sees it."""
CANCEL = "cancel"
"""Words that do nothing but say so."""
NOT_YOURS = "Only the person who asked may press this. `/memory` asks for yourself."

_NEXT = re.compile(r"show all (?P<page>\d+)`")


class Press(ui.DynamicItem[ui.Button[Any]], template=r"dnam:(?P<owner>\d+):(?P<words>[a-z].*)"):
    """A button that says a command."""

    def __init__(
        self, owner: int, words: str, label: str = "", style: discord.ButtonStyle | None = None
    ) -> None:
        self.owner, self.words = owner, words
        style = style or discord.ButtonStyle.secondary
        super().__init__(ui.Button(label=label or words, style=style, custom_id=f"dnam:{owner}:{words}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: "re.Match[str]", /
    ) -> "Press":
        """Read a pressed button back from its id."""
        del interaction, item
        return cls(int(match["owner"]), match["words"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Say the command, if it is the owner who pressed."""
        await _press(interaction, self.owner, self.words)


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"dnam:(?P<owner>\d+):\+(?P<verb>[a-z]+)"):
    """A menu of entries for a command."""

    def __init__(self, owner: int, verb: str, options: Sequence[discord.SelectOption], most: int = 1) -> None:
        self.owner, self.verb = owner, verb
        menu: ui.Select[Any] = ui.Select(
            custom_id=f"dnam:{owner}:+{verb}",
            placeholder=f"{verb.capitalize()} which?",
            options=[*options],
            max_values=most,
        )
        super().__init__(menu)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: "re.Match[str]", /
    ) -> "Pick":
        """Read a used menu back from its id."""
        del interaction
        assert isinstance(item, ui.Select)  # noqa: S101 (the template matches menus only)
        return cls(int(match["owner"]), match["verb"], item.options, item.max_values)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Say the command with the entries picked, if it is the owner who picked."""
        await _press(interaction, self.owner, f"{self.verb} {' '.join(self.item.values)}")


async def _press(interaction: discord.Interaction[Any], owner: int, words: str) -> None:
    if interaction.user.id != owner:
        await interaction.response.send_message(NOT_YOURS, ephemeral=True, allowed_mentions=QUIET)
        return
    cog = interaction.client.get_cog("Memory")
    if cog is not None:
        await cog.asked.press(interaction, words)


def options_of(facts: Sequence[Fact], status: Status = Status.ACTIVE) -> list[discord.SelectOption]:
    """Write the entries of a state as choices of a menu, each text once."""
    once = {fact.id: fact for fact in reversed(facts) if fact.status is status}
    return [
        discord.SelectOption(label=label_of(fact), value=fact.id, description=str(fact.kind))
        for fact in reversed(once.values())
    ][:MOST_CHOICES]


def label_of(fact: Fact) -> str:
    """Write an entry so that it fits a choice, however Discord counts: some characters count twice."""
    text = one_line(fact.text)
    label = clip(text, LABEL)
    while len(label.encode("utf-16-le", "surrogatepass")) > 2 * LABEL:
        label = clip(text, len(label) - 1)
    return label


def under(answer: Answer, words: str, owner: int, *, alone: bool) -> ui.View | None:
    """Give the buttons and menus that make sense under an answer; in a DM, `alone`, all is shown already."""
    verb, _, rest = words.casefold().partition(" ")
    words = f"{verb} {rest}".strip()
    view = ui.View(timeout=None)
    for item in _ITEMS.get(verb, _change)(answer, words, owner):
        view.add_item(item)
    if verb == "show" and not alone:
        view.add_item(Press(owner, f"{ALONE}show", "Everything of mine, only for me"))
    return view if view.children else None


def _shown(answer: Answer, words: str, owner: int) -> list[ui.Item[Any]]:
    items: list[ui.Item[Any]] = []
    if options := options_of(answer.listed):
        items.append(Pick(owner, "forget", options, most=len(options)))
    page = re.fullmatch(r"show all ?(\d+)?", words)
    if page and int(page[1] or 1) > 1:
        items.append(Press(owner, f"show all {int(page[1]) - 1}", "Back"))
    if following := _NEXT.search(answer.text):
        items.append(Press(owner, f"show all {following['page']}", "Next"))
    return items


def _claimed(answer: Answer, words: str, owner: int) -> list[ui.Item[Any]]:
    del words
    options = options_of(answer.listed, Status.CLAIMED)
    return [Pick(owner, verb, options) for verb in ("accept", "refuse")] if options else []


def _picked(answer: Answer, words: str, owner: int) -> list[ui.Item[Any]]:
    options = options_of(answer.listed)
    if not options:
        return _change(answer, words, owner)
    verb = words.split(" ", maxsplit=1)[0]
    return [Pick(owner, verb, options, most=len(options) if verb == "forget" else 1)]


def _confirmed(answer: Answer, words: str, owner: int) -> list[ui.Item[Any]]:
    """Ask once more before something that cannot be undone."""
    if answer.changed or f"{words} confirm" not in answer.text:
        return []
    danger = discord.ButtonStyle.danger
    return [Press(owner, f"{words} confirm", "Yes, for good", danger), Press(owner, CANCEL, "No, keep it")]


def _change(answer: Answer, words: str, owner: int) -> list[ui.Item[Any]]:
    verb, _, rest = words.partition(" ")
    if not answer.changed or verb not in _UNDOABLE:
        return []
    step = f"undo {step_mark(words)}" if rest else "undo"  # what was asked in plain words has no mark
    return [Press(owner, step, "Undo")]


_UNDOABLE = frozenset({"remember", "forget", "edit", "pin", "unpin", "everywhere", "lore", "accept"})
_ITEMS: dict[str, Callable[[Answer, str, int], list[ui.Item[Any]]]] = {
    "show": _shown,
    "claims": _claimed,
    **dict.fromkeys(("erase", "purge"), _confirmed),
    **dict.fromkeys(("forget", "pin", "unpin", "everywhere"), _picked),
}
