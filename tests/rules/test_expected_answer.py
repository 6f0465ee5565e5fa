"""What the answer to a question looks like."""

import numpy as np
import pytest

from dnam.models.embed import NAMES
from dnam.models.encoders import load_multilingual
from dnam.rules.expected_answer import expected_answer

MODEL = NAMES["multilingual"]


@pytest.mark.parametrize(
    ("question", "answer", "asked_again"),
    [
        (
            "when is their birthday?",
            "turning thirty on the 4th of june, send cake",
            "when is the party, does anybody know?",
        ),
        (
            "was macht they beruflich?",
            "hab heute wieder 12 stunden auf station geschoben",
            "was macht ihr heute so?",
        ),
    ],
)
def test_a_question_is_moved_from_other_questions_towards_its_answer(
    question: str, answer: str, asked_again: str
) -> None:
    """F-22, F-25: as it stands it looks like other questions most."""
    asked, right, wrong = load_multilingual()([question, answer, asked_again])
    expected = expected_answer(asked, MODEL)
    assert expected is not None
    assert expected @ right > asked @ right
    assert expected @ wrong < asked @ wrong
    assert np.linalg.norm(expected) == pytest.approx(1, abs=1e-5)


def test_an_encoder_without_weights_finds_by_the_question_itself() -> None:
    """F-22: any other encoder, and none."""
    asked = np.ones(512, np.float32)
    assert expected_answer(asked, NAMES["minilm"]) is asked
    assert expected_answer(None, MODEL) is None
