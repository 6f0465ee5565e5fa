"""Counts the SPEC ids that tests prove: `make spec`.

The ids are those of the specification (DC, CL, UM, R, N, X, F). A test proves an id by naming it in its
docstring, a scenario in its `proves` list. `make mutants` shows whether such a test can fail. Ids that dnam
decided against, or that state no behaviour, are listed with the reason and count as neither.
"""

import re
from pathlib import Path

HERE = Path(__file__).parent
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


def proven() -> set[str]:
    """Collect every id cited by a test's docstring, the published conformance suite or a scenario."""
    files = [*HERE.rglob("test_*.py"), *(HERE.parent / "src" / "dnam" / "testing").glob("*.py")]
    cited: set[str] = set()
    for file in files:
        cited |= set().union(*map(expand, re.findall(r'"""(.*?)"""', file.read_text(), re.DOTALL)), set())
    for file in (HERE.parent / "evals").rglob("*.jsonl"):
        cited |= set().union(*map(expand, re.findall(r'"proves":\s*\[(.*?)\]', file.read_text())), set())
    return cited


def missing() -> dict[str, list[str]]:
    """Return the ids that nothing proves, by family, without those that dnam decided against."""
    cited = proven()
    return {
        family: [id_ for id_ in ids if id_ not in cited | NOT_BUILT.keys()] for family, ids in IDS.items()
    }


def main() -> None:
    """Print how many ids are proven, which are not, and which are not built and why."""
    wanted = {family: [id_ for id_ in ids if id_ not in NOT_BUILT] for family, ids in IDS.items()}
    for family, ids in missing().items():
        print(f"{family}: {len(wanted[family]) - len(ids)} of {len(wanted[family])} proven", end="")
        print(f"; nothing proves {' '.join(ids)}" if ids else "")
    total, lacking = sum(map(len, wanted.values())), sum(map(len, missing().values()))
    print(f"all: {total - lacking} of {total} ({(total - lacking) / total:.0%})")
    print("not built:", *(f"  {id_} {why}" for id_, why in NOT_BUILT.items()), sep="\n")


if __name__ == "__main__":
    main()
