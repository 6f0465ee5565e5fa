"""What else people are called, read from their facts."""

from collections.abc import Sequence

import regex

from dnam.model import Fact
from dnam.rules.statements.callings import BEINGS

MOST = 5
"""So many other names of one person are used."""

_LETTERS = r"[\p{L}\p{M}\p{N}'’._-]*"
_NAME = rf"(?P<name>[\p{{L}}\p{{N}}]{_LETTERS}(?: [\p{{Lu}}\p{{Lo}}\p{{N}}]{_LETTERS}){{0,3}})"
_CALLED = regex.compile(
    r"(?i:goes by|i go by|(?:please )?call me"
    r"|(?:(?:is|i am|i'm) )?(?:also )?(?:known as|called|named|nicknamed)"
    r"|(?:my )?(?:(?:real|first|full|nick|user) ?)?name is|aka|a\.k\.a\."
    r"|(?:ich )?heiß[et]|wird genannt|nennt mich|s'appelle|je m'appelle|se llama|me llamo|se chama|me chamo"
    rf"|si chiama|mi chiamo|(?:ik )?heet|(?:меня )?зовут|nazywa(?:m)? się)\s+[\"“'‘«]?{_NAME}"
)
_IS = regex.compile(rf"[Ii]s (?!\S+(?:ish|ese|ian|ican)\b){_NAME}")
"""`Is Sergey`: only where the name is written as one, which `Is vegan` is not."""


def aliases_of(facts: Sequence[Fact]) -> tuple[str, ...]:
    """Give what a person's facts say they are called, newest first, each once."""
    found: dict[str, str] = {}
    for fact in facts:
        text = fact.text.strip().rstrip(".")
        called, named = _CALLED.match(text), _IS.fullmatch(text)
        if named and (not named["name"][0].isupper() or named["name"].casefold() in BEINGS):
            named = None
        if named := called or named:
            name = named["name"].rstrip("._-'’")
            found.setdefault(name.casefold(), name)
    return tuple(found.values())[:MOST]
