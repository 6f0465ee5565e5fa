"""Summaries without a model: shortened quotes of what was said, the oldest dropped first."""

import regex

from dnam.domain import Message
from dnam.rules.quoting import one_line, shown_name, spoken
from dnam.rules.text import clip, content

LINE = 180
"""The most characters of one message in a summary."""
_FILLER = regex.compile(
    r"(?:hi|hey|hello|yo|thanks?|thank you|thx|ok(?:ay)?|cool|nice|great|lol|haha+|sure|yes|no|yep|nope|bye"
    r"|brb|np|sounds good|got it|good (?:morning|night)|see you|welcome|please)"
    r"(?:[\s!.,]+\p{L}{1,12})?[\s!.?,]*",
    flags=regex.IGNORECASE,
)


def worth_keeping(message: Message) -> bool:
    """Return whether a message says anything: greetings, thanks and single words do not."""
    return len(content(message.text)) >= 2 and not _FILLER.fullmatch(message.text.strip())


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
