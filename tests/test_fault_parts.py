"""The fault campaign runs unattended: nothing that becomes of one part stops the others or goes unsaid."""

import os
import time
from pathlib import Path
from typing import Any

from bench.fault_parts import Part, side_by_side


def hangs(_: Path) -> dict[str, Any]:
    while True:
        time.sleep(60)


def dies(_: Path) -> dict[str, Any]:
    os._exit(3)


def fails(_: Path) -> dict[str, Any]:
    raise LookupError


def holds(here: Path) -> dict[str, Any]:
    return {"files": len([*here.iterdir()]), "broken": []}


def test_a_part_that_fails_ends_or_hangs_is_told_as_broken_and_the_others_go_on(tmp_path: Path) -> None:
    """N-17: each has a folder of its own, and figures or a reason."""
    parts: dict[str, Part] = {"fails": fails, "dies": dies, "holds": holds, "hangs": hangs}
    figures = dict(side_by_side(parts, tmp_path, at_once=2, seconds=2.0))
    ended = ["it ended without figures: see what it wrote"]
    broken = {name: part["broken"] for name, part in figures.items()}
    assert broken == {"fails": ended, "dies": ended, "holds": [], "hangs": ["it hung"]}
    assert figures["holds"]["files"] == 0
