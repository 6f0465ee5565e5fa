"""`edit OLD -> NEW`: which words of an entry are replaced."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.rules.edit_command import edited


@pytest.mark.parametrize(
    ("entry", "old", "new", "after"),
    [
        ("likes tea with milk", "tea", "coffee", "likes coffee with milk"),
        ("Likes tea with milk", "TEA", "green tea", "Likes green tea with milk"),
        ("Lives in Hamburg", "Hamburg", "Berlin", "Lives in Berlin"),
        ("Lives in Hamburg", "Hamburg", "New York", "Lives in New York"),
        ("Lives in Hamburg", "Hamburg", "Rio de Janeiro", "Lives in Rio de Janeiro"),
        ("Likes tea with milk", "Likes tea", "Hates coffee", "Hates coffee with milk"),
        ("I like tea", "I like", "I love", "I love tea"),
        ("is bald", "bald", "tall", "is tall"),
    ],
)
def test_a_part_is_replaced(entry: str, old: str, new: str, after: str) -> None:
    """N-05: where the old words stand once in an entry and the new ones are no entry of their own."""
    assert edited(entry, old, new) == after


@pytest.mark.parametrize(
    ("entry", "old", "new"),
    [
        ("Likes tea", "tea", "Likes coffee"),
        ("Likes tea", "Likes tea", "coffee"),
        ("I love plums", "plums", "Prefers pears"),
        ("Likes coffee", "coffee", "I love my dog"),
        ("owes me money", "money", "owes nobody anything"),
        ("The cat rules", "cat", "The dog rules"),
        ("Lives in Hamburg", "Hamburg", "Moved to Berlin"),
        ("Likes tea and more tea", "tea", "coffee"),
        ("Likes steak", "tea", "Likes fish"),
    ],
)
def test_the_whole_is_replaced(entry: str, old: str, new: str) -> None:
    """N-05: by what reads as an entry of its own, and where no single part is meant."""
    assert edited(entry, old, new) == new


typed = st.text(min_size=1, max_size=12).map(str.strip).filter(bool)


@given(st.text(max_size=40), typed, typed)
def test_the_new_words_are_always_there(entry: str, old: str, new: str) -> None:
    """N-05, X-04: whatever signs are in them."""
    assert new in edited(entry, old, new)
