"""What a value looks like: whether a word could be a password, a code or a key, or is a plain word."""

from functools import lru_cache
from itertools import pairwise

import re2

UNITS = frozenset("mm cm km kg mb gb tb ms fps hz khz mhz ghz mbps usd eur gbp xp hp am pm px bpm".split())
"""Signs for amounts in every language: what stands before one is no code."""
PLAIN, CAMEL, WEAK, MIXED, VERY = range(5)
"""A plain word; capitals inside; a number at its end; letters and digits; both cases or signs as well."""
NEVER = 99
"""More than any look or count of digits."""
_ORDINARY_FORM = re2.compile(
    r"(?i)\d+\p{L}{1,3}|\d+x\d+|v?\d+(?:[.:,/]\d+)+\p{L}{0,3}|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d+-\p{L}+|[$€£]\S*"
    r"|\S*[%€£]|#[0-9a-f]{3,8}|0x[0-9a-f]{1,10}|1password"
)
"""An amount, a version, a date, a price, a colour."""
_NUMBERED = re2.compile(r"\p{L}+[-.]?\d{1,2}|\p{L}+-\d{1,4}")
_NUMBER = re2.compile(
    r"[#*]?\p{Nd}{3,12}[#*A-Z]{0,2}|[A-Z]{1,3}-\d{4,8}|\d{1,4}[^x\P{L}]\d{2,6}|\d{1,2}(?:[- /]\d{1,2}){2,3}"
)
_GROUPS = re2.compile(
    r"(?i)\d{2,6}(?:[ -]\d{2,6}){1,4}|\d(?:[ -]\d){3,7}"
    r"|\d{1,2}(?:[ ,-]{1,2}(?:left|right|then|l|r)?[ ,-]{0,2}\d{1,2}){2,3}"
)
_SPELLED = re2.compile(r"\S(?: \S){3,}(?:\s|$)")
_DATE = re2.compile(r"(?:19|20)\d\d-\d\d(?:-\d\d|\d\d)?")
_NOT_IN_VALUES, _STRONG_SIGNS = frozenset("()[]{}<>\"`';=\\\n"), frozenset("!@#$%^&*?")
_SHORTEST, _SHORT, _LONG, _KEY = 4, 5, 8, 24


@lru_cache(maxsize=4096)
def look(value: str) -> int:
    """Return how much a word looks like a made-up value, from PLAIN to VERY."""
    digit, letter, lower, upper = (
        any(map(test, value)) for test in (str.isdecimal, str.isalpha, str.islower, str.isupper)
    )
    path = value.count("/") > 1 and (len(value) < _KEY or "." in value)
    if path or not letter or len(value) < _SHORTEST or not _NOT_IN_VALUES.isdisjoint(value):
        return PLAIN
    strong = not _STRONG_SIGNS.isdisjoint(value[1:-1])
    if not digit:
        camel = any(first.islower() and second.isupper() for first, second in pairwise(value))
        return MIXED if strong and len(value) > _SHORT else CAMEL if camel else PLAIN
    if _ORDINARY_FORM.fullmatch(value) or len(value) < _SHORT:
        return CAMEL if len(value) < _SHORT and not _ORDINARY_FORM.fullmatch(value) else PLAIN
    joined = any(sign in value[1:-1] for sign in "-_.")
    if _NUMBERED.fullmatch(value) or (joined and not strong and not upper):
        return MIXED if len(value) >= _KEY else WEAK
    return MIXED if lower + upper + (strong or joined) < 2 or len(value) < _LONG else VERY


@lru_cache(maxsize=4096)
def digits(value: str) -> int:
    """Return how many digits a number has that could open something; 0 when it is none."""
    number = _NUMBER.fullmatch(value) or (_GROUPS.fullmatch(value) and not _DATE.fullmatch(value))
    return sum(map(str.isdecimal, value)) if number else 0


def grouped(text: str, start: int, value: str) -> str:
    """Return a value that stands in a text with the groups of digits or single letters behind it."""
    form = _GROUPS if value[0].isdecimal() else _SPELLED if len(value) == 1 else None
    more = form.match(text[start : start + 40]) if form else None
    return more.group().rstrip() if more and more.end() >= len(value) else value
