"""Files that an operator names: whether they can be read, and new ones, whole when they have their name."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dnam.errors import BadInput, FileError


def check_readable(source: str) -> None:
    """Raise BadInput when a path is no file or folder that can be read."""
    if not source:
        raise BadInput("Name a file, a folder or an address.")
    path = Path(source)
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise BadInput(f"There is no file or folder {source}.") from error
    except (OSError, ValueError) as error:
        raise BadInput(f"{source} cannot be read: {getattr(error, 'strerror', error)}.") from error
    if not path.is_file() and not path.is_dir():
        raise BadInput(f"{source} is neither a file nor a folder.")
    if not os.access(path, os.R_OK | (os.X_OK if path.is_dir() else 0)):
        raise BadInput(f"{source} cannot be read: Permission denied.")


def check_folder(file: Path) -> None:
    """Raise FileError when there is no folder for a new file: it may be mistyped, or a disk not mounted."""
    if not file.absolute().parent.exists():
        raise FileError(f"There is no folder {file.absolute().parent}: make it, or name another.")


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Yield an empty file that only its owner can read, and that gets its name when the block ends.

    When the block fails, nothing is left of it. Raises FileError when it cannot be written.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        if not target.parent.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        try:
            yield part
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            part.rename(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"{target} cannot be written: {error.strerror}. Nothing was left there.") from error
