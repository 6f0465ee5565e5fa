"""A folder of files that dnam writes and people may edit: whole or not at all, and nobody's work is lost.

Beside its files a folder holds `.written.json`, the hashes of what dnam wrote there. A file that says
anything else was edited by hand (or is not dnam's at all): it is set aside under another name before a new
one takes its place. All of this blocks, and is called in a thread.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock

import structlog
from pydantic import TypeAdapter, ValidationError

log = structlog.get_logger("dnam")

MANIFEST = ".written.json"

Hashes = dict[str, list[str]]
"""By file name: what dnam has put there last, and what it was about to put there."""

_HASHES = TypeAdapter(Hashes)
_PART = re.compile(r"\.tmp\.(?P<pid>\d{1,9})$")


class Folder:
    """Keeps files in one folder as they should be; safe to use from several threads."""

    def __init__(self, path: Path, *, advice: str) -> None:
        self.path = path
        self._advice = advice
        """What to do with an edited file: a sentence in which PATH is replaced."""
        self._held: dict[str, str | None] = {}
        """The hashes of what was last put: what has not changed is not even looked at."""
        self._turn = Lock()
        self.changes = 0
        """How many files were written or removed so far."""

    def names(self) -> set[str]:
        """Name the files dnam has written here."""
        return set(_read_hashes(self.path))

    def look_anew(self) -> None:
        """Trust nothing put before, so that lost files come back; remove what crashed writes left behind."""
        with self._turn:
            self._held.clear()
            for path in self.path.glob("*.tmp.*"):
                if (found := _PART.search(path.name)) and not _is_running(int(found["pid"])):
                    path.unlink(missing_ok=True)

    def drop_asides(self, name: str, texts: Collection[str] = ()) -> None:
        """Remove what was set aside of a file (`*` is any): all of it, or what says one of these texts."""
        with self._turn:
            for path in self.path.glob(f"{name}.edited-*"):
                said = path.read_text("utf-8", "replace") if texts else ""
                if not texts or any(text in said for text in texts):
                    path.unlink()
                    self.changes += 1

    def asides(self) -> dict[str, str]:
        """Give what was set aside, by file name."""
        with self._turn:
            paths = self.path.glob("*.edited-*")
            return {path.name: path.read_text("utf-8", "replace") for path in paths}

    def drop_aside(self, name: str) -> None:
        """Remove one file that was set aside."""
        with self._turn:
            (self.path / name).unlink(missing_ok=True)
            self.changes += 1

    def put(self, files: Mapping[str, str | None], at: datetime) -> None:
        """Make each file say its text, or be gone where the text is None; logs what could not be done."""
        data = {name: text if text is None else text.encode() for name, text in files.items()}
        with self._turn:
            changed = {name: new for name, new in data.items() if self._held.get(name, "") != _hash(new)}
            if not changed:
                return
            _make(self.path)
            faults: dict[str, str] = {}
            self._clear(changed, at, faults)
            self._write({name: new for name, new in changed.items() if name not in faults}, faults)
        if faults:
            log.warning("could not write files", action="projection", faults=faults)

    def _clear(self, changed: Mapping[str, bytes | None], at: datetime, faults: dict[str, str]) -> None:
        """Set aside what was edited, remove what should be gone, and leave what was never dnam's."""
        written = _read_hashes(self.path)
        for name in sorted(changed):
            path, new = self.path / name, changed[name]
            with _noting(faults, name):
                old = _read(path)
                if old is None or old == new:
                    continue
                if _hash(old) in written.get(name, ()):
                    if new is None:
                        path.unlink()
                        self.changes += 1
                elif new is not None or name in written:
                    self._set_aside(path, at)

    def _set_aside(self, path: Path, at: datetime) -> None:
        aside = path.with_name(f"{path.name}.edited-{at:%Y%m%dT%H%M%SZ}")
        tries = 1
        while aside.exists():
            tries += 1
            aside = path.with_name(f"{path.name}.edited-{at:%Y%m%dT%H%M%SZ}-{tries}")
        path.rename(aside)
        log.warning(
            "set aside a file that was edited by hand",
            action="projection_edited",
            path=str(aside),
            advice=self._advice.replace("PATH", str(aside)),
        )

    def _write(self, changed: Mapping[str, bytes | None], faults: dict[str, str]) -> None:
        """Note what is about to be written, then write it: a crash in between is not taken for an edit."""
        before = {name: _read(self.path / name) for name in changed}
        known = _read_hashes(self.path)
        hashes = {name: held for name, held in known.items() if changed.get(name, b"") is not None}
        for name, new in changed.items():
            if new is not None and not (new == before[name] and _hash(new) in known.get(name, ())):
                hashes[name] = [found for data in (before[name], new) if (found := _hash(data))]
        if hashes != known:
            write_whole(self.path / MANIFEST, _HASHES.dump_json(hashes, indent=0))
        for name, new in changed.items():
            with _noting(faults, name):
                if new is not None and new != before[name]:
                    write_whole(self.path / name, new)
                    self.changes += 1
                self._held[name] = _hash(new)


def acknowledge(path: Path, data: bytes) -> None:
    """Note that a file in one of dnam's folders was read into the store: it may be written over."""
    if (path.parent / MANIFEST).exists():
        hashes = {**_read_hashes(path.parent), path.name: [_hash(data) or ""]}
        write_whole(path.parent / MANIFEST, _HASHES.dump_json(hashes, indent=0))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file for its owner's eyes: a reader sees the old one or the new one, and nothing else."""
    part = path.with_name(f"{path.name}.tmp.{os.getpid()}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def latest_lines(paths: Iterable[Path], limit: int) -> list[tuple[str, str]]:
    """Read the last list entries of some files, oldest first, each with the name of its file."""
    found: list[tuple[str, str]] = []
    for path in sorted(paths, reverse=True):
        if len(found) < limit and path.is_file():
            lines = [
                line for line in path.read_text("utf-8", "replace").splitlines() if line.startswith("- ")
            ]
            found += [(path.stem, line) for line in reversed(lines)]
    return found[limit - 1 :: -1] if len(found) >= limit else found[::-1]


def _read_hashes(folder: Path) -> Hashes:
    """Read what dnam wrote in a folder; when that is not known, every file there may be somebody's own."""
    try:
        return _HASHES.validate_json((folder / MANIFEST).read_bytes())
    except FileNotFoundError:
        return {}
    except ValidationError:
        log.warning(
            "ignored a damaged list of written files", action="projection", path=str(folder / MANIFEST)
        )
        return {}


def _make(folder: Path) -> None:
    """Make a folder and those above it that are missing, for their owner alone."""
    for path in (*reversed(folder.parents), folder):
        if not path.exists():
            path.mkdir(mode=0o700, exist_ok=True)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


@contextmanager
def _noting(faults: dict[str, str], name: str) -> Iterator[None]:
    """Go on with the other files when one cannot be read or written."""
    try:
        yield
    except OSError as error:
        faults[name] = str(error)


def _hash(data: bytes | None) -> str | None:
    return None if data is None else sha256(data).hexdigest()


def _is_running(pid: int) -> bool:
    """Say whether another process of this id lives; this one is not writing while it looks."""
    if os.name == "nt":
        return True  # there is no harmless way to ask: signal 0 means Ctrl-C
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return pid != os.getpid()
