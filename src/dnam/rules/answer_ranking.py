"""Which messages answer a question: what holds now before what held earlier, what tells before what chats.

`message_ranking` finds what a question is about; this chooses from that. A message answers by itself, or
because it follows when somebody else was asked the same. `make train` fits the weights to conversations in
`evals/questions/`; how telling a message is comes from `message_worth`, what is asked from `question_kinds`.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Candidates, Message, Positions
from dnam.rules.extractive_summary import worth_keeping
from dnam.rules.fact_endings import takes_back
from dnam.rules.message_ranking import (
    QueryWord,
    Scores,
    beside,
    lexical_scores,
    own_scores,
    semantic_scores,
    talk,
)
from dnam.rules.question_cues import Cue, SearchQuery, asks, own_words, relatives, says
from dnam.rules.question_kinds import QuestionKind
from dnam.rules.text import words

CONSIDERED = 40
"""How many of the messages that fit best are judged."""
WEIGHTS = Path(__file__).with_name("answer_weights.json")
"""A weight for each of `columns`. They are fitted together: a weight below zero corrects for another."""
LIKELY = 0.5
"""How surely a question must ask for a list or a portrait: neither answers another question."""
REACH, FADES = 6, 0.85
"""How many messages after a question one may answer it, and how much less with each between them."""
CLEARLY = 0.6
"""A statement that fits as well as this, by words and meaning, answers whatever else speaks against it."""
LONG = 12
"""Words from which on a message is not favoured for its length."""
CLOSE = 1.2
"""A second message is shown when it is judged this close to the best."""
CORRECTED = 4
"""What the same person takes back within as many messages is shown with what it corrects."""
A_DAY = 86_400_000_000
"""In microseconds."""
SAME_KIND = 0.7
"""Two messages this alike tell the same kind of thing."""
MARKS = ("?", "？", "؟")
SIGNS = frozenset(".,;:!?…。、！？\n")
"""What parts a message: one that has none of them before its question mark is a question and no more."""
PARTS = re.compile(r"[^.,;:!?…。、！？؟\n]+[.,;:!?…。、！？؟\n]*")
LISTED = 8
"""The most people in an answer about several."""
LIST_WEIGHTS = np.array([0.1, 0.8, 0.75, -0.2, 0.55, 0.9, 0.9, -1.0])
"""In the order of `list_columns`."""
LIST_BIAS = -0.2
LEAST_FIT = 0.3
"""Nobody is listed when not even the message that fits best is this near by words and meaning."""
SAME_WORTH = 0.8
"""What takes back something and is this close to somebody's best message stands in its place."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """How a question wants to be answered."""

    people: frozenset[int]
    """Whom it is about: those it names, or the asker."""
    names: frozenset[str]
    kind: QuestionKind
    asked: bool = True
    """It asks anything: nothing answers a greeting or a remark."""

    @property
    def earlier(self) -> bool:
        """It asks how things were before."""
        return self.kind.earlier > 0

    @property
    def everyone(self) -> bool:
        """It asks of several people, and names none."""
        return self.kind.everyone >= LIKELY and not self.names

    @property
    def portrait(self) -> bool:
        """It asks for all that is known of somebody."""
        return self.kind.portrait >= LIKELY and bool(self.people)


def wanted_by(query: SearchQuery, named: Mapping[int, str]) -> Wanted:
    """Return how a question wants to be answered; `named` are the people it names."""
    own = says(query.text.casefold(), own_words)
    people = frozenset(named) or (frozenset({query.asker}) if own else frozenset())
    names = frozenset(words("\n".join(named.values())))
    kind = query.kind
    asked = asks(query.text) or kind.asks > 0  # talk may look like any of the other kinds
    return Wanted(people=people, names=names, kind=kind, asked=asked)


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What is known of the candidates."""

    candidates: Candidates
    read: Mapping[int, Message]
    """Those that were read, by their positions; what cannot answer is what was said around the others."""
    weighed: Sequence[QueryWord]
    query: SearchQuery
    telling: Scores

    @cached_property
    def rows(self) -> NDArray[np.intp]:
        """Those that can answer."""
        positions = self.candidates.positions.tolist()
        able = [nth for nth, at in enumerate(positions) if at in self.read and may_answer(self.read[at])]
        return np.array(able, np.intp)

    @cached_property
    def messages(self) -> Sequence[Message]:
        return [self.read[at] for at in self.candidates.positions[self.rows].tolist()]

    @cached_property
    def asks(self) -> NDArray[np.bool_]:
        positions = self.candidates.positions.tolist()
        begins = [at in self.read and asks(self.read[at].text) for at in positions]
        has: NDArray[np.bool_] = np.array(begins) | ((self.candidates.cues & int(Cue.ASKS)) != 0)
        return has

    @cached_property
    def asking(self) -> Scores:
        """How much of each of the messages asks something, from 0 to 1."""
        return np.array([asking_share(message.text) for message in self.messages])

    @cached_property
    def relatives(self) -> NDArray[np.bool_]:
        """Which of the messages speak of relatives, unless the question does."""
        if says(self.query.text.casefold(), relatives):
            return np.zeros(len(self.rows), np.bool_)
        return np.array([says(message.text.casefold(), relatives) for message in self.messages], np.bool_)

    @property
    def sent_at(self) -> NDArray[np.int64]:
        return self.candidates.sent_at[self.rows]

    def cue(self, cue: Cue) -> NDArray[np.bool_]:
        has: NDArray[np.bool_] = (self.candidates.cues[self.rows] & int(cue)) != 0
        return has


def best_answers(judged: Judged, wanted: Wanted) -> Positions:
    """Return the messages that answer a question, as they were said; none when nothing fits."""
    if not judged.messages:
        return np.empty(0, np.int64)
    if wanted.everyone:
        chosen = _of_everyone(judged)
        if len(chosen):
            return judged.candidates.positions[judged.rows[chosen]]
    speaks = columns(judged, wanted)
    score = _score(speaks)
    if not wanted.earlier:  # such a question may name what came after
        clear = speaks["words"] + speaks["meaning"] - speaks["question"] - speaks["of_others"] - CLEARLY
        score = np.maximum(score, clear)
    if wanted.kind.slots and wanted.people:
        score = np.where(_of_another(judged, wanted), -1.0, score)
    order = np.argsort(-score, kind="stable")
    order = order[score[order] > 0]
    positions, sent_at = judged.candidates.positions[judged.rows], judged.sent_at
    close = [
        nth
        for nth in order
        if (score[nth] >= score[order[0]] - CLOSE or _corrects(judged, nth, order[0]))
        and (wanted.earlier or sent_at[nth] >= sent_at[order[0]] - A_DAY)  # what is older may not hold now
    ]
    return positions[sorted(close[:2], key=lambda nth: int(sent_at[nth]))]


def _corrects(judged: Judged, nth: int, best: int) -> bool:
    """Return whether a message takes back what its author has just said."""
    after = judged.messages[nth].position - judged.messages[best].position
    same = judged.messages[nth].author.id == judged.messages[best].author.id
    return same and 0 < after <= CORRECTED and takes_back(judged.messages[nth].text)


def columns(judged: Judged, wanted: Wanted) -> dict[str, Scores]:
    """Return what speaks for each message as an answer, by the names of the weights."""
    candidates, query, rows, kind = judged.candidates, judged.query, judged.rows, wanted.kind
    meaning, shared = (
        semantic_scores(candidates, query.expected),
        own_scores(candidates, judged.weighed, query),
    )
    alike = semantic_scores(candidates, query.vector)
    asked = _asked(judged, np.clip(alike + shared, 0, 1.5))[rows]
    fits = np.clip(meaning + shared, 0, 1)[rows]
    retold, retells = _told_anew(judged, fits)
    author = np.isin(candidates.authors[rows], [*wanted.people])
    of_others = ~_concerns(judged, wanted) & bool(wanted.names)
    length = np.minimum(candidates.lengths[rows], LONG) / LONG
    number, later, now = judged.cue(Cue.NUMBER), _later(judged), 1 - kind.earlier
    speaks = {
        "meaning": meaning[rows],
        "alike": alike[rows],
        "words": shared[rows],
        "around": np.clip(lexical_scores(candidates, judged.weighed, query) + meaning, 0, 2)[rows],
        "asked": asked,
        "author": author & bool(wanted.names),
        "of_others": of_others,
        "of_themselves": of_others & judged.cue(Cue.FIRST_PERSON),
        "telling": judged.telling[rows],
        "question": judged.asking,
        "length": length * np.clip(1 - asked, 0, 1),  # a short answer says enough after its question
        "when": kind.when * (judged.cue(Cue.TIME) | number),
        "number": kind.number * number,
        "later": now * later,
        "earlier": kind.earlier * later,
        "retold": now * retold,
        "retells": now * retells,
        "before": kind.earlier * _before(judged, fits),
        "relative": judged.relatives,
    }
    return {name: column.astype(np.float64) for name, column in speaks.items()}


def _asked(judged: Judged, fits: Scores) -> Scores:
    """Return for each candidate how well the question fits that it replies to or somebody else just asked."""
    candidates, asks_ = judged.candidates, judged.asks
    best = np.zeros(len(fits))
    for distance in range(1, REACH + 1):
        place, there = beside(candidates, -distance)
        others = there & asks_[place] & (candidates.authors[place] != candidates.authors)
        best = np.maximum(best, np.where(others, fits[place] * FADES ** (distance - 1), 0.0))
    row_of = {message.id: at for at, message in judged.read.items()}
    for nth, message in zip(judged.rows, judged.messages, strict=True):
        replied = row_of.get(message.reply_to or 0)
        if replied is not None:
            row = int(np.searchsorted(candidates.positions, replied))
            best[nth] = max(best[nth], fits[row] * asks_[row])
    return best


def _before(judged: Judged, fits: Scores) -> Scores:
    """Return how well what each message's author said later fits: a question names what came after."""
    before: Scores = (_earlier(judged) * fits).max(axis=1, initial=0)
    return before


def _earlier(judged: Judged) -> NDArray[np.bool_]:
    """Return which messages (rows) were sent before which others of the same author (columns)."""
    authors, sent_at = judged.candidates.authors[judged.rows], judged.sent_at
    earlier: NDArray[np.bool_] = (authors[:, None] == authors) & (sent_at[:, None] < sent_at)
    return earlier


def _told_anew(judged: Judged, fits: Scores) -> tuple[Scores, Scores]:
    """Return how much each message's author says it anew later, and how much it says something anew."""
    candidates, rows = judged.candidates, judged.rows
    if candidates.vectors is None:
        return np.zeros(len(rows)), np.zeros(len(rows))
    vectors, later = candidates.vectors[rows], _earlier(judged)
    retold, retells = np.zeros(len(rows)), np.zeros(len(rows))
    for nth in np.flatnonzero(later.any(axis=1)):  # few: all with all waits for the threads of a product
        after = np.flatnonzero(later[nth])
        alike = np.clip(vectors[after] @ vectors[nth], 0, 1)
        retold[nth] = (alike * fits[after]).max()
        retells[after] = np.maximum(retells[after], alike * fits[nth])
    return retold, retells


def _score(speaks: Mapping[str, Scores]) -> Scores:
    weights = _weights()
    score: Scores = np.stack([weights[name] * column for name, column in speaks.items()]).sum(axis=0)
    return score + weights["bias"]


@cache
def _weights() -> dict[str, float]:
    weights: dict[str, float] = json.loads(WEIGHTS.read_text("utf-8"))
    return weights


def _of_everyone(judged: Judged) -> NDArray[np.intp]:
    """Return the message of each person that fits best, and of those that fit as well the latest."""
    authors, sent_at = judged.candidates.authors[judged.rows], judged.sent_at
    fits = list_columns(judged)
    score = fits @ LIST_WEIGHTS + LIST_BIAS
    if (fits[:, 0] + fits[:, 1]).max() < LEAST_FIT:
        return np.empty(0, np.intp)
    best: dict[int, int] = {}
    for nth in np.argsort(-score, kind="stable"):
        author = int(authors[nth])
        first = best.setdefault(author, int(nth))
        newer = sent_at[nth] > sent_at[first] and score[nth] >= score[first] - SAME_WORTH
        if newer and takes_back(judged.messages[nth].text):
            best[author], score[nth] = int(nth), score[first]
    return np.array([nth for nth in best.values() if score[nth] > 0][:LISTED], np.intp)


def list_columns(judged: Judged) -> Scores:
    """Return what speaks for each message as one entry of a list, in the order of the weights."""
    candidates, query, rows = judged.candidates, judged.query, judged.rows
    semantic = semantic_scores(candidates, query.expected)
    around, tells = talk(candidates, semantic)[rows], judged.telling[rows]
    return np.stack(
        (
            lexical_scores(candidates, judged.weighed, query)[rows],
            semantic[rows],
            tells,
            judged.cue(Cue.QUESTION),
            around,
            candidates.positions[rows] >> 32 == query.slot,
            around * tells,
            _later(judged),
        ),
        axis=1,
    ).astype(np.float64)


def _later(judged: Judged) -> Scores:
    """Return for each message the share of the others that were not sent after it."""
    nth = np.argsort(np.argsort(judged.sent_at, kind="stable"))
    share: Scores = nth / max(len(nth) - 1, 1) if len(nth) > 1 else np.ones(1)
    return share


def asking_share(text: str) -> float:
    """Return the share of a text's words that ask: those of its parts that end in a question mark."""
    if not any(mark in text for mark in MARKS):
        return float(asks(text))
    parts = [part for part in PARTS.findall(text) if part.strip()]
    counted = [(len(part.split()), any(mark in part for mark in MARKS)) for part in parts]
    return sum(size for size, mark in counted if mark) / max(sum(size for size, _ in counted), 1)


def may_answer(message: Message) -> bool:
    """Return whether a message can answer anything: a person's, and more than a question."""
    text = message.text.rstrip()
    asks = text.endswith(MARKS) and (message.addressed or SIGNS.isdisjoint(text[:-1]))
    return not message.author.bot and not asks


def tells(message: Message) -> bool:
    """Return whether a message can stand for a person: more than a question or a greeting."""
    return may_answer(message) and worth_keeping(message)


def _of_another(judged: Judged, wanted: Wanted) -> NDArray[np.bool_]:
    """Return which messages tell only of an author who is not asked about: their job is not the asker's."""
    return ~_concerns(judged, wanted) & judged.cue(Cue.FIRST_PERSON)


def _concerns(judged: Judged, wanted: Wanted) -> NDArray[np.bool_]:
    """Return which messages are by whom a question is about, or name them."""
    by_them = np.isin(judged.candidates.authors[judged.rows], [*wanted.people])
    return by_them | np.array([_names(message, wanted) for message in judged.messages], np.bool_)


def _names(message: Message, wanted: Wanted) -> bool:
    mentioned = any(person.id in wanted.people for person in message.mentions)
    return mentioned or (bool(wanted.names) and not wanted.names.isdisjoint(words(message.text)))


def kinds_first(positions: Positions, telling: Scores, vectors: NDArray[np.float32] | None) -> Iterator[int]:
    """Yield messages the most telling first, those that say what a better one says last."""
    order = np.argsort(-telling, kind="stable")
    if vectors is None:
        yield from positions[order].tolist()
        return
    taken: list[int] = []
    again: list[int] = []
    for nth in order.tolist():  # compared one by one: whoever asks wants the first few
        if taken and (vectors[taken] @ vectors[nth]).max() > SAME_KIND:
            again.append(nth)
        else:
            taken.append(nth)
            yield int(positions[nth])
    yield from positions[again].tolist()
