"""Readable copies of the memory, for operators: facts as JSON, messages as daily journals, `MEMORY.md`.

On the path after every change. The store is the truth: every file can be rebuilt from it at any time, and no
prompt ever reads one. `texts.py` says what stands in the files, `folder.py` puts them on the disk.
"""

from dnam.projections.refresh import Projections

__all__ = ["Projections"]
