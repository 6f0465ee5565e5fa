"""Whether a text has any word by which a language gives orders: most have none, and need not be read in it.

The words are taken from the tables themselves, so that no pattern can match where none of them stands.
"""

from dataclasses import fields
from functools import cache

import regex

from dnam.rules.admit.tongues.small import ENGLISH
from dnam.rules.admit.tongues.values import Tongue

_STEM = 4
"""From so many letters on, the beginning of a word is enough."""
_SYNTAX = regex.compile(r"\\p\{\w+\}|\\[bswW]|\(\?-i:")
_LITERAL = regex.compile(r"[\p{L}\p{M}]{2,}")
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_NOT_ORDERS = frozenset({"before", "told", "joins", "mine", "that", "rules", "said", "duty", "says"})


@cache
def _vocabulary(tongue: Tongue) -> frozenset[str]:
    tables = (getattr(tongue, field.name) for field in fields(tongue) if field.name not in _NOT_ORDERS)
    text = " ".join(table for table in tables if isinstance(table, str))
    return frozenset(_LITERAL.findall(_SYNTAX.sub(" ", text).lower())) - ENGLISH


@cache
def _endings(tongue: Tongue) -> tuple[str, ...]:
    return tuple(_LITERAL.findall(_SYNTAX.sub(" ", tongue.future).lower()))


def occurs(tongue: Tongue, text: str) -> bool:
    """Say whether a text has a word of a language's orders in it."""
    known, endings = _vocabulary(tongue), _endings(tongue)
    for word in set(_WORD.findall(text.lower())):
        stems = (word[:length] for length in range(_STEM, len(word)))
        if word in known or any(stem in known for stem in stems) or (endings and word.endswith(endings)):
            return True
    return False
