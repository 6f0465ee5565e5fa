"""Erasing: what follows an edit or a deletion, and the erasure of a person, a channel or a guild.

message_edits.py   an edit or a deletion, step by step: everything made of the message follows it
eraser.py          everything of a scope is erased for good, with a receipt
unfinished_erasures.py  erasures under way, as notes in the store
"""

from dnam.consent import Consent
from dnam.erase.eraser import Eraser, Progress, nothing_left, untold
from dnam.erase.message_edits import Edit, FollowedEdit, delete_channel, follow_deletion, follow_edit
from dnam.lanes import Lanes

__all__ = [
    "Edit",
    "Eraser",
    "FollowedEdit",
    "Progress",
    "delete_channel",
    "follow_deletion",
    "follow_edit",
    "nothing_left",
    "resume_retractions",
    "untold",
]


async def resume_retractions(consent: Consent, eraser: Eraser, lanes: Lanes) -> None:
    """Write the choices and go on with the erasures that could not be written or were interrupted."""
    await consent.write_pending()
    await lanes.change_facts(eraser.resume, together=False)
