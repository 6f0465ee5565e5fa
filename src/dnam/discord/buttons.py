"""Buttons and menus under an answer: each runs a command for the person who asked, and for nobody else.

Everything a press needs is in the component's own id (its owner and the words of the command), so that it
works after a restart and in any process. Entries are named by their ids, never by their numbers in a list,
because the list may be outdated.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import discord
from discord import ui

from dnam.commands import Answer
from dnam.discord.conversion import spoken_by
from dnam.discord.sending import NO_PINGS
from dnam.domain import Fact, Status
from dnam.languages import reply
from dnam.rules.fact_notes import step_mark
from dnam.rules.quoting import one_line
from dnam.rules.text import clip

MAX_CHOICES = 25
"""Discord's longest menu."""
MAX_LABEL = 100
"""Discord's longest label of a choice."""
MAX_BUTTON = 40
"""The most characters of a fact on a button: Discord allows 80, and counts some twice."""
ALONE = "alone "
"""Prefix of words that are answered as in a direct message: only the person who pressed sees it."""
CANCEL = "cancel"
"""Words of the button that does nothing."""

Says = Callable[..., str]
"""Returns a sentence of the language files, in the language of who asked."""

_NEXT = re.compile(r"show all (?P<page>\d+)`")


class CommandButton(ui.DynamicItem[ui.Button[Any]], template=r"dnam:(?P<owner>\d+):(?P<words>[a-z].*)"):
    def __init__(
        self, owner: int, words: str, label: str = "", style: discord.ButtonStyle | None = None
    ) -> None:
        self.owner, self.words = owner, words
        style = style or discord.ButtonStyle.secondary
        super().__init__(ui.Button(label=label or words, style=style, custom_id=f"dnam:{owner}:{words}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: "re.Match[str]", /
    ) -> "CommandButton":
        del interaction, item
        return cls(int(match["owner"]), match["words"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _press(interaction, self.owner, self.words)


class EntryMenu(ui.DynamicItem[ui.Select[Any]], template=r"dnam:(?P<owner>\d+):\+(?P<verb>[a-z]+)"):
    def __init__(
        self,
        owner: int,
        verb: str,
        options: Sequence[discord.SelectOption],
        says: Says | None = None,
        max_values: int = 1,
    ) -> None:
        self.owner, self.verb = owner, verb
        menu: ui.Select[Any] = ui.Select(
            custom_id=f"dnam:{owner}:+{verb}",
            placeholder=says("menu_which", verb=verb) if says is not None else None,
            options=[*options],
            max_values=max_values,
        )
        super().__init__(menu)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: "re.Match[str]", /
    ) -> "EntryMenu":
        del interaction
        assert isinstance(item, ui.Select)  # noqa: S101 (the template matches menus only)
        return cls(int(match["owner"]), match["verb"], item.options, max_values=item.max_values)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _press(interaction, self.owner, f"{self.verb} {' '.join(self.item.values)}")


async def _press(interaction: discord.Interaction[Any], owner: int, words: str) -> None:
    if interaction.user.id != owner:
        await interaction.response.send_message(
            reply(spoken_by(interaction), "not_yours"), ephemeral=True, allowed_mentions=NO_PINGS
        )
        return
    cog = interaction.client.get_cog("Memory")
    if cog is not None:
        await cog.command_handler.press(interaction, words)


def options_of(facts: Sequence[Fact], status: Status = Status.ACTIVE) -> list[discord.SelectOption]:
    """Return the facts of a status as the choices of a menu, each once."""
    facts_by_id = {fact.id: fact for fact in reversed(facts) if fact.status is status}
    return [
        discord.SelectOption(label=label_of(fact), value=fact.id, description=f"{fact.updated_at:%Y-%m-%d}")
        for fact in reversed(facts_by_id.values())
    ][:MAX_CHOICES]


def label_of(fact: Fact) -> str:
    """Return a fact's text, short enough for a choice; Discord counts some characters twice."""
    text = one_line(fact.text)
    label = clip(text, MAX_LABEL)
    while len(label.encode("utf-16-le", "surrogatepass")) > 2 * MAX_LABEL:
        label = clip(text, len(label) - 1)
    return label


def under(answer: Answer, words: str, owner: int, *, in_dm: bool, language: str = "en") -> ui.View | None:
    """Return the buttons and menus for an answer; in a direct message everything is shown already."""
    verb, _, rest = words.casefold().partition(" ")
    words = f"{verb} {rest}".strip()
    view = ui.View(timeout=None)
    says = partial(reply, language)
    items = _ITEMS.get(verb, _undo_items)(answer, words, owner, says)
    for item in _confirm_items(answer.confirm, owner, says) if answer.confirm else items:
        view.add_item(item)
    if verb == "show" and not in_dm:
        view.add_item(CommandButton(owner, f"{ALONE}show", says("button_own")))
    return view if view.children else None


def _show_items(answer: Answer, words: str, owner: int, says: Says) -> list[ui.Item[Any]]:
    items: list[ui.Item[Any]] = []
    if options := options_of(answer.listed):
        items.append(EntryMenu(owner, "forget", options, says, max_values=len(options)))
    page = re.fullmatch(r"show all ?(\d+)?", words)
    if page and int(page[1] or 1) > 1:
        items.append(CommandButton(owner, f"show all {int(page[1]) - 1}", says("button_back")))
    if following := _NEXT.search(answer.text):
        items.append(CommandButton(owner, f"show all {following['page']}", says("button_next")))
    return items


def _claim_items(answer: Answer, words: str, owner: int, says: Says) -> list[ui.Item[Any]]:
    del words
    options = options_of(answer.listed, Status.CLAIMED)
    return [EntryMenu(owner, verb, options, says) for verb in ("accept", "refuse")] if options else []


def _review_items(answer: Answer, words: str, owner: int, says: Says) -> list[ui.Item[Any]]:
    """Return a press for each of two facts that contradict each other, and one for both."""
    if words != "review ask":
        return []
    one, other = answer.listed
    return [
        CommandButton(owner, f"forget {other.id}", clip(label_of(one), MAX_BUTTON)),
        CommandButton(owner, f"forget {one.id}", clip(label_of(other), MAX_BUTTON)),
        CommandButton(owner, f"review both {one.id} {other.id}", says("button_both")),
    ]


def _choice_items(answer: Answer, words: str, owner: int, says: Says) -> list[ui.Item[Any]]:
    options = options_of(answer.listed)
    if not options:
        return _undo_items(answer, words, owner, says)
    verb = words.split(" ", maxsplit=1)[0]
    return [EntryMenu(owner, verb, options, says, max_values=len(options) if verb == "forget" else 1)]


def _confirm_items(confirm: str, owner: int, says: Says) -> list[ui.Item[Any]]:
    """Return a press for yes and one for no; all can be undone but erasing."""
    yes, no = _QUESTIONS.get(confirm.partition(" ")[0], ("button_erase", "button_no"))
    return [
        CommandButton(owner, confirm, says(yes), discord.ButtonStyle.danger),
        CommandButton(owner, CANCEL, says(no)),
    ]


def _undo_items(answer: Answer, words: str, owner: int, says: Says) -> list[ui.Item[Any]]:
    verb, _, rest = words.partition(" ")
    if not answer.changed or verb not in _UNDOABLE:
        return []
    step = f"undo {step_mark(words)}" if rest else "undo"  # a request in plain words has no mark
    return [CommandButton(owner, step, says("button_undo"))]


_QUESTIONS = {
    "forget": ("button_forget", "button_no"),
    "everywhere": ("button_everywhere", "button_private"),
}
_UNDOABLE = frozenset({"remember", "forget", "edit", "pin", "unpin", "everywhere", "lore", "accept"})
_ITEMS: dict[str, Callable[[Answer, str, int, Says], list[ui.Item[Any]]]] = {
    "show": _show_items,
    "claims": _claim_items,
    "review": _review_items,
    **dict.fromkeys(("forget", "pin", "unpin", "everywhere"), _choice_items),
}
