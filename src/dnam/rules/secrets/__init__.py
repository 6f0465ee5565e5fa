"""Secrets: what lets others in, found in a text and masked before anything keeps or shows it.

"Forgot the password to the old laptop" tells nothing; "my password is hunter2" does. Three ways to know one:
its form (a vendor's key, a card), the word beside it (password, PIN, door code, in every language), or a look
that nothing else has.
"""

from collections.abc import Iterator

import re2

from dnam.languages.patterns import encodable
from dnam.rules.admit.disguise import read_through
from dnam.rules.secrets.claims import claimed
from dnam.rules.secrets.formats import MASK, Span, formed
from dnam.rules.secrets.looks import SURE, look
from dnam.rules.secrets.vocabulary import Vocabulary, vocabulary

__all__ = ["MASK", "has_secret", "masked"]

_WORD = re2.compile(r"\p{L}+|[.:;!?()]")
_LONE = re2.compile(r"[^\s'*/@:,]{10,}")
_LONE_SIGNS = frozenset("!#$%&")
_SEED_SIZES, _SEED_WORDS, _SEED_SHARE = range(3, 13), 12, 0.85
_SEED_DISTINCT = 8
"""A phrase may repeat words, but not only words."""
_SEED_LENGTHS = (12, 15, 18, 21, 24)
"""A wallet's words alone in a message; a list of plants or guests has commas, or another length."""
_LOOKED_AT_TWICE = 1000
"""Characters; a longer text is looked at once, so that none costs more than its length."""


def has_secret(text: str) -> bool:
    """Return whether a text gives away something that lets others in."""
    return next(_spans(text), None) is not None


def masked(text: str) -> str:
    """Return a text with every secret in it replaced; what stands around it stays as it was said."""
    for _ in range(2 if len(text) <= _LOOKED_AT_TWICE else 1):  # a mask may bring a word nearer to a value
        parts: list[str] = []
        at = 0
        for start, end in sorted(_spans(text)):
            if not parts or start > at:
                parts += [text[at:start], MASK]
            at = max(at, end)
        if not parts:
            break
        text = "".join((*parts, text[at:]))
    return text


def _spans(text: str) -> Iterator[Span]:
    """Yield where in a text its secrets stand; what is masked already is none."""
    reading, places = read_through(encodable(text))
    for start, end in _found(reading):
        span = (start, end) if places is None else (places[start], places[end - 1] + 1)
        if text[slice(*span)].strip("[]") != MASK[1:-1]:
            yield span


def _found(text: str) -> Iterator[Span]:
    known = vocabulary()
    words = [*known.words(text)]
    kinds = {word.kind for word in words}
    yield from formed(text, card="card" in kinds)
    yield from claimed(text, words, known)
    yield from _seeds(text, known, named="seed" in kinds)
    for found in _LONE.finditer(text):
        value = found.group().strip(".!?;")
        cases = sum(map(str.islower, value)) > 1 and any(map(str.isupper, value))
        signs = not _LONE_SIGNS.isdisjoint(value[1:-1]) and any(map(str.isdecimal, value))
        if cases and signs and look(value) == SURE:
            yield found.span()


def _seeds(text: str, known: Vocabulary, *, named: bool) -> Iterator[Span]:
    """Yield runs of plain words that no sentence would hold: hardly a function word, hardly a word twice."""
    alone = len(text.split()) in _SEED_LENGTHS and "," not in text
    is_ordinary = known.grammar(frozenset()).is_ordinary
    run: list[re2.Match[str]] = []
    for found in (*_WORD.finditer(text), None) if named or alone else ():
        word = found.group() if found else ""
        if found and not word.isalpha() and text[found.start() - 1].isdecimal():  # "3. apple"
            continue
        plain = word.islower() and len(word) in _SEED_SIZES
        if found and plain and (len(run) < 2 or _comma(text, *run[:2]) == _comma(text, run[-1], found)):
            run.append(found)
            continue
        while run and is_ordinary(run[-1].group()):
            run.pop()
        odd = {one.group() for one in run if not is_ordinary(one.group())}
        distinct = {one.group() for one in run}
        if len(run) >= _SEED_WORDS and len(odd) >= max(_SEED_SHARE * len(distinct), _SEED_DISTINCT):
            yield run[0].start(), run[-1].end()
        run = [found] if found and plain else []


def _comma(text: str, one: "re2.Match[str]", other: "re2.Match[str]") -> bool:
    return "," in text[one.end() : other.start()]
