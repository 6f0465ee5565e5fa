"""Facts that should be looked at: two that say almost the same, or that cannot both be so."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from dnam.domain import Fact, HeldFact
from dnam.rules.slots import replaces, same_value
from dnam.rules.text import same_content

ALIKE = 0.85
"""How near two facts are in meaning to count as the same."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Doubt:
    """Two facts of one person, the newer first."""

    newer: Fact
    older: Fact
    contradict: bool
    """They cannot both be so; else they say almost the same."""


def doubts(known: Sequence[HeldFact], *, most: int = 20) -> list[Doubt]:
    """Return the pairs of one person's facts that should be looked at, contradictions first."""
    pairs: list[Doubt] = []
    newest_first = sorted(known, key=lambda item: item.fact.updated_at, reverse=True)
    for one, other in combinations(newest_first, 2):
        newer, older = one.fact, other.fact
        same = same_content(newer.text, older.text) or same_value(newer.text, older.text)
        contradict = not same and (replaces(newer.text, older.text) or replaces(older.text, newer.text))
        if same or contradict or _alike(one, other):
            pairs.append(Doubt(newer=newer, older=older, contradict=contradict))
    return sorted(pairs, key=lambda pair: not pair.contradict)[:most]


def _alike(one: HeldFact, other: HeldFact) -> bool:
    if one.vector is None or other.vector is None or len(one.vector) != len(other.vector):
        return False
    return float(one.vector @ other.vector) >= ALIKE
