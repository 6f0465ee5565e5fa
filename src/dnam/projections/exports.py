"""What people took away through the terminal chat: files for their owner alone, gone with any erasure.

What was erased may be in anybody's export, so all of them go; a new one is a command away.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def private_folder(folder: Path) -> Path:
    """Return a folder that only its owner can read; it is made if need be."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def drop_exports(folder: Path) -> int:
    """Remove every export, and return how many are gone."""
    before = len([*exports_in(folder)])
    for file in exports_in(folder):
        with suppress(OSError):  # the look that follows names what is left
            file.unlink()
    return before - len([*exports_in(folder)])


def exports_in(folder: Path) -> Iterator[Path]:
    yield from folder.glob("memory-of-*")
