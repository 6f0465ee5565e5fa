"""The slash commands: every verb of the memory under `/memory`, those of managers under `/memory-admin`.

A slash command is another way to write the text of a command; what it does is decided by `Memory.command`.
The table below says how each verb is asked for; nothing else knows a verb.
"""

from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, Protocol

import discord
from discord import app_commands

from dnam.discord.buttons import MOST_CHOICES, label_of
from dnam.model import Fact

Interaction = discord.Interaction[Any]
Callback = Callable[..., Coroutine[Any, Any, None]]
Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


class SlashOption(StrEnum):
    """What a command asks for besides its name."""

    NOTHING = "nothing"
    TEXT = "text"
    MAYBE_TEXT = "maybe text"
    SAYING = "saying"
    ENTRY = "entry"
    CHANGE = "change"
    PAGE = "page"
    NUMBER = "number"
    CLAIM = "claim"
    ERASE_TOO = "erase too"
    AGREEMENT = "agreement"
    ON_OR_OFF = "on or off"


@dataclass(frozen=True, slots=True)
class SlashVerb:
    """One command: its name, the words it stands for, what it asks for, and what it does."""

    name: str
    asks: SlashOption
    about: str
    words: str = ""

    @property
    def says(self) -> str:
        """The command as it is typed, without what it asks for."""
        return (self.words or self.name).split(" ")[0]


VERBS = (
    SlashVerb("show", SlashOption.PAGE, "What I would use here right now, or everything about you"),
    SlashVerb("remember", SlashOption.SAYING, "Keep a fact about you, or about somebody else"),
    SlashVerb("forget", SlashOption.ENTRY, "Drop a fact: choose it, or type words of it"),
    SlashVerb("edit", SlashOption.CHANGE, "Change what a fact says"),
    SlashVerb("undo", SlashOption.NOTHING, "Take back your last change here"),
    SlashVerb("pin", SlashOption.ENTRY, "Keep a fact whatever the cap says"),
    SlashVerb("unpin", SlashOption.ENTRY, "End that"),
    SlashVerb("everywhere", SlashOption.ENTRY, "Let a fact about you be used in every place"),
    SlashVerb("search", SlashOption.TEXT, "Find facts and older messages"),
    SlashVerb("why", SlashOption.NOTHING, "Which memories the last answer here was given"),
    SlashVerb("lore", SlashOption.MAYBE_TEXT, "This server's stories: list them, or add one"),
    SlashVerb("reset", SlashOption.NOTHING, "Clear this conversation's summary", "reset rolling"),
    SlashVerb(
        "erase", SlashOption.NOTHING, "Erase everything of yours for good; says what goes and asks first"
    ),
    SlashVerb(
        "optout", SlashOption.ERASE_TOO, "From now on keep, learn and show nothing of yours, in any server"
    ),
    SlashVerb("optin", SlashOption.NOTHING, "Be remembered again, or for the first time"),
    SlashVerb("claims", SlashOption.NOTHING, "What others say of you that waits for your word"),
    SlashVerb("accept", SlashOption.NUMBER, "Let something others say of you be used"),
    SlashVerb("refuse", SlashOption.CLAIM, "Refuse what others say of you: one entry, or all to come"),
    SlashVerb("help", SlashOption.NOTHING, "What you can say to your memory"),
)
"""What everyone can ask for, as far as their memory knows it."""

ADMIN = (
    SlashVerb(
        "purge", SlashOption.NOTHING, "Erase what is kept of this channel; says what goes and asks first"
    ),
    SlashVerb("audit", SlashOption.NOTHING, "What was done here lately"),
    SlashVerb("exclude", SlashOption.NOTHING, "Remember nothing of this channel"),
    SlashVerb("include", SlashOption.NOTHING, "Remember this channel again"),
    SlashVerb(
        "consent", SlashOption.AGREEMENT, "Whether people here have to agree before they are remembered"
    ),
    SlashVerb("quarantine", SlashOption.ON_OR_OFF, "Use what is said of others only once they accept it"),
)
"""What those who manage a server can ask for."""

WHY = "Why this answer?"
"""The entry in the menu of a message."""


class SlashHandler(Protocol):
    """Who does what a slash command says."""

    async def slash(
        self, interaction: Interaction, words: str, about: discord.abc.User | None = None
    ) -> None:
        """Do a command for whoever typed it, and answer for their eyes only."""
        ...

    async def entries(self, interaction: Interaction, deed: str) -> list[Fact]:
        """Give the facts to which somebody may do this where they are."""
        ...


def groups(door: SlashHandler, known: Collection[str]) -> list[app_commands.Group]:
    """Build the groups of slash commands from the commands a memory knows."""
    return [
        _group(door, _of(VERBS, known), name="memory", description="What I remember about you"),
        _group(
            door,
            _of(ADMIN, known),
            name="memory-admin",
            description="Look after this server's memory",
            dms=False,
            default_permissions=discord.Permissions(manage_guild=True),
        ),
    ]


def _of(verbs: Sequence[SlashVerb], known: Collection[str]) -> list[SlashVerb]:
    return [verb for verb in verbs if verb.says in known]


def why_menu(door: SlashHandler) -> app_commands.ContextMenu:
    """Build the entry that says why the assistant answered as it did."""

    async def why(interaction: Interaction, message: discord.Message) -> None:
        await door.slash(interaction, f"why {message.id}")

    return app_commands.ContextMenu(name=WHY, callback=why, allowed_contexts=_contexts())


def _contexts(*, dms: bool = True) -> app_commands.AppCommandContext:
    return app_commands.AppCommandContext(guild=True, dm_channel=dms, private_channel=False)


def _group(
    door: SlashHandler, verbs: Sequence[SlashVerb], *, dms: bool = True, **options: Any
) -> app_commands.Group:
    group = app_commands.Group(allowed_contexts=_contexts(dms=dms), **options)
    for verb in verbs:
        callback = _ASKED[verb.asks](door, verb.words or verb.name)
        command = app_commands.Command[Any, ..., None](
            name=verb.name, description=verb.about, callback=callback, parent=group
        )
        if verb.asks in (SlashOption.ENTRY, SlashOption.CHANGE):
            command.autocomplete("entry")(_suggest(door, verb.says))
        group.add_command(command)
    return group


def _suggest(door: SlashHandler, deed: str) -> Suggest:
    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer one's own facts that contain what was typed so far."""
        asked, held = current.casefold(), await door.entries(interaction, deed)
        facts = {fact.id: fact for fact in held if asked in fact.text.casefold()}
        return [
            app_commands.Choice(name=label_of(fact), value=id_)
            for id_, fact in [*facts.items()][:MOST_CHOICES]
        ]

    return suggest


def _nothing(door: SlashHandler, words: str) -> Callback:
    async def run(interaction: Interaction) -> None:
        await door.slash(interaction, words)

    return run


def _text(door: SlashHandler, words: str) -> Callback:
    @app_commands.describe(text="A few words")
    async def run(interaction: Interaction, text: str) -> None:
        await door.slash(interaction, f"{words} {text}")

    return run


def _maybe_text(door: SlashHandler, words: str) -> Callback:
    @app_commands.describe(text="What to add; leave it out for the list")
    async def run(interaction: Interaction, text: str = "") -> None:
        await door.slash(interaction, f"{words} {text}".strip())

    return run


def _saying(door: SlashHandler, words: str) -> Callback:
    @app_commands.describe(
        text="One fact, in a sentence", about="Whom it is about; leave it out for yourself"
    )
    async def run(interaction: Interaction, text: str, about: discord.User | None = None) -> None:
        whom = f"<@{about.id}> " if about is not None else ""
        await door.slash(interaction, f"{words} {whom}{text}", about)

    return run


def _entry(door: SlashHandler, words: str) -> Callback:
    @app_commands.describe(entry="Choose one, or type words of it, an id, or a number of the last list")
    async def run(interaction: Interaction, entry: str) -> None:
        await door.slash(interaction, f"{words} {entry}")

    return run


def _change(door: SlashHandler, words: str) -> Callback:
    @app_commands.describe(
        entry="Choose one, or type words of it, an id, or a number", text="What it says now"
    )
    async def run(interaction: Interaction, entry: str, text: str) -> None:
        await door.slash(interaction, f"{words} {entry} -> {text}")

    return run


def _page(door: SlashHandler, words: str) -> Callback:
    @app_commands.rename(everything="all")
    @app_commands.describe(everything="With ids, the forgotten included", page="Which page of all")
    async def run(
        interaction: Interaction, everything: bool = False, page: app_commands.Range[int, 1, 1000] = 1
    ) -> None:
        await door.slash(interaction, f"{words} all {page}" if everything else words)

    return run


def _number(door: SlashHandler, words: str) -> Callback:
    @app_commands.describe(number="Its number in the last list")
    async def run(interaction: Interaction, number: app_commands.Range[int, 1, 1000]) -> None:
        await door.slash(interaction, f"{words} {number}")

    return run


def _claim(door: SlashHandler, words: str) -> Callback:
    @app_commands.describe(entry="Its number in the list of claims; `off` allows claims; nothing refuses all")
    async def run(interaction: Interaction, entry: str = "") -> None:
        await door.slash(interaction, f"{words} {entry}".strip())

    return run


def _erase_too(door: SlashHandler, words: str) -> Callback:
    @app_commands.describe(erase="Erase what is kept too, for good, instead of hiding it")
    async def run(interaction: Interaction, erase: bool = False) -> None:
        await door.slash(interaction, f"{words} erase" if erase else words)

    return run


def _agreement(door: SlashHandler, words: str) -> Callback:
    @app_commands.describe(mode="optin: only once they agree; optout: until they opt out")
    async def run(interaction: Interaction, mode: Literal["optin", "optout"]) -> None:
        await door.slash(interaction, f"{words} {mode}")

    return run


def _on_or_off(door: SlashHandler, words: str) -> Callback:
    async def run(interaction: Interaction, switch: Literal["on", "off"]) -> None:
        await door.slash(interaction, f"{words} {switch}")

    return run


_ASKED: dict[SlashOption, Callable[[SlashHandler, str], Callback]] = {
    SlashOption.NOTHING: _nothing,
    SlashOption.TEXT: _text,
    SlashOption.MAYBE_TEXT: _maybe_text,
    SlashOption.SAYING: _saying,
    SlashOption.ENTRY: _entry,
    SlashOption.CHANGE: _change,
    SlashOption.PAGE: _page,
    SlashOption.NUMBER: _number,
    SlashOption.CLAIM: _claim,
    SlashOption.ERASE_TOO: _erase_too,
    SlashOption.AGREEMENT: _agreement,
    SlashOption.ON_OR_OFF: _on_or_off,
}
