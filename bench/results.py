"""Results of measurements: written as JSON with the machine and the command, and progress meanwhile."""

import json
import os
import platform
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles
from typing import Any

FOLDER = Path(__file__).with_name("results")


def machine() -> dict[str, object]:
    """Describe the machine without its name."""
    model = next(
        (line.partition(":")[2].strip() for line in _lines(Path("/proc/cpuinfo")) if "model name" in line),
        platform.processor() or "unknown",
    )
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "system": platform.system(),
        "load": round(os.getloadavg()[0], 1),
    }


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


def write(name: str, result: dict[str, Any]) -> Path:
    """Write a result as bench/results/NAME.json."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    program = spec.name.removesuffix(".__main__") if spec else "bench"
    command = f"python -m {program}"
    about = {"at": datetime.now(UTC).strftime("%Y-%m-%d"), "command": command, "machine": machine()}
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{name}.json"
    file.write_text(json.dumps({**about, **result}, indent=1) + "\n")
    return file


def read(name: str) -> dict[str, Any]:
    """Return a result; empty if it was never measured."""
    file = FOLDER / f"{name}.json"
    result: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    return result


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return the median and the quartiles."""
    low, middle, high = quantiles(values, n=4) if len(values) > 1 else [values[0]] * 3
    return {"median": round(middle, 3), "low": round(low, 3), "high": round(high, 3)}


class Progress:
    """Prints what goes on to stderr: at most a line a second."""

    def __init__(self) -> None:
        self._last = 0.0

    def step(self, what: str, done: int, total: int) -> None:
        """Say how far something is."""
        if time.monotonic() - self._last >= 1:
            self._last = time.monotonic()
            print(f"  {what}: {done} of {total}", file=sys.stderr, flush=True)
