"""How soon `dnam chat` is at its first prompt and `dnam run` at its login, beside importing what they must.

    python -m bench.start [--rounds 5]

The floor imports the packages that the command has imported by then, and nothing of dnam. Times are of CPU,
of every thread but the one that loads the encoder behind it. Needs Linux. Writes bench/results/start.json.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from bench.results import Progress, spread, write

AIM = 2.0
_READY = """
import json, os, sys, threading
from pathlib import Path
def ready(*_, **__):
    behind = {str(each.native_id) for each in threading.enumerate() if each.name == "load encoder"}
    tasks = [each for each in Path("/proc/self/task").iterdir() if each.name not in behind]
    spent = sum(int((each / "schedstat").read_text().split()[0]) for each in tasks) / 1e6
    os.write(1, json.dumps([spent, [*sys.modules]]).encode())
    os._exit(0)
"""
_COMMANDS = {
    "`dnam chat` to its first prompt": """
class Lines:
    isatty = lambda self: False
    readline = ready
sys.stdin = Lines()
from dnam.cli.app import main
main(["chat"])
""",
    "`dnam run` to its login": """
import discord.http
discord.http.HTTPClient.static_login = ready
from dnam.cli.app import main
main(["run"])
""",
}
_FLOOR = """
import importlib, json
for name in json.loads(os.environ["MODULES"]):
    try:
        importlib.import_module(name)
    except ImportError:
        pass
ready()
"""


def run(program: str, modules: list[str]) -> tuple[float, list[str]]:
    """Run a program until it is ready; return its milliseconds of CPU and the modules it has imported."""
    with tempfile.TemporaryDirectory() as folder:
        given = {"DNAM_DATA_DIR": folder, "DISCORD_TOKEN": "a.b.c", "MODULES": json.dumps(modules)}
        ended = subprocess.run(  # noqa: S603 (a program of this file)
            [sys.executable, "-c", _READY + program],
            env={**os.environ, **given},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )
    spent, imported = json.loads(ended.stdout.splitlines()[-1])
    return spent, [name for name in imported if name.partition(".")[0] not in ("dnam", "__main__")]


def measure(rounds: int, progress: Progress) -> dict[str, Any]:
    """Run each command and its floor in turn; the first round is not counted."""
    rows = {}
    for name, program in _COMMANDS.items():
        _, modules = run(program, [])
        ours, floor = [], []
        for turn in range(rounds):
            progress.step(f"start: {name}", turn + 1, rounds)
            ours.append(run(program, [])[0])
            floor.append(run(_FLOOR, modules)[0])
        times, least = spread(ours), spread(floor)
        rows[name] = {
            "dnam ms": times,
            "floor ms": least,
            "times": round(times["median"] / least["median"], 2),
        }
    return {"rounds": rounds, "aim": AIM, "rows": rows}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    result = measure(parser.parse_args().rounds, Progress())
    write("start", result)
    print(json.dumps(result["rows"], indent=1))


if __name__ == "__main__":
    main()
