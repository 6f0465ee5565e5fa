"""Whose question a message may answer: "Oslo" says nothing, unless somebody has just asked its author."""

from collections.abc import Sequence
from datetime import timedelta

from dnam.domain import Message
from dnam.rules.names_in_text import named_in

PATIENCE = timedelta(hours=1)
"""How long a question waits for an answer that does not reply to it."""
_MARKS = frozenset("?？؟")


def question_for(message: Message, before: Sequence[Message]) -> Message | None:
    """Return what somebody else said that this message may answer; None when there is no reason to think so.

    `before` are the last messages there, oldest first, and the one that is replied to. There is a reason when
    the message replies to it, when it mentions, names or replies to the author, or when it is the last one
    and only these two have spoken lately. Whether it asks anything is for the caller to read.
    """
    author = message.author.id
    if message.reply_to is not None:
        return next((m for m in before if m.id == message.reply_to and m.author.id != author), None)
    recent = [m for m in before if message.sent_at - m.sent_at <= PATIENCE]
    for back, asked in enumerate(reversed(recent)):
        if asked.author.id == author:
            return None  # what was asked before that was answered, or not
        meant = _meant(asked, message, before)
        if author in meant:
            return asked
        if back == 0 and not meant and {m.author.id for m in recent} <= {author, asked.author.id}:
            return asked
        if not _MARKS.isdisjoint(asked.text):
            return None  # it could as well be the answer to this
    return None


def _meant(asked: Message, message: Message, before: Sequence[Message]) -> set[int]:
    """Return whom a message is addressed to: who is mentioned or replied to, and the other author by name."""
    meant = {person.id for person in asked.mentions if not person.bot}
    meant |= {m.author.id for m in before if m.id == asked.reply_to}
    bearers = [message.author]
    return meant | {*named_in(asked.text, mentioned=(), bearers=bearers, besides=[asked.author.id])}
