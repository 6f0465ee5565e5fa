"""Small changes that break the package: a comparison turned, a number moved, a statement left out.

A place is a function, what one name is set to (a setting, a table, a limit), a query, a text for a model or
of a language: whatever can be broken on its own. `bench.mutants` breaks modules at random, `bench.proofs` the
places that an id of the specification is about.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import cast

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "dnam"

_TURNED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OPPOSITE: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
_OTHER_WAY: Mapping[str, str] = {
    "min": "max", "max": "min", "any": "all", "all": "any", ".popleft": "pop", ".setdefault": "get",
    ".startswith": "endswith",
    ".removeprefix": "removesuffix", ".partition": "rpartition", ".rpartition": "partition",
}  # fmt: skip
_QUERY_WORDS = {
    "AND": "OR", "OR": "AND", "=": "<>", "IN": "NOT IN", "<": ">=", ">": "<=", "DESC": "ASC", "ASC": "DESC",
}  # fmt: skip
_QUERY_WORD = re.compile(r"(?<![\w<>!])(?:AND|OR|NOT IN|IN|=|<|>|DESC|ASC)(?![\w<>=])")
_LINE = re.compile(r"^(?=.*\S)", re.MULTILINE)
_QUERY_NAME = re.compile(r"^-- (?:name|fragment): (\w+)$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Part of a module that can be broken on its own."""

    module: str
    name: str
    """Its qualified name in the module."""
    lines: range
    is_function: bool = False
    """One whose answers are not kept."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """One small change of a module, not yet made."""

    module: str
    line: int
    what: str
    at: int
    """Which node of the tree, or which character of a text, is changed."""


@cache
def source_of(module: str) -> str:
    """Return the text of a file of the package."""
    return (PACKAGE / module).read_text()


@cache
def line_of(change: Change) -> str:
    """Return the line that a change is in, as it is without it."""
    return source_of(change.module).splitlines()[change.line - 1].strip()


@cache
def places(module: str) -> tuple[Place, ...]:
    """Return what can be broken in a file of the package."""
    source = source_of(module)
    if module.endswith(".py"):
        return (*_in_body(ast.parse(source), module, ""),)
    end = source.count("\n") + 2
    starts = [(one[1], source.count("\n", 0, one.start()) + 1) for one in _QUERY_NAME.finditer(source)]
    starts = starts or [(Path(module).stem, 1)]
    ends = [begins for _, begins in starts[1:]] + [end]
    return tuple(
        Place(module=module, name=name, lines=range(begins, ends_at))
        for (name, begins), ends_at in zip(starts, ends, strict=True)
    )


def _in_body(node: ast.AST, module: str, within: str) -> Iterator[Place]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _in_body(child, module, f"{within}{child.name}.")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            said = ast.get_docstring(child) is not None
            begins = child.body[min(said, len(child.body) - 1)].lineno
            lines = range(begins, (child.end_lineno or 0) + 1)
            kept = any("cache" in ast.unparse(one) for one in child.decorator_list)
            yield Place(module=module, name=f"{within}{child.name}", lines=lines, is_function=not kept)
        elif isinstance(child, ast.Assign | ast.AnnAssign) and child.value is not None:
            target = child.targets[0] if isinstance(child, ast.Assign) else child.target
            if isinstance(target, ast.Name):
                lines = range(child.lineno, (child.end_lineno or 0) + 1)
                yield Place(module=module, name=f"{within}{target.id}", lines=lines)


def changes(module: str, lines: range | None = None) -> list[Change]:
    """Return every small change of a module; of these `lines` also what is returned, passed on and said."""
    found = _of_python(module, lines is not None) if module.endswith(".py") else _of_text(module)
    return [one for one in found if lines is None or one.line in lines]


@cache
def _of_python(module: str, more: bool) -> tuple[Change, ...]:
    return tuple(
        Change(module=module, line=line, what=what, at=at)
        for at, node in enumerate(ast.walk(ast.parse(source_of(module))))
        if (line := _line_of(node))
        for what in chain(_changes(node), _more_changes(node) if more else ())
    )


def _of_text(module: str) -> Iterator[Change]:
    source = source_of(module)
    for match in (_QUERY_WORD if module.endswith(".sql") else _LINE).finditer(source):
        begins = source.rfind("\n", 0, match.start()) + 1
        if not source[begins:].lstrip().startswith("--"):
            number = source.count("\n", 0, match.start()) + 1
            other = _QUERY_WORDS.get(match.group(), "IN")
            what = f"{match.group()} -> {other}" if module.endswith(".sql") else "line left out"
            yield Change(module=module, line=number, what=what, at=match.start())


def changed(change: Change) -> str:
    """Return the text of a module with a change made."""
    source = source_of(change.module)
    if change.what == "line left out":
        return source[: change.at] + source[change.at :].partition("\n")[2]
    if not change.module.endswith(".py"):
        old, _, new = change.what.partition(" -> ")
        return source[: change.at] + new + source[change.at + len(old) :]
    tree = ast.parse(source)
    node = next(one for at, one in enumerate(ast.walk(tree)) if at == change.at)
    return ast.unparse(ast.fix_missing_locations(_Replacer(node, change.what).visit(tree)))


def _line_of(node: ast.AST) -> int:
    """Return the line of a node; of what chooses or orders, where that is said."""
    if isinstance(node, ast.comprehension):
        return (node.ifs[0] if node.ifs else node.iter).lineno
    return getattr(node, "lineno", 0)


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


def _more_changes(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and type(node.value) in _OTHER_CONSTANTS:
        yield _OTHER_CONSTANTS[type(node.value)]
    if isinstance(node, ast.Return | ast.keyword) and node.value and ast.unparse(node.value) != "None":
        yield "nothing returned" if isinstance(node, ast.Return) else "argument emptied"
    if isinstance(node, ast.comprehension) and node.ifs:
        yield "filter denied"
    if isinstance(node, ast.For | ast.comprehension):
        yield "order turned round"
    if isinstance(node, ast.Await) and ast.unparse(node.value).startswith("asyncio.gather("):
        yield "one after another"
    if isinstance(node, ast.BinOp) and type(node.op) in _OPPOSITE:
        yield "operator exchanged"
    if isinstance(node, ast.Name | ast.Attribute) and _called(node) in _OTHER_WAY:
        yield "the opposite called"
    if isinstance(node, ast.ExceptHandler):
        yield "fault let through"
    if isinstance(node, ast.If):
        yield "condition left out"
    yield from _left_out(node)


def _called(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else f".{node.attr}"


def _left_out(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args + node.keywords:
        yield "method left out"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "sign left out"
    if isinstance(node, ast.With | ast.AsyncWith) and not any(one.optional_vars for one in node.items):
        yield "with left out"
    if isinstance(node, ast.List | ast.Set) and len(node.elts) > 1:
        yield from ("first part left out", "last part left out")
    if isinstance(node, ast.Raise | ast.AugAssign):
        yield "statement left out"
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript):
        yield "statement left out"


_OTHER_CONSTANTS: Mapping[type, str] = {
    str: "text changed",
    bool: "switch turned",
    float: "number moved by one",
}


class _Replacer(ast.NodeTransformer):
    def __init__(self, node: ast.AST, what: str) -> None:
        self._node, self._what = node, what

    def visit(self, node: ast.AST) -> ast.AST:
        return _replaced(node, self._what) if node is self._node else self.generic_visit(node)


def _read(expression: str) -> ast.expr:
    return ast.parse(expression, mode="eval").body


def _one_by_one(work: ast.expr) -> str:
    if isinstance(work, ast.Starred):
        return f"*[await one for one in ({ast.unparse(work.value)})]"
    return f"await {ast.unparse(work)}"


def _replaced(node: ast.AST, what: str) -> ast.AST:
    match node, what:
        case ast.For() | ast.comprehension(), "order turned round":
            node.iter = _read(f"[*({ast.unparse(node.iter)})][::-1]")
        case ast.Await(value=ast.Call(args=works)), _:
            return _read(f"[{', '.join(map(_one_by_one, works))}]")
        case ast.If(), "condition left out":
            node.test = ast.Constant(True)
        case ast.With(body=body) | ast.AsyncWith(body=body), _:
            return ast.If(ast.Constant(True), body, [])
        case ast.Name(id=name), _:
            node.id = _OTHER_WAY[name]
        case ast.Attribute(attr=name), _:
            node.attr = _OTHER_WAY[f".{name}"]
        case _:
            return _turned(node, what)
    return node


def _turned(node: ast.AST, what: str) -> ast.AST:
    match node, what:
        case _, "statement left out":
            return ast.Pass()
        case ast.Compare(), _:
            node.ops[0] = _TURNED[type(node.ops[0])]()
        case ast.If() | ast.IfExp() | ast.While(), _:
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.BoolOp(), _:
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.BinOp(), _:
            node.op = _OPPOSITE[type(node.op)]()
        case ast.UnaryOp(operand=kept) | ast.Call(func=ast.Attribute(value=kept)), _:
            return kept
        case ast.List() | ast.Set(), _:
            node.elts.pop(0 if what.startswith("first") else -1)
        case ast.Return() | ast.keyword(), _:
            node.value = ast.Constant(None)
        case ast.ExceptHandler(), _:
            node.body = [ast.Raise()]
        case ast.comprehension(), _:
            node.ifs[0] = ast.UnaryOp(ast.Not(), node.ifs[0])
        case ast.Constant(value=str(text)), _:
            node.value = f"{text}~"
        case ast.Constant(value=known), _:
            node.value = not known if isinstance(known, bool) else cast(int, known) + 1
    return node
