"""What stands for one audience: private speech replaces nothing that others see, and counts where it is.

`merge` replaces a fact only by what everyone who may see it could hear. What was said to fewer stands beside
the older fact in the store; where both may be seen, the later one hides the other here.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from dnam.domain import Fact
from dnam.rules.slots import replaces, same_value
from dnam.rules.text import same_content

T = TypeVar("T")


def reaches(fact: Fact, where: tuple[int, str], speaker: int) -> bool:
    """Return whether everyone who may see a fact could hear what is said in a guild and origin."""
    guild, origin = where
    if (fact.guild, fact.origin) == where:
        return True
    if not origin.startswith("g"):
        return False
    own_words = fact.origin.startswith("d") and fact.asserted_by == speaker
    return fact.guild == guild or fact.widened or own_words


def standing_here(things: Iterable[T], fact_of: Callable[[T], Fact]) -> list[T]:
    """Return what holds among the facts one audience may see, without what was said anew to fewer people."""
    listed = list(things)
    subjects: dict[int, dict[tuple[int, str], list[Fact]]] = {}
    for fact in map(fact_of, listed):
        subjects.setdefault(fact.subject, {}).setdefault((fact.guild, fact.origin), []).append(fact)
    hidden: set[tuple[int, int, str, str]] = set()
    for origins in subjects.values():
        wide = max(origins, key=lambda origin: len(origins[origin]))
        narrow = [fact for origin, facts in origins.items() if origin != wide for fact in facts]
        for fact in narrow:
            others = [one for origin, facts in origins.items() for one in facts if one.key != fact.key]
            hidden |= {older.key for one in others for older in _hidden(fact, one)}
    return [thing for thing in listed if fact_of(thing).key not in hidden]


def _hidden(one: Fact, other: Fact) -> list[Fact]:
    """Return which of two facts the other hides: the older of two that say the same, or cannot both be so."""
    if (one.guild, one.origin) == (other.guild, other.origin):
        return []
    newer, older = (one, other) if one.updated_at >= other.updated_at else (other, one)
    same = same_content(newer.text, older.text) or same_value(newer.text, older.text)
    return [older] if same or replaces(newer.text, older.text, said=newer.evidence) else []
