"""Ranking facts: how well each fits a question, and why.

Three profiles share one shape. `discoclaw` counts shared words, `clanker` weighs five signals and has a
relevance gate, `dnam` is the default. A strict ranking gives only what passes the profile's gate, and an
empty question passes nothing. Messages are ranked in `rules/find.py`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import log

import numpy as np

from dnam.model import Fact, HeldFact, Kind, Recollection, Vector
from dnam.rules.text import collapse, query_words, words

PROJECT_WORDS = frozenset(words("repo repository build deploy project release branch"))
RECENT_DAYS = 14
"""A fact said or confirmed within this time gets DiscoClaw's bump of one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Query:
    """A question as ranking sees it."""

    text: str
    at: datetime
    vector: Vector | None = None
    channel: int | None = None

    @property
    def words(self) -> frozenset[str]:
        """The words it asks about."""
        return frozenset(query_words(self.text))


@dataclass(frozen=True, kw_only=True, slots=True)
class Signals:
    """What speaks for one fact, each from 0 to 1; `semantic` is None without vectors."""

    shared: tuple[str, ...]
    lexical: float
    semantic: float | None
    recency: float
    channel: float
    age_days: float


Judge = Callable[[Fact, Signals, bool], tuple[float, bool]]
"""Gives a fact's score and whether it passes the gate; the flag tells that the question is about projects."""


def rank_facts(
    held: Sequence[HeldFact], query: Query, *, profile: str = "dnam", strict: bool = False
) -> list[Recollection[Fact]]:
    """Order facts by how well they fit the question; equal ones by recency, then id."""
    asked = query.words
    rarity = _rarity(held, asked)
    about_projects = bool(asked & PROJECT_WORDS)
    judge = PROFILES[profile]
    found = []
    for item in held:
        signals = _signals(item, query, asked, rarity)
        score, passes = judge(item.fact, signals, about_projects)
        if passes or not strict:
            found.append(Recollection(what=item.fact, score=score, reasons=_reasons(item.fact, signals)))
    found.sort(key=lambda hit: (-hit.score, -hit.what.updated_at.timestamp(), hit.what.id))
    return found


def _rarity(held: Sequence[HeldFact], asked: frozenset[str]) -> dict[str, float]:
    """Weigh each asked word by how few of the facts have it."""
    counts = dict.fromkeys(asked, 0)
    for item in held:
        for word in asked & _fact_words(item.fact):
            counts[word] += 1
    return {word: log(1 + (len(held) + 1) / (count + 0.5)) for word, count in counts.items()}


def _fact_words(fact: Fact) -> frozenset[str]:
    return frozenset((*words(fact.text), *words(fact.evidence), *fact.tags, fact.kind))


def _signals(item: HeldFact, query: Query, asked: frozenset[str], rarity: dict[str, float]) -> Signals:
    fact = item.fact
    shared = asked & _fact_words(fact)
    total = sum(rarity.values())
    lexical = sum(rarity[word] for word in shared) / total if total else 0.0
    if asked and collapse(query.text).casefold() in f"{fact.text} {fact.evidence}".casefold():
        lexical = 1.0
    semantic = None
    if query.vector is not None and item.vector is not None and len(query.vector) == len(item.vector):
        semantic = max(float(np.dot(query.vector, item.vector)), 0.0)
    age = max((query.at - fact.updated_at).total_seconds() / 86_400, 0.0)
    place = fact.source.channel
    channel = 0.25 if place is None else 1.0 if place == query.channel else 0.0
    return Signals(
        shared=tuple(sorted(shared)),
        lexical=lexical,
        semantic=semantic,
        recency=1 / (1 + age / 45),
        channel=channel,
        age_days=age,
    )


def _dnam(fact: Fact, signals: Signals, about_projects: bool) -> tuple[float, bool]:
    """Words and meaning count alike; recency, place and a pin settle the rest."""
    del about_projects
    semantic = signals.semantic or 0.0
    match = 0.5 * signals.lexical + 0.5 * semantic
    score = (
        match + 0.08 * signals.recency + 0.04 * signals.channel + 0.04 * fact.confidence + 0.15 * fact.pinned
    )
    return score, signals.lexical >= 0.2 or semantic >= 0.45 or (match >= 0.3 and bool(signals.shared))


def _clanker(fact: Fact, signals: Signals, about_projects: bool) -> tuple[float, bool]:
    """Weigh as ClankerBot does, with and without vectors, and gate as it does."""
    del about_projects
    lexical, semantic = signals.lexical, signals.semantic
    rest = 0.10 * fact.confidence + 0.05 * signals.channel
    if semantic is None:
        score = 0.75 * lexical + 0.10 * signals.recency + rest
        return score, lexical >= 0.24 or score >= 0.62
    score = 0.50 * semantic + 0.28 * lexical + 0.07 * signals.recency + rest
    some = semantic >= 0.08 or lexical >= 0.10
    return score, semantic >= 0.20 or lexical >= 0.22 or (score >= 0.52 and some)


def _discoclaw(fact: Fact, signals: Signals, about_projects: bool) -> tuple[float, bool]:
    """Count shared words, two more for a project when projects are asked about, one more when recent."""
    score = float(len(signals.shared))
    score += 2 * (fact.kind is Kind.PROJECT and about_projects) + (signals.age_days <= RECENT_DAYS)
    return score, bool(signals.shared)


PROFILES: dict[str, Judge] = {"dnam": _dnam, "clanker": _clanker, "discoclaw": _discoclaw}


def _reasons(fact: Fact, signals: Signals) -> tuple[str, ...]:
    """Say in words why a fact was found."""
    reasons = []
    if signals.shared:
        reasons.append("matched " + ", ".join(f"'{word}'" for word in signals.shared))
    if signals.semantic is not None and signals.semantic >= 0.3:
        reasons.append(f"similar meaning ({signals.semantic:.0%})")
    if signals.channel == 1.0:
        reasons.append("said in this channel")
    if fact.pinned:
        reasons.append("pinned")
    reasons.append(age_in_words(signals.age_days))
    return tuple(reasons)


def age_in_words(days: float) -> str:
    """Say an age the way people do."""
    if days < 1 / 24:
        return "just now"
    if days < 1:
        hours = round(days * 24)
        return "an hour ago" if hours == 1 else f"{hours} hours ago"
    whole = round(days)
    return "a day ago" if whole == 1 else f"{whole} days ago"
