"""Break behaviours at random and count how many the tests notice: `make mutants`.

    python -m bench.mutants [--each 8] [--seed 1] [--only audience]

One small change at a time (a comparison turned, a condition denied, a number moved, a statement left out, an
operator of a query exchanged) is made in a copy of the package, and the tests of that module are run on the
copy. A change that no test notices survives and is printed with its line.
"""

import argparse
import ast
import copy
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS = 600
"""A change that makes the tests run longer than this was noticed."""
TARGETS: Mapping[str, tuple[str, ...]] = {
    "audience.py": ("tests/test_audience.py", "tests/stores/test_store_audience.py"),
    "rules/consent_rules.py": ("tests/test_consent.py",),
    "rules/merge.py": ("tests/rules/test_merge.py", "tests/commands", "tests/test_extract.py"),
    "rules/prompt_packing.py": ("tests/rules/test_prompt_packing.py", "tests/test_prompt_assembly.py"),
    "rules/cadence.py": ("tests/rules/test_cadence.py", "tests/test_extract.py", "tests/test_summaries.py"),
    "lanes.py": ("tests/test_lanes.py", "tests/test_recall.py"),
    "erase/eraser.py": ("tests/test_erase.py", "tests/test_crash.py"),
    "erase/message_edits.py": ("tests/test_message_edits.py", "tests/test_answer_retraction.py"),
    "stores/sql/sqlite/audience.sql": (
        "tests/stores/test_store_audience.py",
        "tests/stores/test_conformance.py",
    ),
    "stores/sql/postgres/audience.sql": (
        "tests/stores/test_store_audience.py",
        "tests/stores/test_conformance.py",
    ),
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
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", *tests]
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, timeout=SECONDS, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(original)
    return run.returncode != 0


def main() -> None:
    """Try changes of every target and print how many were noticed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--each", type=int, default=8, help="changes tried in each module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="part of a module's name")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    survivors: list[Mutant] = []
    tried = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "src" / "dnam", folder / "dnam")
        for module, tests in TARGETS.items():
            if options.only not in module:
                continue
            every = [*mutants(module, (folder / "dnam" / module).read_text())]
            chosen = chance.sample(every, min(options.each, len(every)))
            for mutant in chosen:
                noticed = is_noticed(mutant, tests, folder)
                tried += 1
                print(
                    f"{'noticed ' if noticed else 'SURVIVED'} {module}:{mutant.line} {mutant.change}",
                    flush=True,
                )
                survivors += [] if noticed else [mutant]
    print(f"{tried - len(survivors)} of {tried} changes noticed, {len(survivors)} survived")


if __name__ == "__main__":
    main()
