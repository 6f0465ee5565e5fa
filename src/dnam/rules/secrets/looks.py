"""What a value looks like: whether a word could be a password, a code or a key, or is a plain word."""

from functools import lru_cache
from itertools import pairwise

import re2

UNITS = frozenset("mm cm km kg mb gb tb ms fps hz khz mhz ghz mbps usd eur gbp xp hp am pm px bpm".split())
"""Signs for amounts in every language: what stands before one is no code."""
PLAIN, CAMEL, WEAK, MIXED, VERY, SURE = range(6)
"""A plain word; capitals inside; a number at its end; letters and digits; both cases or signs as well; what
hardly anything but a password looks like."""
NEVER = 99
"""More than any look, length or count of digits."""

_ORDINARY_FORM = re2.compile(
    r"(?i)\d+\p{L}{1,3}|\d+x\d+|v?\d+(?:[.:,/]\d+)+\p{L}{0,3}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d+-\p{L}+|[$€£]\S*"
    r"|\S*[%€£]|#[0-9a-f]{3,8}|0x[0-9a-f]{1,10}|1password"
)
"""An amount, a version, a date, a price, a colour."""
_NUMBERED = re2.compile(r"\p{L}+[-.]?\d{1,2}|\p{L}+-\d{1,4}")
_NUMBER = re2.compile(
    r"[#*]?\p{Nd}{3,12}[#*A-Z]{0,2}|[A-Z]{1,3}-\d{4,8}|\d{1,4}\p{L}\d{2,6}|\d{1,2}(?:[- /]\d{1,2}){2,3}"
)
_GROUPS = re2.compile(
    r"(?i)\d{2,6}(?:[ -]\d{2,6}){1,4}|\d(?:[ -]\d){3,7}"
    r"|\d{1,2}(?:[ ,-]{1,2}(?:left|right|then|l|r)?[ ,-]{0,2}\d{1,2}){2,3}"
)
_DATE, _SIZE = re2.compile(r"(?:19|20)\d\d-\d\d(?:-\d\d|\d\d)?"), re2.compile(r"\d+x\d+")
_DASHED, _SERIAL = re2.compile(r"\d{4,8}(?:-\d{4,8})+"), re2.compile(r"\d{4,8}(?:-\d{4,8}){3,}")
_YEAR = re2.compile(r"(?:19|20)\d\d")
_NOT_IN_VALUES = frozenset("()[]{}<>\"`';=\\\n")
_STRONG_SIGNS = frozenset("!@#$%^&*?")
_SHORTEST, _SHORT, _LONG, _KEY = 4, 5, 8, 24


@lru_cache(maxsize=4096)
def look(value: str) -> int:
    """Return how much a word looks like a made-up value, from PLAIN to SURE."""
    digit, letter = any(map(str.isdecimal, value)), any(map(str.isalpha, value))
    path = "://" in value or (value.count("/") > 1 and (len(value) < _KEY or "." in value))
    if path or len(value) < _SHORTEST or not _NOT_IN_VALUES.isdisjoint(value):
        return PLAIN
    if not letter:
        dashed = _DASHED.fullmatch(value) and not is_year(value[:4])
        return MIXED if _SERIAL.fullmatch(value) else WEAK if dashed else PLAIN
    if digit:
        return PLAIN if _ORDINARY_FORM.fullmatch(value) else _look_with_digits(value)
    strong, camel, joined = _traits(value)
    if camel and (strong or joined) and len(value) >= _LONG:  # "a.getName" is code
        return SURE
    return MIXED if strong and len(value) > _SHORT else CAMEL if camel else PLAIN


def _look_with_digits(value: str) -> int:
    lower, upper = any(map(str.islower, value)), any(map(str.isupper, value))
    strong, camel, joined = _traits(value)
    sign = strong or joined or "." in value[1:-1]
    if len(value) < _SHORT:
        return CAMEL
    if _NUMBERED.fullmatch(value) or (sign and not strong and not upper):
        return MIXED if len(value) >= _KEY and sum(map(str.isdecimal, value)) >= _SHORT else WEAK
    if lower + upper + sign < 2 or len(value) < _LONG:
        return MIXED
    return SURE if (strong and lower) or (camel and joined) else VERY


def _traits(value: str) -> tuple[bool, bool, bool]:
    """Return whether it has a sign that words do not have, a capital behind a small letter, and a joint."""
    camel = any(first.islower() and second.isupper() for first, second in pairwise(value))
    return not _STRONG_SIGNS.isdisjoint(value[1:-1]), camel, "-" in value or "_" in value


@lru_cache(maxsize=4096)
def digits(value: str) -> int:
    """Return how many digits a number has that could open something; 0 when it is none."""
    number = _NUMBER.fullmatch(value) or (_GROUPS.fullmatch(value) and not _DATE.fullmatch(value))
    return sum(map(str.isdecimal, value)) if number and not _SIZE.fullmatch(value) else 0


def grouped(text: str, start: int, value: str) -> str:
    """Return a value that stands in a text with the groups of digits behind it."""
    more = _GROUPS.match(text[start : start + 40]) if value[0].isdecimal() else None
    return more.group() if more and more.end() >= len(value) else value


def is_year(value: str) -> bool:
    """Return whether a number is rather a year."""
    return _YEAR.fullmatch(value) is not None
