"""Ranking facts: how well each fits a question, and why.

Three ranking profiles: `dnam` is the default, `clanker` weighs five signals, `discoclaw` counts shared words.
A strict ranking returns only what passes the profile's gate, and an empty question passes nothing. Messages
are ranked in `rules/message_ranking.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from math import isnan, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Fact, HeldFact, Kind, Positions, Recollection, Vector
from dnam.languages import reply
from dnam.rules.text import MAX_WORD, as_written, collapse, query_words, words

PROJECT_WORDS = frozenset(words("repo repository build deploy project release branch"))
RECENT_DAYS = 14
"""DiscoClaw adds one point to a fact said or confirmed within this time."""


@dataclass(frozen=True, kw_only=True)
class Query:
    """A question as ranking sees it."""

    text: str
    at: datetime
    vector: Vector | None = None
    channel: int | None = None
    called: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The ids of people it names, as words, with the words of their names: facts mention people by id."""
    language: str = ""
    """The language in which reasons are given."""

    @cached_property
    def words(self) -> frozenset[str]:
        """The words it asks about, stemmed."""
        return frozenset(query_words(self.text))


class Matches(NamedTuple):
    """How well each of some facts matches a question, from 0 to 1; no number without vectors."""

    shares: NDArray[np.bool_]
    """Whether it shares a word."""
    lexical: NDArray[np.float64]
    semantic: NDArray[np.float64]


class Signals(NamedTuple):
    """The signals for one fact, each from 0 to 1; `semantic` is None without vectors."""

    shared: frozenset[str]
    lexical: float
    semantic: float | None
    recency: float
    channel: float
    age_days: float


class RankingProfile(NamedTuple):
    """A way to rank: the gate looks only at how well facts match, so that most are not weighed."""

    passes: Callable[[Matches], NDArray[np.bool_]]
    score: Callable[[Fact, Signals, bool], float]
    """The flag: the question is about projects."""


def fact_words(fact: Fact) -> frozenset[str]:
    """Return the words that find a fact: of its text and evidence, its tags and its kind."""
    # No question has a word with a space in it, or a longer one.
    tags = (tag for tag in fact.tags if tag.split() == [tag] and len(tag) <= MAX_WORD)
    return frozenset((*words(fact.text), *words(fact.evidence), *tags, fact.kind.value))


def most_shared(postings: Sequence[Positions], limit: int) -> Positions:
    """Return the facts with the most and rarest words, given the facts of each word; the newest of equals."""
    if not postings:
        return np.empty(0, np.int64)
    facts, places = np.unique(np.concatenate(postings), return_inverse=True)
    counts = np.array([len(one) for one in postings])
    rarity = np.log(1 + (len(facts) + 1) / (counts + 0.5))
    shares = np.bincount(places, weights=np.repeat(rarity, counts), minlength=len(facts))
    return facts[np.lexsort((-facts, -shares))[:limit]]


class WeighedFact(NamedTuple):
    """A fact, how well it fits a question, and whether it passes the profile's gate."""

    fact: Fact
    score: float
    passes: bool
    signals: Signals


def rank_facts(
    candidates: Sequence[HeldFact], query: Query, *, profile: str = "dnam", strict: bool = False
) -> list[Recollection[Fact]]:
    """Order facts by how well they fit the question; equal ones by recency, then id."""
    ranked = weigh_facts(candidates, query, profile=profile, strict=strict)
    written = as_written(query.text) if ranked else {}
    return [
        Recollection(what=one.fact, score=one.score, reasons=_reasons(one, query.language, written))
        for one in ranked
    ]


def weigh_facts(
    candidates: Sequence[HeldFact], query: Query, *, profile: str = "dnam", strict: bool = False
) -> list[WeighedFact]:
    """Weigh facts, and order them as `rank_facts` does; with `strict` only those that pass the gate."""
    asked = query.words
    known = [item.words or fact_words(item.fact) for item in candidates]
    if query.called:
        known = [_with_names(of_fact, query) for of_fact in known]
    shared = [asked & of_fact for of_fact in known]
    matches = Matches(
        shares=np.array([*map(bool, shared)], np.bool_),
        lexical=_lexical(candidates, shared, query, profile=profile),
        semantic=_semantics(candidates, query.vector),
    )
    gate, score = PROFILES[profile]
    passing = gate(matches)
    about_projects = bool(asked & PROJECT_WORDS)
    weighed = []
    for nth in np.flatnonzero(passing).tolist() if strict else range(len(candidates)):
        fact, semantic = candidates[nth].fact, float(matches.semantic[nth])
        age = max((query.at - fact.updated_at).total_seconds() / 86_400, 0.0)
        place = fact.source.channel
        signals = Signals(
            shared=shared[nth],
            lexical=float(matches.lexical[nth]),
            semantic=None if isnan(semantic) else semantic,
            recency=1 / (1 + age / 45),
            channel=0.25 if place is None else 1.0 if place == query.channel else 0.0,
            age_days=age,
        )
        weighed.append(WeighedFact(fact, score(fact, signals, about_projects), bool(passing[nth]), signals))
    return sorted(weighed, key=lambda one: _order(one.fact, one.score))


def _lexical(
    candidates: Sequence[HeldFact], shared: Sequence[frozenset[str]], query: Query, *, profile: str
) -> NDArray[np.float64]:
    """Return how much of the asked words each fact shares; all where it has the question in its own words."""
    rarity = _rarity(shared, query.words) if profile == "dnam" else dict.fromkeys(query.words, 1.0)
    total = sum(rarity.values()) or 1.0
    lexical = [sum(map(rarity.__getitem__, some)) / total if some else 0.0 for some in shared]
    texts = [f"{item.fact.text} {item.fact.evidence}" for item in candidates]
    phrase = collapse(query.text).casefold()
    if query.words and phrase in "\n".join(texts).casefold():
        lexical = [
            1.0 if phrase in text.casefold() else one for text, one in zip(texts, lexical, strict=True)
        ]
    return np.array(lexical, np.float64)


def _order(fact: Fact, score: float) -> tuple[float, float, str]:
    return -score, -fact.updated_at.timestamp(), fact.id


Hits = Sequence[Recollection[Fact]]


def best_of_each(own: Hits, lore: Hits, most_own: int, most_lore: int) -> tuple[Hits, Hits]:
    """Return the best facts and the best lore, each within its limit."""
    return own[:most_own], lore[:most_lore]


def best_together(own: Hits, lore: Hits, most_own: int, most: int) -> tuple[Hits, Hits]:
    """Return the best facts, and of facts and lore ranked together the best `most`, as ClankerBot does."""
    together = sorted([*own, *lore], key=lambda hit: _order(hit.what, hit.score))[:most]
    best = [hit for hit in own if hit in own[:most_own] or hit in together]
    return best, [hit for hit in lore if hit in together]


def _with_names(of_fact: frozenset[str], query: Query) -> frozenset[str]:
    """Return the words of a fact with the names of the people it mentions, if the question names them."""
    named = query.called.keys() & of_fact
    return of_fact.union(*(query.called[id_] for id_ in named)) if named else of_fact


def _rarity(shared: Sequence[frozenset[str]], asked: frozenset[str]) -> dict[str, float]:
    """Return the weight of each asked word: the fewer facts have it, the more."""
    counts = dict.fromkeys(asked, 0)
    for some in shared:
        for word in some:
            counts[word] += 1
    return {word: log(1 + (len(shared) + 1) / (count + 0.5)) for word, count in counts.items()}


def _semantics(candidates: Sequence[HeldFact], vector: Vector | None) -> NDArray[np.float64]:
    """Return how similar each fact's meaning is; no number without a vector of the question's length."""
    similarities = np.full(len(candidates), np.nan)
    if vector is None:
        return similarities
    size = len(vector)
    vectors = [item.vector for item in candidates]
    fitting = [nth for nth, one in enumerate(vectors) if one is not None and len(one) == size]
    if fitting:
        rows = np.concatenate([vectors[nth] for nth in fitting]).reshape(-1, size)
        similarities[fitting] = np.maximum(np.einsum("ij,j->i", rows, vector), 0.0)
    return similarities


def _dnam_passes(of: Matches) -> NDArray[np.bool_]:
    match = 0.5 * of.lexical + 0.5 * np.nan_to_num(of.semantic)
    return (of.lexical >= 0.2) | (of.semantic >= 0.45) | ((match >= 0.3) & of.shares)


def _dnam(fact: Fact, signals: Signals, about_projects: bool) -> float:
    """Words and meaning count alike; recency, place and a pin settle the rest."""
    del about_projects
    match = 0.5 * signals.lexical + 0.5 * (signals.semantic or 0.0)
    rest = 0.08 * signals.recency + 0.04 * signals.channel + 0.04 * fact.confidence + 0.15 * fact.pinned
    return match + rest


def _clanker_passes(of: Matches) -> NDArray[np.bool_]:
    """Return which facts pass ClankerBot's gate.

    That lets also pass what scores 0.52 in all, or 0.62 without vectors: nothing below these bounds can.
    """
    least = np.where(np.isnan(of.semantic), 0.24, 0.22)
    return (of.lexical >= least) | (of.semantic >= 0.20)


def _clanker(fact: Fact, signals: Signals, about_projects: bool) -> float:
    """ClankerBot's weights, with and without vectors."""
    del about_projects
    lexical, semantic = signals.lexical, signals.semantic
    rest = 0.10 * fact.confidence + 0.05 * signals.channel
    if semantic is None:
        return 0.75 * lexical + 0.10 * signals.recency + rest
    return 0.50 * semantic + 0.28 * lexical + 0.07 * signals.recency + rest


def _discoclaw_passes(of: Matches) -> NDArray[np.bool_]:
    return of.shares


def _discoclaw(fact: Fact, signals: Signals, about_projects: bool) -> float:
    """Count shared words, two more for a project when projects are asked about, one more when recent."""
    score = float(len(signals.shared))
    return score + 2 * (fact.kind is Kind.PROJECT and about_projects) + (signals.age_days <= RECENT_DAYS)


PROFILES = {
    "dnam": RankingProfile(_dnam_passes, _dnam),
    "clanker": RankingProfile(_clanker_passes, _clanker),
    "discoclaw": RankingProfile(_discoclaw_passes, _discoclaw),
}


def _reasons(one: WeighedFact, language: str, written: Mapping[str, str]) -> tuple[str, ...]:
    reasons, signals = [], one.signals
    if signals.shared:
        matched = ", ".join(f"'{written.get(word, word)}'" for word in sorted(signals.shared))
        reasons.append(reply(language, "matched", words=matched))
    if signals.semantic is not None and signals.semantic >= 0.3:
        reasons.append(reply(language, "similar", share=f"{signals.semantic:.0%}"))
    if signals.channel == 1.0:
        reasons.append(reply(language, "said_here"))
    if one.fact.pinned:
        reasons.append(reply(language, "note_pinned"))
    reasons.append(age_in_words(signals.age_days, language))
    return tuple(reasons)


def age_in_words(days: float, language: str = "en") -> str:
    """Return an age as people say it: "3 days ago"."""
    if days < 1 / 24:
        return reply(language, "age_now")
    unit, count = ("hour", round(days * 24)) if days < 1 else ("day", round(days))
    return reply(language, f"age_{unit}" if count == 1 else f"age_{unit}s", count=count)
