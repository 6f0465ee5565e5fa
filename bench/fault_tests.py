"""Tests that are part of the fault campaign: run in their long form, with the figures they record."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET


def run_tests(folder: Path, long: bool, chosen: Sequence[str]) -> dict[str, Any]:
    """Run tests, long or as short as in `make test`; return what they record and which of them fail."""
    report = folder / "report.xml"
    profile = ["--hypothesis-profile", "faults"] if long else []
    written = ["-o", "junit_family=xunit1", f"--junitxml={report}"]  # which has room for figures
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *profile, *written, *chosen]
    subprocess.run(command, check=False, stdout=sys.stderr)  # noqa: S603  the tests of this project
    cases = [*ET.parse(report).iter("testcase")]  # noqa: S314  pytest has just written it
    figures: dict[str, Any] = {"tests": len(cases)}
    for each in (each for case in cases for each in case.iter("property")):
        figures[each.attrib["name"]] = int(each.attrib["value"])
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    return {**figures, "broken": [case.attrib["name"] for case in failed] if cases else ["no test was run"]}
