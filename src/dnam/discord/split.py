"""Long answers in several messages: cut where a reader would pause, code blocks kept whole or reopened.

Pure. A piece is never longer than Discord allows, never empty, and never ends inside a code block: a block
that does not fit one message is closed at the end of a piece and opened again, in its language, in the next.
"""

import re

from dnam.rules.answer import LIMIT

_FENCE = re.compile(r"^[ \t]*(?P<marks>`{3,}|~{3,})[ \t]*(?P<language>[\w+#.-]*)[^\n`]*$")
"""A line that only opens or closes a block: code between marks on one line is none."""
_PAUSES = ("\n\n", "\n", ". ", "! ", "? ", "。", "; ", ", ", " ")
_LEAST = 4
"""A pause counts only past this part of the room: a piece of a few words helps nobody."""


def split(text: str, limit: int = LIMIT) -> list[str]:
    """Cut a text into pieces of at most `limit` characters."""
    if len(text.strip()) <= limit and text.count("```") % 2 == 0 and text.strip():
        return [text.strip()]
    blocks = _blocks(text.strip())
    pieces: list[str] = []
    held = ""
    for whole, fence in blocks:
        block = whole
        joined = f"{held}\n{block}" if held else block
        if len(joined) <= limit:
            held = joined
            continue
        room = limit - len(held) - 1
        if held and not fence and room >= limit // _LEAST:
            at = _pause(block, room)
            held, block = f"{held}\n{block[:at].rstrip()}", block[at:].lstrip("\n ")
        pieces.append(held)
        *full, held = _cut_code(block, limit) if fence else _cut_prose(block, limit)
        pieces += full
    return [piece for piece in (*pieces, held) if piece.strip()]


def _blocks(text: str) -> list[tuple[str, bool]]:
    """Divide a text into prose and code blocks; a block that is never closed is closed here."""
    found: list[tuple[list[str], bool]] = []
    marks = ""
    for line in text.split("\n"):
        fence = _FENCE.match(line)
        if marks:
            found[-1][0].append(line)
            if fence and fence["marks"].startswith(marks) and not fence["language"]:
                marks = ""
        elif fence:
            marks = fence["marks"]
            found.append(([line], True))
        elif found and not found[-1][1]:
            found[-1][0].append(line)
        else:
            found.append(([line], False))
    if marks:
        found[-1][0].append(marks)
    return [("\n".join(lines), code) for lines, code in found]


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
    head, *body, tail = block.split("\n")
    room = limit - len(head) - len(tail) - 2
    if room < limit // 2:  # a fence that takes most of a message is no fence worth keeping
        return _cut_prose(block, limit)
    groups: list[list[str]] = [[]]
    taken = 0
    for line in (long[i : i + room] for long in body for i in range(0, max(len(long), 1), room)):
        if groups[-1] and taken + len(line) > room:
            groups.append([])
            taken = 0
        groups[-1].append(line)
        taken += len(line) + 1
    return ["\n".join([head, *group, tail]) for group in groups]
