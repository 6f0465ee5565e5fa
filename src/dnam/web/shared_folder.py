"""The folder that all processes of one dashboard share, beside the tokens: long work, its files, and answers.

Only its owner can read it. Nothing in it quotes anybody, except the files of exports and imports, which
`jobs.py` removes.
"""

import os
import time
from pathlib import Path
from typing import TextIO

from dnam.file_lock import lock
from dnam.settings import Settings


def shared_folder(settings: Settings, name: str) -> Path:
    """Return a folder that the processes of a memory's dashboard share, made if it is not there."""
    folder = settings.beside("tokens.web")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / name).mkdir(mode=0o700, exist_ok=True)
    return folder / name


def write_whole(path: Path, text: str) -> None:
    """Write a file that readers see as it was before or as it is now, never in between."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    new.write_text(text, "utf-8")
    new.replace(path)


def drop_older(folder: Path, seconds: float) -> None:
    for path in folder.iterdir():
        try:
            if time.time() - path.stat().st_mtime > seconds:
                path.unlink()
        except FileNotFoundError:
            continue  # another process was faster


def opened_alone(path: Path) -> TextIO:
    """Open a file to read and write it. Raises BlockingIOError while anybody, in any process, has it open."""
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
    try:
        lock(file, wait=False)
    except BlockingIOError:
        file.close()
        raise
    return file
