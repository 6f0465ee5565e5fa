"""What is said off the record: "off the record: …", "…, don't remember this".

The request stands by itself before or behind what is said, in any of the languages. Nothing is stored of such
a message, and nothing of its answer.
"""

from functools import lru_cache

import re2

from dnam.languages import Language, languages
from dnam.languages.patterns import alternatives, bare, encodable
from dnam.rules.requests.normalising import SIGNS, read_signs
from dnam.rules.text import plain

LOOKED_AT = 120
"""Characters at either end of a message in which the request stands."""


def off_the_record(text: str) -> bool:
    known, shown = tuple(languages().values()), plain(encodable(text)).replace("ʼ", "'")
    first, last = shown[:LOOKED_AT], shown[-LOOKED_AT:]
    # every message is asked, and reading it is slow
    if _likely(known).search(_letters(f"{first} {last}")) is None:
        return False
    begins, ends = _requests(known)
    return begins.match(_key(first)) is not None or ends.search(_key(last)) is not None


def _key(text: str) -> str:
    return " ".join(word.read for word in read_signs(text.replace("(", ", ").replace(")", " ,")))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, bare(text)))


@lru_cache(maxsize=8)
def _likely(known: tuple[Language, ...]) -> re2._Regexp:
    """Return an expression for the letters of every request, whatever stands between its words."""
    return re2.compile("|".join(sorted({_letters(one) for each in known for one in _phrases(each)})))


@lru_cache(maxsize=8)
def _requests(known: tuple[Language, ...]) -> tuple[re2._Regexp, re2._Regexp]:
    """Return the expressions for the request before and behind what is said."""
    sign = "[" + "".join(sorted(SIGNS)) + "]"
    begins, ends = [], []
    for language in known:
        if asked := alternatives(_phrases(language)):
            polite = alternatives(tuple(language.rows["requests"].lists["polite"])) or sign
            begins.append(rf"(?:(?:{polite}) (?:, )?)*(?:{asked})(?: {sign}|$)")
            ends.append(rf"(?:(?:{polite}) )*(?:{asked})(?: (?:{sign}|{polite}))*$")
    called = r"^(?:(?:<@!?\d+>|[^ ]+(?: [^ ]+)? ,) )?"  # "Dee, …", "hey Dee, …"
    return re2.compile(f"{called}(?:{'|'.join(begins)})"), re2.compile(f" [,.] (?:{'|'.join(ends)})")


def _phrases(language: Language) -> tuple[str, ...]:
    """Return how a language asks for it: "off the record", and "don't save" with "this"."""
    lists = language.rows["requests"].lists
    return (*lists["unrecorded"], *(f"{stop} {this}" for stop in lists["stop"] for this in lists["this"]))
