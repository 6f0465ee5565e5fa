"""Notes that copy facts: the last list shown, how to undo a step, what an answer was made from.

Commands write them. They must follow when what they copy is erased, edited or deleted.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dnam.domain import Erased
from dnam.rules.text import collapse, content_hash

PERSON = "person:"
WHY = "why:"
REVIEWED = "reviewed:"
GUILD_SETTINGS = "guild settings:"
LIST, UNDO, ERASE, QUESTION = "list", "undo", "erase", "question"
DID_CHARS = 200
"""The most characters of a command that an undo step notes."""


def step_mark(words: str) -> str:
    """Return a short hash of a command's words, by which a button names the step it takes back."""
    return content_hash(collapse(words)[: DID_CHARS // 2].casefold())[:8]


def person_note(person: int, what: str, session: str) -> str:
    """Return the name of a person's note in a conversation."""
    return f"{PERSON}{person}:{what}:{session}"


def why_note(session: str) -> str:
    """Return the name of the note about a conversation's last answers."""
    return f"{WHY}{session}"


def reviewed_note(guild: int) -> str:
    """Return the name of the note about pairs of facts that are both right, in a guild."""
    return f"{REVIEWED}{guild}"


def asked_note(guild: int) -> str:
    """Return the name of the note about pairs of facts that somebody was asked about, in a guild."""
    return f"{REVIEWED}{guild}:asked"


def cleaned(name: str, text: str, gone: Erased) -> str | None:
    """Return a note without what is gone; None when nothing of it may stay."""
    parts = name.split(":", 3)
    session = parts[3] if parts[0] == "person" and len(parts) > 3 else name.partition(":")[2]
    if session in gone.sessions:
        return None
    if parts[0] == "person" and int(parts[1]) in gone.people:
        return None
    if parts[0] == "person" and parts[2] in (LIST, UNDO) and gone.resumed:
        return None  # which facts went before the interruption is not known any more
    entries: list[Any] = []
    if name.startswith(WHY):
        entries = [used for used in json.loads(text) if not _used(used, gone)]
    elif name.startswith(REVIEWED):
        entries = [pair for pair in json.loads(text) if not any(_fact(each[:4], gone) for each in pair)]
    elif parts[0] == "person" and parts[2] == UNDO:
        entries = [step for step in json.loads(text) if not _step(step, gone)]
    elif parts[0] == "person" and parts[2] == LIST:
        shown = json.loads(text)
        entries = shown["entries"] if isinstance(shown, dict) else shown  # a bare list is of an older version
        return None if any(_fact(entry[:4], gone) for entry in entries) else text
    else:
        return text
    return json.dumps(entries) if entries else None


def old_steps(notes: Mapping[str, str], before: datetime | None) -> dict[str, tuple[str | None, int]]:
    """Return the notes with undo steps older than `before`: what stays of each, and how many steps go."""
    trimmed: dict[str, tuple[str | None, int]] = {}
    for name, text in notes.items():
        if before is not None and name.split(":", 3)[2:3] == [UNDO]:
            steps = json.loads(text)
            left = [step for step in steps if _taken(step) >= before]
            if len(left) < len(steps):
                trimmed[name] = (json.dumps(left) if left else None, len(steps) - len(left))
    return trimmed


def _taken(step: dict[str, Any]) -> datetime:
    """Return when a step was taken; steps without a time are from before times were noted."""
    return datetime.fromisoformat(step.get("at", "0001-01-01T00:00:00+00:00"))


def _used(used: dict[str, Any], gone: Erased) -> bool:
    """Return whether an answer was made of anything that is gone."""
    return any(_fact(key, gone) for key in used["facts"]) or any(_message(m, gone) for m in used["messages"])


def _fact(key: list[Any], gone: Erased) -> bool:
    guild, subject, origin, id_ = key
    return subject in gone.people or (guild, subject, origin, id_) in gone.facts


def _message(pointer: list[Any], gone: Erased) -> bool:
    guild, message = pointer
    return (guild, message) in gone.messages


def _step(step: dict[str, Any], gone: Erased) -> bool:
    """Return whether an undo step has anything that is gone."""
    if any(_fact(key, gone) for key in step["new"]):
        return True
    for fact in step["before"]:
        key = [fact["guild"], fact["subject"], fact["origin"], fact["id"]]
        sources = [[fact["guild"], message] for message in fact["messages"]]
        whose = {fact["asserted_by"], *fact.get("named", ())}
        if _fact(key, gone) or whose & gone.people or any(_message(m, gone) for m in sources):
            return True
    return any(_fact(state[:4], gone) for state in step["left"])
