"""Notes about conversations: the last list shown, how to undo a step, what an answer was made from.

Many copy facts. They must follow when what they copy is erased, edited or deleted.
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
FRESH, REDONE = "fresh:", "redone:"
LIST, UNDO, ERASE = "list", "undo", "erase"
DID_CHARS = 200
"""The most characters of a command that an undo step notes."""


def step_mark(words: str) -> str:
    """Return a short hash of a command's words, by which a button names the step it takes back."""
    return content_hash(collapse(words)[: DID_CHARS // 2].casefold())[:8]


def person_note(person: int, what: str, session: str) -> str:
    return f"{PERSON}{person}:{what}:{session}"


def why_note(session: str) -> str:
    return f"{WHY}{session}"


def fresh_start(session: str) -> str:
    """Return the name of the note that says since when a conversation is summarised anew."""
    return f"{FRESH}{session}"


def tried_anew(session: str) -> str:
    """Return the name of the note that says which offline summary a model has been asked to redo."""
    return f"{REDONE}{session}"


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
            # steps without a time are from before times were noted
            left = [s for s in steps if "at" in s and datetime.fromisoformat(s["at"]) >= before]
            if len(left) < len(steps):
                trimmed[name] = (json.dumps(left) if left else None, len(steps) - len(left))
    return trimmed


def _used(used: dict[str, Any], gone: Erased) -> bool:
    messages = map(tuple, used["messages"])
    return any(_fact(key, gone) for key in used["facts"]) or any(m in gone.messages for m in messages)


def _fact(key: list[Any], gone: Erased) -> bool:
    return key[1] in gone.people or tuple(key) in gone.facts


def _step(step: dict[str, Any], gone: Erased) -> bool:
    if any(_fact(key, gone) for key in step["new"]):
        return True
    for fact in step["before"]:
        key = [fact["guild"], fact["subject"], fact["origin"], fact["id"]]
        sources = {(fact["guild"], message) for message in fact["messages"]}
        whose = {fact["asserted_by"], *fact.get("named", ())}
        if _fact(key, gone) or whose & gone.people or sources & gone.messages.keys():
            return True
    return any(_fact(state[:4], gone) for state in step["left"])
