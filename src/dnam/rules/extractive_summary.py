"""Summaries without a model: shortened quotes of what was said, the oldest dropped first."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from dnam.domain import Message, Recollection
from dnam.languages import Language, languages
from dnam.languages.patterns import Phrases, bare, spaced
from dnam.rules.guard.orders import commands
from dnam.rules.question_cues import asks
from dnam.rules.quoting import one_line, shown_name, spoken
from dnam.rules.text import clip, content

LINE = 180
"""The most characters of one message in a summary."""
LONGEST_SMALL_TALK = 60
"""Characters; what is longer says something."""
LONGEST_PHRASE = 12
"""Words of what is said so."""
_SENTENCE = re.compile(r"[^.!?？؟。！…;\n]*\w[^.!?？؟。！…;\n]*[?？؟]?")
_TOKEN = re.compile(r"<@!?\d+>|[\w']+")


def worth_keeping(message: Message) -> bool:
    """Return whether a message says anything: greetings, thanks and single words do not.

    What the assistant is asked or told to do is nothing that is known either.
    """
    if len(content(message.text)) < 2 or is_small_talk(message.text):
        return False
    return not _wants_answer(message)


def _wants_answer(message: Message) -> bool:
    return message.addressed and (only_asks(message.text) or commands(message.text))


def only_asks(text: str) -> bool:
    """Return whether every sentence of a text asks something."""
    return all(asks(sentence) or is_small_talk(sentence) for sentence in _SENTENCE.findall(text))


def told_first(hits: Sequence[Recollection[Message]]) -> list[Recollection[Message]]:
    """Return messages that were found, questions last; those to the assistant only if nothing else was."""
    telling = [hit for hit in hits if not _wants_answer(hit.what)] or hits
    return sorted(telling, key=lambda hit: only_asks(hit.what.text))


def is_small_talk(text: str) -> bool:
    """Return whether a text only greets, thanks, agrees or laughs, perhaps at somebody."""
    if len(text) > LONGEST_SMALL_TALK:
        return False
    known = tuple(languages().values())
    phrases, rest, place = _small_talk(known), list[str](), 0
    words = spaced(bare(" ".join(_TOKEN.findall(text.replace("’", "'"))))).split()
    while place < len(words):
        length = phrases.at_start(" ".join(words[place : place + LONGEST_PHRASE]))
        rest += [] if length else [words[place]]
        place += length or 1
    begins = rest[:1] != words[:1]
    if len(rest) < 2 and begins:
        return True
    return len(rest) < len(words) and any(one.stop.issuperset(rest) for one in known)


@lru_cache(maxsize=8)
def _small_talk(known: tuple[Language, ...]) -> Phrases:
    """Return what says nothing in any language: people mix them."""
    lists = (one.rows["requests"].lists for one in known)
    polite = (listed["polite"] | listed["yes"] for listed in lists)
    return Phrases([*map(bare, chain(*polite, *(one.words["small_talk"] for one in known)))])


def digest(previous: str, messages: list[Message], *, limit: int) -> str:
    """Return the previous summary with new messages added, without the oldest lines that no longer fit.

    A long line, as a model writes it, is cut to the room that is left.
    """
    lines = previous.split("\n") if previous else []
    for message in messages:
        if worth_keeping(message):
            lines.append(f"{shown_name(message.author)}: {clip(one_line(spoken(message)), LINE)}")
    newest: list[str] = []
    room = limit
    for line in reversed(lines):
        fitting = clip(line, room - 1) if len(line) > LINE < room else line
        if len(fitting) + 1 > room:
            break
        newest.append(fitting)
        room -= len(fitting) + 1
    return "\n".join(reversed(newest))


def exchange(asked: Message | None, reply: Message) -> str:
    """Return one line with a question and its answer, if it was answered."""
    spoken_by = [message for message in (asked, reply) if message is not None and message.text]
    return " / ".join(f"{shown_name(one.author)}: {clip(one_line(spoken(one)), 140)}" for one in spoken_by)
