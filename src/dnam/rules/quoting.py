"""Quoting: makes what people wrote safe to stand in a prompt as data.

A quoted text cannot start a line, so it cannot imitate a section, another speaker or a list entry. The marks
that models use for turns and tool calls are broken up; characters that hide or reorder text are shown by
their code. Nothing is interpreted and no template is ever filled with it.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import re2
import regex

from dnam.domain import Message, Person, Question
from dnam.rules.text import clip, collapse, plain

INDENT = "    "
"""The start of every line of a quoted text after the first."""
LINK_PREVIEW = "> [link: "
"""The start of a line of a message that tells what a link leads to: the page's words, not the author's."""
FORWARDED = "[forwarded message]"
"""Stands for another person's words that somebody passed on."""
_MOST_OF_LINK = 400

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
"""The first characters of all marks."""
_MENTION = re2.compile(r"<@!?(\d{1,19})>")
_NOBODY: Mapping[int, str] = MappingProxyType({})
_UNSEEN = regex.compile(r"[\ufe00-\ufe0f]")
"""Left in what people write, for emoji; not enough to tell two names apart."""


def safe(text: str) -> str:
    """Return a text with hidden characters shown by their code, and marks of turns and tools broken up."""
    if not _clear(text):
        text = _HIDDEN.sub(lambda hidden: f"<U+{ord(hidden.group()):04X}>", text)
    if not _MARKERS.isdisjoint(text):
        text = _MARKS.sub(lambda mark: mark.group() + " ", text)
    return text


def _clear(text: str) -> bool:
    """Return whether a text surely has no line break and nothing hidden: a quick check, right for most."""
    return text.isascii() and text.isprintable()


@lru_cache(maxsize=1024)  # the days of people are the same in most prompts
def one_line(text: str) -> str:
    if _clear(text):
        return " ".join(safe(text).split())
    return collapse(safe(_BREAK.sub(" ", text)))


def block(text: str) -> str:
    """Return a text quoted with its line breaks; every line after the first is indented."""
    lines = safe(_BREAK.sub("\n", text)).strip().split("\n")
    return f"\n{INDENT}".join(line.rstrip() for line in lines)


def with_names(text: str, names: Mapping[int, str]) -> str:
    """Return a text with names in place of mentions, to be shown; a mention of somebody unknown stays.

    Never use it on a text that is parsed: a name can be a sentence, which the author did not say.
    """
    if "<@" not in text:
        return text

    def named(mention: "re2._Match[str]") -> str:
        name = names.get(int(mention[1]))
        return f"@{name}" if name else mention[0]

    return str(_MENTION.sub(named, text))


def spoken(message: Message | Question, names: Mapping[int, str] = _NOBODY) -> str:
    """Return a message's text as it is shown, with the names of the people it mentions."""
    if "<@" not in message.text:
        return message.text
    known = {person.id: shown_name(person) for person in message.mentions if person.name}
    return with_names(message.text, {**known, **names})


def shown_name(person: Person) -> str:
    """Return a display name that fits between brackets and is never empty."""
    name = one_line(person.name).translate({ord("["): "(", ord("]"): ")", ord(":"): "꞉"})
    visible = any(unicodedata.category(letter)[0] in "LNPS" for letter in name)
    return name if visible else f"user {person.id}"


def shown_names(people: dict[int, Person]) -> dict[int, str]:
    """Return a name for each person, no two alike: equal names get the end of the id, or all of it."""
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


def link_preview(title: str | None, description: str | None) -> str:
    """Return the line of a message that tells what a link leads to; empty when the page says nothing."""
    words = ": ".join(one_line(part) for part in (title, description) if part)
    return f"{LINK_PREVIEW}{clip(words, _MOST_OF_LINK)}]" if words else ""
