"""Evaluation files with one JSON object a line."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dnam.errors import BadInput


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Give each object with its line number, from 1; empty lines are passed over."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInput(
            f"{path} cannot be read: {problem}. Give a text file with one JSON object a line."
        ) from problem
    if not any(line.strip() for line in lines):
        raise BadInput(f"{path} is empty. Give a file with one JSON object a line.")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                row = json.loads(line)
            except ValueError as problem:
                raise BadInput(f"Line {number} of {path} is not JSON: {problem}.") from problem
            if not isinstance(row, dict):
                raise BadInput(f"Line {number} of {path} is not a JSON object.")
            yield number, row
