"""Endings: a message ends what is known only when it gives a reason to."""

import pytest

from dnam.rules.endings import may_end


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("Lives in Berlin", "Berlin was nice while it lasted"),
        ("Lives in Berlin", "we moved to Paris last week"),
        ("Keeps bees", "I don't do that any more"),
        ("Keeps bees", "the bees are with my brother"),
        ("Works at Acme", "hab gekündigt, endlich"),
        ("Lives in Berlin", "on a déménagé"),
        ("Smokes", "ya no fumo"),
        ("Lives in Berlin", "мы переехали в Киев"),
        ("Lives in Berlin", "引っ越しました"),
        ("Smokes", "我戒烟了"),
        ("Smokes", "이제 담배 안 피워"),
    ],
)
def test_what_speaks_of_it_or_takes_something_back_may_end_it(fact: str, message: str) -> None:
    """R-04, N-10: by a word of the fact, or by a correction in any language facts are learned in."""
    assert may_end(fact, message)


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("Lives in Berlin", "good morning everyone"),
        ("Keeps bees", "the weather is fine today"),
        ("Has a dog named Rex", "schönes Wetter heute"),
        ("Has a dog named Rex", "今日はいい天気です"),
    ],
)
def test_what_says_nothing_of_it_ends_nothing(fact: str, message: str) -> None:
    """R-04, N-10: whatever a model makes of it."""
    assert not may_end(fact, message)
