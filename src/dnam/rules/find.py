"""Finding messages: which ones answer a question, by words, surroundings, meaning and a few cues.

The store gives, for each word of the question, the spots of the messages that have it. Because neighbours in
a conversation differ by one, shifting those lists lets a message be found by what was said around it.
`choose` takes the most promising spots from the lists alone; `take` scores those with everything known about
them. Every weight was measured on two public benchmarks and sits on a flat stretch: see docs/evaluation.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntFlag
from math import log

import numpy as np
import regex
from numpy.typing import NDArray

from dnam.model import Candidates, Message, Spots, Vector
from dnam.rules.rank import RECENT_DAYS, age_in_words
from dnam.rules.text import query_words, words
from dnam.rules.when import Span

SHIFTS = (0, -1, -2, 1, -3, 2)
"""Which neighbours lend their words: two and three before, two after."""
SHIFT_WEIGHTS = (1.0, 0.6, 0.35, 0.35, 0.2, 0.2)
K1, B = 0.9, 0.75
BY_WORDS, BY_MEANING = 400, 100
"""How many candidates the words and the vectors may bring."""

LEXICAL, SEMANTIC = 1.0, 0.5
SPEAKER, TIME, HUMAN, HERE, ASKER = 0.35, 0.25, 0.25, 0.5, 0.1
CLEAR_WORDS, CLEAR_MEANING = 0.25, 0.5
"""The gate of a strict search: enough of the question's words, or much the same meaning."""
QUESTION, FIRST_PERSON, TIME_WORDS, NUMBERS, ANSWER = -0.06, 0.08, 0.1, 0.1, 0.08
NEIGHBOUR_WORDS = 40
"""How many words of a neighbour count towards the length: about 200 characters."""

Scores = NDArray[np.float64]
NOWHERE: Spots = np.empty(0, dtype=np.int64)

_FIRST = regex.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|mine|we|we're|we've|our|me)\b")
_WHEN = regex.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|ago|next|week|weekend|month|year|monday|tuesday|wednesday|thursday"
    r"|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december"
    r"|recently|morning|just|since)\b"
)
_NUMBER = regex.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|couple|first|second|third|few|several|twice|once)\b"
)
_ASKS_WHEN = regex.compile(r"\bwhen\b|\bhow long\b|\bwhat (?:date|day|month|year)\b")
_ASKS_NUMBER = regex.compile(r"\bhow (?:many|much|old|often|long)\b")
_ASKS_BOT = regex.compile(
    r"\b(?:our|the) (?:previous|last|earlier|past|recent) (?:conversation|chat|discussion|talk|session)"
    r"|\byou(?:'d| had| have|'ve)? (?:\w+ed|told|said|gave|made|wrote|brought)\b"
    r"|\bour (?:conversation|chat|discussion)\b"
    r"|\bdid you (?:say|tell|recommend|suggest|mention|give|list|provide|write|call)\b"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A question with its participants' names told apart from what it asks about."""

    words: tuple[str, ...]
    named: int | None
    text: str
    """With they and their in place of names: people rarely write their own name."""


def read_question(text: str, people: Mapping[int, str]) -> Reading:
    """Find which participants a question names, and what else it asks."""
    asked = query_words(text)
    named: set[int] = set()
    names: set[str] = set()
    for person, name in people.items():
        if parts := set(query_words(name)) & set(asked):
            named.add(person)
            names |= parts
    spoken = names and {
        part for part in regex.findall(r"[\p{L}\p{M}\p{N}]+", text) if set(words(part)) & names
    }
    for part in spoken or ():
        text = regex.sub(rf"\b{regex.escape(part)}['’]s\b", "their", text)
        text = regex.sub(rf"\b{regex.escape(part)}\b", "they", text)
    return Reading(
        words=tuple(word for word in asked if word not in names),
        named=next(iter(named)) if len(named) == 1 else None,
        text=text,
    )


class Cue(IntFlag):
    """What a message shows at a glance; noted when it is stored. QUESTION ends in one, ASKS has one."""

    BOT = 1
    QUESTION = 2
    FIRST_PERSON = 4
    TIME = 8
    NUMBER = 16
    ASKS = 32


def cues(message: Message) -> int:
    """Note what helps to judge a message later without reading it again."""
    text = message.text[:1000].casefold().replace("’", "'")
    found = Cue.BOT if message.author.bot else Cue(0)
    found |= Cue.QUESTION if text.rstrip().endswith("?") else Cue(0)
    found |= Cue.FIRST_PERSON if _FIRST.search(text) else Cue(0)
    found |= Cue.TIME if _WHEN.search(text) else Cue(0)
    found |= Cue.NUMBER if _NUMBER.search(text) else Cue(0)
    found |= Cue.ASKS if "?" in text else Cue(0)
    return int(found)


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A question as the search for messages sees it."""

    text: str
    words: tuple[str, ...]
    """What it asks about, participants' names left out."""
    at: datetime
    asker: int
    vector: Vector | None = None
    named: int | None = None
    """The one participant it names, if it names exactly one."""
    slot: int | None = None
    """The store's number for the channel it is asked in: the upper half of that channel's spots."""
    span: Span | None = None
    """The time it speaks of."""
    heard: int = 1
    """How many messages the audience could have heard."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """A found spot, its score, and why."""

    spot: int
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """One asked word: how rare it is, and where it weighs how much."""

    word: str
    idf: float
    own: Spots
    """The messages that have it."""
    spots: Spots
    """Those and their neighbours."""
    weights: Scores


def weigh(postings: Mapping[str, Spots], heard: int) -> list[_Word]:
    """Spread each word's spots to their neighbours and say how rare it is."""
    found = []
    for word, spots in postings.items():
        if len(spots):
            total = max(heard, len(spots))
            idf = log(1 + (total - len(spots) + 0.5) / (len(spots) + 0.5))
            at = np.concatenate([spots - shift for shift in SHIFTS])
            where, back = np.unique(at, return_inverse=True)
            weights = np.bincount(back, np.repeat(SHIFT_WEIGHTS, len(spots))).astype(np.float64)
            found.append(_Word(word, idf, spots, where, weights))
    return found


def choose(weighed: Sequence[_Word], near: Spots, asked: Asked) -> Spots:
    """Take the spots that promise most by their words and surroundings, and the nearest by meaning."""
    if not weighed:
        return np.unique(near)
    spots = np.unique(np.concatenate([word.spots for word in weighed]))
    score = np.zeros(len(spots))
    for word in weighed:
        score[np.searchsorted(spots, word.spots)] += word.idf * word.weights / (word.weights + K1)
    score /= sum(word.idf for word in weighed)
    if asked.slot is not None:
        score += HERE * (spots >> 32 == asked.slot)
    if len(spots) > BY_WORDS:
        spots = spots[np.argpartition(-score, BY_WORDS)[:BY_WORDS]]
    return np.unique(np.concatenate([spots, near]))


@dataclass(frozen=True, slots=True)
class Scored:
    """What a profile thinks of each candidate."""

    score: Scores
    lexical: Scores
    semantic: Scores


def by_dnam(candidates: Candidates, weighed: Sequence[_Word], asked: Asked) -> Scored:
    """Rank by words with their surroundings, meaning, and the cues of speaker, time, place and answer."""
    lexical = _lexical(candidates, weighed)
    semantic = _semantic(candidates, asked)
    score = LEXICAL * lexical + SEMANTIC * _min_max(semantic) + _bonuses(candidates, asked)
    score += ANSWER * _answers(candidates, weighed)
    return Scored(score, lexical, semantic)


def by_clanker(candidates: Candidates, weighed: Sequence[_Word], asked: Asked) -> Scored:
    """Rank as ClankerBot ranks: five signals, the same for messages and facts."""
    share, semantic = _share(candidates, weighed, asked), _semantic(candidates, asked)
    age = np.maximum(asked.at.timestamp() * 1e6 - candidates.sent_at, 0) / 86_400e6
    rest = 0.10 + 0.05 * (candidates.spots >> 32 == asked.slot)
    if asked.vector is None:
        score = 0.75 * share + 0.10 / (1 + age / 45) + rest
    else:
        score = 0.50 * np.maximum(semantic, 0) + 0.28 * share + 0.07 / (1 + age / 45) + rest
    return Scored(score, share, semantic)


def by_discoclaw(candidates: Candidates, weighed: Sequence[_Word], asked: Asked) -> Scored:
    """Rank as DiscoClaw ranks: count shared words, one more when recent."""
    share = _share(candidates, weighed, asked)
    recent = asked.at.timestamp() * 1e6 - candidates.sent_at <= RECENT_DAYS * 86_400e6
    return Scored(share * len(asked.words) + recent, share, np.zeros(len(share)))


PROFILES = {"dnam": by_dnam, "clanker": by_clanker, "discoclaw": by_discoclaw}


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """How a search is done: by which profile, how much of it, and whether only clear matches count."""

    profile: str = "dnam"
    limit: int = 8
    strict: bool = False


def take(candidates: Candidates, weighed: Sequence[_Word], asked: Asked, wanted: Wanted) -> list[Hit]:
    """Rank the candidates and take the best: the older of equals first."""
    if not len(candidates.spots):
        return []
    scored = PROFILES[wanted.profile](candidates, weighed, asked)
    order = np.lexsort((candidates.sent_at, -scored.score))
    if wanted.strict:
        clear = (scored.lexical >= CLEAR_WORDS) | (scored.semantic >= CLEAR_MEANING)
        order = order[clear[order]]
    return [
        Hit(
            spot=int(candidates.spots[i]),
            score=float(scored.score[i]),
            reasons=_reasons(candidates, int(i), weighed, asked, float(scored.semantic[i])),
        )
        for i in order[: wanted.limit]
    ]


def _lexical(candidates: Candidates, weighed: Sequence[_Word]) -> Scores:
    """Give the share of the question's rarity that a message and its surroundings contain, by length."""
    lengths = _lengths(candidates)
    k = K1 * (1 - B + B * lengths / max(float(lengths.mean()), 1.0))
    score = np.zeros(len(candidates.spots))
    for word in weighed:
        weight = _at(word, candidates.spots)
        score += word.idf * weight / (weight + k)
    return score / max(sum(word.idf for word in weighed), 1e-9)


def _lengths(candidates: Candidates) -> Scores:
    """Give each message's length with its surroundings, as far as those are candidates too."""
    total = candidates.lengths.astype(np.float64)
    for shift, weight in zip(SHIFTS[1:], SHIFT_WEIGHTS[1:], strict=True):
        place, there = _beside(candidates, shift)
        total += weight * np.where(there, np.minimum(candidates.lengths[place], NEIGHBOUR_WORDS), 0)
    return total


def _beside(candidates: Candidates, shift: int) -> tuple[Spots, NDArray[np.bool_]]:
    """Find each candidate's neighbour among the candidates: where it would be, and whether it is there."""
    wanted = candidates.spots + shift
    place = np.minimum(np.searchsorted(candidates.spots, wanted), len(wanted) - 1)
    return place, candidates.spots[place] == wanted


def _answers(candidates: Candidates, weighed: Sequence[_Word]) -> Scores:
    """Give the share of the question's rarity that somebody else's question just before a message has."""
    share = np.zeros(len(candidates.spots))
    for word in weighed:
        share += word.idf * np.isin(candidates.spots, word.own)
    place, there = _beside(candidates, -1)
    other = candidates.authors[place] != candidates.authors
    asks = there & other & _has(candidates, Cue.ASKS)[place]
    return np.where(asks, share[place], 0.0) / max(sum(word.idf for word in weighed), 1e-9)


def _at(word: _Word, spots: Spots) -> Scores:
    place = np.minimum(np.searchsorted(word.spots, spots), len(word.spots) - 1)
    return np.where(word.spots[place] == spots, word.weights[place], 0.0)


def _semantic(candidates: Candidates, asked: Asked) -> Scores:
    if asked.vector is None or candidates.vectors is None:
        return np.zeros(len(candidates.spots))
    return (candidates.vectors @ asked.vector).astype(np.float64)


def _min_max(values: Scores) -> Scores:
    low, high = float(values.min()), float(values.max())
    spread: Scores = (values - low) / max(high - low, 1e-9)
    return spread


def _bonuses(candidates: Candidates, asked: Asked) -> Scores:
    """Add what speaks for a message besides its content: who, when, where, and the shape of an answer."""
    text = asked.text.casefold().replace("’", "'")
    bot = _has(candidates, Cue.BOT)
    bonus = HUMAN * (bot if _ASKS_BOT.search(text) else ~bot)
    bonus = (
        bonus + QUESTION * _has(candidates, Cue.QUESTION) + FIRST_PERSON * _has(candidates, Cue.FIRST_PERSON)
    )
    if _ASKS_WHEN.search(text):
        bonus += TIME_WORDS * _has(candidates, Cue.TIME)
    if _ASKS_NUMBER.search(text):
        bonus += NUMBERS * _has(candidates, Cue.NUMBER)
    if asked.named is not None:
        bonus += SPEAKER * (candidates.authors == asked.named)
    if asked.slot is not None:
        bonus += HERE * (candidates.spots >> 32 == asked.slot)
    if _FIRST.search(text):
        bonus += ASKER * (candidates.authors == asked.asker)
    if asked.span is not None:
        closeness: NDArray[np.float64] = np.exp(-asked.span.days_outside(candidates.sent_at) / 7)
        bonus += TIME * closeness
    total: Scores = bonus
    return total


def _has(candidates: Candidates, cue: Cue) -> NDArray[np.bool_]:
    has: NDArray[np.bool_] = (candidates.cues & int(cue)) != 0
    return has


def _reasons(
    candidates: Candidates, i: int, weighed: Sequence[_Word], asked: Asked, semantic: float
) -> tuple[str, ...]:
    """Say in words why a message was found."""
    spot = candidates.spots[i : i + 1]
    own = [word.word for word in weighed if spot[0] in word.own]
    around = [word.word for word in weighed if word.word not in own and _at(word, spot)[0] > 0]
    reasons = []
    if own:
        reasons.append("matched " + ", ".join(f"'{word}'" for word in own))
    if around:
        reasons.append("said near " + ", ".join(f"'{word}'" for word in around))
    if semantic >= 0.4:
        reasons.append(f"similar meaning ({semantic:.0%})")
    if asked.slot is not None and int(spot[0]) >> 32 == asked.slot:
        reasons.append("said in this channel")
    seconds = asked.at.timestamp() - float(candidates.sent_at[i]) / 1e6
    reasons.append(age_in_words(max(seconds, 0) / 86_400))
    return tuple(reasons)


def _share(candidates: Candidates, weighed: Sequence[_Word], asked: Asked) -> Scores:
    """Give the share of the asked words that the message itself has."""
    found = np.zeros(len(candidates.spots))
    for word in weighed:
        found += np.isin(candidates.spots, word.own)
    return found / max(len(asked.words), 1)
