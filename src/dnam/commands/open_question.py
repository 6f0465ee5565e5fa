"""What the memory has just asked somebody, so that a plain "yes" answers it.

It is a note of the person in this conversation: it survives a restart and is erased with them. Whatever they
say next to the memory answers it, or lets it drop.
"""

import json
from dataclasses import dataclass
from datetime import datetime

from dnam.audience import session_key
from dnam.commands.values import CONFIRM_WITHIN, Command
from dnam.ports import Store
from dnam.rules.fact_notes import QUESTION, person_note


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    words: str
    """The command that a "yes" stands for."""
    language: str


async def note_question(store: Store, command: Command, words: str, at: datetime) -> None:
    """Note the question an answer to a command asks; without one, drop what was asked before."""
    if words:
        noted = {"words": words, "language": command.language, "at": at.isoformat()}
        await store.put_note(_note(command), json.dumps(noted))
    else:
        await drop_question(store, command, at)


async def open_question(store: Store, command: Command, at: datetime) -> OpenQuestion | None:
    """Return what this person was asked last in this conversation, unless that was long ago."""
    noted = json.loads(await store.get_note(_note(command)) or "{}")
    if not noted or at - datetime.fromisoformat(noted["at"]) > CONFIRM_WITHIN:
        return None
    return OpenQuestion(noted["words"], noted["language"])


async def drop_question(store: Store, command: Command, at: datetime) -> bool:
    """Ask no more; return whether it was asked lately."""
    asked = await open_question(store, command, at) is not None
    if asked:
        await store.put_note(_note(command), None)
    return asked


def _note(command: Command) -> str:
    return person_note(command.person.id, QUESTION, session_key(command.place))
