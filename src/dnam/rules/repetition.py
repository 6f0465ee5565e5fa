"""Whether an answer repeats something: the words that tell it, and whether any of them comes again."""

from collections.abc import Collection, Iterable

from dnam.rules.text import query_words, words


def telling(texts: Iterable[str], *, still: str = "") -> frozenset[str]:
    """Give the words by which these texts can be told again, without those that are `still` said."""
    said = {word for text in texts for word in query_words(text)}
    return frozenset(said.difference(words(still)))


def repeats(answer: str, told: Collection[str]) -> bool:
    """Say whether an answer has any of these words."""
    return not frozenset(told).isdisjoint(words(answer))
