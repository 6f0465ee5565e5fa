"""The answer without a language model: a line for what was told, the memories that answer what was asked.

It never invents: every line but the first is a line of the prompt, or a message in it. Nothing of it is
stored.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from dnam.domain import Context, Fact, Message, Person, Question, Visibility
from dnam.languages import reply
from dnam.rules.extractive_summary import is_small_talk
from dnam.rules.prompt_lines import answer_line, known_line
from dnam.rules.question_cues import asks
from dnam.rules.quoting import shown_names, spoken
from dnam.rules.statements import read_statements
from dnam.rules.text import query_words, same_content

MOST_LINES = 8
"""Memories in an answer where others read it too: a whole portrait is for the person's direct message."""


def offline_answer(
    question: Question,
    context: Context,
    refusal: str = "",
    asked_at: datetime | None = None,
    language: str = "en",
) -> str:
    """Return an answer from memory alone; `refusal` says why nothing the asker says is stored, if so."""
    text = spoken(question)
    if context.off_record:
        refusal = reply(language, "off_record")
    stated = _stated(text, asked_at)
    answers = [one for one in context.answers if not same_content(one.text, text)]  # "hello" to "hello"
    if answers and not stated:
        lines = _lines(question, answers, context.people, language)
        if question.place.visibility is not Visibility.DM and len(lines) > MOST_LINES:
            lines = [*lines[:MOST_LINES], f"(+{len(lines) - MOST_LINES})"]
        return "\n".join([reply(language, "offline_head"), *lines])
    if not stated and (context.asked or asks(text)):
        return " ".join(filter(None, [reply(language, "offline_unknown"), refusal]))
    understood = "; ".join(one[:1].lower() + one[1:] for one in stated)
    if refusal or understood:
        return refusal or reply(language, "noted_as", text=understood)
    says_nothing = is_small_talk(text) or not any(map(str.isalnum, text))
    return reply(language, "ask_help" if says_nothing else "noted")


def _stated(text: str, asked_at: datetime | None) -> list[str]:
    """Return what is understood of a statement; nothing of what asks."""
    if asked_at is None or asks(text):
        return []
    return [one.text for one in read_statements(text, at=asked_at)]


def _lines(
    question: Question, answers: Sequence[Fact | Message], people: Mapping[int, Person], language: str
) -> list[str]:
    people = {**people, **{one.author.id: one.author for one in answers if isinstance(one, Message)}}
    names = shown_names({**people, **{one.id: one for one in (*question.mentions, question.asker)}})
    asked = query_words(spoken(question))
    lines = (
        answer_line(one, names, asked) if isinstance(one, Message) else known_line(one, names, language)
        for one in answers
    )
    return [f"- {line}" for line in lines]
