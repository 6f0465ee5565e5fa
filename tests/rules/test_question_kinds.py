"""What a question asks for."""

import pytest

from dnam.rules.question_kinds import kind_of
from dnam.vectors import sentence_vectors


@pytest.mark.parametrize(
    ("question", "slots"),
    [
        ("what does they do for a living?", {"job", "employer"}),
        ("wo wohnen sie eigentlich?", {"home"}),
        ("when is my birthday?", {"birthday"}),
        ("when is the meeting?", set()),
        ("what did they say about the raid?", set()),
    ],
)
def test_a_question_names_the_slot_it_asks_for(question: str, slots: set[str]) -> None:
    """F-24."""
    assert kind_of(sentence_vectors([question])[0]).slots == slots
