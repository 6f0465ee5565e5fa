"""Prepares a SQLite file before it is opened: creates, locks, checks and migrates it.

Nothing is written to a file before it is known to be ours, undamaged and not newer than this dnam: a refused
file stays byte for byte as it was. Everything here runs in a thread, before the store opens.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import ClassVar

import apsw

from dnam.errors import StoreBusy, StoreDamaged, StoreError, StoreTooNew, describe
from dnam.stores.queries import migrations, queries

MAGIC = b"SQLite format 3\0"
RESTORE = "restore a backup with `dnam restore`"
CHECKED_WHOLE = 16 * 2**20
"""Bytes up to which a file is checked whole when opened; larger ones are checked by `check()` only."""

_TABLES = "SELECT count(*), count(*) FILTER (WHERE name = 'meta') FROM sqlite_schema"


@contextmanager
def faults_of(location: str) -> Iterator[None]:
    """Turn errors of SQLite and of the disk into ours; SQLite's own words may quote what was searched for."""
    try:
        yield
    except (apsw.CorruptError, apsw.NotADBError, apsw.FormatError) as error:
        raise StoreDamaged(
            f"The memory in {location} is damaged and was left as it is ({describe(error)}): {RESTORE}."
        ) from error
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreBusy(f"The memory in {location} is in use by another program.") from error
    except (apsw.FullError, apsw.IOError) as error:
        raise StoreError(
            f"The disk of {location} is full or failing ({describe(error)}): make room on it."
        ) from error
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError, apsw.AuthError) as error:
        raise StoreError(
            f"The memory in {location} cannot be opened or written here ({describe(error)}): this user needs "
            "the right to write to the file and, even to read it, to its folder."
        ) from error
    except apsw.Error as error:
        raise StoreError(f"The memory in {location} could not do this ({describe(error)}).") from error
    except PermissionError as error:
        raise StoreError(
            f"This user has no right to open or to make {error.filename or location}: be the user whose "
            "memory it is, or be given the right by them."
        ) from error
    except OSError as error:
        raise StoreError(
            f"The memory in {location} cannot be reached ({describe(error)}): look at its path."
        ) from error


class FileLock:
    """A write lock held by one process; the operating system releases it when the process dies."""

    ours: ClassVar[set[Path]] = set()
    """What this process has locked: process ids do not tell, every container begins with 1."""

    def __init__(self, path: Path) -> None:
        """Lock a database file. Raises StoreBusy when it is open for writing already."""
        self._path = path
        if path in self.ours:
            raise StoreBusy(f"This program has the memory in {path} open already: use that one, or close it.")
        self._descriptor = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._descriptor)
        except OSError as error:
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            holder = os.read(self._descriptor, 20).decode("ascii", "replace").strip()
            os.close(self._descriptor)
            raise StoreBusy(
                f"Another program (process {holder or 'unknown'}) is writing to the memory in {path}: "
                "stop it first. Only a memory in PostgreSQL is shared by several programs."
            ) from error
        os.truncate(self._descriptor, 0)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, str(os.getpid()).encode())
        self.ours.add(path)

    def release(self) -> None:
        """Release the lock; safe to call twice."""
        if self._descriptor >= 0:
            self.ours.discard(self._path)
            os.close(self._descriptor)
            self._descriptor = -1


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 (exists on Windows only)

        os.lseek(descriptor, 1024, os.SEEK_SET)  # beyond the process id, so that others can read it
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415 (exists elsewhere only)

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def prepare(path: Path) -> FileLock:
    """Lock, check and migrate a file for writing. Raises StoreError."""
    with faults_of(str(path)):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path)
        with ExitStack() as undo:
            undo.callback(lock.release)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            old = schema_of(path) < migrations("sqlite")[-1].version
            with closing(apsw.Connection(str(path))) as db:
                db.pragma("journal_mode", "wal")  # a restored backup has another mode
                if old:
                    migrate(db, up_to=None)
            undo.pop_all()
    return lock


def schema_of(path: Path) -> int:
    """Return the schema version of a file without changing a byte of it; 0 if it is empty.

    Raises StoreDamaged, StoreTooNew, or StoreError when it belongs to another program.
    """
    if path.stat().st_size == 0:
        return 0
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise StoreDamaged(
                f"The file {path} is not a memory of dnam; it was left as it is. If it was one, "
                f"{RESTORE}; else name another file."
            )
    with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as db:
        tables, ours = db.execute(_TABLES).fetchall()[0]
        if not ours:
            if tables:
                raise StoreError(
                    f"The file {path} is a database of another program; it was left as it is: "
                    "name another file."
                )
            return 0
        if path.stat().st_size <= CHECKED_WHOLE:
            problem = db.execute("PRAGMA quick_check(1)").fetchall()[0][0]
            if problem != "ok":
                raise StoreDamaged(
                    f"The memory in {path} is damaged and was left as it is ({problem}): {RESTORE}."
                )
        return _version(db, str(path))


def migrate(db: apsw.Connection, *, up_to: int | None) -> None:
    """Migrate a database to the newest version (or `up_to`) in one transaction."""
    with db:
        ours = db.execute(_TABLES).fetchall()[0][1]
        version = _version(db, db.filename) if ours else 0
        for step in migrations("sqlite"):
            if step.version > version and (up_to is None or step.version <= up_to):
                db.execute(step.sql)
                db.execute(queries("sqlite")["set_meta"], {"name": "schema", "value": str(step.version)})


def _version(db: apsw.Connection, location: str) -> int:
    rows = db.execute(queries("sqlite")["get_meta"], {"name": "schema"}).fetchall()
    known = migrations("sqlite")[-1].version
    version = int(str(rows[0][0])) if rows else 0
    if version > known:
        raise StoreTooNew(
            f"The memory in {location} was written by a newer dnam (schema {version}, this one knows "
            f"{known}): update dnam. Nothing was changed."
        )
    return version
