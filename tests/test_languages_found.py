"""The same facts and questions in several languages: what the default encoder finds in each."""

from pathlib import Path

import pytest

from dnam.errors import BadInput
from dnam.evaluation.languages import evaluate, read_facts
from dnam.settings import Settings

FILE = Path(__file__).parent.parent / "evals" / "retrieval_languages.jsonl"
LANGUAGES = {"en", "de", "es", "ru", "ja", "zh", "ar", "ko"}


def test_there_are_200_facts_in_eight_languages() -> None:
    """N-07, N-18: each with a question, and no text twice."""
    facts = read_facts(FILE)
    assert len(facts) == 200
    assert facts[0].fact.keys() == LANGUAGES
    for language in LANGUAGES:
        written = [each.fact[language] for each in facts] + [each.question[language] for each in facts]
        assert len(set(written)) == 400


async def test_questions_in_other_scripts_find_what_they_mean(tmp_path: Path) -> None:
    """N-07: by meaning, since they share no words with the facts; a sample of one script here."""
    facts = read_facts(FILE)[:25]
    settings = Settings(data_dir=tmp_path, read_deadline_seconds=30)
    [by_meaning] = await evaluate(facts, settings, languages=["zh"])
    [by_words] = await evaluate(facts, settings.model_copy(update={"embedder": "off"}), languages=["zh"])
    assert by_meaning.shares[5] >= 80
    assert by_meaning.shares[5] > by_words.shares[5] + 20


def test_a_line_without_its_question_is_said(tmp_path: Path) -> None:
    """N-18: with its number."""
    file = tmp_path / "facts.jsonl"
    file.write_text('{"fact": {"en": "I have a dog"}, "question": {"de": "Wer hat ein Tier?"}}')
    with pytest.raises(BadInput, match=r"Line 1 of .* in the same languages"):
        read_facts(file)
