"""The page of benchmarks: what was measured, and what missed its aim, as it is."""

from typing import Any
from xml.etree import ElementTree as ET

from bench.plots import bars, lines
from bench.report import page

MEASURED = {
    "at": "2026-01-01",
    "command": "python -m bench",
    "machine": {"cpu": "a processor", "cores": 2, "python": "3.11", "load": 0.1},
}


def times(median: float) -> dict[str, float]:
    return {"median": median, "low": median - 1, "high": median + 1}


def world(messages: int, ms: float) -> dict[str, Any]:
    sizes = {"messages": messages, "bytes a message": 900, "stored a second": 400}
    return {**sizes, "context": times(ms), "search": times(ms)}


def test_an_aim_that_is_missed_says_so() -> None:
    """N-18: a red cell, not a hidden one; what was not measured has no section."""
    worlds = {
        "10,000": world(10_000, 10),
        "100,000": world(100_000, 16),
        "10,000 in one channel": world(10_000, 12),
    }
    text, plots = page({"growth": {**MEASURED, "rounds": 5, "rows": worlds, "facts": {"10": times(3)}}})
    assert "| 100,000 messages | 1.60 | 1.5 | **missed** |" in text
    assert "| 10,000 in one channel | 1.20 | 3.0 | met |" in text
    assert "## Speed" not in text
    assert ET.fromstring(plots["bench-growth"]).tag.endswith("svg")  # noqa: S314  drawn here


def test_what_a_message_takes_on_disk_is_told_by_its_parts() -> None:
    """N-18: its text, its vector and what it is found by, and all of it together."""
    text, _ = page(
        {
            "disk": {
                **MEASURED,
                "messages": 10,
                "text": 90,
                "parts": {"a vector": 600, "text": 300},
                "postgres": {"filled": 4000, "anew": 2500},
            }
        }
    )
    assert "In PostgreSQL it takes 4,000 bytes as they were stored, in batches, and 2,500 once" in text
    assert "A message takes 900 bytes, of which its own text is 90" in text
    assert "| a vector | 600 |" in text


def test_a_peer_that_could_not_run_is_named_with_its_error() -> None:
    """N-18: a comparison says whom it lacks."""
    row = {"recall@10": 80.0, "questions": 5}
    result = {"embedder": "multilingual", "conversations": 1, "messages": 9, "versions": {}}
    rows = {
        "rows": {"dnam": {"locomo": row}},
        "unavailable": {"mem0": "could not be installed: no such package"},
    }
    text, _ = page({"quality-multilingual-locomo": {"benchmark": "locomo", **MEASURED, **result, **rows}})
    assert "mem0: could not be installed: no such package" in text
    assert "`python -m bench`, 2026-01-01, a processor, 2 cores" in text


def test_plots_are_drawings_in_proportion() -> None:
    """N-18: a bar twice as long is twice as much."""
    drawn = ET.fromstring(bars("Found <10>", {"ours": [80.0], "theirs": [40.0]}, ["LoCoMo"]))  # noqa: S314  drawn here
    boxes = [each for each in drawn if each.tag.endswith("rect")][1:]
    ours, theirs = (float(box.attrib["width"]) for box in boxes)
    assert ours == 2 * theirs
    line = ET.fromstring(lines("Growth", {"a prompt": {1e3: 1.0, 1e4: 2.0, 1e5: 3.0}}, "messages", "ms"))  # noqa: S314  drawn here
    assert sum(each.tag.endswith("circle") for each in line) == 3
