"""The wheel in an empty environment, used as a stranger would. `make wheel` runs this; `make test` does not.

It installs from the package index that pip is configured for.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLE, API_EXAMPLE, MODEL = (
    re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)[0]
    for page in ("README.md", "docs/api.md", "docs/models.md")
)
INTENTS = f"""import asyncio

import dnam


async def main() -> None:
{indent(API_EXAMPLE, "    ")}

asyncio.run(main())
"""
every_example = pytest.mark.parametrize("example", [EXAMPLE, INTENTS, MODEL], ids=["README", "api", "models"])


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing but the wheel, what the wheel asks for, and two type checkers."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    built = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run([*pip, *built], check=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "env")], check=True)
    python = folder / "env" / "bin" / "python"
    wheel = next(folder.glob("dnam-*.whl"))
    into = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--no-compile"]
    subprocess.run([*into, str(wheel), "mypy", "pyright[nodejs]"], check=True)
    return python.parent


def run(installed: Path, folder: Path, *command: str, say: str = "") -> str:
    """Run a program of the environment in an empty folder; return what it printed."""
    done = subprocess.run(
        [str(installed / command[0]), *command[1:]],
        cwd=folder,
        env={"PATH": f"{installed}:{os.environ['PATH']}", "HOME": str(folder), "DNAM_DATA_DIR": str(folder)},
        input=say,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_program_runs(installed: Path, tmp_path: Path) -> None:
    assert re.fullmatch(r"dnam \d+\.\d+\.\d+\n", run(installed, tmp_path, "dnam", "--version"))
    assert "problem" not in run(installed, tmp_path, "dnam", "doctor")
    assert "Miso" in run(
        installed, tmp_path, "dnam", "chat", say="My cat is called Miso\n/context What is my cat called?\n"
    )


@every_example
def test_the_examples_remember(installed: Path, tmp_path: Path, example: str) -> None:
    (tmp_path / "example.py").write_text(example)
    assert re.search("Miso|Likes tea", run(installed, tmp_path, "python", "example.py"))


@every_example
def test_the_examples_have_types_for_mypy(installed: Path, tmp_path: Path, example: str) -> None:
    (tmp_path / "example.py").write_text(example)
    assert "Success" in run(installed, tmp_path, "mypy", "--strict", "example.py")


@every_example
def test_the_examples_have_types_for_pyright(installed: Path, tmp_path: Path, example: str) -> None:
    (tmp_path / "example.py").write_text(example)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    assert "0 errors" in run(installed, tmp_path, "pyright", "example.py")
