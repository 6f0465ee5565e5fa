"""Ranking messages: which ones answer a question, by words, neighbours, meaning and a few cues.

For each word of the question the store returns the positions of the messages that have it. Neighbours in a
conversation differ by one, so shifting those lists finds a message by what was said around it. `choose` picks
the most promising positions from the lists alone; `take` scores them with everything known about them. Every
weight was measured on two public benchmarks: see docs/evaluation.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
import regex
from numpy.typing import NDArray

from dnam.domain import GAP, Candidates, Positions, Vector
from dnam.languages import reply
from dnam.rules.fact_ranking import RECENT_DAYS, age_in_words
from dnam.rules.question_cues import Cue, SearchQuery, own_words, says
from dnam.rules.text import as_written

SHIFTS = (0, -1, -2, 1, -3, 2)
"""The neighbours whose words count for a message too, as distances."""
SHIFT_WEIGHTS = (1.0, 0.6, 0.35, 0.35, 0.2, 0.2)
K1, B = 0.9, 0.75
HERE_FIRST, EVERYWHERE, BY_MEANING = 250, 100, 50
"""The most candidates by words from the channel itself, by words from all places, and by meaning."""
MOST = 1000
"""The most messages the store returns for one word; when it returns as many, it has more."""
ENOUGH = 1000
"""Once the rarest words have found this many messages, commoner words choose no more of them."""

LEXICAL, SEMANTIC, TALK = 1.0, 0.3, 0.3
NEIGHBOUR_MEANING = 0.5
"""The share of its neighbour's likeness to the question that a message has at least."""
SPEAKER, TIME, HUMAN, HERE, ASKER = 0.35, 0.2, 0.25, 0.5, 0.1
FEW = 100
"""With fewer messages than this, they do not show how rare a word is."""
CLEAR_WORDS, CLEAR_MEANING = 0.25, 0.5
"""The gate of a strict search: a share of the question's words, or a similar meaning."""
QUESTION, FIRST_PERSON, TIME_WORDS, NUMBERS, ANSWER = -0.06, 0.08, 0.1, 0.1, 0.08
NEIGHBOUR_WORDS = 40
"""The most words of a neighbour that count towards the length: about 200 characters."""

Scores = NDArray[np.float64]
NOWHERE: Positions = np.empty(0, dtype=np.int64)

_ASKS_WHEN = regex.compile(r"\bwhen\b|\bhow long\b|\bwhat (?:date|day|month|year)\b")
_ASKS_NUMBER = regex.compile(r"\bhow (?:many|much|old|often|long)\b")
_ASKS_BOT = regex.compile(
    r"\b(?:our|the) (?:previous|last|earlier|past|recent) (?:conversation|chat|discussion|talk|session)"
    r"|\byou(?:'d| had| have|'ve)? (?:\w+ed|told|said|gave|made|wrote|brought)\b"
    r"|\bour (?:conversation|chat|discussion)\b"
    r"|\bdid you (?:say|tell|recommend|suggest|mention|give|list|provide|write|call)\b"
)


@dataclass(frozen=True, slots=True)
class Hit:
    """The position of a message that fits, its score, and why."""

    position: int
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QueryWord:
    """One word of the question: how rare it is, and which messages have it."""

    word: str
    idf: float
    positions: Positions

    def between(self, first: int, last: int) -> "QueryWord":
        """Return the word with only the messages from one position until before another."""
        low, high = np.searchsorted(self.positions, (first, last))
        return QueryWord(self.word, self.idf, self.positions[low:high])

    def within(self, positions: Positions) -> NDArray[np.bool_]:
        place = np.minimum(np.searchsorted(self.positions, positions), len(self.positions) - 1)
        return np.equal(self.positions[place], positions, dtype=np.bool_)

    def around(self, positions: Positions) -> Scores:
        """Return how much these messages and their neighbours have the word."""
        weight = np.zeros(len(positions))
        for shift, worth in zip(SHIFTS, SHIFT_WEIGHTS, strict=True):
            weight += worth * self.within(positions + shift)
        return weight


def rarity(having: int, total: int) -> float:
    """Return the inverse document frequency of a word that `having` of `total` messages have."""
    return log(1 + (total - having + 0.5) / (having + 0.5))


def weigh(postings: Mapping[str, Positions], heard: int) -> list[QueryWord]:
    """Return the words of the question that occur at all, with how rare each is."""
    return [
        QueryWord(word, rarity(len(positions), max(heard, len(positions))), positions)
        for word, positions in postings.items()
        if len(positions)
    ]


def choose(weighed: Sequence[QueryWord], near: Positions, query: SearchQuery) -> Positions:
    """Return the most promising positions by words, here and everywhere, and the nearest by meaning."""
    chosen = [near, _promising(weighed, EVERYWHERE)]
    if query.slot is not None:
        first = query.slot << 32
        chosen.append(_promising([word.between(first, first + (1 << 32)) for word in weighed], HERE_FIRST))
    return np.unique(np.concatenate(chosen))


def _promising(words: Sequence[QueryWord], most: int) -> Positions:
    """Return the positions of messages that, with their neighbours, have the most of the question's words.

    The rarest words choose: once they have found enough messages, a commoner word alone finds none that
    belongs among the best. It still counts when the chosen are scored.
    """
    spread, brought = list[QueryWord](), 0
    for word in sorted(words, key=lambda word: len(word.positions)):
        if len(word.positions) and (not brought or brought + len(word.positions) <= ENOUGH):
            spread.append(word)
            brought += len(word.positions)
    if not spread:
        return NOWHERE
    at = np.concatenate([word.positions - shift for word in spread for shift in SHIFTS])
    worth = np.concatenate(
        [np.full(len(word.positions), word.idf * w / (w + K1)) for word in spread for w in SHIFT_WEIGHTS]
    )
    positions, back = np.unique(at, return_inverse=True)
    if len(positions) <= most:
        return positions
    score = np.bincount(back, worth)
    return positions[np.argpartition(-score, most)[:most]]


@dataclass(frozen=True, slots=True)
class Scored:
    score: Scores
    lexical: Scores
    semantic: Scores


def by_dnam(candidates: Candidates, weighed: Sequence[QueryWord], query: SearchQuery) -> Scored:
    """Score by words with their neighbours, meaning, and the cues of speaker, time, place and answer."""
    lexical = _lexical(candidates, weighed)
    semantic = semantic_scores(candidates, query.expected)
    meaning = _min_max(semantic)
    words = _spoken_share(weighed, query) * (LEXICAL * lexical + ANSWER * answers(candidates, weighed))
    around = _min_max(_with_neighbours(candidates, meaning))
    score = words + SEMANTIC * around + TALK * talk(candidates, semantic) + _bonuses(candidates, query)
    return Scored(score, lexical, semantic)


def by_clanker(candidates: Candidates, weighed: Sequence[QueryWord], query: SearchQuery) -> Scored:
    """Score as ClankerBot does: five signals, the same for messages and facts."""
    share, semantic = _share(candidates, weighed, query), semantic_scores(candidates, query.vector)
    age = np.maximum(query.at.timestamp() * 1e6 - candidates.sent_at, 0) / 86_400e6
    rest = 0.10 + 0.05 * (candidates.positions >> 32 == query.slot)
    if query.vector is None:
        score = 0.75 * share + 0.10 / (1 + age / 45) + rest
    else:
        score = 0.50 * np.maximum(semantic, 0) + 0.28 * share + 0.07 / (1 + age / 45) + rest
    return Scored(score, share, semantic)


def by_discoclaw(candidates: Candidates, weighed: Sequence[QueryWord], query: SearchQuery) -> Scored:
    """Score as DiscoClaw does: count shared words, one more when recent."""
    share = _share(candidates, weighed, query)
    recent = query.at.timestamp() * 1e6 - candidates.sent_at <= RECENT_DAYS * 86_400e6
    return Scored(share * len(query.words) + recent, share, np.zeros(len(share)))


PROFILES = {"dnam": by_dnam, "clanker": by_clanker, "discoclaw": by_discoclaw}


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageBudget:
    """How to search: by which profile, for how many messages, and whether for clear matches only."""

    profile: str = "dnam"
    limit: int = 8
    strict: bool = False
    explained: bool = True
    """With the reasons for each, which nobody reads in a prompt."""


def score(candidates: Candidates, weighed: Sequence[QueryWord], query: SearchQuery, profile: str) -> Scored:
    some = len(candidates.positions) > 0
    return PROFILES[profile](candidates, weighed, query) if some else Scored(*[np.zeros(0)] * 3)


def best_first(candidates: Candidates, scored: Scored) -> NDArray[np.intp]:
    return np.lexsort((candidates.sent_at, -scored.score))  # of equals the older first


def take(
    candidates: Candidates,
    weighed: Sequence[QueryWord],
    query: SearchQuery,
    wanted: MessageBudget,
    scored: Scored | None = None,
) -> list[Hit]:
    """Return the best candidates, scored now if they are not yet."""
    scored = scored or score(candidates, weighed, query, wanted.profile)
    order = best_first(candidates, scored)
    if wanted.strict:
        order = order[_clear(candidates, weighed, query, scored)[order]]
    best = order[: wanted.limit]
    positions = candidates.positions[best]
    reasons: list[tuple[str, ...]] = [()] * len(best)
    if wanted.explained:
        reasons = _reasons(positions, candidates.sent_at[best], weighed, query, scored.semantic[best])
    return [Hit(*each) for each in zip(positions.tolist(), scored.score[best].tolist(), reasons, strict=True)]


def _clear(
    candidates: Candidates, weighed: Sequence[QueryWord], query: SearchQuery, scored: Scored
) -> NDArray[np.bool_]:
    """Return which candidates clearly fit the question: by their words, their neighbours, or their meaning.

    A word that nobody has said counts too: having the one common word of a long question is not enough.
    """
    heard = max(query.heard, FEW)
    rare = [rarity(len(word.positions), heard) for word in weighed]
    total = max(sum(rare) + (len(query.words) - len(weighed)) * rarity(0, heard), 1e-9)
    own = np.zeros(len(candidates.positions))
    for word, worth in zip(weighed, rare, strict=True):
        own += worth / total * word.within(candidates.positions)
    around = scored.lexical * sum(rare) / total
    return (own >= CLEAR_WORDS) | (around >= 2 * CLEAR_WORDS) | (scored.semantic >= CLEAR_MEANING)


def _spoken_share(weighed: Sequence[QueryWord], query: SearchQuery) -> float:
    """Return the share of the question's rarity that anybody has said.

    When most of its words were never said, the one that was is a chance, and meaning decides.
    """
    spoken = sum(word.idf for word in weighed)
    unspoken = (len(set(query.words)) - len(weighed)) * rarity(0, max(query.heard, 1))
    return spoken / max(spoken + unspoken, 1e-9)


def _lexical(candidates: Candidates, weighed: Sequence[QueryWord]) -> Scores:
    """Return the share of the question's rarity that a message and its neighbours have, by length."""
    lengths = _lengths(candidates)
    k = K1 * (1 - B + B * lengths / max(float(lengths.mean()), 1.0))
    score = np.zeros(len(candidates.positions))
    for word in weighed:
        weight = word.around(candidates.positions)
        score += word.idf * weight / (weight + k)
    return score / max(sum(word.idf for word in weighed), 1e-9)


def _lengths(candidates: Candidates) -> Scores:
    """Return each message's length with its neighbours, as far as those are candidates too."""
    total = candidates.lengths.astype(np.float64)
    for shift, weight in zip(SHIFTS[1:], SHIFT_WEIGHTS[1:], strict=True):
        place, there = beside(candidates, shift)
        total += weight * np.where(there, np.minimum(candidates.lengths[place], NEIGHBOUR_WORDS), 0)
    return total


def beside(candidates: Candidates, shift: int) -> tuple[Positions, NDArray[np.bool_]]:
    """Return the index of each candidate's neighbour among the candidates, and whether it is there."""
    wanted = candidates.positions + shift
    place = np.minimum(np.searchsorted(candidates.positions, wanted), len(wanted) - 1)
    return place, candidates.positions[place] == wanted


def answers(candidates: Candidates, weighed: Sequence[QueryWord]) -> Scores:
    """Return the share of the question's rarity in somebody else's question just before a message."""
    place, there = beside(candidates, -1)
    other = candidates.authors[place] != candidates.authors
    asks = there & other & _has(candidates, Cue.ASKS)[place]
    return np.where(asks, _own(candidates, weighed)[place], 0.0)


def _own(candidates: Candidates, weighed: Sequence[QueryWord]) -> Scores:
    """Return the share of the question's rarity in each message itself."""
    share = np.zeros(len(candidates.positions))
    for word in weighed:
        share += word.idf * word.within(candidates.positions)
    return share / max(sum(word.idf for word in weighed), 1e-9)


def own_scores(candidates: Candidates, weighed: Sequence[QueryWord], query: SearchQuery) -> Scores:
    """Return the share of the question's rarity in each message itself, as far as it was said."""
    return _spoken_share(weighed, query) * _own(candidates, weighed)


def lexical_scores(candidates: Candidates, weighed: Sequence[QueryWord], query: SearchQuery) -> Scores:
    """Return the share of the question's rarity in each message and its neighbours, as far as it was said."""
    return _spoken_share(weighed, query) * _lexical(candidates, weighed)


def semantic_scores(candidates: Candidates, vector: Vector | None) -> Scores:
    """Return how near each message is to a vector in meaning; zeros without vectors."""
    if vector is None or candidates.vectors is None or candidates.vectors.shape[1] != len(vector):
        return np.zeros(len(candidates.positions))
    return (candidates.vectors @ vector).astype(np.float64)


def _min_max(values: Scores) -> Scores:
    low, high = float(values.min()), float(values.max())
    spread: Scores = (values - low) / max(high - low, 1e-9)
    return spread


def _with_neighbours(candidates: Candidates, meaning: Scores) -> Scores:
    """Return each message's meaning, at least a share of what a person said just before or after it.

    Bots lend nothing, because they write at length about whatever they are asked.
    """
    lent = np.where(_has(candidates, Cue.BOT), 0.0, NEIGHBOUR_MEANING * meaning)
    most = meaning
    for shift in (-1, 1):
        place, there = beside(candidates, shift)
        most = np.maximum(most, np.where(there, lent[place], 0.0))
    return most


def talk(candidates: Candidates, semantic: Scores) -> Scores:
    """Return how near the question each message's conversation is: the mean of what people say in it.

    A conversation is a run of neighbours among the candidates. Bots are left out, because they write at
    length about whatever they are asked.
    """
    meaning = _min_max(semantic)
    conversation = np.cumsum(np.diff(candidates.positions, prepend=candidates.positions[:1]) >= GAP)
    people = (~_has(candidates, Cue.BOT)).astype(np.float64)
    spoken = np.bincount(conversation, people)
    mean: Scores = np.bincount(conversation, people * meaning) / np.maximum(spoken, 1)
    return mean[conversation]


def _bonuses(candidates: Candidates, query: SearchQuery) -> Scores:
    """Return what counts for a message besides its content: who, when, where, and the shape of an answer."""
    text = query.text.casefold().replace("’", "'")
    bot = _has(candidates, Cue.BOT)
    bonus = HUMAN * (bot if _ASKS_BOT.search(text) else ~bot)
    bonus = (
        bonus + QUESTION * _has(candidates, Cue.QUESTION) + FIRST_PERSON * _has(candidates, Cue.FIRST_PERSON)
    )
    if _ASKS_WHEN.search(text):
        bonus += TIME_WORDS * _has(candidates, Cue.TIME)
    if _ASKS_NUMBER.search(text):
        bonus += NUMBERS * _has(candidates, Cue.NUMBER)
    if query.named is not None:
        bonus += SPEAKER * (candidates.authors == query.named)
    if query.slot is not None:
        bonus += HERE * (candidates.positions >> 32 == query.slot)
    if says(text, own_words):
        bonus += ASKER * (candidates.authors == query.asker)
    if query.span is not None:
        closeness: NDArray[np.float64] = np.exp(-query.span.days_outside(candidates.sent_at) / 7)
        bonus += TIME * closeness
    total: Scores = bonus
    return total


def _has(candidates: Candidates, cue: Cue) -> NDArray[np.bool_]:
    has: NDArray[np.bool_] = (candidates.cues & int(cue)) != 0
    return has


def _reasons(
    positions: Positions,
    sent_at: NDArray[np.int64],
    weighed: Sequence[QueryWord],
    query: SearchQuery,
    semantic: Scores,
) -> list[tuple[str, ...]]:
    own = [word.within(positions) for word in weighed]
    around = [word.around(positions) > 0 for word in weighed]
    written, spoken, explained = as_written(query.text), query.language, []
    quoted = [f"'{written.get(word.word, word.word)}'" for word in weighed]
    for i, position in enumerate(positions):
        matched = [word for word, has in zip(quoted, own, strict=True) if has[i]]
        near = [word for word, has, by in zip(quoted, own, around, strict=True) if by[i] and not has[i]]
        reasons = (
            reply(spoken, "matched", words=", ".join(matched)) if matched else "",
            reply(spoken, "said_near", words=", ".join(near)) if near else "",
            reply(spoken, "similar", share=f"{semantic[i]:.0%}") if semantic[i] >= 0.4 else "",
            reply(spoken, "said_here") if int(position) >> 32 == query.slot else "",
            age_in_words(max(query.at.timestamp() - float(sent_at[i]) / 1e6, 0) / 86_400, spoken),
        )
        explained.append(tuple(filter(None, reasons)))
    return explained


def _share(candidates: Candidates, weighed: Sequence[QueryWord], query: SearchQuery) -> Scores:
    """Return the share of the asked words that the message itself has."""
    shared = np.zeros(len(candidates.positions))
    for word in weighed:
        shared += word.within(candidates.positions)
    return shared / max(len(query.words), 1)
