"""Locks between processes of one machine, which end with the file that is open, or with the process."""

import os
from typing import IO, Any


def lock(file: IO[Any], *, wait: bool = True) -> None:
    """Lock a file against other processes, where there are such locks. Raises BlockingIOError."""
    if os.name == "posix":
        import fcntl  # noqa: PLC0415 (exists on POSIX only)

        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
