"""The shape of the code, checked: arrows, sizes, and the few things that belong in one room only."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "dnam"
MODULES = sorted(SOURCE.rglob("*.py"))

GROUPS = (
    {
        "domain",
        "audience",
        "errors",
        "settings",
        "languages",
        "vectors",
        "log_lines",
        "optional_packages",
    },
    {"rules"},
    {"ports"},
    {
        "stores",
        "models",
        "prompts",
        "consent",
        "guild_settings",
        "named_people",
        "admission",
        "answer_retraction",
        "clock",
        "loop_lag",
        "file_lock",
        "user_files",
    },
    {
        "lanes",
        "turns",
        "ingest",
        "extract",
        "summarise",
        "days",
        "recall",
        "commands",
        "erase",
        "retention",
        "projections",
        "reply",
    },
    {
        "memory",
        "program_requests",
        "background",
        "bot_process",
        "processes",
        "control",
        "discord",
        "web",
        "transfer",
        "chat",
        "mcp",
        "cli",
        "doctor",
        "discord_token",
        "logs",
        "checked_calls",
        "evaluation",
        "testing",
    },
)
PATHS = GROUPS[4] - {"lanes", "turns"}


def room(module: Path) -> str:
    """The top-level name a module belongs to."""
    return module.relative_to(SOURCE).parts[0].removesuffix(".py")


def group(name: str) -> int:
    return next(number for number, rooms in enumerate(GROUPS) if name in rooms)


@cache
def tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text())


@cache
def nodes(module: Path) -> tuple[ast.AST, ...]:
    """Everything a module is made of."""
    return tuple(ast.walk(tree(module)))


def imports(module: Path) -> set[str]:
    """The rooms of dnam that a module imports, anywhere in it."""
    found: set[str] = set()
    for node in nodes(module):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("dnam"):
            parts = node.module.split(".")
            found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("dnam.")}
    return found


ROOMS = [module for module in MODULES if room(module) not in ("__init__", "__main__")]


def test_a_room_imports_only_rooms_above_it() -> None:
    """N-20: words, rules, ports, what is behind them, paths, doors: arrows go one way."""
    wrong = [
        f"{module.relative_to(SOURCE)} imports {other}"
        for module in ROOMS
        for other in imports(module) - {room(module)}
        if group(other) > group(room(module))
    ]
    assert not wrong, "\n".join(wrong)


def test_no_path_imports_another_path() -> None:
    """A path is read in one place: load, decide, save."""
    wrong = [
        f"{module.relative_to(SOURCE)} imports {other}"
        for module in ROOMS
        if room(module) in PATHS
        for other in (imports(module) & PATHS) - {room(module)}
    ]
    assert not wrong, "\n".join(wrong)


def test_modules_and_functions_stay_small() -> None:
    """At most 400 lines a module, 50 a function, 6 parameters."""
    wrong = [
        f"{module.relative_to(SOURCE)}: {problem}" for module in MODULES for problem in too_large(module)
    ]
    assert not wrong, "\n".join(wrong)


def too_large(module: Path) -> Iterator[str]:
    """What of a module is larger than it may be."""
    if (lines := len(module.read_text().splitlines())) > 400:
        yield f"{lines} lines"
    for node in nodes(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
            if (node.end_lineno or 0) - node.lineno >= 50:
                yield f"{node.name} is too long"
            if len([name for name in names if name not in ("self", "cls")]) > 6:
                yield f"{node.name} asks too much"


def test_only_settings_reads_the_environment() -> None:
    """One settings class; nobody else looks at os.environ."""
    readers = {room(m) for m in MODULES if "os.environ" in m.read_text() or "getenv" in m.read_text()}
    assert readers == {"settings"}


def test_broad_excepts_occur_only_in_lanes() -> None:
    """DC-04: memory is best effort, and one place says so."""
    broad = set()
    for module in MODULES:
        for node in nodes(module):
            if isinstance(node, ast.ExceptHandler):
                names = (
                    {n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)}
                    if node.type
                    else {"Exception"}
                )
                if names & {"Exception", "BaseException"}:
                    broad.add(module.name)
    assert broad == {"lanes.py"}


def test_every_module_says_what_it_is_for() -> None:
    """A module's docstring is its sign on the door."""
    assert [m.name for m in MODULES if not ast.get_docstring(tree(m))] == []


def test_docstrings_say_what_is_returned() -> None:
    """In the words every reader knows: "Return", not "Give" or "Say whether"."""
    odd = [
        f"{module.name}: {doc.splitlines()[0]}"
        for module in MODULES
        for node in nodes(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (doc := ast.get_docstring(node) or "").startswith(("Give ", "Gives ", "Say whether "))
    ]
    assert odd == []


def test_every_log_line_names_its_action() -> None:
    """N-23: structured logs carry `action=`."""
    for module in MODULES:
        for node in nodes(module):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "log"
                and node.func.attr in ("debug", "info", "warning", "error")
            ):
                assert "action" in {keyword.arg for keyword in node.keywords}, f"{module.name}:{node.lineno}"


FOREIGN = {
    "fake_discord.py": {"_req"},
    "remains.py": {"_pool"},
    "server.py": {"_bot_scope", "_connection", "_messages"},
    "test_statement_counts.py": {"_pool", "_holders", "_con", "_threads", "_readers", "_writer"},
}
"""What has no public way: raw tables, statements, and the insides of the libraries that tests drive."""


def test_tests_use_what_users_can_use() -> None:
    """No test reaches into what a class of ours keeps to itself."""
    reached = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                not isinstance(node, ast.Attribute)
                or not node.attr.startswith("_")
                or node.attr.endswith("_")
            ):
                continue
            own = isinstance(node.value, ast.Name) and node.value.id in {"self", "cls", "os", "sys"}
            if not own and node.attr not in {"_replace", "_asdict", *FOREIGN.get(path.name, ())}:
                reached.append(f"{path.name}:{node.lineno} {node.attr}")
    assert reached == []
