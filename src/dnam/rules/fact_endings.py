"""Endings: whether a message gives a reason to end what is known.

A model says which message ends which fact, and may be wrong or misled. A message gives a reason when it
speaks of the same thing, or takes something back ("no longer", "we moved") in its language.
"""

from functools import lru_cache

from dnam.languages import detect
from dnam.languages.patterns import encodable
from dnam.rules.clauses import read_words
from dnam.rules.text import plain, query_words, words


def may_end(fact: str, message: str) -> bool:
    """Return whether a message gives a reason to end a fact: a word that matters, or a retraction."""
    if not set(query_words(fact)).isdisjoint(words(message)):
        return True
    return takes_back(message)


@lru_cache(maxsize=4096)
def takes_back(message: str) -> bool:
    """Return whether a message takes something back, or says that it is otherwise now."""
    text = encodable(plain(message))
    return any(
        language.phrases("takes_back").inside(" ".join(word.read for word in read_words(text, language)))
        for language in detect(text)
    )
