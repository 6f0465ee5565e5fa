"""What dnam says to people is there in every language it speaks, and nowhere else."""

import ast
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from dnam.commands import Answer, Command
from dnam.commands.typed import MANAGERS_USAGE, USAGE
from dnam.discord.slash import ADMIN_COMMANDS, COMMANDS, Translator, said
from dnam.languages import languages, reply
from dnam.rules.command_text import LIMIT
from dnam.stores.sqlite import open_sqlite
from scene import ANN, BEN, BOT, DEV, DM_ANN, GENERAL, Scene, opened

SOURCE = Path(__file__).parent.parent / "src" / "dnam"
OTHERS = [code for code in languages() if code != "en"]
ENGLISH = languages()["en"].replies
SENTENCE = re.compile(r"^[\s(`\"']*[A-Z][a-z']*,?( [\w`'{}]+){2}|^[A-Z][a-z]+( [a-z]+)+[.?!:]$")
FOR_OPERATORS = ("discord_internals.py", "red.py")
"""Modules whose sentences operators read, and Red's own page about a cog."""
SAYING = [
    *(SOURCE / "commands").glob("*.py"),
    *(SOURCE / "discord").glob("*.py"),
    *(SOURCE / "rules" / name for name in ("command_text.py", "offline_answer.py")),
]
TYPED = """
help, nonsense, shwo, show, show x,
show all, show all 9, show sizes, search
search figs, search zebras, remember, remember @Nobody figs, forget, forget figs, forget 9
forget zebras, forget all, edit, edit 1 figs and plums, undo, undo 99, pin, pin 1, unpin 1, everywhere 1, lore
lore 7, reset, reset rolling, review, review x, claims, review both 1, why, why 5
export, export x, erase, erase x, erase confirm, accept, accept 1, refuse, refuse off
optout x, optout, optin, purge, purge x, purge confirm, audit, audit x, spending
spending x, exclude, include, include x, backfill, consent, consent optin, consent optout, settings
settings persona, quarantine, settings language xx, quarantine on, quarantine off
"""


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    store = await open_sqlite(tmp_path / "memory.sqlite3")
    async with opened(store, tmp_path) as opened_scene:
        yield opened_scene
    await store.close()


def in_english(told: str, code: str) -> list[str]:
    """Return the English sentences, of three words at least, in what was told in another language."""
    own = languages()[code].replies
    found = []
    for key, sentence in ENGLISH.items():
        parts = [part for part in re.split(r"\{\w+\}|`[^`]*`", sentence) if len(part.split()) >= 3]
        found += [f"{key}: {part}" for part in parts if part in told and part not in own[key]]
    return found


@pytest.mark.parametrize("code", languages())
def test_every_sentence_is_there_in_every_language(code: str) -> None:
    """N-19: no language falls back to English for a sentence of the files, and none was left in English."""
    own = languages()[code].replies
    assert ENGLISH.keys() == own.keys()
    left = [key for key, sentence in ENGLISH.items() if code != "en" and own[key] == sentence]
    assert [key for key in left if len(ENGLISH[key].split()) > 2] == []


@pytest.mark.parametrize("code", OTHERS)
async def test_no_command_answers_in_english(scene: Scene, code: str) -> None:
    """N-19: every command, right and wrong, in a channel and in a direct message, by a manager."""
    await scene.tell("remember I like figs", language=code)
    await scene.tell("lore The cat rules", place=GENERAL, language=code)
    await scene.tell("quarantine on", by=BEN, place=GENERAL, manager=True, language=code)
    for place in (GENERAL, DM_ANN):
        for typed in map(str.strip, TYPED.replace("\n", ",").strip(",").split(",")):
            told = await scene.tell(typed, place=place, manager=place is GENERAL, language=code)
            assert (typed, in_english(told, code)) == (typed, [])


@pytest.mark.parametrize("code", OTHERS)
async def test_help_fits_one_message_in_every_language(scene: Scene, code: str) -> None:
    """DC-05, X-12: every command is named, whole."""
    text = await scene.tell("help", language=code)
    assert all(f"`{usage}`" in text for usage in (*USAGE, *MANAGERS_USAGE))
    assert len(text) < LIMIT


async def test_who_typed_decides_the_language_of_the_answer(scene: Scene) -> None:
    """R-25: the language of the words, else what they spoke before, else the guild's, else English."""
    assert (await scene.tell("show", by=BEN)).startswith("I know nothing")
    assert (await scene.tell("remember Ich wohne in Berlin")).startswith("Gemerkt")
    for typed in ("show", "show all", "pin Berlin", "undo"):
        assert in_english(await scene.tell(typed), "de") == []
    await scene.tell("forget all")
    no = Command(text="nein", place=DEV, person=ANN, assistant=BOT)
    assert (await scene.memory.command(no)) == Answer(text=reply("de", "unchanged"))
    await scene.tell("settings language fr", manager=True)
    assert (await scene.tell("show")).startswith("Was ich")
    assert (await scene.tell("show", by=BEN)).startswith("Je ne sais rien")
    assert (await scene.tell("remember I like the sea")).startswith("Remembered")


@pytest.mark.parametrize("code", OTHERS)
async def test_slash_commands_are_described_in_the_language_of_discord(code: str) -> None:
    """DC-83: Discord takes at most 100 characters of a description."""
    place: Any = app_commands.TranslationContext(app_commands.TranslationContextLocation.other, None)
    locale = next((one for one in discord.Locale if one.value.startswith(code)), None)
    for each in (*COMMANDS, *ADMIN_COMMANDS):
        key = f"does_{each.name}"
        assert len(reply(code, key)) <= 100
        if locale is not None:
            assert await Translator().translate(said(key), locale, place) == reply(code, key)


def _for_authors(node: ast.Raise | ast.Call) -> bool:
    """Return whether a node raises what operators read, or the author of a program that calls dnam."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "require"
    return "SettingsError" in ast.dump(node) or "on_ready" in ast.dump(node)


def literals(module: Path) -> Iterator[str]:
    """Yield the texts in a module that are neither docstrings nor in an error for operators and authors."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    docstrings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    raised = (n for n in ast.walk(tree) if isinstance(n, ast.Raise | ast.Call) and _for_authors(n))
    skipped = {id(node) for node in docstrings} | {id(part) for node in raised for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.value


def test_no_sentence_for_people_is_written_in_code() -> None:
    """N-19: what people read stands in the language files, where it can be said in every language."""
    modules = [module for module in SAYING if module.name not in FOR_OPERATORS]
    written = [
        f"{module.name}: {text}" for module in modules for text in literals(module) if SENTENCE.search(text)
    ]
    assert written == []
