"""Peers: other memories, each installed into an environment of its own under `.bench/`, never into ours."""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HOME = Path(".bench")
PACKAGES = {"chroma": "chromadb", "mem0": "mem0ai", "langmem": "langmem"}
BESIDE_FACTS = {"faiss": "faiss-cpu", "mem0": "mem0ai"}
PROGRAM = Path(__file__).with_name("peer_process.py")
ERRORS = "errors.txt"
LONGEST_LINE = 1 << 26


class PeerUnavailable(Exception):
    """A peer could not be installed or does not run here; the message says why."""


def install(peer: str) -> str:
    """Install a peer into its own environment, once; return its version. Raises PeerUnavailable."""
    python = HOME / peer / "bin" / "python"
    try:
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(HOME / peer)], check=True, capture_output=True)
        version = _version(python, peer)
        if not version:
            pip = [str(python), "-m", "pip", "install", "--quiet", _package(peer), "numpy"]
            subprocess.run(pip, check=True, capture_output=True, text=True)
            version = _version(python, peer)
    except subprocess.CalledProcessError as problem:
        lines = str(problem.stderr or problem).strip().splitlines()
        raise PeerUnavailable(f"could not be installed: {lines[-1] if lines else problem}") from problem
    return version


def _package(peer: str) -> str:
    return {**PACKAGES, **BESIDE_FACTS}[peer]


def _version(python: Path, peer: str) -> str:
    """Return the installed version of a peer's package; empty if there is none."""
    asks = f"import importlib.metadata as m; print(m.version({_package(peer)!r}))"
    answer = subprocess.run([str(python), "-c", asks], check=False, capture_output=True, text=True)
    return answer.stdout.strip()


@dataclass(frozen=True, slots=True)
class PeerProcess:
    """A running peer."""

    process: asyncio.subprocess.Process
    folder: Path

    async def ask(self, **request: Any) -> tuple[float, Any]:
        """Send a request; return the milliseconds it took there, and its result. Raises PeerUnavailable."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        await self.process.stdin.drain()
        line = await self.process.stdout.readline()
        if not line:
            lines = (self.folder / ERRORS).read_text(errors="replace").strip().splitlines()
            raise PeerUnavailable(f"ended: {lines[-1] if lines else 'without an error'}")
        answer = json.loads(line)
        return answer["ms"], answer["result"]

    async def vectors(self, texts: Sequence[str], rows: NDArray[np.float32]) -> None:
        """Tell the peer the vectors of these texts."""
        file = self.folder / "vectors.npy"
        np.save(file, rows)
        await self.ask(do="vectors", texts=list(texts), file=str(file))


@asynccontextmanager
async def running(peer: str) -> AsyncIterator[PeerProcess]:
    """Run a peer with an empty folder; end it and remove the folder afterwards."""
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / ERRORS).open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            str(HOME / peer / "bin" / "python"),
            str(PROGRAM),
            peer,
            folder,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
            limit=LONGEST_LINE,
        )
        try:
            yield PeerProcess(process, Path(folder))
        finally:
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()
