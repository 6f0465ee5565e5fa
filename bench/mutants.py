"""Break behaviours at random and count how many the tests notice: `make mutants`.

    python -m bench.mutants [--sample 60] [--seed 1] [--only audience] [--results FILE]

One small change at a time (a comparison turned, a condition denied, a number moved, a statement left out, an
operator of a query exchanged) is made in a copy of the package, and the tests of that module are run on the
copy, in one process, until one fails. A change that no test notices survives and is printed with its line.
Every result is written to a file at once: a run that was stopped goes on where it was, and a change whose
module is the same as before is not tried again.
"""

import argparse
import ast
import copy
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).parents[1]
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
    "rules/reading_due.py": (
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

_TURNED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_QUERY_WORDS = {"AND": "OR", "OR": "AND", "=": "<>", "IN": "NOT IN", "<": ">=", ">": "<="}
_QUERY_WORD = re.compile(r"(?<![\w<>!])(?:AND|OR|NOT IN|IN|=|<|>)(?![\w<>=])")


@dataclass(frozen=True, kw_only=True, slots=True)
class Mutant:
    """A module with one small change."""

    module: str
    line: int
    change: str
    source: str


def mutants(module: str, source: str) -> Iterator[Mutant]:
    """Yield every small change of a module."""
    if module.endswith(".sql"):
        yield from _of_query(module, source)
        return
    tree = ast.parse(source)
    for number, node in enumerate(ast.walk(tree)):
        for change in _changes(node):
            changed = copy.deepcopy(tree)
            again = next(one for at, one in enumerate(ast.walk(changed)) if at == number)
            _apply(again, change)
            yield Mutant(
                module=module,
                line=getattr(node, "lineno", 0),
                change=change,
                source=ast.unparse(ast.fix_missing_locations(changed)),
            )


def _of_query(module: str, source: str) -> Iterator[Mutant]:
    for match in _QUERY_WORD.finditer(source):
        begins = source.rfind("\n", 0, match.start()) + 1
        if source[begins:].lstrip().startswith("--"):
            continue
        other = _QUERY_WORDS.get(match.group(), "IN")
        yield Mutant(
            module=module,
            line=source.count("\n", 0, match.start()) + 1,
            change=f"{match.group()} -> {other}",
            source=source[: match.start()] + other + source[match.end() :],
        )


def _changes(node: ast.AST) -> Iterator[str]:
    """Yield what may be changed about a node."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _TURNED:
        yield "comparison turned"
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "condition denied"
    if isinstance(node, ast.BoolOp):
        yield "and/or exchanged"
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield "number moved by one"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await):
        yield "statement left out"


def _apply(node: ast.AST, change: str) -> None:
    if isinstance(node, ast.Compare) and change == "comparison turned":
        node.ops[0] = _TURNED[type(node.ops[0])]()
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1
    elif isinstance(node, ast.Expr):
        node.value = ast.Constant(None)


def is_noticed(mutant: Mutant, tests: tuple[str, ...], folder: Path) -> bool:
    """Return whether a test fails on a copy of the package that has the change."""
    path = folder / "dnam" / mutant.module
    original = path.read_text()
    path.write_text(mutant.source)
    # Rules are the same on every store: only a query of PostgreSQL needs its server.
    which = () if "postgres" in mutant.module else ("-k", "not postgres")
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

    def known(self, mutant: Mutant) -> bool | None:
        """Return whether a change was noticed; None when it was not tried."""
        return self._noticed.get(_key(mutant))

    def add(self, mutant: Mutant, noticed: bool) -> None:
        """Write down whether a change was noticed."""
        row = {"key": _key(mutant), "module": mutant.module, "line": mutant.line, "change": mutant.change}
        with self._path.open("a") as file:
            file.write(json.dumps({**row, "noticed": noticed}) + "\n")


def _key(mutant: Mutant) -> str:
    return hashlib.sha256(f"{mutant.module}\n{mutant.source}".encode()).hexdigest()[:16]


def chosen(folder: Path, only: str, sample: int, seed: int) -> list[Mutant]:
    """Return changes at random, about as many of each module."""
    chance = random.Random(seed)
    modules = [module for module in TARGETS if only in module]
    every = {module: [*mutants(module, (folder / "dnam" / module).read_text())] for module in modules}
    for some in every.values():
        chance.shuffle(some)
    rounds = zip_longest(*every.values())
    return [mutant for round_ in rounds for mutant in round_ if mutant is not None][:sample]


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
        shutil.copytree(ROOT / "src" / "dnam", folder / "dnam")
        sample = chosen(folder, options.only, options.sample, options.seed)
        for mutant in sample:
            noticed = results.known(mutant)
            if noticed is None:
                noticed = is_noticed(mutant, TARGETS[mutant.module], folder)
                results.add(mutant, noticed)
            survivors += not noticed
            print(
                f"{'caught  ' if noticed else 'SURVIVED'} {mutant.module}:{mutant.line} {mutant.change}",
                flush=True,
            )
    caught = len(sample) - survivors
    print(
        f"{caught} of {len(sample)} changes caught ({caught / max(len(sample), 1):.0%}), {survivors} survived"
    )


if __name__ == "__main__":
    main()
