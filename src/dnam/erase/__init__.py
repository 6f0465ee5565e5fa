"""Erasing: what follows an edit or a deletion, and what a person, a channel or a guild has erased.

unlearn.py   what was made of a message goes with it, by its provenance
eraser.py    everything of a scope goes, with a receipt, and stays away
"""

from dnam.erase.edit_cascade import follow
from dnam.erase.eraser import Eraser

__all__ = ["Eraser", "follow"]
