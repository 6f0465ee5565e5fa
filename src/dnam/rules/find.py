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
BY_WORDS, BY_MEANING = 300, 100
"""How many candidates the words and the vectors may bring."""
ENOUGH = 2000
"""How many messages the rarest words bring up before commoner ones no longer choose."""

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
class Word:
    """One asked word: how rare it is, and which messages have it."""

    word: str
    idf: float
    spots: Spots

    def within(self, spots: Spots) -> NDArray[np.bool_]:
        """Say which of these messages have it."""
        place = np.minimum(np.searchsorted(self.spots, spots), len(self.spots) - 1)
        return np.equal(self.spots[place], spots, dtype=np.bool_)

    def around(self, spots: Spots) -> Scores:
        """Say how much of it these messages and their neighbours have together."""
        weight = np.zeros(len(spots))
        for shift, worth in zip(SHIFTS, SHIFT_WEIGHTS, strict=True):
            weight += worth * self.within(spots + shift)
        return weight


def weigh(postings: Mapping[str, Spots], heard: int) -> list[Word]:
    """Say how rare each asked word is, the rarest first."""
    found = []
    for word, spots in postings.items():
        if len(spots):
            total = max(heard, len(spots))
            found.append(Word(word, log(1 + (total - len(spots) + 0.5) / (len(spots) + 0.5)), spots))
    return sorted(found, key=lambda word: len(word.spots))


def choose(weighed: Sequence[Word], near: Spots, asked: Asked) -> Spots:
    """Take the spots that promise most by their words and surroundings, and the nearest by meaning.

    The rarest words choose: once they have brought up enough messages, a commoner word alone can no longer
    bring up one that belongs among the best. It still counts when the chosen are scored.
    """
    spread, brought = list[Word](), 0
    for word in weighed:
        if not brought or brought + len(word.spots) <= ENOUGH:
            spread.append(word)
            brought += len(word.spots)
    if not spread:
        return np.unique(near)
    at = np.concatenate([word.spots - shift for word in spread for shift in SHIFTS])
    worth = np.concatenate(
        [np.full(len(word.spots), word.idf * w / (w + K1)) for word in spread for w in SHIFT_WEIGHTS]
    )
    spots, back = np.unique(at, return_inverse=True)
    score = np.bincount(back, worth) / sum(word.idf for word in spread)
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


def by_dnam(candidates: Candidates, weighed: Sequence[Word], asked: Asked) -> Scored:
    """Rank by words with their surroundings, meaning, and the cues of speaker, time, place and answer."""
    lexical = _lexical(candidates, weighed)
    semantic = _semantic(candidates, asked)
    score = LEXICAL * lexical + SEMANTIC * _min_max(semantic) + _bonuses(candidates, asked)
    score += ANSWER * _answers(candidates, weighed)
    return Scored(score, lexical, semantic)


def by_clanker(candidates: Candidates, weighed: Sequence[Word], asked: Asked) -> Scored:
    """Rank as ClankerBot ranks: five signals, the same for messages and facts."""
    share, semantic = _share(candidates, weighed, asked), _semantic(candidates, asked)
    age = np.maximum(asked.at.timestamp() * 1e6 - candidates.sent_at, 0) / 86_400e6
    rest = 0.10 + 0.05 * (candidates.spots >> 32 == asked.slot)
    if asked.vector is None:
        score = 0.75 * share + 0.10 / (1 + age / 45) + rest
    else:
        score = 0.50 * np.maximum(semantic, 0) + 0.28 * share + 0.07 / (1 + age / 45) + rest
    return Scored(score, share, semantic)


def by_discoclaw(candidates: Candidates, weighed: Sequence[Word], asked: Asked) -> Scored:
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


def take(candidates: Candidates, weighed: Sequence[Word], asked: Asked, wanted: Wanted) -> list[Hit]:
    """Rank the candidates and take the best: the older of equals first."""
    if not len(candidates.spots):
        return []
    scored = PROFILES[wanted.profile](candidates, weighed, asked)
    order = np.lexsort((candidates.sent_at, -scored.score))
    if wanted.strict:
        order = order[_clear(candidates, weighed, scored)[order]]
    best = order[: wanted.limit]
    spots = candidates.spots[best]
    reasons = _reasons(spots, candidates.sent_at[best], weighed, asked, scored.semantic[best])
    return [
        Hit(spot=int(spot), score=float(score), reasons=why)
        for spot, score, why in zip(spots, scored.score[best], reasons, strict=True)
    ]


def _clear(candidates: Candidates, weighed: Sequence[Word], scored: Scored) -> NDArray[np.bool_]:
    """Say what clearly has to do with the question: by its words, its surroundings, or its meaning."""
    total = max(sum(word.idf for word in weighed), 1e-9)
    own = np.zeros(len(candidates.spots))
    for word in weighed:
        own += word.idf / total * word.within(candidates.spots)
    return (own >= CLEAR_WORDS) | (scored.lexical >= 2 * CLEAR_WORDS) | (scored.semantic >= CLEAR_MEANING)


def _lexical(candidates: Candidates, weighed: Sequence[Word]) -> Scores:
    """Give the share of the question's rarity that a message and its surroundings contain, by length."""
    lengths = _lengths(candidates)
    k = K1 * (1 - B + B * lengths / max(float(lengths.mean()), 1.0))
    score = np.zeros(len(candidates.spots))
    for word in weighed:
        weight = word.around(candidates.spots)
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


def _answers(candidates: Candidates, weighed: Sequence[Word]) -> Scores:
    """Give the share of the question's rarity that somebody else's question just before a message has."""
    share = np.zeros(len(candidates.spots))
    for word in weighed:
        share += word.idf * word.within(candidates.spots)
    place, there = _beside(candidates, -1)
    other = candidates.authors[place] != candidates.authors
    asks = there & other & _has(candidates, Cue.ASKS)[place]
    return np.where(asks, share[place], 0.0) / max(sum(word.idf for word in weighed), 1e-9)


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
    spots: Spots, sent_at: NDArray[np.int64], weighed: Sequence[Word], asked: Asked, semantic: Scores
) -> list[tuple[str, ...]]:
    """Say in words why each message was found."""
    own = [word.within(spots) for word in weighed]
    around = [word.around(spots) > 0 for word in weighed]
    told = []
    for i, spot in enumerate(spots):
        said = [f"'{word.word}'" for word, has in zip(weighed, own, strict=True) if has[i]]
        near = [
            f"'{word.word}'"
            for word, has, by in zip(weighed, own, around, strict=True)
            if by[i] and not has[i]
        ]
        age = age_in_words(max(asked.at.timestamp() - float(sent_at[i]) / 1e6, 0) / 86_400)
        reasons = (
            "matched " + ", ".join(said) if said else "",
            "said near " + ", ".join(near) if near else "",
            f"similar meaning ({semantic[i]:.0%})" if semantic[i] >= 0.4 else "",
            "said in this channel" if int(spot) >> 32 == asked.slot else "",
            age,
        )
        told.append(tuple(reason for reason in reasons if reason))
    return told


def _share(candidates: Candidates, weighed: Sequence[Word], asked: Asked) -> Scores:
    """Give the share of the asked words that the message itself has."""
    found = np.zeros(len(candidates.spots))
    for word in weighed:
        found += word.within(candidates.spots)
    return found / max(len(asked.words), 1)
