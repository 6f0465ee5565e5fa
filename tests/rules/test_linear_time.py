"""No text costs time that grows faster than its length, whatever is repeated in it (F-01)."""

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

import pytest
from hypothesis import settings

from dnam.domain import Message, Person, Place, Visibility
from dnam.languages import detect, languages
from dnam.rules.clauses import own_words
from dnam.rules.dates import find_when, span_of
from dnam.rules.grounding import grounded
from dnam.rules.guard import refusal
from dnam.rules.guard.disguise import hides
from dnam.rules.guard.orders import asks, instructs, undoes
from dnam.rules.names_in_text import could_be_names, named_in
from dnam.rules.question_cues import cues
from dnam.rules.requests import understand
from dnam.rules.secrets import has_secret, masked
from dnam.rules.slots import replaces
from dnam.rules.statements import read_answer, read_fact, read_statements
from dnam.rules.text import content, excerpt, query_words, words
from dnam.rules.wording import third_person

AT = datetime(2026, 3, 4, 12, tzinfo=UTC)
BOT = Person(id=99, name="Dee", bot=True)
ANN = Person(id=11, name="Ann")
PLACE = Place(guild=1, channel=2, name="general", visibility=Visibility.PUBLIC)
RULES: dict[str, Callable[[str], object]] = {
    "read_statements": lambda text: read_statements(text, at=AT),
    "read_fact": read_fact,
    "read_answer": lambda text: read_answer(text, text, at=AT),
    "replaces": lambda text: replaces(text, text[1:]),
    "own_words": own_words,
    "grounded": lambda text: grounded(text, text[1:]),
    "refusal": refusal,
    "asks": asks,
    "hides": hides,
    "instructs": instructs,
    "undoes": undoes,
    "masked": masked,
    "has_secret": has_secret,
    "understand": lambda text: understand(text, assistant=BOT),
    "find_when": lambda text: find_when(text, AT),
    "span_of": lambda text: span_of(text, AT),
    "words": words,
    "query_words": query_words,
    "content": content,
    "excerpt": lambda text: excerpt(text, ["ann"], 200),
    "detect": detect,
    "third_person": lambda text: third_person(text, languages()["en"]),
    "could_be_names": could_be_names,
    "named_in": lambda text: named_in(text, mentioned=[ANN], bearers=[ANN], besides=[]),
    "cues": lambda text: cues(Message(id=1, place=PLACE, author=ANN, text=text, sent_at=AT)),
}
SIGNS = (
    *"….,:;!?'\"`*_~|<>()[]{}@#=-/\\ \n\t1aA",
    "<@1>",
    "```",
    "||",
    "http://",
    " \u200b",
    "٣",
    "é",
    "🙂",
    "字",
    "the all ",
    "ignore all ",
    "password for a ",
    "my password's ",
    "und immer ",
    "que tu ",
    "не ты ",
    "你不要",
    "を無視して",
    "너는 항상 ",
    "한",
)
NUMBERS = count()
MOST = 8.0
LEAST_SECONDS = 0.001
"""Below this the clock says more of the machine than of the rule."""


def alphabet() -> list[str]:
    """Return pieces the patterns are made of: words of every language, and signs."""
    chosen = random.Random(7)
    pieces = [*SIGNS]
    for language in languages().values():
        known = [word for list_ in language.words.values() for word in sorted(list_)]
        known += [
            row.pattern.split()[0].strip("([|])") for rows in language.rows.values() for row in rows.rows
        ]
        pieces += [f"{word} " for word in chosen.sample(known, min(3, len(known)))]
    pieces += ["".join(chosen.choices(pieces, k=3)) for _ in range(12)]
    return pieces


def seconds(rule: Callable[[str], object], piece: str, size: int) -> float:
    """Return the processor time of a text of this size; no text comes twice, as some rules remember them."""
    text = f"{next(NUMBERS)} {piece * size}"[:size]
    start = time.process_time()
    rule(text)
    return time.process_time() - start


@pytest.mark.parametrize("name", RULES)
def test_four_times_the_text_takes_at_most_eight_times_the_time(name: str) -> None:
    """F-01, N-10: built from the patterns' own words and signs, 1,000 characters against 250.

    A rule whose time grows with the square of the length needs sixteen times as long, also for more text:
    a rule may begin to work, or to read more languages, at some length. `make faults` tries every piece.
    """
    rule, slow = RULES[name], []
    every = 1 if settings.get_current_profile_name() == "faults" else 3
    for piece in alphabet()[::every]:
        if (first := seconds(rule, piece, 1_000)) > LEAST_SECONDS and first > MOST * seconds(
            rule, piece, 250
        ):
            long, short = (min(seconds(rule, piece, size) for _ in range(3)) for size in (4_000, 1_000))
            slow += [(piece, long, short)] if long > MOST * short else []
    assert not slow
