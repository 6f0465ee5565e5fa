"""Named queries and migrations, read once from the `.sql` files beside this module.

    -- name: get_note          starts a query; the next comment says what it is for
    -- fragment: audible_fact  starts a piece that queries include by name, as {audible_fact}

A dialect has the shared queries and its own, and its own win. Parameters are written `:name`. Nothing here
talks to a database.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

from dnam.errors import StoreError

Dialect = Literal["sqlite", "postgres"]

_HEADING = re.compile(r"^-- (name|fragment): (\w+)$", re.MULTILINE)
_COMMENT = re.compile(r"--[^\n]*")
_INCLUDE = re.compile(r"\{(\w+)\}")
_PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Numbered:
    """A query with `$1, $2` for its parameters, and their names in that order."""

    sql: str
    names: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Migration:
    """A step of the schema, from the previous version to this one."""

    version: int
    name: str
    sql: str


@cache
def queries(dialect: Dialect) -> Mapping[str, str]:
    """Return every query of a dialect by name, with its fragments inserted."""
    texts: dict[str, dict[str, str]] = {"name": {}, "fragment": {}}
    for folder in ("shared", dialect):
        for file in sql_files(sql_folder().joinpath(folder)):
            _, *parts = _HEADING.split(file.read_text(encoding="utf-8"))
            for sort, name, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
                texts[sort][name] = _COMMENT.sub("", body).strip()
    return {name: _expand(sql, texts["fragment"]) for name, sql in texts["name"].items()}


@cache
def numbered(dialect: Dialect) -> Mapping[str, Numbered]:
    """Return every query of a dialect by name, with numbered parameters."""
    return {name: number(sql) for name, sql in queries(dialect).items()}


def number(sql: str) -> Numbered:
    """Replace each named parameter with `$1, $2`, but not a cast such as `::bigint`."""
    names: list[str] = []

    def place(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return Numbered(sql=_PARAMETER.sub(place, sql), names=tuple(names))


@cache
def migrations(dialect: Dialect) -> tuple[Migration, ...]:
    """Return the migrations of a dialect, oldest first."""
    steps = []
    for file in sql_files(sql_folder().joinpath(dialect, "migrations")):
        version, _, name = file.name.removesuffix(".sql").partition("_")
        steps.append(Migration(version=int(version), name=name, sql=file.read_text(encoding="utf-8")))
    return tuple(steps)


def refuse_unready(location: str, version: int, dialect: Dialect) -> None:
    """Raise StoreError when a memory of this schema version cannot be read without changing it."""
    if not version:
        raise StoreError(
            f"There is no memory in {location} yet: `dnam chat`, `dnam run` and `dnam migrate` make one. "
            "Nothing was changed."
        )
    if version < migrations(dialect)[-1].version:
        raise StoreError(
            f"The memory in {location} is of an older dnam (schema {version}): run `dnam migrate`. "
            "Nothing was changed."
        )


def sql_folder() -> Traversable:
    return files("dnam.stores").joinpath("sql")


def sql_files(folder: Traversable) -> list[Traversable]:
    return sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)


def _expand(sql: str, fragments: Mapping[str, str]) -> str:
    while _INCLUDE.search(sql):
        sql = _INCLUDE.sub(lambda match: fragments[match.group(1)], sql)
    return sql
