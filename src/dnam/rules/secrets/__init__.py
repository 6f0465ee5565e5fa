"""Secrets: what lets others in, found in a text and masked before anything keeps or shows it.

"Forgot the password to the old laptop" tells nothing; "my password is hunter2" does. Three ways to know one:
its form (a vendor's key, a card), the word beside it (password, PIN, door code, in every language), or a look
that nothing else has.
"""

from collections.abc import Iterator, Sequence

import re2

from dnam.languages.patterns import encodable
from dnam.rules.guard.disguise import read_through
from dnam.rules.secrets.claims import claimed
from dnam.rules.secrets.formats import MASK, Span, formed
from dnam.rules.secrets.words import SecretVocabulary, SecretWord, words

__all__ = ["MASK", "has_secret", "masked"]

_WORD = re2.compile(r"\p{L}+|[.:;!?()]")
_SEED_SIZES, _SEED_LENGTHS = range(3, 13), (12, 15, 18, 21, 24)
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
    known = words()
    found = sorted(known.find(reading), key=lambda word: word.start)
    kinds = {word.kind for word in found}
    for start, end in (
        *formed(reading, card="opens" in kinds),
        *claimed(reading, found, known),
        *_seeds(reading, known, [word for word in found if word.kind in ("key", "password")]),
    ):
        span = (start, end) if places is None else (places[start], places[end - 1] + 1)
        if text[slice(*span)].strip("[]") != MASK[1:-1]:
            yield span


def _seeds(text: str, known: SecretVocabulary, named: Sequence[SecretWord]) -> Iterator[Span]:
    """Yield runs of plain words that no sentence would hold: hardly a function word, hardly a word twice.

    Beside a word that names a secret, words may come again.
    """
    if not named and (len(text.split()) not in _SEED_LENGTHS or "," in text):
        return
    small = known.grammar(text, ()).small
    inside = {at for name in named for at in range(name.start, name.end)}
    run: list[re2.Match[str]] = []
    for found in (*_WORD.finditer(text), None):
        word = found.group() if found else ""
        if found and not word.isalpha() and text[found.start() - 1].isdecimal():  # "3. apple"
            continue
        if (
            found
            and found.start() not in inside
            and word.islower()
            and len(word) in _SEED_SIZES
            and (run or word not in small)
        ):
            run.append(found)
            continue
        while run and run[-1].group() in small:
            run.pop()
        distinct = {one.group() for one in run}
        rare = len(distinct - small) >= (0.6 if named else 0.9) * len(run)
        if len(run if named else distinct) >= _SEED_LENGTHS[0] and rare:
            yield run[0].start(), run[-1].end()
        run = []
