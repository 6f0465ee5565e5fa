"""Projections: readable copies of memory for operators, as JSON facts, daily journals and `MEMORY.md`.

Refreshed after every change. The store is the truth: files can be rebuilt from it, prompts never read them.
`texts.py` renders the files, `folder.py` writes them, `refresh.py` decides which to write when.
"""

from dnam.projections.refresh import Projections

__all__ = ["Projections"]
