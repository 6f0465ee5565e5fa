"""Queries are named, explained, complete, and the same in both dialects."""

import re

import pytest

from dnam.stores import queries as module
from dnam.stores.queries import Dialect, number, numbered, queries


def test_parameters_are_numbered_and_casts_left_alone() -> None:
    """R-02: `:name` becomes `$n`, once for each name, and `::type` stays."""
    found = number("SELECT :a::text, b::int FROM t WHERE c = :b AND d = :a")
    assert found.sql == "SELECT $1::text, b::int FROM t WHERE c = $2 AND d = $1"
    assert found.names == ("a", "b")


@pytest.mark.parametrize("dialect", ["sqlite", "postgres"])
def test_every_query_has_its_fragments_in_place(dialect: Dialect) -> None:
    """R-01: no query is left with a piece missing, so none is without its audience."""
    for name, sql in queries(dialect).items():
        assert not re.search(r"\{\w+\}", sql), name
        assert sql.split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH"), name
    assert numbered(dialect).keys() == queries(dialect).keys()


def test_every_query_says_what_it_is_for() -> None:
    """R-02: a name is followed by a sentence."""
    folder = module.sql_folder()
    for part in ("shared", "sqlite", "postgres"):
        for file in module.sql_files(folder.joinpath(part)):
            for name, after in re.findall(r"^-- name: (\w+)\n(.*)$", file.read_text(), re.MULTILINE):
                assert re.fullmatch(r"-- [A-Z].*[.,]", after), f"{part}: {name}"
