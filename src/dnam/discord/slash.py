"""The slash commands: memory's commands under `/memory`, those of server managers under `/memory-admin`.

A slash command only writes the text of a command; `Memory.command` decides what it does. `COMMANDS` and
`ADMIN_COMMANDS` list every command with its options; no other module of this package lists them.
"""

import inspect
import re
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from dnam.discord.buttons import MAX_CHOICES, label_of
from dnam.languages import languages, reply

if TYPE_CHECKING:
    from dnam.discord.command_handler import CommandHandler

Interaction = discord.Interaction[Any]
Callback = Callable[..., Coroutine[Any, Any, None]]
Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    name: str
    kind: Any
    """The type by which Discord asks for it, such as `str` or `Literal["on", "off"]`."""
    says: str = ""
    """The sentence of the language files that describes it."""
    default: Any = inspect.Parameter.empty


Given = dict[str, Any]
"""What was chosen for each option, by its name."""


def _in_words(words: str, given: Given) -> str:
    return " ".join([words, *(str(value) for value in given.values() if value not in (None, ""))])


def _fact(words: str, given: Given) -> str:
    whom = f"<@{given['about'].id}> " if given["about"] is not None else ""
    return f"{words} {whom}{given['text']}"


def _change(words: str, given: Given) -> str:
    return f"{words} {given['entry']} -> {given['text']}"


def _page(words: str, given: Given) -> str:
    return f"{words} all {given['page']}" if given["all"] else words


def _erase_too(words: str, given: Given) -> str:
    return f"{words} erase" if given["erase"] else words


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """One slash command. `words` is the command it stands for, when that is not its name."""

    name: str
    options: tuple[Option, ...] = ()
    words: str = ""
    typed: Callable[[str, Given], str] = _in_words
    """Returns the words of the command as somebody would type it."""

    @property
    def verb(self) -> str:
        return (self.words or self.name).split(" ")[0]

    @property
    def is_filled_in_order(self) -> bool:
        """Whether its options are filled in the order in which the words of the command are typed."""
        return bool(self.options) and self.typed in (_in_words, _fact)


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


NUMBER = app_commands.Range[int, 1, 1000]
ENTRY = Option(name="entry", kind=str, says="option_entry")
CLAIM = Option(name="entry", kind=str, says="option_claim", default="")
NTH = Option(name="number", kind=NUMBER, says="option_number")
TEXT = Option(name="text", kind=str, says="option_text")
STORY = Option(name="text", kind=str, says="option_story", default="")
NEW_TEXT = Option(name="text", kind=str, says="option_new_text")
FACT = Option(name="text", kind=str, says="option_fact")
ABOUT = Option(name="about", kind=discord.User | None, says="option_about", default=None)
ALL = Option(name="all", kind=bool, says="option_all", default=False)
PAGE = Option(name="page", kind=NUMBER, says="option_page", default=1)
ERASE = Option(name="erase", kind=bool, says="option_erase", default=False)
MODE = Option(name="mode", kind=Literal["optin", "optout"], says="option_consent")
SWITCH = Option(name="switch", kind=Literal["on", "off"])
SETTINGS = Literal["persona", "model", "budget", "language", "retention", "channels"]
NAME = Option(name="name", kind=SETTINGS | None, says="option_name", default=None)
VALUE = Option(name="value", kind=str, says="option_value", default="")

COMMANDS = (
    SlashCommand("show", (ALL, PAGE), typed=_page),
    SlashCommand("remember", (FACT, ABOUT), typed=_fact),
    SlashCommand("forget", (ENTRY,)),
    SlashCommand("edit", (ENTRY, NEW_TEXT), typed=_change),
    SlashCommand("undo"),
    SlashCommand("pin", (ENTRY,)),
    SlashCommand("unpin", (ENTRY,)),
    SlashCommand("everywhere", (ENTRY,)),
    SlashCommand("search", (TEXT,)),
    SlashCommand("review"),
    SlashCommand("why"),
    SlashCommand("lore", (STORY,)),
    SlashCommand("reset", words="reset rolling"),
    SlashCommand("export"),
    SlashCommand("erase"),
    SlashCommand("optout", (ERASE,), typed=_erase_too),
    SlashCommand("optin"),
    SlashCommand("claims"),
    SlashCommand("accept", (NTH,)),
    SlashCommand("refuse", (CLAIM,)),
    SlashCommand("help"),
)
"""Commands for everyone; those the memory does not know are left out."""

ADMIN_COMMANDS = (
    SlashCommand("purge"),
    SlashCommand("audit"),
    SlashCommand("spending"),
    SlashCommand("exclude"),
    SlashCommand("include"),
    SlashCommand("backfill"),
    SlashCommand("consent", (MODE,)),
    SlashCommand("settings", (NAME, VALUE)),
    SlashCommand("quarantine", (SWITCH,)),
)
"""Commands for people who manage a server."""


def in_slash_form(text: str, prefix: str) -> str:
    """Return an answer that names slash commands; what has no slash form is named as it is typed."""
    return re.sub(rf"`{re.escape(prefix)}(?: ([^`]+))?`", _slash_form, text)


def _slash_form(typed: "re.Match[str]") -> str:
    if typed[1] is None:
        return "`/memory` (`/memory-admin`)"
    verb, _, rest = typed[1].partition(" ")
    for group, commands in (("memory", COMMANDS), ("memory-admin", ADMIN_COMMANDS)):
        for each in commands:
            if each.verb == verb and (not rest or typed[1] == each.words or each.is_filled_in_order):
                filled = rest if typed[1] != each.words else ""
                return f"`{f'/{group} {each.name} {filled}'.strip()}`"
    return typed[0]


def groups(handler: "CommandHandler", known: Collection[str]) -> list[app_commands.Group]:
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


def why_menu(handler: "CommandHandler") -> app_commands.ContextMenu:
    async def why(interaction: Interaction, message: discord.Message) -> None:
        await handler.run_slash(interaction, f"why {message.id}")

    return app_commands.ContextMenu(name=said("menu_why"), callback=why, allowed_contexts=_contexts())


def _contexts(*, dms: bool = True) -> app_commands.AppCommandContext:
    return app_commands.AppCommandContext(guild=True, dm_channel=dms, private_channel=False)


def _group(
    handler: "CommandHandler", commands: Sequence[SlashCommand], *, dms: bool = True, **options: Any
) -> app_commands.Group:
    group = app_commands.Group(allowed_contexts=_contexts(dms=dms), **options)
    for each in commands:
        callback, does = _callback(handler, each), said(f"does_{each.name}")
        command = app_commands.Command[Any, ..., None](
            name=each.name, description=does, callback=callback, parent=group
        )
        if ENTRY in each.options:
            command.autocomplete("entry")(_suggest(handler, each.verb))
        group.add_command(command)
    return group


def _callback(handler: "CommandHandler", command: SlashCommand) -> Callback:
    """Return what runs a command; discord.py reads the options from its signature."""

    async def run(interaction: Interaction, **given: Any) -> None:
        chosen = {option.name: given[option.name] for option in command.options}
        typed = command.typed(command.words or command.name, chosen)
        await handler.run_slash(interaction, typed, chosen.get("about"))

    asked = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY)
    named = [
        inspect.Parameter(
            each.name, inspect.Parameter.KEYWORD_ONLY, default=each.default, annotation=each.kind
        )
        for each in command.options
    ]
    run.__signature__ = inspect.Signature([asked, *named])  # type: ignore[attr-defined]  # functions may have one
    described = {each.name: said(each.says) for each in command.options if each.says}
    return app_commands.describe(**described)(run) if described else run


def _suggest(handler: "CommandHandler", verb: str) -> Suggest:
    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        typed, entries = current.casefold(), await handler.entries(interaction, verb)
        facts = {fact.id: fact for fact in entries if typed in fact.text.casefold()}
        return [
            app_commands.Choice(name=label_of(fact), value=id_)
            for id_, fact in [*facts.items()][:MAX_CHOICES]
        ]

    return suggest
