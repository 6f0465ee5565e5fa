"""A disk that fails when told to, for SQLite: every file is opened through it, reads and writes are real.

disk = FailingDisk()          # from now on every SQLite file of this process is on it
disk.fails = Fault.FULL       # every write fails, as on a full disk
disk.fails = None             # there is room again
disk.remove()
"""

import time
from enum import StrEnum
from itertools import count
from typing import Any

import apsw

_NUMBERS = count(1)


class Fault(StrEnum):
    """How the disk fails."""

    FULL = "full"
    READ_ONLY = "read-only"
    DENIED = "denied"
    SLOW = "slow"
    BROKEN = "broken"
    """Reads fail as well."""
    UNSYNCED = "unsynced"
    """Everything can be written, but not be made to last."""


class FailingDisk(apsw.VFS):
    """SQLite's own way to files, which fails on request; becomes the default of this process."""

    def __init__(self) -> None:
        self._name = f"failing-disk-{next(_NUMBERS)}"
        self.fails: Fault | None = None
        self.seconds = 0.05
        """How long each write takes on a slow disk."""
        self.failed = 0
        """How many reads and writes have failed so far."""
        self.real = apsw.vfs_names()[0]
        super().__init__(self._name, self.real, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> "_File":  # noqa: N802 (SQLite's name)
        """Open a file on this disk."""
        return _File(self, name, flags)

    def remove(self) -> None:
        """Use the real disk again."""
        self.fails = None
        self.unregister()

    def check(self, *, write: bool, last: bool = False) -> None:
        """Raise what SQLite is told when the disk fails."""
        if self.fails is None or (not write and self.fails is not Fault.BROKEN):
            return
        if self.fails is Fault.UNSYNCED and not last:
            return
        if self.fails is Fault.SLOW:
            time.sleep(self.seconds)
            return
        self.failed += 1
        if self.fails is Fault.FULL:
            raise apsw.FullError
        if self.fails is Fault.READ_ONLY:
            raise apsw.ReadOnlyError
        if self.fails is Fault.DENIED:
            raise apsw.PermissionsError
        raise apsw.IOError


class _File(apsw.VFSFile):
    def __init__(self, disk: FailingDisk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        super().__init__(disk.real, name, flags)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802 (SQLite's name)
        self._disk.check(write=True)
        super().xWrite(data, offset)

    def xRead(self, amount: int, offset: int) -> Any:  # noqa: N802 (SQLite's name)
        self._disk.check(write=False)
        return super().xRead(amount, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802 (SQLite's name)
        self._disk.check(write=True, last=True)
        super().xSync(flags)

    def xTruncate(self, size: int) -> None:  # noqa: N802 (SQLite's name)
        self._disk.check(write=True)
        super().xTruncate(size)
