"""MEMORY.md and the daily journals: the readable copies of the memory, as the dashboard shows them."""

import asyncio
from pathlib import Path

from dnam.errors import BadInput
from dnam.memory import Memory
from dnam.projections import Projections

OFF = "The readable files are switched off: set projections to true."


async def snapshot(memory: Memory, *, refresh: bool = False) -> str:
    """Return MEMORY.md, written first if it is not there or asked for. Raises BadInput when it is off."""
    if memory.projections is None:
        raise BadInput(OFF)
    path = memory.projections.snapshot_path
    if refresh or not await asyncio.to_thread(path.is_file):
        await memory.projections.refresh()
    return await asyncio.to_thread(_read, path)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        return ""


async def journal_days(projections: Projections) -> list[str]:
    return await asyncio.to_thread(projections.journal_days)


async def journal(projections: Projections, day: str) -> str:
    """Return the journal of a day; empty when there is none."""
    if day not in await journal_days(projections):
        return ""
    return await asyncio.to_thread(_read, projections.journal_path(day))
