"""The documents tell the truth: pages are current, every command and setting is there, examples run."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dnam.chat.session import HELP
from dnam.commands.dispatch import USAGE
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
    lines = [line for line in example.split("\n") if line.startswith("# DNAM_")]
    assert len(lines) == len(Settings.model_fields)
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text(example.replace("# DNAM_", "DNAM_"))
    assert load_settings() == Settings()


def test_the_page_of_the_library_is_what_the_code_says() -> None:
    """N-20: docs/api.md is generated from the docstrings; `make docs` writes it anew."""
    written = subprocess.run(
        [sys.executable, str(DOCS / "write_api.py")], capture_output=True, text=True, check=True
    ).stdout
    assert (DOCS / "api.md").read_text() == written


def test_every_setting_is_used_somewhere() -> None:
    """A setting that nothing reads would be a promise not kept."""
    source = "".join(p.read_text() for p in (ROOT / "src").rglob("*.py") if "settings" not in p.parts)
    unused = [name for name in Settings.model_fields if name != "preset" and f".{name}" not in source]
    assert [name for name in unused if not name.startswith("model_")] == []


def test_every_memory_command_is_documented() -> None:
    """DC-83: what can be said to memory is on one page."""
    page = (DOCS / "commands.md").read_text()
    assert [verb for usage, _ in USAGE if f"!memory {(verb := usage.split()[0])}" not in page] == []


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    """A link to a page of ours names a file that is there."""
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_example_of_the_readme_runs(tmp_path: Path) -> None:
    """N-20: a newcomer's first program works as printed."""
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    ast.parse(example)
    run = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "My cat is called Miso." in run.stdout
