"""What somebody should look at: facts about one subject that say nearly the same, or cannot both be true.

Merging decides what is certain when a fact comes in. What it leaves side by side, because other people said
it, in other places or in other words, is listed here for a person to decide.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from dnam.domain import Fact, Status
from dnam.rules.slots import replaces, same_value
from dnam.rules.text import query_words

NEAR_SHARE = 0.6
"""The share of common words from which on two facts say nearly the same."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewPair:
    """Two active facts about one subject that somebody should look at."""

    kind: Literal["near-duplicate", "contradiction"]
    newer: Fact
    older: Fact


def pairs_to_review(facts: Iterable[Fact]) -> list[ReviewPair]:
    """Return the pairs of active facts that say nearly the same or contradict each other, newest first."""
    by_subject: defaultdict[tuple[int, int], list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.status is Status.ACTIVE:
            by_subject[fact.guild, fact.subject].append(fact)
    pairs = []
    for group in by_subject.values():
        newest_first = sorted(group, key=lambda fact: (fact.updated_at, fact.id), reverse=True)
        for newer, older in combinations(newest_first, 2):
            if replaces(newer.text, older.text) or replaces(older.text, newer.text):
                pairs.append(ReviewPair(kind="contradiction", newer=newer, older=older))
            elif _nearly_same(newer.text, older.text):
                pairs.append(ReviewPair(kind="near-duplicate", newer=newer, older=older))
    return sorted(pairs, key=lambda pair: pair.newer.updated_at, reverse=True)


def _nearly_same(one: str, other: str) -> bool:
    first, second = set(query_words(one)), set(query_words(other))
    if same_value(one, other):
        return True
    return bool(first and second) and len(first & second) / len(first | second) >= NEAR_SHARE
