"""Kinds: what sort of thing a sentence says, by its plainest words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.domain import Kind
from dnam.rules.statement_facts import guess_kind

SENTENCES = {
    "I prefer Rust over Go for systems work": Kind.PREFERENCE,
    "My favourite tea is sencha": Kind.PREFERENCE,
    "Works at Acme Corp": Kind.FACT,
    "Building a Discord bot called Discoclaw": Kind.PROJECT,
    "I’m allergic to peanuts": Kind.CONSTRAINT,
    "I use Neovim": Kind.TOOL,
    "My sister is called Mia": Kind.RELATIONSHIP,
    "I always write the tests first": Kind.WORKFLOW,
    "Я живу в Берлине": Kind.FACT,
    "": Kind.FACT,
}


@pytest.mark.parametrize(("text", "kind"), SENTENCES.items())
def test_a_sentence_has_the_kind_of_its_plainest_words(text: str, kind: Kind) -> None:
    """A remembered text is a fact, or what it minimally shows itself to be (DC-86, R-05)."""
    assert guess_kind(text) is kind


@pytest.mark.parametrize("word", [*Kind, " Preference ", "TOOL"])
def test_every_kind_is_read_back_from_its_name(word: str) -> None:
    """The union of the seeds' kinds, however they are written (DC-16, CL-35, R-05)."""
    assert Kind.parse(word).value == word.strip().lower()


@pytest.mark.parametrize("word", ["other", "general", "", "mood"])
def test_what_is_no_kind_means_fact(word: str) -> None:
    """`other`, `general` and whatever is unknown are accepted (CL-35, R-05)."""
    assert Kind.parse(word) is Kind.FACT


@given(st.text())
def test_any_text_has_some_kind(text: str) -> None:
    """Guessing never fails, and never makes lore of what a person says of themself (R-05)."""
    assert guess_kind(text) in set(Kind) - {Kind.LORE}
