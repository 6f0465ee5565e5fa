"""The slash commands: memory's commands under `/memory`, those of server managers under `/memory-admin`.

A slash command only writes the text of a command; `Memory.command` decides what it does. `COMMANDS` and
`ADMIN_COMMANDS` list every command with its options; no other module of this package lists them.
"""

from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, Protocol

import discord
from discord import app_commands

from dnam.discord.buttons import MAX_CHOICES, label_of
from dnam.domain import Fact

Interaction = discord.Interaction[Any]
Callback = Callable[..., Coroutine[Any, Any, None]]
Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


class SlashOption(StrEnum):
    """The options a slash command has."""

    NOTHING = "nothing"
    TEXT = "text"
    OPTIONAL_TEXT = "optional text"
    FACT = "fact"
    ENTRY = "entry"
    CHANGE = "change"
    PAGE = "page"
    NUMBER = "number"
    CLAIM = "claim"
    ERASE_TOO = "erase too"
    CONSENT_MODE = "consent mode"
    ON_OR_OFF = "on or off"


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """One slash command; `words` is the command it stands for, when that is not its name."""

    name: str
    option: SlashOption
    description: str
    words: str = ""

    @property
    def verb(self) -> str:
        """The verb of the command it stands for."""
        return (self.words or self.name).split(" ")[0]


COMMANDS = (
    SlashCommand("show", SlashOption.PAGE, "What I would use here right now, or everything about you"),
    SlashCommand("remember", SlashOption.FACT, "Keep a fact about you, or about somebody else"),
    SlashCommand("forget", SlashOption.ENTRY, "Drop a fact: choose it, or type words of it"),
    SlashCommand("edit", SlashOption.CHANGE, "Change what a fact says"),
    SlashCommand("undo", SlashOption.NOTHING, "Take back your last change here"),
    SlashCommand("pin", SlashOption.ENTRY, "Keep a fact whatever the cap says"),
    SlashCommand("unpin", SlashOption.ENTRY, "End that"),
    SlashCommand("everywhere", SlashOption.ENTRY, "Let a fact about you be used in every place"),
    SlashCommand("search", SlashOption.TEXT, "Find facts and older messages"),
    SlashCommand("review", SlashOption.NOTHING, "What is known twice, or cannot all be so"),
    SlashCommand("why", SlashOption.NOTHING, "Which memories the last answer here was given"),
    SlashCommand("lore", SlashOption.OPTIONAL_TEXT, "This server's stories: list them, or add one"),
    SlashCommand("reset", SlashOption.NOTHING, "Clear this conversation's summary", "reset rolling"),
    SlashCommand("export", SlashOption.NOTHING, "Everything of yours as files, in a direct message"),
    SlashCommand(
        "erase", SlashOption.NOTHING, "Erase everything of yours for good; says what goes and asks first"
    ),
    SlashCommand(
        "optout", SlashOption.ERASE_TOO, "From now on keep, learn and show nothing of yours, in any server"
    ),
    SlashCommand("optin", SlashOption.NOTHING, "Be remembered again, or for the first time"),
    SlashCommand("claims", SlashOption.NOTHING, "What others say of you that waits for your word"),
    SlashCommand("accept", SlashOption.NUMBER, "Let something others say of you be used"),
    SlashCommand("refuse", SlashOption.CLAIM, "Refuse what others say of you: one entry, or all to come"),
    SlashCommand("help", SlashOption.NOTHING, "What you can say to your memory"),
)
"""Commands for everyone; those the memory does not know are left out."""

ADMIN_COMMANDS = (
    SlashCommand(
        "purge", SlashOption.NOTHING, "Erase what is kept of this channel; says what goes and asks first"
    ),
    SlashCommand("audit", SlashOption.NOTHING, "What was done here lately"),
    SlashCommand("exclude", SlashOption.NOTHING, "Remember nothing of this channel"),
    SlashCommand("include", SlashOption.NOTHING, "Remember this channel again"),
    SlashCommand("backfill", SlashOption.NOTHING, "Read what was said in this channel before I came"),
    SlashCommand(
        "consent", SlashOption.CONSENT_MODE, "Whether people here have to agree before they are remembered"
    ),
    SlashCommand("quarantine", SlashOption.ON_OR_OFF, "Use what is said of others only once they accept it"),
)
"""Commands for people who manage a server."""

WHY = "Why this answer?"
"""The entry in a message's context menu."""


class SlashHandler(Protocol):
    """Runs slash commands."""

    async def run_slash(
        self, interaction: Interaction, words: str, about: discord.abc.User | None = None
    ) -> None:
        """Run a command, and show the answer only to the person who typed it."""
        ...

    async def entries(self, interaction: Interaction, verb: str) -> list[Fact]:
        """Return the facts somebody may apply a command to where they are."""
        ...


def groups(handler: SlashHandler, known: Collection[str]) -> list[app_commands.Group]:
    """Return the groups of slash commands, with the commands a memory knows."""
    return [
        _group(handler, _known(COMMANDS, known), name="memory", description="What I remember about you"),
        _group(
            handler,
            _known(ADMIN_COMMANDS, known),
            name="memory-admin",
            description="Look after this server's memory",
            dms=False,
            default_permissions=discord.Permissions(manage_guild=True),
        ),
    ]


def _known(commands: Sequence[SlashCommand], known: Collection[str]) -> list[SlashCommand]:
    return [command for command in commands if command.verb in known]


def why_menu(handler: SlashHandler) -> app_commands.ContextMenu:
    """Return the context menu entry that says why the assistant answered as it did."""

    async def why(interaction: Interaction, message: discord.Message) -> None:
        await handler.run_slash(interaction, f"why {message.id}")

    return app_commands.ContextMenu(name=WHY, callback=why, allowed_contexts=_contexts())


def _contexts(*, dms: bool = True) -> app_commands.AppCommandContext:
    return app_commands.AppCommandContext(guild=True, dm_channel=dms, private_channel=False)


def _group(
    handler: SlashHandler, commands: Sequence[SlashCommand], *, dms: bool = True, **options: Any
) -> app_commands.Group:
    group = app_commands.Group(allowed_contexts=_contexts(dms=dms), **options)
    for each in commands:
        callback = _CALLBACKS[each.option](handler, each.words or each.name)
        command = app_commands.Command[Any, ..., None](
            name=each.name, description=each.description, callback=callback, parent=group
        )
        if each.option in (SlashOption.ENTRY, SlashOption.CHANGE):
            command.autocomplete("entry")(_suggest(handler, each.verb))
        group.add_command(command)
    return group


def _suggest(handler: SlashHandler, verb: str) -> Suggest:
    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Suggest one's own facts that contain what was typed so far."""
        typed, entries = current.casefold(), await handler.entries(interaction, verb)
        facts = {fact.id: fact for fact in entries if typed in fact.text.casefold()}
        return [
            app_commands.Choice(name=label_of(fact), value=id_)
            for id_, fact in [*facts.items()][:MAX_CHOICES]
        ]

    return suggest


def _nothing(handler: SlashHandler, words: str) -> Callback:
    async def run(interaction: Interaction) -> None:
        await handler.run_slash(interaction, words)

    return run


def _text(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(text="A few words")
    async def run(interaction: Interaction, text: str) -> None:
        await handler.run_slash(interaction, f"{words} {text}")

    return run


def _optional_text(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(text="What to add; leave it out for the list")
    async def run(interaction: Interaction, text: str = "") -> None:
        await handler.run_slash(interaction, f"{words} {text}".strip())

    return run


def _fact(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(
        text="One fact, in a sentence", about="Whom it is about; leave it out for yourself"
    )
    async def run(interaction: Interaction, text: str, about: discord.User | None = None) -> None:
        whom = f"<@{about.id}> " if about is not None else ""
        await handler.run_slash(interaction, f"{words} {whom}{text}", about)

    return run


def _entry(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(entry="Choose one, or type words of it, an id, or a number of the last list")
    async def run(interaction: Interaction, entry: str) -> None:
        await handler.run_slash(interaction, f"{words} {entry}")

    return run


def _change(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(
        entry="Choose one, or type words of it, an id, or a number", text="What it says now"
    )
    async def run(interaction: Interaction, entry: str, text: str) -> None:
        await handler.run_slash(interaction, f"{words} {entry} -> {text}")

    return run


def _page(handler: SlashHandler, words: str) -> Callback:
    @app_commands.rename(everything="all")
    @app_commands.describe(everything="With ids, the forgotten included", page="Which page of all")
    async def run(
        interaction: Interaction, everything: bool = False, page: app_commands.Range[int, 1, 1000] = 1
    ) -> None:
        await handler.run_slash(interaction, f"{words} all {page}" if everything else words)

    return run


def _number(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(number="Its number in the last list")
    async def run(interaction: Interaction, number: app_commands.Range[int, 1, 1000]) -> None:
        await handler.run_slash(interaction, f"{words} {number}")

    return run


def _claim(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(entry="Its number in the list of claims; `off` allows claims; nothing refuses all")
    async def run(interaction: Interaction, entry: str = "") -> None:
        await handler.run_slash(interaction, f"{words} {entry}".strip())

    return run


def _erase_too(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(erase="Erase what is kept too, for good, instead of hiding it")
    async def run(interaction: Interaction, erase: bool = False) -> None:
        await handler.run_slash(interaction, f"{words} erase" if erase else words)

    return run


def _consent_mode(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(mode="optin: only once they agree; optout: until they opt out")
    async def run(interaction: Interaction, mode: Literal["optin", "optout"]) -> None:
        await handler.run_slash(interaction, f"{words} {mode}")

    return run


def _on_or_off(handler: SlashHandler, words: str) -> Callback:
    async def run(interaction: Interaction, switch: Literal["on", "off"]) -> None:
        await handler.run_slash(interaction, f"{words} {switch}")

    return run


_CALLBACKS: dict[SlashOption, Callable[[SlashHandler, str], Callback]] = {
    SlashOption.NOTHING: _nothing,
    SlashOption.TEXT: _text,
    SlashOption.OPTIONAL_TEXT: _optional_text,
    SlashOption.FACT: _fact,
    SlashOption.ENTRY: _entry,
    SlashOption.CHANGE: _change,
    SlashOption.PAGE: _page,
    SlashOption.NUMBER: _number,
    SlashOption.CLAIM: _claim,
    SlashOption.ERASE_TOO: _erase_too,
    SlashOption.CONSENT_MODE: _consent_mode,
    SlashOption.ON_OR_OFF: _on_or_off,
}
