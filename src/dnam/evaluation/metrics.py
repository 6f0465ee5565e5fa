"""Retrieval metrics: how much of the evidence a ranking finds, and how early."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

NAMES = (
    "recall@5",
    "recall@10",
    "recall@25",
    "all@10",
    "ndcg@10",
    "recall@2000c",
    "session_all@5",
    "oracle@10",
)
REORDERED = 50
"""How many of the first messages the oracle, a perfect reranker, may reorder."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranked:
    """One question's ranking, best first, and the evidence it should have found."""

    category: str
    ranked: tuple[str, ...]
    lengths: tuple[int, ...]
    """Characters of each found message."""
    sessions: tuple[str, ...]
    """The session of each found message."""
    evidence: frozenset[str]
    evidence_sessions: frozenset[str]
    ms: float


def figures(ranked: Sequence[Ranked]) -> dict[str, float]:
    """Return the mean of each metric in percent, and the median time."""
    with_evidence = [one for one in ranked if one.evidence]
    with_sessions = [one for one in ranked if one.evidence_sessions]
    shares = {
        "recall@5": [_recall(one, one.ranked[:5]) for one in with_evidence],
        "recall@10": [_recall(one, one.ranked[:10]) for one in with_evidence],
        "recall@25": [_recall(one, one.ranked[:25]) for one in with_evidence],
        "all@10": [float(one.evidence <= set(one.ranked[:10])) for one in with_evidence],
        "ndcg@10": [_ndcg(one) for one in with_evidence],
        "recall@2000c": [_recall(one, _packed(one, 2000)) for one in with_evidence],
        "oracle@10": [_oracle(one) for one in with_evidence],
        "session_all@5": [
            float(one.evidence_sessions <= set(list(dict.fromkeys(one.sessions))[:5]))
            for one in with_sessions
        ],
    }
    result = {name: round(100 * sum(values) / len(values), 1) for name, values in shares.items() if values}
    times = sorted(one.ms for one in ranked)
    return {**result, "ms": round(times[len(times) // 2], 2) if times else 0.0, "questions": len(ranked)}


def _recall(one: Ranked, ranked: Sequence[str]) -> float:
    return len(one.evidence & set(ranked)) / len(one.evidence)


def _oracle(one: Ranked) -> float:
    """Return the recall@10 of a perfect reordering of the first messages."""
    return min(len(one.evidence & set(one.ranked[:REORDERED])), 10) / len(one.evidence)


def _ndcg(one: Ranked) -> float:
    gained = sum(1 / log2(place + 2) for place, id_ in enumerate(one.ranked[:10]) if id_ in one.evidence)
    best = sum(1 / log2(place + 2) for place in range(min(len(one.evidence), 10)))
    return gained / best


def _packed(one: Ranked, budget: int) -> list[str]:
    """Return the messages that fit a budget in their order, skipping those that do not."""
    packed = []
    for id_, length in zip(one.ranked, one.lengths, strict=True):
        if length <= budget:
            packed.append(id_)
            budget -= length
    return packed
