"""Secrets: what lets others in, found in a text and masked before anything keeps or shows it.

"Forgot the password to the old laptop" tells nothing; "my password is hunter2" does. Some are known by their
form alone (a vendor's key, a card, a dozen seed words). Of all else that could be one (`candidates`) a judge
weighs its look and what is said around it. Call it from a thread: the judge takes milliseconds.
"""

from collections.abc import Iterator, Sequence

import re2

from dnam.languages.patterns import encodable
from dnam.rules.guard.disguise import read_through
from dnam.rules.secrets.candidates import Candidate, candidates
from dnam.rules.secrets.formats import MASK, Span, formed
from dnam.rules.secrets.judge import secrets_among
from dnam.rules.secrets.words import SecretWord, words

__all__ = ["MASK", "has_secret", "masked", "sort_out"]

_WORD = re2.compile(r"\p{L}+|[.:;!?()]")
_SEED_SIZES, _SEED_LENGTHS = range(3, 13), (12, 15, 18, 21, 24)
"""A wallet's words alone in a message; a list of plants or guests has commas, or another length."""
_LOOKS, _LOOKED_AT_ONCE = 4, 1000
"""A mask changes what is said around the next value. A text of more characters is looked at once only."""


def has_secret(text: str) -> bool:
    """Return whether a text gives away something that lets others in."""
    return next(_spans(text), None) is not None


def masked(text: str) -> str:
    """Return a text with every secret in it replaced; what stands around it stays as it was."""
    for _ in range(_LOOKS if len(text) <= _LOOKED_AT_ONCE else 1):
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
    formal, others, named = sort_out(reading)
    for start, end in (*formal, *((one.start, one.end) for one in secrets_among(reading, others, named))):
        span = (start, end) if places is None else (places[start], places[end - 1] + 1)
        if text[slice(*span)].strip("[]") != MASK[1:-1]:
            yield span


def sort_out(text: str) -> tuple[list[Span], list[Candidate], list[SecretWord]]:
    """Return the secrets of a text that are known by their form, what else could be one, and its words."""
    known = words()
    named = sorted(known.find(text), key=lambda word: word.start)
    formal = [*formed(text, card=any(word.kind == "card" for word in named))]
    formal += _seeds(text, [word for word in named if word.kind in ("key", "password")], known.small)
    taken = {at for start, end in formal for at in range(start, end)}
    some = candidates(text, named, known.small)
    return formal, [one for one in some if taken.isdisjoint(range(one.start, one.end))], named


def _seeds(text: str, named: Sequence[SecretWord], small: frozenset[str]) -> Iterator[Span]:
    """Yield runs of plain words that no sentence would have: hardly a function word, hardly a word twice.

    Beside a word that names a secret, words may come again.
    """
    if not named and (len(text.split()) not in _SEED_LENGTHS or "," in text):
        return
    inside = {at for name in named for at in range(name.start, name.end)}
    run: list[re2.Match[str]] = []
    for match in (*_WORD.finditer(text), None):
        word = match.group() if match else ""
        if match and not word.isalpha() and text[match.start() - 1].isdecimal():  # "3. apple"
            continue
        plain = word.islower() and len(word) in _SEED_SIZES and (run or word not in small)
        if match and plain and match.start() not in inside:
            run.append(match)
            continue
        while run and run[-1].group() in small:
            run.pop()
        distinct = {one.group() for one in run}
        rare = len(distinct - small) >= (0.6 if named else 0.9) * len(run)
        if len(run if named else distinct) >= _SEED_LENGTHS[0] and rare:
            yield run[0].start(), run[-1].end()
        run = []
