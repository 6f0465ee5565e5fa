"""Whether an answer repeats a text: by the words it has in common with it."""

from collections.abc import Collection, Iterable

from dnam.rules.text import query_words, words


def telling(texts: Iterable[str], *, still: str = "") -> frozenset[str]:
    """Return the words that would repeat these texts, without those that are `still` valid."""
    return frozenset({word for text in texts for word in query_words(text)}.difference(words(still)))


def repeats(answer: str, telling_words: Collection[str]) -> bool:
    return not frozenset(telling_words).isdisjoint(words(answer))
