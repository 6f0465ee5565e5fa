"""Which messages answer a question: what holds now before what held earlier, what tells before what chats.

`message_ranking` finds what a question is about; this chooses from that. The weights were fitted to the
conversations in `evals/questions/`; how telling a message is comes from `telling`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Candidates, Message, Positions
from dnam.languages import detect
from dnam.rules.extractive_summary import worth_keeping
from dnam.rules.fact_endings import takes_back
from dnam.rules.message_ranking import (
    QueryWord,
    Scores,
    answers,
    lexical_scores,
    question_shape,
    semantic_scores,
    talk,
)
from dnam.rules.question_cues import Cue, SearchQuery, own_words, says
from dnam.rules.text import words

CONSIDERED = 40
"""How many of the messages that fit best are judged."""
WEIGHTS = np.array(
    [7.4, -1.7, 1.2, -0.4, 1.4, -2.5, 0.8, -1.9, 1.4, 6.0, -1.3, 2.1, 0.0, -3.7, 0.1, -2.1, 5.5]
)
"""In the order of `columns`. They are fitted together: a weight below zero corrects for another."""
BIAS = -7.0
FITTING, OF_OTHERS = 1, 5
"""Columns: how much of the question a message has, and that it has to do with nobody who is named."""
CLEARLY = 0.35
"""A message that fits as well as this answers, whatever else speaks against it."""
LONG = 12
"""Words from which on a message is not favoured for its length."""
CLOSE = 1.2
"""A second message is shown when it is judged this close to the best."""
A_DAY = 86_400_000_000
"""In microseconds."""
SAME_KIND = 0.7
"""Two messages this alike tell the same kind of thing."""
MARKS = ("?", "？", "؟")
SIGNS = frozenset(".,;:!?…。、！？\n")
"""What parts a message: one that has none of them before its question mark is a question and no more."""
LISTED = 8
"""The most people in an answer about several."""
LIST_WEIGHTS = np.array([0.1, 0.8, 0.75, -0.2, 0.55, 0.9, 0.9, -1.0])
"""In the order of `list_columns`."""
LIST_BIAS = -0.2
SAME_WORTH = 0.8
"""What takes back something and is this close to somebody's best message stands in its place."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """How a question wants to be answered."""

    people: frozenset[int]
    """Whom it is about: those it names, or the asker."""
    names: frozenset[str]
    """The words of their names."""
    earlier: bool = False
    """It asks how things were before."""
    everyone: bool = False
    """It asks of several people, and names none."""


def wanted_by(query: SearchQuery, named: Mapping[int, str]) -> Wanted:
    """Return how a question wants to be answered; `named` are the people it names."""
    text = query.text.casefold()
    people = frozenset(named) or (frozenset({query.asker}) if says(text, own_words) else frozenset())
    names = frozenset(word for name in named.values() for word in words(name))
    everyone = not named and _asks(text, "everyone")
    return Wanted(people=people, names=names, earlier=_asks(text, "earlier"), everyone=everyone)


def _asks(text: str, list_: str) -> bool:
    """Return whether a question has one of these words of its language."""
    for language in detect(text)[:1]:
        if not language.is_spaced:
            return any(word in text for word in language.words.get(list_, ()))
        joined = "".join(sign if sign.isalnum() or sign in "'-" else " " for sign in text.replace("’", "'"))
        return language.phrases(list_).inside(" ".join(joined.split()))
    return False


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """What is known of the candidates."""

    candidates: Candidates
    rows: NDArray[np.intp]
    """Those that can answer: the others count as what was said around them."""
    messages: Sequence[Message]
    """The messages of these rows."""
    weighed: Sequence[QueryWord]
    query: SearchQuery
    telling: Scores
    """How telling each candidate is."""

    @property
    def sent_at(self) -> NDArray[np.int64]:
        """When the messages of the rows were sent."""
        return self.candidates.sent_at[self.rows]

    def cue(self, cue: Cue) -> NDArray[np.bool_]:
        """Return which of the rows show something."""
        has: NDArray[np.bool_] = (self.candidates.cues[self.rows] & int(cue)) != 0
        return has


def best_answers(judged: Judged, wanted: Wanted) -> Positions:
    """Return the messages that answer a question, best first; none when nothing fits."""
    if not judged.messages:
        return np.empty(0, np.int64)
    if wanted.everyone:
        chosen = _of_everyone(judged)
        if len(chosen) > 1:
            return judged.candidates.positions[judged.rows[chosen]]
    what_speaks = columns(judged, wanted)
    score = what_speaks @ WEIGHTS + BIAS
    clear = (what_speaks[:, FITTING] >= CLEARLY) & (what_speaks[:, OF_OTHERS] == 0)
    order = np.argsort(-score, kind="stable")
    order = order[((score > 0) | clear)[order]]
    sent_at = judged.sent_at
    close = [
        nth
        for nth in order
        if score[nth] >= score[order[0]] - CLOSE
        and (wanted.earlier or sent_at[nth] >= sent_at[order[0]] - A_DAY)  # what is older may not hold now
    ]
    return judged.candidates.positions[judged.rows[close[:2]]]


def columns(judged: Judged, wanted: Wanted) -> Scores:
    """Return what speaks for each message as an answer, in the order of the weights."""
    candidates, query, rows = judged.candidates, judged.query, judged.rows
    semantic = semantic_scores(candidates, query)
    fitting = np.clip(lexical_scores(candidates, judged.weighed, query) + semantic, 0, 2)[rows]
    author = np.isin(candidates.authors[rows], [*wanted.people])
    named = np.array([_names(message, wanted) for message in judged.messages])
    later = _later(judged)
    when, number = question_shape(query.text)
    now = not wanted.earlier
    changes = np.array([now and takes_back(message.text) for message in judged.messages])
    return np.stack(
        (
            semantic[rows],
            fitting,
            author & bool(wanted.names),
            author & (not wanted.names),
            named,
            ~(author | named) & bool(wanted.names),
            judged.telling[rows],
            judged.cue(Cue.QUESTION),
            changes,
            np.minimum(candidates.lengths[rows], LONG) / LONG,
            when * judged.cue(Cue.TIME),
            number * judged.cue(Cue.NUMBER),
            talk(candidates, semantic)[rows],
            answers(candidates, judged.weighed)[rows],
            now * later,
            (not now) * later,
            now * later * fitting,
        ),
        axis=1,
    ).astype(np.float64)


def _of_everyone(judged: Judged) -> NDArray[np.intp]:
    """Return the message of each person that fits best, and of those that fit as well the latest."""
    authors, sent_at = judged.candidates.authors[judged.rows], judged.sent_at
    score = list_columns(judged) @ LIST_WEIGHTS + LIST_BIAS
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
    semantic = semantic_scores(candidates, query)
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


def may_answer(message: Message) -> bool:
    """Return whether a message can answer anything: a person's, and more than a question."""
    text = message.text.rstrip()
    asks = text.endswith(MARKS) and (message.addressed or SIGNS.isdisjoint(text[:-1]))
    return not message.author.bot and not asks


def tells(message: Message) -> bool:
    """Return whether a message can stand for a person: more than a question or a greeting."""
    return may_answer(message) and worth_keeping(message)


def _names(message: Message, wanted: Wanted) -> bool:
    mentioned = any(person.id in wanted.people for person in message.mentions)
    return mentioned or not wanted.names.isdisjoint(words(message.text))


def kinds_first(positions: Positions, telling: Scores, vectors: NDArray[np.float32] | None) -> Positions:
    """Return messages the most telling first, those that say what a better one says last."""
    order = np.argsort(-telling, kind="stable")
    if vectors is None:
        return positions[order]
    taken: list[int] = []
    again: list[int] = []
    alike = vectors @ vectors.T > SAME_KIND
    for nth in order:
        (again if alike[nth, taken].any() else taken).append(int(nth))
    return positions[[*taken, *again]]
