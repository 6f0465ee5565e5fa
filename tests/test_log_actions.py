"""Log actions are stable names on one list."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from dnam.domain import Task

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "dnam"
HEAD, *SECTIONS = (ROOT / "docs" / "log-actions.md").read_text().split("\n## ")
TASKS = set(get_args(Task))
CALLS = TASKS | {f"memory_{task}_{outcome}" for task in TASKS for outcome in ("call", "error")}


def listed(section: str) -> set[str]:
    return set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))


LOG_ACTIONS = CALLS.union(*map(listed, SECTIONS))
NAMED_AT = {"attempt": 0, "_attempt": 0, "notify": 0, "submit": 1}
"""The argument of each method that names an action."""


def actions_in(path: Path) -> Iterator[str]:
    """Every action a module names as a literal: of a log line, an attempt, or a job."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        named = [keyword.value for keyword in node.keywords if keyword.arg == "action"]
        if node.func.attr in NAMED_AT and len(node.args) > NAMED_AT[node.func.attr]:
            named.append(node.args[NAMED_AT[node.func.attr]])
        for value in named:
            yield from (text.split(" ")[0] if is_job(node) else text for text in literals(value))


def is_job(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "submit"


def literals(value: ast.expr) -> list[str]:
    """The texts an expression can be, as far as they are written there."""
    if isinstance(value, ast.JoinedStr):
        return literals(value.values[0])
    if isinstance(value, ast.IfExp):
        return [*literals(value.body), *literals(value.orelse)]
    return [value.value] if isinstance(value, ast.Constant) and isinstance(value.value, str) else []


def test_every_action_is_on_the_list() -> None:
    """N-23: whoever watches logs finds every name in one place."""
    unknown = {
        f"{path.name}: {action}"
        for path in SOURCE.rglob("*.py")
        for action in actions_in(path)
        if action not in LOG_ACTIONS
    }
    assert not unknown


def test_every_name_on_the_list_is_used() -> None:
    """A name that nothing logs would be watched in vain."""
    source = "\n".join(path.read_text() for path in SOURCE.rglob("*.py"))
    on_discord = next(listed(section) for section in SECTIONS if section.startswith("The Discord bot"))
    unused = [name for name in LOG_ACTIONS - CALLS - on_discord if not re.search(f'"{name}[" ]', source)]
    assert unused == []


def test_every_task_is_on_the_page() -> None:
    assert listed(HEAD) == TASKS


def test_names_are_snake_case() -> None:
    assert [name for name in LOG_ACTIONS if not re.fullmatch(r"[a-z]+(_[a-z]+)*", name)] == []
