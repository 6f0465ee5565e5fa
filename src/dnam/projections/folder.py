"""A folder of files that dnam writes and people may edit: writes are atomic, and edits are never lost.

`.written.json` in the folder has the hashes of what dnam wrote there. A file with other content was edited by
hand or is not dnam's: it is renamed before a new one takes its place. Processes that share a folder write it
one after another (`alone`). Everything here blocks: call it in a thread.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock

from pydantic import TypeAdapter, ValidationError

from dnam.errors import describe
from dnam.file_lock import lock
from dnam.log_lines import log

MANIFEST = ".written.json"
LOCK = ".lock"

Hashes = dict[str, list[str]]
"""By file name, the hashes of what dnam wrote there last and of what it was about to write."""

_HASHES = TypeAdapter(Hashes)


class Folder:
    """Writes files to one folder; safe to use from several threads."""

    def __init__(self, path: Path, *, advice: str) -> None:
        self.path = path
        self._advice = advice
        """What to do with an edited file: a sentence in which PATH is replaced by its path."""
        self._written: dict[str, str | None] = {}
        """The hashes of what was written last: unchanged files are not even read."""
        self._manifest: int | None = None
        """Which list of written files is the last of this process: another one is of another process."""
        self._turn = Lock()
        self.changes = 0
        """How many files were written or removed so far."""
        self.faults: dict[str, str] = {}
        """Why files could not be written or removed, by their names; the folder's own problem has none."""

    def names(self) -> set[str]:
        """Return the names of the files that dnam has written here."""
        return set(_read_hashes(self.path))

    def check_all(self) -> None:
        """Check every file at the next write, so that lost files come back; remove half-written ones."""
        with self._turn:
            self._written.clear()
            self.faults.clear()
            for path in self._glob("*.tmp.*"):  # nobody is at it: this process writes alone
                if not path.name.startswith(MANIFEST):  # except an import, of which it holds no word
                    with _noting(self.faults, path.name):
                        path.unlink(missing_ok=True)

    def drop_edited(self, name: str, texts: Collection[str] = ()) -> None:
        """Remove edited copies of a file (`*` for any): all, or those that contain one of these texts."""
        with self._turn:
            for path in self._glob(f"{name}.edited-*"):
                with _noting(self.faults, path.name):
                    content = path.read_text("utf-8", "replace") if texts else ""
                    if not texts or any(text in content for text in texts):
                        path.unlink()
                        self.changes += 1
                        self.faults.pop(path.name, None)

    def edited_copies(self) -> dict[str, str]:
        """Return the contents of edited copies, by file name."""
        with self._turn:
            contents: dict[str, str] = {}
            for path in self._glob("*.edited-*"):
                with _noting(self.faults, path.name):
                    contents[path.name] = path.read_text("utf-8", "replace")
            return contents

    def drop_edited_copy(self, name: str) -> None:
        with self._turn, _noting(self.faults, name):
            (self.path / name).unlink(missing_ok=True)
            self.changes += 1

    def remove_written(self, at: datetime) -> None:
        """Remove everything that dnam wrote here: what was edited by hand is set aside."""
        written_here = False
        with self._turn, _noting(self.faults, ""):
            self.faults.pop("", None)
            written_here = _read(self.path / MANIFEST) is not None
        if not written_here:
            return
        self.put(dict.fromkeys(self.names()), at)
        if not self.faults:
            with _noting(self.faults, MANIFEST):
                (self.path / MANIFEST).unlink()
                self._manifest = None

    @property
    def was_emptied(self) -> bool:
        """Whether somebody has removed what this process wrote."""
        return self._manifest is not None and _identity(self.path / MANIFEST) is None

    def look_again(self) -> dict[Path, str]:
        """Read every file again; return those that are not as they should be, and why."""
        with self._turn:
            wrong = {self.path / name: reason for name, reason in self.faults.items()}
            if self._manifest != _identity(self.path / MANIFEST):
                return wrong  # another process has written since, out of what the store has now
            for name, digest in self._written.items():
                try:
                    if _hash(_read(self.path / name)) != digest:
                        wrong[self.path / name] = "it was changed meanwhile"
                except OSError as error:
                    wrong[self.path / name] = describe(error)
            return wrong

    def _glob(self, pattern: str) -> list[Path]:
        """Return the files of this name; none where the folder cannot be read."""
        files: list[Path] = []
        with _noting(self.faults, ""):
            files += sorted(self.path.glob(pattern))
        return files

    def put(self, files: Mapping[str, str | None], at: datetime) -> None:
        """Write each file, or remove it where the text is None; log and note what failed."""
        data = {name: text if text is None else text.encode() for name, text in files.items()}
        with self._turn:
            if self._manifest != _identity(self.path / MANIFEST):
                self._written.clear()  # another process has written here
            changed = {name: new for name, new in data.items() if self._written.get(name, "") != _hash(new)}
            if not changed:
                return
            faults: dict[str, str] = {}
            with _noting(faults, ""):
                _make(self.path)
                self._clear(changed, at, faults)
                self._write({name: new for name, new in changed.items() if name not in faults}, faults)
                self._manifest = _identity(self.path / MANIFEST)
            failed = {*faults} - {""} or ({*changed} if faults else set())
            self.faults = {name: why for name, why in self.faults.items() if name not in changed and name}
            self.faults |= {name: faults.get(name) or faults[""] for name in failed if self._may_hold(name)}
        if faults:
            log.warning(
                "could not write files",
                action="projection",
                files=len(failed),
                error=next(iter(faults.values())),
            )

    def _may_hold(self, name: str) -> bool:
        """Return whether there may be a file of this name: one that never was holds nothing."""
        try:
            return (self.path / name).lstat() is not None
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:
            return True

    def _clear(self, changed: Mapping[str, bytes | None], at: datetime, faults: dict[str, str]) -> None:
        """Rename edited files, remove files that should not exist, and leave files that were never dnam's."""
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
                    self._rename_edited(path, at)

    def _rename_edited(self, path: Path, at: datetime) -> None:
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
        """Record the hashes, then write the files: a crash in between is not mistaken for an edit."""
        before = {name: _read(self.path / name) for name in changed}
        known = _read_hashes(self.path)
        hashes = {name: digests for name, digests in known.items() if changed.get(name, b"") is not None}
        for name, new in changed.items():
            if new is not None and not (new == before[name] and _hash(new) in known.get(name, ())):
                hashes[name] = [digest for data in (before[name], new) if (digest := _hash(data))]
        if hashes != known:
            write_whole(self.path / MANIFEST, _HASHES.dump_json(hashes, indent=0))
        for name, new in changed.items():
            with _noting(faults, name):
                if new is not None and new != before[name]:
                    write_whole(self.path / name, new)
                    self.changes += 1
                self._written[name] = _hash(new)


def alone(folder: Path) -> AbstractContextManager[object]:
    """Wait until no other process writes files here; none does until the returned block ends."""
    try:
        _make(folder)
        file = os.fdopen(os.open(folder / LOCK, os.O_WRONLY | os.O_CREAT, 0o600), "w")
    except OSError:
        return nullcontext()  # nothing can be written here, and whoever tries to tells why
    lock(file)
    return file


def acknowledge(path: Path, data: bytes) -> None:
    """Record that a file was imported into the store: it may be overwritten."""
    if (path.parent / MANIFEST).exists():
        hashes = {**_read_hashes(path.parent), path.name: [_hash(data) or ""]}
        write_whole(path.parent / MANIFEST, _HASHES.dump_json(hashes, indent=0))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically, readable by its owner only."""
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
    """Return the last list entries of some files, oldest first, each with the stem of its file name."""
    entries: list[tuple[str, str]] = []
    for path in sorted(paths, reverse=True):
        if len(entries) < limit and path.is_file():
            lines = [
                line for line in path.read_text("utf-8", "replace").splitlines() if line.startswith("- ")
            ]
            entries += [(path.stem, line) for line in reversed(lines)]
    return entries[limit - 1 :: -1] if len(entries) >= limit else entries[::-1]


def _read_hashes(folder: Path) -> Hashes:
    """Return the hashes of what dnam wrote in a folder; without them every file counts as somebody's own."""
    try:
        return _HASHES.validate_json((folder / MANIFEST).read_bytes())
    except OSError:
        return {}
    except ValidationError:
        log.warning(
            "ignored a damaged list of written files", action="projection", path=str(folder / MANIFEST)
        )
        return {}


def _make(folder: Path) -> None:
    """Make a folder and its missing parents, accessible to their owner only."""
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
    """Record an error of one file and go on with the others."""
    try:
        yield
    except OSError as error:
        faults[name] = describe(error)


def _hash(data: bytes | None) -> str | None:
    return None if data is None else sha256(data).hexdigest()


def _identity(path: Path) -> int | None:
    """Return what tells a file from the one that takes its place; None when there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return hash((status.st_ino, status.st_mtime_ns))
