"""The glossary is true: its modules exist, and nothing is named with a word it rules out."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from typer.main import get_command

from dnam.cli.app import app
from dnam.commands.typed import MANAGERS_USAGE, USAGE
from dnam.settings import Settings

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "dnam"
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
TERMS = re.findall(r"^\| \*\*([^*]+)\*\* \| .+ \| `([^`]+)` \|$", GLOSSARY, re.MULTILINE)
AVOIDED = [
    word
    for row in re.findall(
        r"^\| ([a-z, ]+) \| [^|]+ \|$", GLOSSARY.partition("## Words we do not use")[2], re.M
    )
    for word in row.split(", ")
    if word != "not"
]
PAGES = sorted({ROOT / "README.md", *(ROOT / "docs").glob("*.md")} - {ROOT / "docs" / "glossary.md"})
ORDINARY = {"cast", "elsewhere", "gather", "hearing", "saying", "scratch", "stage"}
"""Usual words in a sentence; they only say too little as the name of a thing."""


def used_in(text: str, words: set[str]) -> set[str]:
    """Return which of these words a text has, in the singular or the plural."""
    return {word for word in words if re.search(rf"\b{word}(?:s|es)?\b", text, re.IGNORECASE)}


def parts(name: str) -> str:
    """Return an identifier as separate words: "FactEdits" and "fact_edits" as "fact edits"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[_.\-/]", " ", name)


def names() -> list[str]:
    """Return what modules, classes, commands and settings are called."""
    modules = sorted(SOURCE.rglob("*.py"))
    trees = [ast.parse(module.read_text(encoding="utf-8")) for module in modules]
    classes = [node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    in_cli = list(getattr(get_command(app), "commands"))  # noqa: B009 (typer's type does not tell)
    in_chat = [usage.partition(" ")[0] for usage in (*USAGE, *MANAGERS_USAGE)]
    paths = [str(module.relative_to(SOURCE).with_suffix("")) for module in modules]
    return [*paths, *classes, *in_cli, *in_chat, *Settings.model_fields]


def test_a_term_is_explained_once() -> None:
    """One word, one meaning."""
    terms = [term for term, _ in TERMS]
    assert len(terms) > 50
    assert sorted(terms) == sorted(set(terms))
    assert set(AVOIDED).isdisjoint(terms)


def test_a_term_lives_where_the_glossary_says() -> None:
    """A reader who looks there finds it."""
    folders = {module for _, module in TERMS if module.endswith("/")}
    wrong = [
        (term, module)
        for term, module in TERMS
        if not ((SOURCE / module).is_dir() if module in folders else (SOURCE / module).is_file())
    ]
    assert wrong == []


def test_nothing_is_named_with_a_word_we_do_not_use() -> None:
    """Modules, classes, commands of both kinds, and settings."""
    assert len(AVOIDED) >= 14
    assert {name: bad for name in names() if (bad := used_in(parts(name), set(AVOIDED)))} == {}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_uses_a_word_we_do_not_use(page: Path) -> None:
    """Records of decisions keep the words of their time; ordinary words may stand in a sentence."""
    prose = page.read_text(encoding="utf-8")
    code = " ".join(parts(code) for code in re.findall(r"`([^`\n]+)`", prose))
    assert used_in(prose, set(AVOIDED) - ORDINARY) | used_in(code, set(AVOIDED)) == set()


def test_the_check_finds_what_it_looks_for() -> None:
    """Both spellings of an identifier, and the plural."""
    assert used_in(parts("AnswerDesk"), {"desk"}) == {"desk"}
    assert used_in(parts("rules/tombs"), {"tomb"}) == {"tomb"}
    assert used_in(parts("echoes_of"), {"echo"}) == {"echo"}
    assert used_in(parts("rules/tombstones"), {"tomb"}) == set()


def test_no_variable_is_called_by_a_word_that_means_many_things() -> None:
    """What was found, said, held, told or kept is called by what it is."""
    vague = {"found", "said", "held", "told", "kept"}
    named: list[str] = []
    for module in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            stored = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            name = getattr(node, "id", "") if stored else getattr(node, "arg", "")
            if isinstance(node, ast.Name | ast.arg) and name in vague:
                named.append(f"{module.relative_to(SOURCE)}:{node.lineno} {name}")
    assert named == []


def test_no_two_classes_share_a_name() -> None:
    """One word, one meaning: whoever searches for a class finds it."""
    names = Counter(
        node.name
        for module in SOURCE.rglob("*.py")
        for node in ast.parse(module.read_text()).body
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in names.items() if count > 1] == []
