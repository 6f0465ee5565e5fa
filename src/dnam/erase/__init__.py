"""Erasing: what follows an edit or a deletion, and the erasure of a person, a channel or a guild.

message_edits.py   an edit or a deletion, step by step: everything made of the message follows it
eraser.py          everything of a scope is erased for good, with a receipt
unfinished_erasures.py  erasures under way, as notes in the store
"""

from dnam.consent import Consent
from dnam.erase.eraser import Eraser, Progress, nothing_left, untold
from dnam.erase.message_edits import Delete, Edit, delete_channel, follow_deletion, follow_edit
from dnam.lanes import Lanes

__all__ = [
    "Edit",
    "Eraser",
    "Progress",
    "delete_channel",
    "follow_deletion",
    "follow_edit",
    "hide_at_start",
    "nothing_left",
    "resume",
    "untold",
]


async def hide_at_start(consent: Consent, eraser: Eraser) -> None:
    """Hide what was taken back before the last stop: interrupted or by other settings."""
    await consent.hide_unfinished()
    await eraser.hide_unfinished()
    await consent.follow_settings(eraser.drop_derived)


async def resume(consent: Consent, eraser: Eraser, lanes: Lanes, delete: Delete) -> None:
    """Go on with the choices, erasures and deletions that could not be written or were interrupted."""

    async def go_on() -> None:
        try:
            await consent.resume(eraser.drop_derived)
        finally:
            await eraser.resume()

    await lanes.change_facts(go_on, together=False)
    await eraser.delete_channels(delete)
