"""Function words: a question in any language is searched for what it asks about."""

import json
from pathlib import Path
from typing import Any

import pytest

from dnam.languages import clearly
from dnam.rules.text import query_words, without_phrases, words

EVALS = Path(__file__).parent.parent.parent / "evals"
LABELLED = EVALS / "extraction.jsonl"
ROWS = [
    json.loads(line) for line in (EVALS / "question_words.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["question"])
def test_a_question_keeps_what_it_asks_about(row: dict[str, Any]) -> None:
    """N-07, R-21: the words a question is asked with are dropped in its language, and in no other."""
    assert query_words(row["question"]) == row["asked"]
    assert set(row["asked"]) <= set(words(row["question"]))


def test_english_is_searched_as_before() -> None:
    """N-07: no labelled English message is taken for another language."""
    texts = [json.loads(line)["text"] for line in LABELLED.read_text(encoding="utf-8").splitlines()]
    english = [text for text in texts if text.isascii()]
    assert len(english) > 1_000
    for text in english:
        assert clearly(text.lower().replace("?", " ").split()) is None
        assert without_phrases(text) == text


@pytest.mark.parametrize("question", ["Wo ist was?", "Где я?", "谁？", "누구?", "¿Qué es?"])
def test_a_question_of_nothing_else_is_asked_as_it_stands(question: str) -> None:
    """X-09: a question made of function words alone still has words to look for."""
    assert query_words(question)
