"""Slots: the few things of which a person has one at a time, so that a newer statement replaces the older.

Only plain statements of well-known shapes are recognised, in English and in the languages of `tongues`;
anything else stands beside what is known.
"""

import regex

from dnam.rules.text import collapse, same_content
from dnam.rules.tongues import stated

_WHO = r"(?:(?P<who>\p{L}+)(?:\s+|(?=')))?(?:(?:now|currently|actually|just|recently)\s+)*"
_WHOSE = r"(?:(?P<who>\p{L}+)(?:'s)?\s+)?"
_BE = r"(?:is|am|are|'m|'s|'re)\s+(?:now\s+)?"
_NOT_WORKPLACES = (
    r"(?!(?:nights?|home|once|least|all|weekends?|times?|a living|now|free|fun"
    r"|\d+\s+(?:hours?|days?|weeks?|months?|years?))\b)"
)
_NOT_HOMES = r"(?!(?:an?|another|my|his|her|their|our|fear|peace|harmony|using|working)\b)"
"""A kind of house, a team or a habit stands beside the town somebody lives in."""
_SLOTS = {
    "home": rf"{_WHO}(?:lives?|resides?|{_BE}(?:living|based)|(?:has\s+)?(?:moved|relocated))"
    rf"(?:\s+back)?\s+(?:in|to|at)\s+{_NOT_HOMES}(?P<value>.+)",
    "employer": rf"{_WHO}(?:works?|{_BE}(?:working|employed)|started(?:\s+working)?"
    rf"|got\s+an?\s+(?:new\s+)?job)\s+(?:at|for)\s+{_NOT_WORKPLACES}(?P<value>.+)",
    "name": rf"{_WHOSE}(?:real\s+|full\s+|first\s+)?name\s+is\s+(?P<value>.+)",
    "birthday": rf"{_WHOSE}(?:birthday|date\s+of\s+birth)\s+is\s+(?P<value>.+)",
    "age": rf"{_WHO}{_BE}(?P<value>\d{{1,3}})(?:\s+years?\s+old)?",
    "favourite": rf"{_WHOSE}favou?rite\s+(?P<of>.+?)\s+is\s+(?P<value>.+)",
    "timezone": rf"{_WHOSE}time\s?zone\s+is\s+(?P<value>.+)",
    "major": rf"(?:{_WHO}(?:{_BE})?major(?:s|ing)?\s+in|{_WHOSE}major\s+is)\s+(?P<value>.+)",
    "marriage": rf"{_WHO}(?:{_BE}|got\s+)(?P<value>married|single|divorced|engaged|widowed)"
    r"(?:\s+(?:to|from)\s.+)?",
    "pronouns": rf"{_WHOSE}pronouns\s+are\s+(?P<value>.+)",
}
_COMPILED = {name: regex.compile(pattern, flags=regex.IGNORECASE) for name, pattern in _SLOTS.items()}
_NO_LONGER = regex.compile(r"\s*(?:(?:user|i)\s+)?no\s+longer\s+", flags=regex.IGNORECASE)
_SELF = frozenset({"", "i", "my", "he", "his", "she", "her", "they", "their", "user"})


def slot_of(text: str) -> tuple[tuple[str, str, str], str] | None:
    """Give the slot a statement fills (which, of what, whose) and its value; None when it fills none."""
    plain = collapse(text).replace("’", "'").rstrip(".!").casefold()
    for name, pattern in _COMPILED.items():
        if found := pattern.fullmatch(plain):
            groups = found.groupdict(default="")
            whose = groups["who"].removesuffix("'s")
            return (name, groups.get("of", ""), "" if whose in _SELF else whose), groups["value"]
    told = stated(text)
    return None if told is None or told.over else told.slot


def same_slot(old: str, new: str) -> bool:
    """Say whether the new statement leaves no room for the old one: another value, or its end."""
    before, after = slot_of(old), slot_of(new)
    if before is not None and after is not None:
        return before[0] == after[0] and before[1] != after[1]
    return _ends(new, old) or _ends(old, new)


def _ends(end: str, text: str) -> bool:
    """Say whether one statement says that what the other says is over: "No longer vegan", "Is vegan"."""
    over = _NO_LONGER.match(end)
    told = None if over else stated(end)
    if over is None and (told is None or not told.over):
        return False
    rest = end[over.end() :] if over else ""
    gone, said = told.slot if told else slot_of(rest), slot_of(text)
    if gone is not None and said is not None:
        return gone[0] == said[0] and said[1].startswith(gone[1])
    return over is not None and same_content(rest, text)


def same_value(old: str, new: str) -> bool:
    """Say whether both statements fill the same slot with the same value, in whatever words."""
    before = slot_of(old)
    return before is not None and before == slot_of(new)
