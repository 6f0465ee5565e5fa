"""Long answers in several messages: cut where a reader would pause, code blocks kept whole or reopened.

Pure. A piece is never longer than Discord allows, never empty, and never ends inside a code block: a block
that does not fit one message is closed at the end of a piece and opened again, in its language, in the next.
"""

import re

from dnam.rules.command_text import LIMIT

_MARKS = "```"
"""Wherever they stand, behind words, in a list or at the end of a line, they open a block or close it."""
_LANGUAGE = re.compile(r"[\w+#.-]{1,20}\n", re.ASCII)
_PAUSES = ("\n\n", "\n", ". ", "! ", "? ", "。", "; ", ", ", " ")
_LEAST = 4
"""A pause counts only past this part of the room: a piece of a few words helps nobody."""


def split(text: str, limit: int = LIMIT) -> list[str]:
    """Cut a text into pieces of at most `limit` characters."""
    pieces: list[str] = []
    held = ""
    for part, code in _parts(text.strip()):
        if len((held + part).strip()) <= limit:
            held += part
            continue
        rest, room = part, limit - len(held.lstrip())
        if not code and held.strip() and room >= limit // _LEAST:
            at = _pause(part, room)
            held, rest = held + part[:at], part[at:]
        pieces.append(held)
        *full, held = _cut_code(rest, limit) if code else _cut_prose(rest.lstrip("\n "), limit)
        pieces += full
    return [piece.strip() for piece in (*pieces, held) if piece.strip()]


def _parts(text: str) -> list[tuple[str, bool]]:
    """Divide a text into prose and code as Discord does; a block that is never closed is closed here."""
    found = text.split(_MARKS)
    if len(found) % 2 == 0:
        found[-1] += "\n" if "\n" in found[-1] and not found[-1].endswith("\n") else ""
    each = [(f"{_MARKS}{part}{_MARKS}" if n % 2 else part, bool(n % 2)) for n, part in enumerate(found)]
    return [(part, code) for part, code in each if part]


def _cut_prose(text: str, limit: int) -> list[str]:
    parts = []
    while len(text) > limit:
        at = _pause(text, limit)
        parts.append(text[:at].rstrip())
        text = text[at:].lstrip("\n ")
    return [*parts, text]


def _pause(text: str, limit: int) -> int:
    """Find where to cut: after the last paragraph, line, sentence or word that fits; else anywhere."""
    for pause in _PAUSES:
        at = text.rfind(pause, limit // _LEAST, limit - len(pause) + 1)
        if at > 0:
            return at + len(pause)
    return limit


def _cut_code(block: str, limit: int) -> list[str]:
    """Cut a code block that fits no message at its lines, each part a block of its own."""
    if len(block) <= limit:
        return [block]
    inner = block.removeprefix(_MARKS).removesuffix(_MARKS)
    language = _LANGUAGE.match(inner)
    head = f"{_MARKS}{language[0]}" if language else f"{_MARKS}\n"
    body = inner[language.end() :] if language else inner.removeprefix("\n")
    room = limit - len(head) - len(_MARKS) - 1
    groups: list[list[str]] = [[]]
    taken = 0
    lines = body.rstrip("\n").split("\n")
    for line in (long[i : i + room] for long in lines for i in range(0, max(len(long), 1), room)):
        if groups[-1] and taken + len(line) > room:
            groups.append([])
            taken = 0
        groups[-1].append(line)
        taken += len(line) + 1
    told = ["\n".join(group) for group in groups]
    return [f"{head}{each}\n{_MARKS}" for each in told if each.strip()] or [""]
