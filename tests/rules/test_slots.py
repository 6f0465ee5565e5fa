"""Slots: the few things of which a person has one at a time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dnam.rules.slots import same_slot, same_value, slot_of


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("User lives in Paris", "I moved to Berlin"),
        ("Is based in Paris", "lives in New York"),
        ("Works at Acme Corp", "User now works for Initech"),
        ("My name is Sam", "User's name is Alex."),
        ("User is 30 years old", "I'm 31"),
        ("Her birthday is May 4", "My birthday is May 5"),
        ("My favourite colour is blue", "User’s favorite colour is green"),
        ("Time zone is UTC+2", "My timezone is UTC-2"),
        ("Pronouns are she/her", "My pronouns are they/them"),
    ],
)
def test_a_newer_statement_fills_the_same_slot(old: str, new: str) -> None:
    """Home, work, name, age, birthday, favourites, time zone and pronouns have one value (N-15, N-16)."""
    assert same_slot(old, new)
    assert same_slot(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Lives in Paris", "Does not live in Berlin"),
        ("Lives in Paris", "Lived in Berlin"),
        ("Lives in Paris", "Anna lives in Berlin"),
        ("Lives in Paris", "Lives in a small flat with a garden"),
        ("Lives in Paris", "Moved to another team"),
        ("Works at Acme", "Works at night"),
        ("Works at Acme", "Works for 12 hours a day"),
        ("My favourite colour is blue", "My favourite food is pizza"),
        ("My name is Sam", "My dog's name is Rex"),
        ("Likes tea", "Likes coffee"),
        ("Lives in Paris", "Works at Acme"),
    ],
)
def test_what_can_be_true_together_stands_together(old: str, new: str) -> None:
    """Other people, other things, the past, and habits replace nothing (N-16)."""
    assert not same_slot(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [("I live in Berlin", "User moved to Berlin."), ("Works at Acme", "is working for acme")],
)
def test_the_same_value_in_other_words_is_no_contradiction(old: str, new: str) -> None:
    """A slot filled with what it holds already is the same statement (DC-21, N-16)."""
    assert same_value(old, new)
    assert not same_slot(old, new)


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.text(), st.builds("lives in {}".format, st.text())))
def test_a_statement_never_contradicts_itself(said: str) -> None:
    """Whatever is said fills one slot at most, and agrees with itself (N-16)."""
    assert not same_slot(said, said)
    assert same_value(said, said) == (slot_of(said) is not None)
