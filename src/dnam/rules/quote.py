"""Quoting: what people wrote, made safe to stand in a prompt as data.

A quoted text cannot start a line of its own, so it cannot imitate a section, another speaker or a list
entry; the marks that models use for turns and tool calls are broken up; characters that hide or reorder
text are shown by their code. Nothing is interpreted and no template is ever filled with it.
"""

import unicodedata

import regex

from dnam.model import Person
from dnam.rules.text import collapse

INDENT = "    "
"""What every line after the first of a quoted text starts with."""

_BREAK = regex.compile(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_HIDDEN = regex.compile(
    r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    r"\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_MARKS = regex.compile(
    r"<(?=\|)|\|(?=>)|<(?=</?SYS>)|\[(?=/?INST\])"
    r"|<(?=/?(?:s|start_of_turn|end_of_turn|bos|eos|think|system|assistant|human|user|memory|memories|message"
    r"|function_calls?|function_results?|antml:\w+|invoke|parameter|tool_(?:call|use|result|response)s?)\b)",
    flags=regex.IGNORECASE,
)


def safe(text: str) -> str:
    """Show hidden characters by their code and break up the marks of turns and tool calls."""
    text = _HIDDEN.sub(lambda found: f"<U+{ord(found.group()):04X}>", text)
    return _MARKS.sub(lambda found: found.group() + " ", text)


def one_line(text: str) -> str:
    """Quote a text on a single line."""
    return collapse(safe(_BREAK.sub(" ", text)))


def block(text: str) -> str:
    """Quote a text with its lines kept; every line after the first is indented."""
    lines = safe(_BREAK.sub("\n", text)).strip().split("\n")
    return f"\n{INDENT}".join(line.rstrip() for line in lines)


def shown_name(person: Person) -> str:
    """Make a display name that fits between brackets and is never empty."""
    name = one_line(person.name).translate({ord("["): "(", ord("]"): ")", ord(":"): "꞉"})
    visible = any(unicodedata.category(letter)[0] in "LNPS" for letter in name)
    return name if visible else f"user {person.id}"


def shown_names(people: dict[int, Person]) -> dict[int, str]:
    """Name everyone so that no two people look the same: equal names get the end of the id."""
    names = {id_: shown_name(person) for id_, person in people.items()}
    seen: dict[str, list[int]] = {}
    for id_, name in names.items():
        seen.setdefault(unicodedata.normalize("NFKC", name).casefold(), []).append(id_)
    twins = {id_ for ids in seen.values() if len(ids) > 1 for id_ in ids}
    return {id_: f"{name} #{id_ % 10_000:04d}" if id_ in twins else name for id_, name in names.items()}
