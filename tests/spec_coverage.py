"""Counts the SPEC ids that tests prove: `make spec`.

The ids are those of the specification (DC, CL, UM, R, N, X); a test proves an id by naming it in its
docstring, a scenario in its `proves` list.
"""

import re
from pathlib import Path

HERE = Path(__file__).parent
COUNTS = {"DC": 137, "CL": 77, "UM": 72, "R": 25, "N": 23, "X": 22}
_ID = re.compile(r"\b(DC|CL|UM|R|N|X)-(\d{2,3})(?:\.\.(?:\1-)?(\d{2,3}))?")


def expand(text: str) -> set[str]:
    """Read ids and ranges such as DC-99..101."""
    found = set()
    for family, first, last in _ID.findall(text):
        for number in range(int(first), int(last or first) + 1):
            found.add(f"{family}-{number:02d}")
    return found


def proven() -> set[str]:
    """Collect every id cited by a test's docstring, the published conformance suite or a scenario."""
    files = [*HERE.rglob("test_*.py"), HERE.parent / "src" / "dnam" / "testing.py"]
    cited: set[str] = set()
    for file in (file for file in files if file.exists()):
        cited |= set().union(*map(expand, re.findall(r'"""(.*?)"""', file.read_text(), re.DOTALL)), set())
    for file in (HERE.parent / "evals").rglob("*.jsonl"):
        cited |= set().union(*map(expand, re.findall(r'"proves":\s*\[(.*?)\]', file.read_text())), set())
    return cited


def main() -> None:
    """Print how many ids are proven, and which are not."""
    cited = proven()
    for family, count in COUNTS.items():
        ids = [f"{family}-{number:02d}" for number in range(1, count + 1)]
        missing = [id_ for id_ in ids if id_ not in cited]
        print(f"{family}: {count - len(missing)} of {count} proven; not yet: {' '.join(missing) or 'none'}")
    total = sum(COUNTS.values())
    known = {f"{family}-{n:02d}" for family, count in COUNTS.items() for n in range(1, count + 1)}
    print(f"all: {len(cited & known)} of {total}")


if __name__ == "__main__":
    main()
