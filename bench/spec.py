"""Counts the SPEC ids that tests prove: `make spec`.

The ids are those of the specification (DC, CL, UM, R, N, X, F). A test cites an id in its docstring, a
scenario in its `proves` list. That is no proof yet: `make proofs` (bench/proofs.py) breaks what the citing
tests run, and writes into bench/proofs.jsonl which change made an assertion of one of them fail. An id is
proven while that line of code and that test are as they were then; no change proves two ids. That the broken
place is where the behaviour is was judged by a person, who named it in bench/places.txt. Ids that dnam
decided against, or that state no behaviour, are listed with the reason and count as neither.
"""

import ast
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from bench.changes import PACKAGE, ROOT, places, source_of

PLACES = ROOT / "bench" / "places.txt"
"""Where the behaviour of each id is, as a person has judged."""
RECORD = ROOT / "bench" / "proofs.jsonl"
"""Which change made which test fail, one line for each id."""
IDS = {
    family: [f"{family}-{number:02d}" for number in numbers]
    for family, numbers in {
        "DC": range(1, 138),
        "CL": range(1, 78),
        "UM": range(1, 73),
        "R": range(1, 30),
        "N": range(1, 24),
        "X": range(1, 23),
        "F": (*range(1, 18), *range(20, 36)),
    }.items()
}
NOT_BUILT = {
    "DC-35": "superseded by DC-34, which prompts use",
    "DC-64": "a table of strategies, each of which has ids of its own",
    "DC-67": "counters in memory: they are stored instead (R-09)",
    "CL-09": "ClankerBot's table of vectors: dnam has its own (R-02); the import reads ClankerBot's",
    "CL-10": "sqlite-vec: cosine is computed by dnam itself, CL-51 is its score",
    "CL-77": "documents follow code: tests/test_docs.py checks them as a whole",
    "UM-02": "a scale of 5 to 100 users: docs/scaling.md has what is measured",
    "UM-44": "a calculation of memory use: bench/growth.py measures it",
    "UM-52": "no consent needed: dnam asks for it (R-18)",
    "UM-55": "everything stored without filtering: secrets are masked (F-06)",
    "UM-66": "XML around memories: they are quoted lines (docs/decisions/0013)",
}
"""Ids that no test can prove, and why."""
_ID = re.compile(r"\b(DC|CL|UM|R|N|X|F)-(\d{2,3})(?:\.\.(?:\1-)?(\d{2,3}))?")


def expand(text: str) -> set[str]:
    """Read ids and ranges such as DC-99..101."""
    ids = set()
    for family, first, last in _ID.findall(text):
        for number in range(int(first), int(last or first) + 1):
            ids.add(f"{family}-{number:02d}")
    return ids


@dataclass(frozen=True, kw_only=True, slots=True)
class Witness:
    """A test, a check of the conformance suite or a scenario, and the ids it cites."""

    name: str
    ids: frozenset[str]
    digest: str
    """Changes when what it tests changes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Proof:
    """A change of the code that made a citing test fail."""

    id: str
    witness: str
    digest: str
    module: str
    place: str
    """What was changed: the name of a function, a setting, a table, a query, a text for a model."""
    line: str
    """The line as it was before the change."""
    change: str


def witnesses() -> Iterator[Witness]:
    """Yield everything that cites an id."""
    published = sorted((ROOT / "src" / "dnam" / "testing").glob("*.py"))
    for file in [*sorted((ROOT / "tests").rglob("test_*.py")), *published]:
        yield from _in_code(ast.parse(file.read_text()), f"{file.relative_to(ROOT)}", frozenset())
    for file in sorted((ROOT / "evals" / "scenarios").glob("*.jsonl")):
        for line in filter(None, file.read_text().splitlines()):
            scenario = json.loads(line)
            ids = frozenset(expand(" ".join(scenario["proves"])))
            yield _witness(f"scenario {scenario['id']}", ids, line)


def _in_code(node: ast.AST, name: str, around: frozenset[str]) -> Iterator[Witness]:
    """Yield the functions that cite an id themselves or whose class does."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        ids = around | expand(ast.get_docstring(child) or "")
        if isinstance(child, ast.ClassDef):
            yield from _in_code(child, f"{name}::{child.name}", ids)
        elif ids:
            body = child.body[1:] if ast.get_docstring(child) else child.body
            words = "\n".join(map(ast.unparse, [*child.decorator_list, *body]))
            yield _witness(f"{name}::{child.name}", ids, words)


def _witness(name: str, ids: frozenset[str], text: str) -> Witness:
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    return Witness(name=name, ids=ids, digest=digest)


@cache
def lines_of_code() -> frozenset[tuple[str, str]]:
    """Return the lines of every place of the package (see `bench.changes`), with its name."""
    files = (file for kind in ("*.py", "*.sql", "*.txt", "*.toml") for file in PACKAGE.rglob(kind))
    return frozenset(
        (place.name, line.strip())
        for module in (str(file.relative_to(PACKAGE)) for file in files)
        for place in places(module)
        for line in source_of(module).splitlines()[place.lines.start - 1 : place.lines.stop - 1]
    )


def read_record() -> list[Proof]:
    """Return what was written down, whether it still holds or not."""
    lines = RECORD.read_text().splitlines() if RECORD.exists() else []
    return [Proof(**json.loads(line)) for line in lines]


@dataclass(frozen=True, kw_only=True, slots=True)
class Where:
    """Where the behaviour of an id is, and which test is most about it; "" for all there are."""

    module: str
    place: str
    part: str = ""
    """What a line has that is broken."""
    test: str = ""

    @classmethod
    def read(cls, text: str) -> "Where":
        """Read `module:place:part @ test`, of which the last two may be missing."""
        judged, _, test = text.partition(" @ ")
        module, place, *part = judged.split(":", 2)
        return cls(module=module, place=place, part="".join(part), test=test)


def read_places() -> dict[str, list[Where]]:
    """Return the places that were named for each id."""
    found: defaultdict[str, list[Where]] = defaultdict(list)
    for line in PLACES.read_text().splitlines():
        id_, _, place = line.partition(" ")
        found[id_].append(Where.read(place))
    return dict(found)


def holds(proof: Proof, witness: Witness | None, where: Iterable[Where]) -> bool:
    """Return whether line and test are as they were when it was noticed, and the place is one of those."""
    return (
        witness is not None
        and proof.id in witness.ids
        and witness.digest == proof.digest
        and (proof.place, proof.line) in lines_of_code()
        and any(
            (proof.module, proof.place) == (one.module, one.place) and one.part in proof.line for one in where
        )
    )


def standing(named: dict[str, Witness]) -> dict[str, Proof]:
    """Return the proofs that still hold, by id."""
    where = read_places()
    return {
        proof.id: proof
        for proof in read_record()
        if holds(proof, named.get(proof.witness), where.get(proof.id, ()))
    }


def wanted() -> list[str]:
    """Return the ids that are to be proven."""
    return [id_ for ids in IDS.values() for id_ in ids if id_ not in NOT_BUILT]


def main() -> None:
    """Print how many ids are proven, which are only cited, and which are not built and why."""
    named = {witness.name: witness for witness in witnesses()}
    proofs, recorded = standing(named), {proof.id for proof in read_record()}
    cited = {id_ for witness in named.values() for id_ in witness.ids}
    for family in IDS:
        ids = [id_ for id_ in wanted() if id_.startswith(f"{family}-")]
        print(f"{family}: {sum(id_ in proofs for id_ in ids)} of {len(ids)} noticed when broken")
    ids = wanted()
    print(f"all: {sum(id_ in proofs for id_ in ids)} of {len(ids)} ({len(proofs) / len(ids):.0%})")
    cited_only = [id_ for id_ in ids if id_ in cited and id_ not in proofs]
    _list("code or test changed since (make proofs)", [id_ for id_ in cited_only if id_ in recorded])
    _list("no place is named (bench/places.txt)", [id_ for id_ in ids if id_ not in read_places()])
    _list("cited by a test, not proven by breaking", [id_ for id_ in cited_only if id_ not in recorded])
    _list("waits for something that is not built: no test", [id_ for id_ in ids if id_ not in cited])
    print("not built, by decision:", *(f"  {id_} {why}" for id_, why in NOT_BUILT.items()), sep="\n")


def _list(what: str, ids: list[str]) -> None:
    print(f"{what}: {' '.join(ids) or 'none'}")


if __name__ == "__main__":
    main()
