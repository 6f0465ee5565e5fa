"""No text costs time that grows faster than its length, whatever is repeated in it (F-01)."""

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from dnam.languages import detect, languages
from dnam.model import Message, Person, Place, Visibility
from dnam.rules.admit import refusal
from dnam.rules.admit.disguise import hides
from dnam.rules.admit.orders import asks, instructs, undoes
from dnam.rules.clauses import own_words
from dnam.rules.dates import find_when, span_of
from dnam.rules.grounding import grounded
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
    "한",
)
MOST = 3.0
LEAST_SECONDS = 0.002
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


def seconds(rule: Callable[[str], object], text: str, *, runs: int = 3) -> float:
    """Return the least time of a few runs."""
    taken = []
    for _ in range(runs):
        start = time.process_time()
        rule(text)
        taken.append(time.process_time() - start)
    return min(taken)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", RULES)
def test_twice_the_text_takes_at_most_thrice_the_time(name: str) -> None:
    """F-01: built from the patterns' own words and signs, 4,000 characters against 2,000."""
    rule, slow = RULES[name], []
    for piece in alphabet():
        text = (piece * 4_000)[:4_000]
        rule(text[:100])
        long = seconds(rule, text, runs=1)  # never too short, so nothing slow is overlooked
        if long > LEAST_SECONDS and long > MOST * seconds(rule, text[:2_000]):
            again = [seconds(rule, text) / seconds(rule, text[:2_000]) for _ in range(5)]
            slow += [(piece, min(again))] if min(again) > MOST else []
    assert not slow
