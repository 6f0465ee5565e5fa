"""Secrets: what lets others in, found in a text and masked before anything keeps or shows it.

"Forgot the password to the old laptop" tells nothing; "my password is hunter2" does. Some are known by their
form alone (a vendor's key, a card, a dozen seed words). Of all else that could be one (`candidates`) a judge
weighs its look and what is said around it. Call it from a thread: the judge takes milliseconds, and seconds
until its encoder is loaded.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from dnam.languages.patterns import encodable
from dnam.rules.guard.disguise import read_through
from dnam.rules.secrets.candidates import Candidate, candidates
from dnam.rules.secrets.formats import MASK, Span, formed
from dnam.rules.secrets.judge import Judge, likely_secrets, secrets_among
from dnam.rules.secrets.words import SecretWord, words

__all__ = ["MASK", "has_secret", "masked", "masked_all", "masked_by_look", "nothing_to_mask", "sort_out"]

_WORD = re.compile(r"[^\W\d_]+|[.:;!?()]")  # linear without RE2, and read much faster so
_SEED_SIZES, _SEED_LENGTHS = range(3, 13), (12, 15, 18, 21, 24)
"""A wallet's words alone in a message; a list of plants or guests has commas, or another length."""
_LOOKS, _LOOKED_AT_ONCE = 4, 1000
"""A mask changes what is said around the next value. A text of more characters is looked at once only."""


def has_secret(text: str) -> bool:
    """Return whether a text gives away something that lets others in."""
    return bool(_spans([text])[0])


def masked(text: str) -> str:
    """Return a text with every secret in it replaced; what stands around it stays as it was."""
    return masked_all([text])[0]


def nothing_to_mask(text: str) -> bool:
    """Return whether nothing in a text could be a secret; for this no judge is asked."""
    formal, some, _ = sort_out(read_through(encodable(text))[0])
    return not formal and not some


def masked_by_look(texts: Sequence[str]) -> list[str]:
    """Return each text with what may well be a secret replaced, without a judge: rather too much."""
    return masked_all(texts, likely_secrets)


def masked_all(texts: Sequence[str], judge: Judge = secrets_among) -> list[str]:
    """Return each text as `masked` does; many at once are judged several times as fast as one by one."""
    shown = [*texts]
    open_ = [*range(len(texts))]
    for _ in range(_LOOKS):
        spans = dict(zip(open_, _spans([shown[nth] for nth in open_], judge), strict=True))
        shown = [_without(text, spans.get(nth, [])) for nth, text in enumerate(shown)]
        open_ = [nth for nth, some in spans.items() if some and len(texts[nth]) <= _LOOKED_AT_ONCE]
    return shown


def _without(text: str, spans: Sequence[Span]) -> str:
    parts: list[str] = []
    at = 0
    for start, end in sorted(spans):
        if not parts or start > at:
            parts += [text[at:start], MASK]
        at = max(at, end)
    return "".join((*parts, text[at:]))


def _spans(texts: Sequence[str], judge: Judge = secrets_among) -> list[list[Span]]:
    """Return where in each text its secrets stand; what is masked already is none."""
    readings = [read_through(encodable(text)) for text in texts]
    sorted_out = [sort_out(reading) for reading, _ in readings]
    judged = judge(
        [(reading, some, named) for (reading, _), (_, some, named) in zip(readings, sorted_out, strict=True)]
    )
    return [
        [*_unmasked(text, places, [*formal, *((one.start, one.end) for one in secrets)])]
        for text, (_, places), (formal, _, _), secrets in zip(
            texts, readings, sorted_out, judged, strict=True
        )
    ]


def _unmasked(text: str, places: Sequence[int] | None, spans: Iterable[Span]) -> Iterator[Span]:
    """Yield spans of a reading as they stand in the text itself, but not those that are masked already."""
    for start, end in spans:
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
    run: list[re.Match[str]] = []
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
