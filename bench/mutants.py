"""Break behaviours at random and count how many the tests notice: `make mutants`.

    python -m bench.mutants [--sample 60] [--seed 1] [--only audience] [--results FILE]

One small change at a time (see `bench.changes`) is made in a copy of the package, and the tests of that
module are run on the copy, in one process, until one fails. A change that no test notices survives and is
printed with its line. Every result is written to a file at once: a run that was stopped goes on where it was,
and a change whose module is the same as before is not tried again.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path

from bench.changes import PACKAGE, ROOT, Change, changed, changes

SECONDS = 600
"""A change that makes the tests run longer than this was noticed."""
STORE_TESTS = ("tests/stores/test_store_audience.py", "tests/stores/test_conformance.py")
TARGETS: Mapping[str, tuple[str, ...]] = {
    "audience.py": ("tests/test_audience.py", "tests/stores/test_store_audience.py", "tests/test_recall.py"),
    "consent.py": ("tests/test_consent.py",),
    "rules/consent_rules.py": ("tests/test_consent.py", "tests/commands/test_claims.py"),
    "rules/fact_merge.py": (
        "tests/rules/test_merge.py",
        "tests/test_extract.py",
        "tests/commands/test_remember.py",
    ),
    "rules/prompt_packing.py": ("tests/rules/test_prompt_packing.py", "tests/test_presets.py"),
    "rules/extraction_due.py": (
        "tests/rules/test_due_work.py",
        "tests/test_extract.py",
        "tests/test_summaries.py",
    ),
    "lanes.py": ("tests/test_lanes.py", "tests/test_background.py", "tests/test_recall.py"),
    "erase/eraser.py": ("tests/test_erase.py", "tests/test_erase_faults.py"),
    "erase/message_edits.py": ("tests/test_message_edits.py", "tests/test_answer_retraction.py"),
    "stores/sql/sqlite/audience.sql": STORE_TESTS,
    "stores/sql/postgres/audience.sql": STORE_TESTS,
}
"""Modules of the package, and the tests that must notice when one is broken."""


def is_noticed(change: Change, tests: tuple[str, ...], folder: Path) -> bool:
    """Return whether a test fails on a copy of the package that has the change."""
    path = folder / "dnam" / change.module
    original = path.read_text()
    path.write_text(changed(change))
    # Rules are the same on every store: only a query of PostgreSQL needs its server.
    which = () if "postgres" in change.module else ("-k", "not postgres")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", *which, *tests]
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, timeout=SECONDS, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(original)
    if run.returncode not in (0, 1):  # pytest itself failed: that is no verdict
        raise RuntimeError(run.stdout.decode()[-2000:] + run.stderr.decode()[-2000:])
    return run.returncode == 1


class Results:
    """What became of each change, in a file of JSON lines."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self._noticed: dict[str, bool] = {row["key"]: row["noticed"] for row in map(json.loads, lines)}

    def known(self, change: Change) -> bool | None:
        """Return whether a change was noticed; None when it was not tried."""
        return self._noticed.get(_key(change))

    def add(self, change: Change, noticed: bool) -> None:
        """Write down whether a change was noticed."""
        row = {"key": _key(change), "module": change.module, "line": change.line, "change": change.what}
        with self._path.open("a") as file:
            file.write(json.dumps({**row, "noticed": noticed}) + "\n")


def _key(change: Change) -> str:
    return hashlib.sha256(f"{change.module}\n{changed(change)}".encode()).hexdigest()[:16]


def chosen(only: str, sample: int, seed: int) -> list[Change]:
    """Return changes at random, about as many of each module."""
    chance = random.Random(seed)
    modules = [module for module in TARGETS if only in module]
    every = {module: [*changes(module)] for module in modules}
    for some in every.values():
        chance.shuffle(some)
    rounds = zip_longest(*every.values())
    return [change for round_ in rounds for change in round_ if change is not None][:sample]


def main() -> None:
    """Try changes and print how many were noticed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sample", type=int, default=60, help="how many changes are tried")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", default="", help="part of a module's name")
    parser.add_argument(
        "--results", type=Path, default=ROOT / ".mutants.jsonl", help="where results are kept"
    )
    options = parser.parse_args()
    results, survivors = Results(options.results), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(PACKAGE, folder / "dnam")
        sample = chosen(options.only, options.sample, options.seed)
        for change in sample:
            noticed = results.known(change)
            if noticed is None:
                noticed = is_noticed(change, TARGETS[change.module], folder)
                results.add(change, noticed)
            survivors += not noticed
            print(
                f"{'caught  ' if noticed else 'SURVIVED'} {change.module}:{change.line} {change.what}",
                flush=True,
            )
    caught = len(sample) - survivors
    print(
        f"{caught} of {len(sample)} changes caught ({caught / max(len(sample), 1):.0%}), {survivors} survived"
    )


if __name__ == "__main__":
    main()
