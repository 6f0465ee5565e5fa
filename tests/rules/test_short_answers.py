"""Whose question a few words may answer."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from dnam.domain import Message, Person, Place, Visibility
from dnam.rules.short_answers import question_for

NOON = datetime(2025, 1, 15, 12, tzinfo=UTC)
HERE = Place(guild=1, channel=7, visibility=Visibility.PUBLIC)
ANN, BEN, CARL = (Person(id=id_, name=name) for id_, name in ((11, "Ann"), (12, "Ben"), (13, "Carl")))
BOT = Person(id=99, name="Dee", bot=True)


def said(
    minute: int, by: Person, text: str, reply_to: int | None = None, mentions: tuple[Person, ...] = ()
) -> Message:
    at = NOON + timedelta(minutes=minute)
    return Message(
        id=minute, place=HERE, author=by, text=text, sent_at=at, reply_to=reply_to, mentions=mentions
    )


OSLO = said(9, ANN, "Oslo")
WHERE = said(8, BEN, "where do you live?")
CHAT = said(5, CARL, "nice weather")

BELONGS = {
    "between two people, right behind it": (OSLO, [WHERE]),
    "between two people who talk": (OSLO, [said(6, ANN, "hi"), said(7, BEN, "hey"), WHERE]),
    "it mentions the author": (OSLO, [CHAT, said(8, BEN, "<@11> where do you live?", mentions=(ANN,))]),
    "it names the author": (OSLO, [CHAT, replace(WHERE, text="Ann, where do you live?")]),
    "it replies to the author": (OSLO, [CHAT, said(6, ANN, "moved!"), replace(WHERE, reply_to=6)]),
    "the assistant asks the author in a busy channel": (
        OSLO,
        [CHAT, said(6, ANN, "hi"), replace(WHERE, author=BOT, reply_to=6)],
    ),
    "others talk meanwhile": (OSLO, [replace(WHERE, id=4, text="Ann, where do you live?"), CHAT]),
    "it is replied to": (replace(OSLO, reply_to=8), [WHERE, said(8, CARL, "pizza?")]),
}
OTHERS = {
    "a third person is there": (OSLO, [CHAT, WHERE]),
    "somebody else is mentioned": (OSLO, [replace(WHERE, mentions=(CARL,))]),
    "it replies to somebody else": (OSLO, [CHAT, replace(WHERE, reply_to=5)]),
    "another question came between": (
        OSLO,
        [replace(WHERE, id=4, text="Ann, where do you live?"), replace(CHAT, text="where do we meet?")],
    ),
    "the author has spoken since": (OSLO, [replace(WHERE, id=4), said(6, ANN, "sec")]),
    "it was their own question": (OSLO, [replace(WHERE, author=ANN)]),
    "it is long ago": (replace(OSLO, sent_at=NOON + timedelta(hours=3)), [WHERE]),
    "another message is replied to": (replace(OSLO, reply_to=5), [WHERE]),
    "nobody has said anything": (OSLO, []),
}


@pytest.mark.parametrize("case", BELONGS)
def test_an_answer_belongs_to_the_question_it_has_a_reason_for(case: str) -> None:
    """N-08: a reply, a mention, a name, or two people alone."""
    message, before = BELONGS[case]
    found = question_for(message, before)
    assert found is not None
    assert "where do you live?" in found.text


@pytest.mark.parametrize("case", OTHERS)
def test_without_a_reason_it_answers_nothing_of_theirs(case: str) -> None:
    """N-08, F-12: a word in a busy channel is not the answer to whatever was asked last."""
    message, before = OTHERS[case]
    found = question_for(message, before)
    assert found is None or "where do you live?" not in found.text
