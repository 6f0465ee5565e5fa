"""Erasing: what follows an edit or a deletion, and the erasure of a person, a channel or a guild.

edit_cascade.py   an edit or a deletion, step by step: everything made of the message follows it
eraser.py         everything of a scope is erased for good, with a receipt
"""

from dnam.erase.edit_cascade import Edit, FollowedEdit, follow_deletion, follow_edit
from dnam.erase.eraser import Eraser

__all__ = ["Edit", "Eraser", "FollowedEdit", "follow_deletion", "follow_edit"]
