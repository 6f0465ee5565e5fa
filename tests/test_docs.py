"""The documents tell the truth: pages are current, every command and setting is there, examples run."""

import ast
import inspect
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from bench.spec import IDS, expand

import dnam
from dnam import domain
from dnam.chat.session import HELP
from dnam.commands.typed import MANAGERS_USAGE, USAGE
from dnam.settings import Settings, env_example, load_settings, reference

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md")])


def test_the_settings_page_is_what_the_code_says() -> None:
    """R-25: docs/settings.md is generated; `make docs` writes it anew."""
    assert (DOCS / "settings.md").read_text().endswith(reference())


def test_the_example_of_a_settings_file_is_generated_and_right(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """R-25, seeds 000 and 002: a comment for each line; with every line turned on all is as by default."""
    example = (DOCS.parent / ".env.example").read_text()
    assert example == env_example()
    lines = re.findall(r"^# ((?!POSTGRES_)[A-Z_]+)=", example, re.MULTILINE)
    assert len(lines) == len(Settings.model_fields)
    assert lines[:2] == ["DISCORD_TOKEN", "DNAM_DISCORD_GUILDS"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(re.sub(r"^# (?=[A-Z_]+=)", "", example, flags=re.M))
    assert load_settings() == Settings()


def test_the_page_of_the_library_is_what_the_code_says() -> None:
    """N-20: docs/api.md is generated from the docstrings; `make docs` writes it anew."""
    written = subprocess.run(
        [sys.executable, str(DOCS / "write_api.py")], capture_output=True, text=True, check=True
    ).stdout
    assert (DOCS / "api.md").read_text() == written


def test_what_the_page_of_the_library_names_can_be_imported() -> None:
    """N-20: whoever annotates what a method returns imports it from where the page says."""
    page = (DOCS / "api.md").read_text()
    code = " ".join(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", page, flags=re.DOTALL)))
    words = set(re.findall(r"(?<![.\w'])[A-Z]\w+", code))
    ours = {*classes_of_dnam(), *filter(str.isupper, domain.__all__)}
    beside = {name for line in re.findall(r"`from .+ import (.+)`", page) for name in line.split(", ")}
    assert words & ours - {*dnam.__all__, *beside} == set()
    assert {"Outcome", "NOBODY", "Source", "Day"} < words & ours


def classes_of_dnam() -> Iterator[str]:
    """Find every class of every module of the package."""
    for found in pkgutil.walk_packages(dnam.__path__, "dnam."):
        if found.name != "dnam.__main__":
            classes = inspect.getmembers(import_module(found.name), inspect.isclass)
            yield from (name for name, kind in classes if kind.__module__.startswith("dnam."))


def test_every_setting_is_used_somewhere() -> None:
    """A setting that nothing reads would be a promise not kept."""
    source = "".join(p.read_text() for p in (ROOT / "src").rglob("*.py") if "settings" not in p.parts)
    unused = [name for name in Settings.model_fields if name != "preset" and f".{name}" not in source]
    assert [name for name in unused if not name.startswith("model_")] == []


def test_every_memory_command_is_documented() -> None:
    """DC-83: what can be said to memory is on one page."""
    page = (DOCS / "commands.md").read_text()
    verbs = [usage.split()[0] for usage in (*USAGE, *MANAGERS_USAGE)]
    assert [verb for verb in verbs if f"!memory {verb}" not in page] == []


def test_every_chat_command_is_documented() -> None:
    """The chat's own commands are on the page of the command line."""
    page = (DOCS / "cli.md").read_text()
    verbs = [word.strip(",") for usage, _ in HELP for word in usage.split() if word.startswith("/")]
    assert [verb for verb in verbs if verb not in page] == []


def test_every_dnam_command_is_documented() -> None:
    """What `dnam --help` lists is on the page of the command line."""
    page = (DOCS / "cli.md").read_text()
    told = subprocess.run(
        [sys.executable, "-m", "dnam", "--help"], capture_output=True, text=True, check=True
    )
    names = re.findall(r"^│ (\w[\w-]*) ", told.stdout, re.MULTILINE)
    assert names
    assert [name for name in names if name not in page] == []


def test_every_flaw_found_from_outside_has_its_test_on_the_page() -> None:
    """The table of docs/reliability.md is whole, and every test in it exists and names its id."""
    rows = re.findall(
        r"^\| (F-\d\d) \|[^|]*\| `(\S+)` `(\w+)` \|$", (DOCS / "reliability.md").read_text(), re.MULTILINE
    )
    assert [id_ for id_, _, _ in rows] == IDS["F"]
    for id_, file, name in rows:
        tests = ast.walk(ast.parse((ROOT / "tests" / file).read_text()))
        proofs = [
            expand(ast.get_docstring(test) or "")
            for test in tests
            if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef) and test.name == name
        ]
        assert [id_ in proven for proven in proofs] == [True], f"{id_}: {file}::{name}"


def test_the_troubleshooting_page_quotes_what_dnam_really_says() -> None:
    """Every sentence in quotes is in the code, the language files or the Makefile; … stands for a value."""
    told = [*map(_texts, (ROOT / "src").rglob("*.py")), (ROOT / "Makefile").read_text()]
    said = "\n".join([*told, (ROOT / "src/dnam/languages/en.toml").read_text()])
    quoted = re.findall(
        r'^\| (?:It answers )?"(.+?)"(?: \(| \|)', (DOCS / "troubleshooting.md").read_text(), re.M
    )
    pieces = [
        piece for quote in quoted for each in quote.split("…") if len(piece := each.strip(" .:`()")) > 9
    ]
    assert len(quoted) > 20
    assert [piece for piece in pieces if piece not in said] == []


def _texts(module: Path) -> str:
    """Return every text in a module, those made of parts joined."""
    tree = ast.parse(module.read_text())
    return "\n".join(
        str(node.value) if isinstance(node, ast.Constant) else "".join(map(_part, node.values))
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant | ast.JoinedStr)
    )


def _part(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "…"


def test_the_example_of_a_toml_file_is_right(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """R-25: dnam.toml.example names settings that exist, with values they take."""
    monkeypatch.chdir(tmp_path)
    settings = load_settings(ROOT / "dnam.toml.example")
    assert settings.guild_models == {"small": "haiku", "large": "sonnet"}
    assert settings.came_from("persona").startswith("persona in ")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    """A link to a page of ours names a file that is there."""
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize(
    ("page", "prints"),
    [
        ("README.md", "My cat is called Miso."),
        ("docs/models.md", "Likes tea"),
        ("docs/api.md", "passed"),
    ],
)
def test_the_examples_of_the_pages_run(tmp_path: Path, page: str, prints: str) -> None:
    """N-20: a newcomer's first program, first model and first test work as printed."""
    *_, example = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    ast.parse(example)
    run = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr
    assert prints in run.stdout
