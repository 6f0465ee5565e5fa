"""What is not installed is not needed: the core runs alone, and each part says how to get it (R-25)."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from dnam.optional_packages import MODULES, wanted

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())

WITHOUT_EXTRAS = f"""
import sys

class NotInstalled:
    def find_spec(self, name, path=None, target=None):
        if name in {sorted({module for each in MODULES.values() for module in each} - {"markdown_it"})!r}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, NotInstalled())
from dnam.cli import main
main()
"""


def dnam(folder: Path, *arguments: str, say: str = "", **environment: str) -> tuple[int, str]:
    """Run dnam as if none of its extras were installed; return its exit code and what it printed."""
    inherited = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRAS, *arguments],
        cwd=folder,
        env=inherited | {"HOME": str(folder), "DNAM_DATA_DIR": str(folder), **environment},
        input=say,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_every_extra_says_what_it_is_needed_for() -> None:
    assert MODULES.keys() == PROJECT["project"]["optional-dependencies"].keys()


def test_what_make_run_and_the_image_install_is_in_each_lock() -> None:
    """They install no other version than `make test` proves."""
    run, image, proven = (
        {line.split()[0] for line in (ROOT / name).read_text().splitlines() if "==" in line}
        for name in ("requirements-run.lock", "deploy/requirements.lock", "requirements.lock")
    )
    assert run < image < proven
    assert len(run) < len(proven) / 2


def test_the_cog_says_what_it_needs(tmp_path: Path) -> None:
    """R-25: with the command that installs it, as the command line does."""
    code = WITHOUT_EXTRAS.partition("from dnam")[0]
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport dnam.discord"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.splitlines()[-1].startswith("ImportError: The cog for discord.py needs a part")
    assert re.search(r'pip install (-e )?"[^"]+\[discord\]"', done.stderr)


def test_the_core_remembers_without_any_extra(tmp_path: Path) -> None:
    said = "My cat is called Miso\n!memory show\n"
    code, printed = dnam(tmp_path, "chat", say=said, ANTHROPIC_API_KEY="of another program")
    assert code == 0, printed
    assert "Miso" in printed
    code, printed = dnam(tmp_path, "doctor")
    assert code == 0, printed


@pytest.mark.parametrize(
    ("extra", "arguments", "environment"),
    [
        ("discord", ("run",), {"DISCORD_TOKEN": "a.b.c"}),
        ("web", ("serve",), {}),
        ("mcp", ("mcp", "--person", "1"), {}),
        ("postgres", ("stats",), {"DNAM_STORE": "postgresql://nowhere/none"}),
        ("openai", ("chat",), {"DNAM_MODEL": "ollama:some"}),
        ("google", ("chat",), {"DNAM_MODEL": "gemini", "DNAM_GOOGLE_API_KEY": "key"}),
        ("minilm", ("chat",), {"DNAM_EMBEDDER": "both"}),
        ("static", ("chat",), {"DNAM_EMBEDDER": "static"}),
        ("fastembed", ("chat",), {"DNAM_RERANKER": "fastembed"}),
    ],
)
def test_a_missing_part_says_how_to_get_it(
    tmp_path: Path, extra: str, arguments: tuple[str, ...], environment: dict[str, str]
) -> None:
    code, printed = dnam(tmp_path, *arguments, **environment)
    assert code == 2, printed
    assert re.search(rf'-m pip install (-e )?"[^"]+\[{extra}\]"', printed)
    assert "Traceback" not in printed


@pytest.mark.parametrize(
    ("origin", "says"),
    [
        (None, '"dnam[web]"'),
        ('{"url": "file:///srv/my%20dnam", "dir_info": {"editable": true}}', '-e "/srv/my dnam[web]"'),
        ('{"url": "file:///srv/dnam", "dir_info": {}}', '"/srv/dnam[web]"'),
        ('{"url": "https://host/dnam", "vcs_info": {"vcs": "git"}}', '"dnam[web] @ git+https://host/dnam"'),
    ],
)
def test_a_missing_part_comes_from_where_dnam_came_from(origin: str | None, says: str) -> None:
    """A clone that is edited is not replaced by a copy, which would not follow `git pull`."""
    assert wanted("web", origin) == says
