"""What somebody should look at: facts about one subject that say nearly the same, or cannot both be true.

Merging decides what is certain when a fact comes in. What it leaves side by side, because other people said
it, in other places or in other words, is listed here for a person to decide.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from dnam.domain import Fact, HeldFact, Status
from dnam.rules.contradictions import replaces, same_value
from dnam.rules.text import query_words, same_content

NEAR_SHARE = 0.6
"""The share of common words from which on two facts say nearly the same."""
NEAR_MEANING = 0.85
"""The nearness of their vectors from which on they do."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewPair:
    """Two active facts about one subject that somebody should look at."""

    kind: Literal["near-duplicate", "contradiction"]
    newer: Fact
    older: Fact


def pairs_to_review(facts: Iterable[HeldFact]) -> list[ReviewPair]:
    """Return the pairs of active facts that should be looked at: contradictions first, then the newest."""
    by_subject: defaultdict[tuple[int, int], list[HeldFact]] = defaultdict(list)
    for known in facts:
        if known.fact.status is Status.ACTIVE:
            by_subject[known.fact.guild, known.fact.subject].append(known)
    pairs = []
    for group in by_subject.values():
        newest_first = sorted(group, key=lambda known: (known.fact.updated_at, known.fact.id), reverse=True)
        for newer, older in combinations(newest_first, 2):
            if kind := _kind(newer, older):
                pairs.append(ReviewPair(kind=kind, newer=newer.fact, older=older.fact))
    pairs.sort(key=lambda pair: pair.newer.updated_at, reverse=True)
    return sorted(pairs, key=lambda pair: pair.kind)


def _kind(newer: HeldFact, older: HeldFact) -> Literal["near-duplicate", "contradiction"] | None:
    one, other = newer.fact.text, older.fact.text
    if same_content(one, other) or same_value(one, other):
        return "near-duplicate"
    if replaces(one, other) or replaces(other, one):
        return "contradiction"
    first, second = set(query_words(one)), set(query_words(other))
    shared = len(first & second) / max(len(first | second), 1)
    return "near-duplicate" if shared >= NEAR_SHARE or _alike(newer, older) else None


def _alike(one: HeldFact, other: HeldFact) -> bool:
    if one.vector is None or other.vector is None or len(one.vector) != len(other.vector):
        return False
    return float(one.vector @ other.vector) >= NEAR_MEANING
