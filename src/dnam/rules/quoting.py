"""Quoting: what people wrote, made safe to stand in a prompt as data.

A quoted text cannot start a line of its own, so it cannot imitate a section, another speaker or a list
entry; the marks that models use for turns and tool calls are broken up; characters that hide or reorder
text are shown by their code. Nothing is interpreted and no template is ever filled with it.
"""

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

import re2
import regex

from dnam.model import Message, Person, Question
from dnam.rules.text import collapse, plain

INDENT = "    "
"""What every line after the first of a quoted text starts with."""

_BREAK = regex.compile(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_HIDDEN = regex.compile(
    r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    r"\u202a-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
    r"|(?<=[\u200c\u200d])[\u200c\u200d]|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]"
)
_MARKS = regex.compile(
    r"<(?=[|｜])|[|｜](?=>)|<(?=</?SYS>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])"
    r"|<(?=/?(?:s|start_of_turn|end_of_turn|bos|eos|think|system|assistant|human|user|memory|memories|message"
    r"|function_calls?|function_results?|antml:\w+|invoke|parameter|tool_(?:call|use|result|response)s?)\b)",
    flags=regex.IGNORECASE,
)
_MARKERS = frozenset("<[|｜")
"""What every mark begins with."""
_MENTION = re2.compile(r"<@!?(\d{1,19})>")
_NOBODY: Mapping[int, str] = MappingProxyType({})
_UNSEEN = regex.compile(r"[\ufe00-\ufe0f]")
"""Left in what people write, for emoji; not enough to tell two names apart."""


def safe(text: str) -> str:
    """Show hidden characters by their code and break up the marks of turns and tool calls."""
    if not _clear(text):
        text = _HIDDEN.sub(lambda found: f"<U+{ord(found.group()):04X}>", text)
    if not _MARKERS.isdisjoint(text):
        text = _MARKS.sub(lambda found: found.group() + " ", text)
    return text


def _clear(text: str) -> bool:
    """Say whether a text has neither breaks nor anything hidden; most have not, and this is quick to see."""
    return text.isascii() and text.isprintable()


def one_line(text: str) -> str:
    """Quote a text on a single line."""
    if _clear(text):
        return " ".join(safe(text).split())
    return collapse(safe(_BREAK.sub(" ", text)))


def block(text: str) -> str:
    """Quote a text with its lines kept; every line after the first is indented."""
    lines = safe(_BREAK.sub("\n", text)).strip().split("\n")
    return f"\n{INDENT}".join(line.rstrip() for line in lines)


def with_names(text: str, names: Mapping[int, str]) -> str:
    """Put names in place of mentions, for a text that is shown; a mention of somebody unknown stays.

    Never for a text that is read for what it says: a name can be a sentence, and is not its author's word.
    """
    if "<@" not in text:
        return text

    def named(mention: "re2._Match[str]") -> str:
        name = names.get(int(mention[1]))
        return f"@{name}" if name else mention[0]

    return str(_MENTION.sub(named, text))


def spoken(said: Message | Question, names: Mapping[int, str] = _NOBODY) -> str:
    """Return what somebody said as it is shown: with the names of whom they mention."""
    known = {person.id: shown_name(person) for person in said.mentions if person.name}
    return with_names(said.text, {**known, **names})


def shown_name(person: Person) -> str:
    """Make a display name that fits between brackets and is never empty."""
    name = one_line(person.name).translate({ord("["): "(", ord("]"): ")", ord(":"): "꞉"})
    visible = any(unicodedata.category(letter)[0] in "LNPS" for letter in name)
    return name if visible else f"user {person.id}"


def shown_names(people: dict[int, Person]) -> dict[int, str]:
    """Name everyone so that no two people look the same: equal names get the end of the id, or all of it."""
    names = {id_: shown_name(person) for id_, person in people.items()}
    shown = names
    for digits in (4, 20):
        twins = _twins(shown)
        shown = {id_: _numbered(names[id_], id_, digits) if id_ in twins else shown[id_] for id_ in shown}
    if _twins(shown):
        return {id_: _numbered(name, id_, 20) for id_, name in names.items()}
    return shown


def _twins(names: dict[int, str]) -> set[int]:
    seen: dict[str, list[int]] = {}
    for id_, name in names.items():
        seen.setdefault(_UNSEEN.sub("", plain(name)).casefold(), []).append(id_)
    return {id_ for ids in seen.values() if len(ids) > 1 for id_ in ids}


def _numbered(name: str, id_: int, digits: int) -> str:
    return f"{name} #{str(id_)[-digits:].zfill(4)}"
