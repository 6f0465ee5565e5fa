"""Evaluation files with one JSON object on each line."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dnam.errors import BadInput


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return each object with its line number, from 1. Raises BadInput at the first line that is none."""
    for number, row in try_lines(path):
        if isinstance(row, BadInput):
            raise row
        yield number, row


def try_lines(path: Path) -> Iterator[tuple[int, dict[str, Any] | BadInput]]:
    """Return each object, or what is wrong with its line; empty lines and comments are skipped."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise BadInput(
            f"{path} cannot be read: {problem}. Give a text file with one JSON object on each line."
        ) from problem
    written = [(n, line) for n, line in enumerate(lines, 1) if line.strip() and line.strip()[:1] != "#"]
    if not written:
        raise BadInput(f"{path} is empty. Give a file with one JSON object on each line.")
    for number, line in written:
        yield number, _object(line, f"Line {number} of {path}")


def _object(line: str, where: str) -> dict[str, Any] | BadInput:
    try:
        row = json.loads(line)
    except ValueError as problem:
        return BadInput(f"{where} is not JSON: {problem}.")
    return row if isinstance(row, dict) else BadInput(f"{where} is not a JSON object.")
