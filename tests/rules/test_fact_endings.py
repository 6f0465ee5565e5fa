"""Endings: a message ends what is known only when it gives a reason to."""

import json
from pathlib import Path
from typing import Any

import pytest

from dnam.rules.fact_endings import may_end

TABLE = Path(__file__).parent.parent.parent / "evals" / "endings.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["message"])
def test_what_speaks_of_it_or_takes_something_back_may_end_it(row: dict[str, Any]) -> None:
    """R-04, N-10: by a word of the fact, or by taking back in any language; whatever a model makes of it."""
    assert may_end(row["fact"], row["message"]) is row["may_end"]
