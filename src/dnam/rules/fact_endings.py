"""Endings: whether a message gives a reason to end what is known.

A model says which message ends which fact, and may be wrong or misled. A message gives a reason when it
speaks of the same thing, or takes something back ("no longer", "we moved"), in the languages facts are
learned in.
"""

from functools import lru_cache

import re2

from dnam.languages import Language, languages
from dnam.languages.patterns import UNSPACED
from dnam.rules.text import plain, query_words, words

_UNSPACED = re2.compile(rf"[{UNSPACED}]")


def may_end(fact: str, message: str) -> bool:
    """Return whether a message gives a reason to end a fact: a word that matters, or a retraction."""
    if not set(query_words(fact)).isdisjoint(words(message)):
        return True
    return takes_back(message)


def takes_back(message: str) -> bool:
    """Return whether a message takes something back, or says that it is otherwise now."""
    return _takes_back(tuple(languages().values())).search(f" {plain(message).casefold()} ") is not None


@lru_cache(maxsize=4)
def _takes_back(known: tuple[Language, ...]) -> "re2._Regexp[str]":
    """Compile the words of all languages: whole ones, or parts where words are not told apart by spaces."""
    listed = sorted({word for one in known for word in one.words.get("takes_back", ())})
    whole = "|".join(
        re2.escape(word).replace(r"\*", r"\p{L}*") for word in listed if not _UNSPACED.search(word)
    )
    parts = "|".join(re2.escape(word) for word in listed if _UNSPACED.search(word))
    edge = r"[^\p{L}\p{M}\p{N}_]"
    return re2.compile(rf"{edge}(?:{whole}){edge}|{parts}")
