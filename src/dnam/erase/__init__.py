"""Erasing: what follows an edit or a deletion, and the erasure of a person, a channel or a guild.

message_edits.py   an edit or a deletion, step by step: everything made of the message follows it
eraser.py          everything of a scope is erased for good, with a receipt
"""

from dnam.erase.eraser import Eraser, Progress, untold
from dnam.erase.message_edits import Edit, FollowedEdit, follow_deletion, follow_edit

__all__ = ["Edit", "Eraser", "FollowedEdit", "Progress", "follow_deletion", "follow_edit", "untold"]
