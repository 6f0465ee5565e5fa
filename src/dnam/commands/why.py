"""What answers were made from: noted when they are given, read back when somebody asks why."""

import json
from collections.abc import Sequence
from typing import Any

from dnam.audience import session_key
from dnam.commands.values import Command, noted
from dnam.domain import Context, Fact, Layer, Message
from dnam.ports import Store
from dnam.rules.fact_notes import why_note

ANSWERS_NOTED = 20
"""For how many of a conversation's latest answers `why` knows what they were made from."""


async def note_used(store: Store, reply: Message, context: Context, more: Sequence[int] = ()) -> None:
    """Note what an answer was made from; `more` are the ids of its further messages."""
    layers = [section for section in context.sections if section.layer is not Layer.HISTORY]
    facts = [fact for section in layers for fact in section.facts]
    messages = [message for section in layers for message in section.messages]
    if not reply.text:  # no model answered: only what answers by itself was shown
        facts = [one for one in context.answers if isinstance(one, Fact)]
        messages = [one for one in context.answers if isinstance(one, Message)]
    used = {
        "reply": reply.id,
        "more": [*more],
        "facts": [fact.key for fact in facts],
        "messages": [(message.place.guild, message.id) for message in messages],
    }
    note = why_note(session_key(reply.place))
    await store.put_note(note, json.dumps([*await noted(store, note), used][-ANSWERS_NOTED:]))


async def used_in(store: Store, command: Command, reply: str) -> dict[str, Any]:
    """Return what an answer was made from; without an id, the last one here. Raises BadInput."""
    for used in reversed(await noted(store, why_note(session_key(command.place)))):
        if not reply or reply in map(str, (used["reply"], *used.get("more", ()))):
            return dict(used)
    if reply:
        raise command.wrong("why_unknown", count=ANSWERS_NOTED)
    return {"facts": [], "messages": []}
