"""The last list a person was shown in a conversation: its numbers stand for the entries they saw.

It is a note in the store: it survives a restart and is erased with the person. Of each entry it has the key
and a hash of its state, so that a number never means an entry that reads differently now.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from dnam.audience import session_key
from dnam.commands.values import Command
from dnam.domain import Fact
from dnam.ports import Store
from dnam.rules.fact_notes import LIST, person_note
from dnam.rules.text import content_hash

FactKey = tuple[int, int, str, str]


@dataclass(frozen=True, slots=True)
class ListEntry:
    """A fact in a list, and its state when it was listed."""

    key: FactKey
    state: str

    def is_still(self, fact: Fact | None) -> bool:
        """Return whether a fact is this entry, and reads as it did."""
        return fact is not None and fact.key == self.key and _state(fact) == self.state


@dataclass(frozen=True, slots=True)
class LastList:
    """What numbers stand for, and whether the person was asked about all of it."""

    entries: tuple[ListEntry, ...] = ()
    seen: int = 0
    """How many of the entries fitted the message."""
    asked_at: datetime | None = None
    """When the person was asked whether to forget all of it; None when they were not."""


async def save_list(
    store: Store, command: Command, facts: Sequence[Fact], *, seen: int, asked_at: datetime | None = None
) -> None:
    """Note a list; it replaces the one before it in this conversation."""
    entries = [[*fact.key, _state(fact)] for fact in facts]
    asked = asked_at.isoformat() if asked_at else ""
    await store.put_note(_note(command), json.dumps({"entries": entries, "seen": seen, "asked": asked}))


async def last_list(store: Store, command: Command) -> LastList:
    """Return the list this person was shown last in this conversation; an empty one when there was none."""
    noted = json.loads(await store.get_note(_note(command)) or "{}")
    if not isinstance(noted, dict) or not noted:
        return LastList()
    entries = tuple(
        ListEntry((guild, about, origin, id_), s) for guild, about, origin, id_, s in noted["entries"]
    )
    return LastList(
        entries, noted["seen"], datetime.fromisoformat(noted["asked"]) if noted["asked"] else None
    )


def _state(fact: Fact) -> str:
    return content_hash(f"{fact.status} {fact.text}")[:8]


def _note(command: Command) -> str:
    return person_note(command.person.id, LIST, session_key(command.place))
