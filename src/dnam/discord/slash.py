"""The slash commands: memory's commands under `/memory`, those of server managers under `/memory-admin`.

A slash command only writes the text of a command; `Memory.command` decides what it does. `COMMANDS` and
`ADMIN_COMMANDS` list every command with its options; no other module of this package lists them.
"""

from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import discord
from discord import app_commands

from dnam.discord.buttons import MAX_CHOICES, label_of
from dnam.domain import Fact

Interaction = discord.Interaction[Any]
Callback = Callable[..., Coroutine[Any, Any, None]]
Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


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


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """One slash command. `options` makes its callback, whose parameters Discord shows as options.

    `words` is the command it stands for, when that is not its name.
    """

    name: str
    options: Callable[[SlashHandler, str], Callback]
    description: str
    words: str = ""

    @property
    def verb(self) -> str:
        return (self.words or self.name).split(" ")[0]


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


def _setting(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(
        name="Which; leave it out for the list", value="What it becomes; `default` takes a choice back"
    )
    async def run(
        interaction: Interaction,
        name: Literal["persona", "model", "budget", "language", "retention", "channels"] | None = None,
        value: str = "",
    ) -> None:
        await handler.run_slash(interaction, f"{words} {name or ''} {value}".strip())

    return run


COMMANDS = (
    SlashCommand("show", _page, "What I would use here right now, or everything about you"),
    SlashCommand("remember", _fact, "Keep a fact about you, or about somebody else"),
    SlashCommand("forget", _entry, "Drop a fact: choose it, or type words of it"),
    SlashCommand("edit", _change, "Change what a fact says"),
    SlashCommand("undo", _nothing, "Take back your last change here"),
    SlashCommand("pin", _entry, "Keep a fact whatever the cap says"),
    SlashCommand("unpin", _entry, "End that"),
    SlashCommand("everywhere", _entry, "Let a fact about you be used in every place"),
    SlashCommand("search", _text, "Find facts and older messages"),
    SlashCommand("review", _nothing, "What is known twice, or cannot all be so"),
    SlashCommand("why", _nothing, "Which memories the last answer here was given"),
    SlashCommand("lore", _optional_text, "This server's stories: list them, or add one"),
    SlashCommand("reset", _nothing, "Clear this conversation's summary", "reset rolling"),
    SlashCommand("export", _nothing, "Everything of yours as files, in a direct message"),
    SlashCommand("erase", _nothing, "Erase everything of yours for good; says what goes and asks first"),
    SlashCommand("optout", _erase_too, "From now on keep, learn and show nothing of yours, in any server"),
    SlashCommand("optin", _nothing, "Be remembered again, or for the first time"),
    SlashCommand("claims", _nothing, "What others say of you that waits for your word"),
    SlashCommand("accept", _number, "Let something others say of you be used"),
    SlashCommand("refuse", _claim, "Refuse what others say of you: one entry, or all to come"),
    SlashCommand("help", _nothing, "What you can say to your memory"),
)
"""Commands for everyone; those the memory does not know are left out."""

ADMIN_COMMANDS = (
    SlashCommand("purge", _nothing, "Erase what is kept of this channel; says what goes and asks first"),
    SlashCommand("audit", _nothing, "What was done here lately"),
    SlashCommand("spending", _nothing, "What language models cost this server lately"),
    SlashCommand("exclude", _nothing, "Remember nothing of this channel"),
    SlashCommand("include", _nothing, "Remember this channel again"),
    SlashCommand("backfill", _nothing, "Read what was said in this channel before I came"),
    SlashCommand("consent", _consent_mode, "Whether people here have to agree before they are remembered"),
    SlashCommand("settings", _setting, "Persona, model, budget, language, retention and channels"),
    SlashCommand("quarantine", _on_or_off, "Use what is said of others only once they accept it"),
)
"""Commands for people who manage a server."""

WHY = "Why this answer?"
"""The entry in a message's context menu."""


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
        callback = each.options(handler, each.words or each.name)
        command = app_commands.Command[Any, ..., None](
            name=each.name, description=each.description, callback=callback, parent=group
        )
        if each.options in (_entry, _change):
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
