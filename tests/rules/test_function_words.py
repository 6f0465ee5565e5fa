"""Function words: a question in any language is searched for what it asks about."""

import json
from pathlib import Path

import pytest

from dnam.rules.function_words import function_words, without_phrases
from dnam.rules.text import STOPWORDS, query_words, words

LABELLED = Path(__file__).parent.parent.parent / "evals" / "extraction.jsonl"


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Wo wohne ich?", ["wohn"]),
        ("Was ist meine Lieblingsfarbe?", ["lieblingsfarb"]),
        ("Waar woon ik?", ["woon"]),
        ("Dans quelle ville est-ce que j'habite ?", ["vill", "habit"]),
        ("¿Dónde vivo?", ["vivo"]),
        ("Onde é que eu moro?", ["moro"]),
        ("Qual è il mio colore preferito?", ["qual", "color", "preferito"]),
        ("Gdzie mieszkam?", ["mieszkam"]),
        ("Где я живу?", ["жив"]),
        ("Де я живу?", ["жив"]),
        ("Benim köpeğim nerede?", ["köpeğim"]),
        ("أين أسكن؟", ["اسك"]),
        ("你知道我住哪儿吗", ["我住"]),
        ("我叫什么名字？", ["我叫", "名字"]),
        ("私がどこに住んでいるか知ってる？", ["私が", "に住", "住ん"]),
        ("제가 어디에 사는지 알아?", ["사는", "는지"]),
    ],
)
def test_a_question_keeps_what_it_asks_about(question: str, asked: list[str]) -> None:
    """N-07: the words a question is asked with are dropped in every language, not in English alone (R-21)."""
    assert query_words(question) == asked
    assert set(asked) <= set(words(question))


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Is Die Hard about a war on drugs?", ["die", "hard", "war", "drug"]),
        ("Die Hard?", ["die", "hard"]),
        ("Who likes Los Angeles and El Paso?", ["like", "los", "angel", "el", "paso"]),
        ("de la soul", ["de", "la", "soul"]),
        ("Ben, Mia and Yo-Yo Ma", ["ben", "mia", "yo", "yo", "ma"]),
        ("Who said 'wo ist Ann' in the chat?", ["said", "wo", "ist", "ann", "chat"]),
        ("where does Qui-Gon come from?", ["qui", "gon", "come"]),
    ],
)
def test_english_questions_lose_no_word_of_another_language(question: str, asked: list[str]) -> None:
    """N-07: words that other languages ask with stay in an English question, and in a name."""
    assert query_words(question) == list(dict.fromkeys(asked))


def test_english_is_searched_as_before() -> None:
    """N-07: no labelled English message is taken for another language."""
    texts = [json.loads(line)["text"] for line in LABELLED.read_text(encoding="utf-8").splitlines()]
    english = [text for text in texts if text.isascii()]
    assert len(english) > 1_000
    for text in english:
        assert function_words(text.lower().replace("?", " ").split(), STOPWORDS) == frozenset()
        assert without_phrases(text) == text


@pytest.mark.parametrize("question", ["Wo ist was?", "Где я?", "谁？", "누구?", "¿Qué es?"])
def test_a_question_of_nothing_else_is_asked_as_it_stands(question: str) -> None:
    """X-09: a question made of function words alone still has words to look for."""
    assert query_words(question)
