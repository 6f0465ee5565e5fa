"""The settings as text: what each accepts, the Markdown page that lists them, and `.env.example`."""

import ast
import inspect
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from dnam.settings.complaints import allowed, without_passwords
from dnam.settings.fields import PREFIX, Settings
from dnam.settings.presets import ALIASES, PRESETS

_FIRST = (
    "discord_token discord_guilds model budget_usd_per_day persona language consent retention_days store "
    "backup_hours"
).split()
"""What most people set, in the order in which they come to it."""
_THEMES = {
    "preset": "Where memory is kept",
    "audience": "Who may be told what",
    "read_deadline_seconds": "Prompts",
    "memory_enabled": "Facts and lore",
    "model": "Language models",
    "extract_enabled": "Learning from conversation",
    "rolling_enabled": "Summaries and short-term memory",
    "days_enabled": "Days and people",
    "persona": "The assistant and its commands",
    "projections": "Readable files",
    "lane_waiting": "The process and its log",
    "web_enabled": "Dashboard and REST",
    "backup_hours": "Backups",
    "mcp_token": "Agents (MCP)",
    "guild_settings": "What managers may choose for their server",
    "discord_token": "Discord",
    "consent": "Consent and what is kept of others",
    "retention_days": "How long things are kept",
    "relevant_messages": "Search and encoders",
}
"""The first setting of each theme, in the order of the page, and the theme's title."""
_COMPOSE = (
    "### Only for deploy/compose.yaml",
    "",
    "# The password of its PostgreSQL, which takes it when it first starts.",
    "# POSTGRES_PASSWORD=",
    "",
)
_HEAD = ("Setting", "Default", "Allowed", "Meaning")


@cache
def meanings() -> dict[str, str]:
    """Return what each setting means: the sentence below it in its class. Reading them takes a while."""
    sentences = {}
    for each in Settings.__mro__:
        if each.__module__.startswith("dnam."):
            (tree,) = ast.parse(inspect.getsource(each)).body
            for pair in pairwise(ast.iter_child_nodes(tree)):
                match pair:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name)),
                        ast.Expr(value=ast.Constant(value=str(sentence))),
                    ):
                        sentences[name] = inspect.cleandoc(sentence)
    return sentences


def reference() -> str:
    """Return every setting by its theme, and what each preset changes, as Markdown tables."""
    fields = _in_order()
    rows: list[tuple[str, ...]] = [(), ("## The ten that matter first",), (), _HEAD, ("---",) * len(_HEAD)]
    rows += [_row(name, fields[name]) for name in _FIRST]
    for name, field in fields.items():
        if name in _THEMES:
            rows += [(), (f"## {_THEMES[name]}",), (), _HEAD, ("---",) * len(_HEAD)]
        rows.append(_row(name, field))
    rows += [(), ("## What each preset changes",), (), ("Setting", *PRESETS), ("---",) * (len(PRESETS) + 1)]
    for name in (each for each in fields if any(each in preset for preset in PRESETS.values())):
        values = (preset.get(name, fields[name].default) for preset in PRESETS.values())
        rows.append((_shown(name), *map(_shown, values)))
    lines = [f"| {' | '.join(row)} |" if len(row) > 1 else "".join(row) for row in rows[1:]]
    return "\n".join(lines) + "\n"


def _row(name: str, field: FieldInfo) -> tuple[str, ...]:
    default = "your user data folder" if field.default_factory else _shown(field.default)
    aliases = tuple(alias for alias, meant in ALIASES.items() if meant == name)
    also = f" Also {_shown(aliases)}." if aliases else ""
    return (_shown(name), default, allowed(field), meanings()[name] + also)


def themes() -> dict[str, dict[str, str]]:
    """Return what every setting means, by theme, in the order of the page."""
    by_theme: dict[str, dict[str, str]] = {}
    for name in _in_order():
        if name in _THEMES:
            by_theme[_THEMES[name]] = {}
        [*by_theme.values()][-1][name] = meanings()[name]
    return by_theme


def env_example() -> str:
    """Return a `.env` file with every setting, commented out, as by default, below its meaning."""
    lines = ["# Every setting of dnam. Copy this file to .env, and remove the # before what you set.", ""]
    fields = _in_order()
    lines += ["### What matters first", ""]
    for name in _FIRST:
        lines += _example(name, fields[name])
    theme = ""
    for name, field in fields.items():
        theme = _THEMES.get(name, theme)
        if name not in _FIRST:
            lines += [f"### {theme}", ""] if theme else []
            lines += _example(name, field)
            theme = ""
    return "\n".join([*lines, *_COMPOSE])


def _example(name: str, field: FieldInfo) -> list[str]:
    """Return the lines of a setting; the bot's token has the name that every page calls it by."""
    written = "DISCORD_TOKEN" if name == "discord_token" else PREFIX + name.upper()
    names = [PREFIX + name.upper(), *(alias for alias, meant in ALIASES.items() if meant == name)]
    others = [each for each in names if each != written]
    also = f" Also {', '.join(others)}." if others else ""
    return [
        f"# {meanings()[name]} Allowed: {allowed(field)}.{also}",
        f"# {written}={_written(field)}",
        "",
    ]


def shown_setting(value: object) -> Any:
    """Return a setting as it may be shown: without secrets."""
    if isinstance(value, SecretStr):
        return "(hidden)"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Path | str):
        return without_passwords(str(value))
    return value


def setting_in_words(value: object) -> str:
    """Return a setting as people read it, without secrets."""
    shown = shown_setting(value)
    if shown in (None, ""):
        return "unset"
    return str(shown).lower() if isinstance(shown, bool) else str(shown)


def _written(field: FieldInfo) -> str:
    """Return a default as a `.env` file has it; nothing where there is none."""
    value = None if field.default_factory else field.default
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    text = "" if value in (None, {}) else str(value)
    return f"'{text}'" if "#" in text or "`" in text else text


def _in_order() -> dict[str, FieldInfo]:
    own = [name for name in Settings.model_fields if name in Settings.__annotations__]
    return {name: Settings.model_fields[name] for name in dict.fromkeys((*own, *Settings.model_fields))}


def _shown(value: object) -> str:
    """Return a value as people write it."""
    if isinstance(value, tuple) and value:
        return ", ".join(map(_shown, value))
    if value in (None, "", ()):
        return "unset" if value is None else "empty"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
