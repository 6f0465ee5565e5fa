"""The slash commands: memory's commands under `/memory`, those of server managers under `/memory-admin`.

A slash command only writes the text of a command; `Memory.command` decides what it does. `COMMANDS` and
`ADMIN_COMMANDS` list every command with its options; no other module of this package lists them.
"""

import re
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import discord
from discord import app_commands

from dnam.discord.buttons import MAX_CHOICES, label_of
from dnam.domain import Fact
from dnam.languages import languages, reply

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
    words: str = ""

    @property
    def verb(self) -> str:
        return (self.words or self.name).split(" ")[0]


def said(sentence: str) -> app_commands.locale_str:
    """Return a sentence of the language files, which Discord shows in each person's own language."""
    return app_commands.locale_str(reply("en", sentence), sentence=sentence)


class Translator(app_commands.Translator):
    """Gives Discord what `said` names, in every language that both speak."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        del context
        code, sentence = locale.value[:2], string.extras.get("sentence")
        return reply(code, sentence) if sentence and code != "en" and code in languages() else None


def _nothing(handler: SlashHandler, words: str) -> Callback:
    async def run(interaction: Interaction) -> None:
        await handler.run_slash(interaction, words)

    return run


def _text(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(text=said("option_text"))
    async def run(interaction: Interaction, text: str) -> None:
        await handler.run_slash(interaction, f"{words} {text}")

    return run


def _optional_text(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(text=said("option_story"))
    async def run(interaction: Interaction, text: str = "") -> None:
        await handler.run_slash(interaction, f"{words} {text}".strip())

    return run


def _fact(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(text=said("option_fact"), about=said("option_about"))
    async def run(interaction: Interaction, text: str, about: discord.User | None = None) -> None:
        whom = f"<@{about.id}> " if about is not None else ""
        await handler.run_slash(interaction, f"{words} {whom}{text}", about)

    return run


def _entry(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(entry=said("option_entry"))
    async def run(interaction: Interaction, entry: str) -> None:
        await handler.run_slash(interaction, f"{words} {entry}")

    return run


def _change(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(entry=said("option_entry"), text=said("option_new_text"))
    async def run(interaction: Interaction, entry: str, text: str) -> None:
        await handler.run_slash(interaction, f"{words} {entry} -> {text}")

    return run


def _page(handler: SlashHandler, words: str) -> Callback:
    @app_commands.rename(everything="all")
    @app_commands.describe(everything=said("option_all"), page=said("option_page"))
    async def run(
        interaction: Interaction, everything: bool = False, page: app_commands.Range[int, 1, 1000] = 1
    ) -> None:
        await handler.run_slash(interaction, f"{words} all {page}" if everything else words)

    return run


def _number(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(number=said("option_number"))
    async def run(interaction: Interaction, number: app_commands.Range[int, 1, 1000]) -> None:
        await handler.run_slash(interaction, f"{words} {number}")

    return run


def _claim(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(entry=said("option_claim"))
    async def run(interaction: Interaction, entry: str = "") -> None:
        await handler.run_slash(interaction, f"{words} {entry}".strip())

    return run


def _erase_too(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(erase=said("option_erase"))
    async def run(interaction: Interaction, erase: bool = False) -> None:
        await handler.run_slash(interaction, f"{words} erase" if erase else words)

    return run


def _consent_mode(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(mode=said("option_consent"))
    async def run(interaction: Interaction, mode: Literal["optin", "optout"]) -> None:
        await handler.run_slash(interaction, f"{words} {mode}")

    return run


def _on_or_off(handler: SlashHandler, words: str) -> Callback:
    async def run(interaction: Interaction, switch: Literal["on", "off"]) -> None:
        await handler.run_slash(interaction, f"{words} {switch}")

    return run


def _setting(handler: SlashHandler, words: str) -> Callback:
    @app_commands.describe(name=said("option_name"), value=said("option_value"))
    async def run(
        interaction: Interaction,
        name: Literal["persona", "model", "budget", "language", "retention", "channels"] | None = None,
        value: str = "",
    ) -> None:
        await handler.run_slash(interaction, f"{words} {name or ''} {value}".strip())

    return run


COMMANDS = (
    SlashCommand("show", _page),
    SlashCommand("remember", _fact),
    SlashCommand("forget", _entry),
    SlashCommand("edit", _change),
    SlashCommand("undo", _nothing),
    SlashCommand("pin", _entry),
    SlashCommand("unpin", _entry),
    SlashCommand("everywhere", _entry),
    SlashCommand("search", _text),
    SlashCommand("review", _nothing),
    SlashCommand("why", _nothing),
    SlashCommand("lore", _optional_text),
    SlashCommand("reset", _nothing, "reset rolling"),
    SlashCommand("export", _nothing),
    SlashCommand("erase", _nothing),
    SlashCommand("optout", _erase_too),
    SlashCommand("optin", _nothing),
    SlashCommand("claims", _nothing),
    SlashCommand("accept", _number),
    SlashCommand("refuse", _claim),
    SlashCommand("help", _nothing),
)
"""Commands for everyone; those the memory does not know are left out."""

ADMIN_COMMANDS = (
    SlashCommand("purge", _nothing),
    SlashCommand("audit", _nothing),
    SlashCommand("spending", _nothing),
    SlashCommand("exclude", _nothing),
    SlashCommand("include", _nothing),
    SlashCommand("backfill", _nothing),
    SlashCommand("consent", _consent_mode),
    SlashCommand("settings", _setting),
    SlashCommand("quarantine", _on_or_off),
)
"""Commands for people who manage a server."""


_IN_WORDS = frozenset(
    {_text, _optional_text, _fact, _entry, _number, _claim, _consent_mode, _on_or_off, _setting}
)
"""Options that are filled in the order in which the words of a command are typed."""


def in_slash_form(text: str, prefix: str) -> str:
    """Return an answer that names slash commands; what has no slash form is named as it is typed."""
    return re.sub(rf"`{re.escape(prefix)}(?: ([^`]+))?`", _slash_form, text)


def _slash_form(typed: "re.Match[str]") -> str:
    if typed[1] is None:
        return "`/memory` (`/memory-admin`)"
    verb, _, rest = typed[1].partition(" ")
    for group, commands in (("memory", COMMANDS), ("memory-admin", ADMIN_COMMANDS)):
        for each in commands:
            if each.verb == verb and (not rest or typed[1] == each.words or each.options in _IN_WORDS):
                filled = rest if typed[1] != each.words else ""
                return f"`{f'/{group} {each.name} {filled}'.strip()}`"
    return typed[0]


def groups(handler: SlashHandler, known: Collection[str]) -> list[app_commands.Group]:
    return [
        _group(handler, _known(COMMANDS, known), name="memory", description=said("does_memory")),
        _group(
            handler,
            _known(ADMIN_COMMANDS, known),
            name="memory-admin",
            description=said("does_memory_admin"),
            dms=False,
            default_permissions=discord.Permissions(manage_guild=True),
        ),
    ]


def _known(commands: Sequence[SlashCommand], known: Collection[str]) -> list[SlashCommand]:
    return [command for command in commands if command.verb in known]


def why_menu(handler: SlashHandler) -> app_commands.ContextMenu:
    async def why(interaction: Interaction, message: discord.Message) -> None:
        await handler.run_slash(interaction, f"why {message.id}")

    return app_commands.ContextMenu(name=said("menu_why"), callback=why, allowed_contexts=_contexts())


def _contexts(*, dms: bool = True) -> app_commands.AppCommandContext:
    return app_commands.AppCommandContext(guild=True, dm_channel=dms, private_channel=False)


def _group(
    handler: SlashHandler, commands: Sequence[SlashCommand], *, dms: bool = True, **options: Any
) -> app_commands.Group:
    group = app_commands.Group(allowed_contexts=_contexts(dms=dms), **options)
    for each in commands:
        callback = each.options(handler, each.words or each.name)
        command = app_commands.Command[Any, ..., None](
            name=each.name, description=said(f"does_{each.name}"), callback=callback, parent=group
        )
        if each.options in (_entry, _change):
            command.autocomplete("entry")(_suggest(handler, each.verb))
        group.add_command(command)
    return group


def _suggest(handler: SlashHandler, verb: str) -> Suggest:
    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed, entries = current.casefold(), await handler.entries(interaction, verb)
        facts = {fact.id: fact for fact in entries if typed in fact.text.casefold()}
        return [
            app_commands.Choice(name=label_of(fact), value=id_)
            for id_, fact in [*facts.items()][:MAX_CHOICES]
        ]

    return suggest
