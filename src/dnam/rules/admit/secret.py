"""Secrets: keys, cards and account numbers by their shapes; what words give away is in `told.py`.

"Forgot the password to the old laptop" tells nothing; "my password is hunter2" does.
"""

import re
from collections.abc import Iterator

from dnam.rules.admit.disguise import read_through
from dnam.rules.admit.told import MASK, hints, told
from dnam.rules.text import STOPWORDS

__all__ = ["MASK", "has_secret", "masked"]

_KEYS = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:[a-z]+[-_]){0,3}[A-Za-z0-9_-]{16,}"
    r"|\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_[A-Za-z0-9]{20,}"
    r"|hf_[A-Za-z0-9]{20,}"
    r"|pypi-[\w-]{20,}|dop_v1_[0-9a-f]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|shp(?:at|ca|pa|ss)_[0-9a-f]{20,})"
    r"|\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}"
    r"|\bxox[abeoprs]-[\w-]{10,}|\bxapp-[\w-]{10,}"
    r"|\b[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,40}\b|\bmfa\.[\w-]{60,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}"
    r"|discord(?:app)?\.com/api/webhooks/\d+/[\w-]{20,}|hooks\.slack\.com/services/\w+/\w+/\w+"
    r"|-----BEGIN[A-Z ]{0,30}(?:PRIVATE KEY|CERTIFICATE)|\bAGE-SECRET-KEY-1\w{20,}"
    r"|\b[a-z][a-z0-9+.-]{2,15}://[^\s:/@]{1,64}:[^\s:/@]{3,64}@"
)
_CARD_BEGINS = re.compile(r"(?<![\w.@#&])(?=[2-6](?:[ -]?\d){12})")
_CARDS = tuple(re.compile(rf"\d(?:[ -]?\d){{{count - 1}}}(?!\w)") for count in (16, 15, 14, 13))
"""Card numbers; Discord's own ids have more digits."""
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b")
_SOCIAL = re.compile(r"\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b")
_PLAIN_WORDS = re.compile(r"(?:[a-z]{3,8}\s){11,23}[a-z]{3,8}")
_SEED_LENGTHS = (12, 15, 18, 21, 24)
"""A wallet's words alone in a message; a list of plants or guests has commas, or another length."""


_DIGIT = re.compile(r"\d")
_SHORTEST_KEY, _SEED_WORDS, _SEED_DISTINCT = 12, 12, 10
_BLOCK = re.compile(
    r"-----BEGIN[A-Z ]{0,30}(?:PRIVATE KEY|CERTIFICATE).*?(?:-----END[^-]{0,60}-----|\Z)", re.DOTALL
)


def has_secret(text: str) -> bool:
    """Say whether a text gives away something that lets others in."""
    return next(_spans(text), None) is not None


def masked(text: str) -> str:
    """Give a text with every secret in it replaced; what stands around it stays as it was said."""
    spans: list[tuple[int, int]] = []
    for start, end in sorted((*_spans(text), *(found.span() for found in _BLOCK.finditer(text)))):
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    for start, end in reversed(spans):
        text = text[:start] + MASK + text[end:]
    return text


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Say where in a text its secrets stand; what is masked already is none."""
    reading, places = read_through(text)
    for start, end in _found(reading):
        span = (start, end) if places is None else (places[start], places[end - 1] + 1)
        if not text.startswith(MASK, span[0]):
            yield span


def _found(text: str) -> Iterator[tuple[int, int]]:
    """Search for each kind of secret; what cannot hold one of a kind is not searched for it."""
    pieces = text.split()
    if "BEGIN" in text or max(map(len, pieces), default=0) >= _SHORTEST_KEY:
        yield from (found.span() for found in _KEYS.finditer(text))
    if hints(text):
        yield from told(text)
    if _DIGIT.search(text):
        yield from (found.span() for found in _SOCIAL.finditer(text))
        yield from _cards(text)
        for found in _IBAN.finditer(text):
            if length := _iban(found.group()):
                yield found.start(), found.start() + length
    if len(pieces) in _SEED_LENGTHS and _PLAIN_WORDS.fullmatch(text.strip(" .!\n")) and _seed_phrase(text):
        yield 0, len(text)


def _cards(text: str) -> Iterator[tuple[int, int]]:
    for begin in _CARD_BEGINS.finditer(text):
        fits = (card.match(text, begin.start()) for card in _CARDS)
        yield from [found.span() for found in fits if found and _luhn(found.group())][:1]


def _luhn(written: str) -> bool:
    digits = [int(digit) for digit in written if digit.isdigit()]
    if len(set(digits)) < 2:
        return False
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def _iban(written: str) -> int:
    """Say how much of what looks like an account number is one; words may follow it."""
    for end in range(len(written), 14, -1):
        code = written[:end].replace(" ", "")
        whole = end == len(written) or written[end] == " "
        if whole and 15 <= len(code) <= 34 and _checks(code):
            return end
    return 0


def _checks(code: str) -> bool:
    return int("".join(str(int(letter, 36)) for letter in code[4:] + code[:4])) % 97 == 1


def _seed_phrase(run: str) -> bool:
    """Twelve plain words in a row that no sentence would hold: not one function word, hardly one twice."""
    streak: list[str] = []
    for word in run.replace(",", " ").split():
        if word in STOPWORDS:
            streak.clear()
            continue
        streak.append(word)
        if len(set(streak[-_SEED_WORDS:])) >= _SEED_DISTINCT and len(streak) >= _SEED_WORDS:
            return True
    return False
