"""What `make proofs` and `make mutants` rest on: a change is real, in its place, and nowhere else."""

import ast
from dataclasses import replace

import pytest
from bench.broken_process import exchange, in_fork, index_functions
from bench.changes import Place, changed, changes, line_of, places, source_of
from bench.spec import Proof, Where, Witness, holds

from dnam.rules.text import collapse

TEXT = "rules/text.py"
QUERIES = "stores/sql/sqlite/audience.sql"


def place(module: str, name: str) -> Place:
    """Return a place of a file by its name."""
    return next(one for one in places(module) if one.name == name)


@pytest.mark.parametrize("module", [TEXT, "settings/presets.py", QUERIES, "prompts/extract.txt"])
def test_every_change_is_another_text_in_its_place(module: str) -> None:
    """Python stays Python, and means something else than before."""
    found = [change for one in places(module) for change in changes(module, one.lines)]
    assert len(found) > 5
    for change in found[::9]:
        after = changed(change)
        if module.endswith(".py"):
            assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(source_of(module)))
        assert after != source_of(module)


def test_a_change_holds_in_a_fork_alone() -> None:
    """A function is broken where a test runs on it, and whole again for the next."""
    one = place(TEXT, "collapse")
    change = next(change for change in changes(TEXT, one.lines) if change.what == "nothing returned")
    index_functions()
    assert in_fork(lambda: exchange(one, changed(change)) and collapse("a\tb") is None)
    assert collapse("a\tb") == "a b"
    assert in_fork(lambda: 1 / 0) is None


def test_a_proof_holds_while_its_line_and_its_test_are_as_they_were() -> None:
    """Another test, line or place, or an id that the test no longer cites: it is to be proven again."""
    one = place(TEXT, "collapse")
    line = line_of(changes(TEXT, one.lines)[0])
    proof = Proof(id="N-07", witness="t", digest="d", module=TEXT, place=one.name, line=line, change="")
    test = Witness(name="t", ids=frozenset({"N-07"}), digest="d")
    named = [Where.read(f"{TEXT}:collapse:{line[:9]} @ test_text")]
    assert holds(proof, test, named)
    assert not holds(replace(proof, line="return 1"), test, named)
    assert not holds(proof, replace(test, digest="e"), named)
    assert not holds(proof, replace(test, ids=frozenset({"N-08"})), named)
    assert not holds(proof, test, [Where.read(f"{TEXT}:clip")])
    assert not holds(proof, test, [Where.read(f"{TEXT}:collapse:another part")])
