"""discord.py's internals are used in one file, which names the version it was tried with."""

import ast
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest

import dnam.discord
from dnam.discord import discord_internals

FOLDER = Path(dnam.discord.__file__).parent
OTHERS = sorted({*FOLDER.glob("*.py")} - {Path(discord_internals.__file__)})
PUBLIC_MODULES = {"discord", "discord.ext", "discord.app_commands", "discord.ui"}
PUBLIC_NAMES = {"app_commands", "ui", "abc", "utils", "commands", "tasks"}
INTERNAL_ATTRIBUTES = {"http", "ws", "gateway"}


def internals(module: Path) -> Iterator[str]:
    """Yield what a module uses of discord.py that is not public."""
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "discord":
            if node.module not in PUBLIC_MODULES:
                yield f"imports {node.module}"
            yield from (f"imports {alias.name}" for alias in node.names if alias.name not in PUBLIC_NAMES)
        elif isinstance(node, ast.Attribute) and not node.attr.startswith("__"):
            on_self = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if (node.attr.startswith("_") and not on_self) or node.attr in INTERNAL_ATTRIBUTES:
                yield f"uses .{node.attr}"


@pytest.mark.parametrize("module", OTHERS, ids=lambda module: module.name)
def test_no_other_module_uses_internals(module: Path) -> None:
    """N-20: an upgrade of discord.py has one file to check."""
    assert [*internals(module)] == []


def test_the_check_finds_internals() -> None:
    """N-20: the one file that uses internals would not pass."""
    uses = {*internals(Path(discord_internals.__file__))}
    assert {"imports discord.http", "imports discord.gateway", "uses .http"} <= uses


def test_the_version_it_was_tried_with_is_the_one_installed() -> None:
    """N-20: whoever upgrades discord.py has to try the internals again, and say so."""
    assert f"Tried with discord.py {discord.__version__}." in (discord_internals.__doc__ or "")
