"""What each encoder of this machine takes: milliseconds a text, memory held, seconds to load, size, licence.

    python -m bench.encoders [NAME…]

Each runs in a process of its own, on the facts and questions of evals/retrieval_languages.jsonl, and is asked
in every language for what it finds. Writes bench/results/encoders.json.
"""

import asyncio
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from bench.remembered import remembered
from bench.results import Progress, read, write
from dnam.evaluation.languages import evaluate, read_facts
from dnam.models.embed import LOADERS, embedder_for
from dnam.settings import Settings

FACTS = Path(__file__).parent.parent / "evals" / "retrieval_languages.jsonl"
ABOUT = {
    "multilingual": ("32 MB", "Apache-2.0"),
    "minilm": ("21 MB, and onnxruntime", "Apache-2.0"),
    "both": ("both of the above", "Apache-2.0"),
    "static": ("16 MB", "MIT"),
}
"""What is installed more, and the licence of the weights."""


def resident() -> float:
    """Return the megabytes this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


async def alone(name: str) -> dict[str, float]:
    """Load an encoder in this process and time it, one English sentence after another."""
    embedder = embedder_for(Settings.model_validate({"embedder": name}))
    assert embedder is not None
    texts = [fact.fact["en"] for fact in read_facts(FACTS)]
    before, started = resident(), time.process_time()
    await embedder.load()
    loaded = time.process_time() - started
    times = []
    for text in texts:
        started = time.process_time()
        await embedder.embed([text])
        times.append((time.process_time() - started) * 1000)
    return {
        "ms": round(median(times), 2),
        "megabytes": round(resident() - before),
        "load seconds": round(loaded, 2),
    }


async def languages(name: str, progress: Progress) -> dict[str, float]:
    """Return the share of questions answered among the first ten, by language."""
    settings = Settings(read_deadline_seconds=30)
    embedder = remembered(name)
    shares = await evaluate(read_facts(FACTS), settings, embedder=embedder, progress=progress.step)
    embedder.save()
    return {each.language: each.shares[10] for each in shares}


def main() -> None:
    """Run from the command line; with `--alone NAME` only print what a process of its own measures."""
    if sys.argv[1:2] == ["--alone"]:
        print(json.dumps(asyncio.run(alone(sys.argv[2]))))
        return
    rows: dict[str, Any] = read("encoders").get("rows", {})
    for name in sys.argv[1:] or list(LOADERS):
        program = [sys.executable, "-m", "bench.encoders", "--alone", name]
        measured = subprocess.run(program, check=True, capture_output=True, text=True)
        size, licence = ABOUT[name]
        shares = asyncio.run(languages(name, Progress()))
        rows[name] = {**json.loads(measured.stdout), "languages": shares, "size": size, "licence": licence}
        write("encoders", {"rows": rows})


if __name__ == "__main__":
    main()
