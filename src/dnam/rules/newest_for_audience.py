"""What stands for one audience: private speech replaces nothing that others see, and counts where it is.

`merge` replaces a fact only by what everyone who may see it could hear. What was said to fewer stands beside
the older fact in the store; where both may be seen, the later one hides the other here.
"""

from collections.abc import Iterable

from dnam.domain import Fact
from dnam.rules.contradictions import concern_of, concerns, replaces, same_value, sense_of
from dnam.rules.text import same_content

FactKey = tuple[int, int, str, str]
"""Guild, subject, origin and id."""


def reaches(fact: Fact, where: tuple[int, str], speaker: int) -> bool:
    """Return whether everyone who may see a fact could hear what is said in a guild and origin."""
    guild, origin = where
    if (fact.guild, fact.origin) == where:
        return True
    if not origin.startswith("g"):
        return False
    own_words = fact.origin.startswith("d") and fact.asserted_by == speaker
    return fact.guild == guild or fact.widened or own_words


def hidden_here(facts: Iterable[Fact]) -> set[FactKey]:
    """Return which of the facts one audience may see do not hold there: said anew to fewer people."""
    facts = [*facts]
    if len({(fact.guild, fact.origin) for fact in facts}) < 2:
        return set()
    subjects: dict[int, dict[tuple[int, str], list[Fact]]] = {}
    for fact in facts:
        subjects.setdefault(fact.subject, {}).setdefault((fact.guild, fact.origin), []).append(fact)
    hidden: set[FactKey] = set()
    for origins in subjects.values():
        if len(origins) == 1:
            continue
        wide = max(origins, key=lambda origin: len(origins[origin]))
        everyone = [fact for facts in origins.values() for fact in facts]
        read = {fact.key: (concern_of(fact.text), sense_of(fact.text)) for fact in everyone}
        for fact in (fact for origin, facts in origins.items() if origin != wide for fact in facts):
            concern, sense = read[fact.key]
            others = [
                one
                for one in everyone
                if one.key != fact.key
                and (concerns(concern, read[one.key][1]) or concerns(read[one.key][0], sense))
            ]
            hidden |= {older.key for one in others for older in _hidden(fact, one)}
    return hidden


def _hidden(one: Fact, other: Fact) -> list[Fact]:
    """Return which of two facts the other hides: the older of two that say the same, or cannot both be so."""
    if (one.guild, one.origin) == (other.guild, other.origin):
        return []
    newer, older = (one, other) if one.updated_at >= other.updated_at else (other, one)
    same = same_content(newer.text, older.text) or same_value(newer.text, older.text)
    return [older] if same or replaces(newer.text, older.text, evidence=newer.evidence) else []
