"""Tables of sentences in `evals/`, for tests that say something of each line."""

import json
from pathlib import Path
from typing import Any

EVALS = Path(__file__).parent.parent / "evals"


def rows(name: str, *keys: str) -> list[Any]:
    """Return the lines of a table that have these fields."""
    lines = map(json.loads, (EVALS / name).read_text(encoding="utf-8").splitlines())
    return [line for line in lines if all(key in line for key in keys)]
