"""Which messages answer a question about several people: an entry for each of them.

A list is told in a roll call ("who brings what?" and what each says to it), or bit by bit by whoever has
something to tell. `make train` fits the weights to the conversations of `evals/lists.jsonl`.
"""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnam.domain import Positions
from dnam.rules import answer_ranking
from dnam.rules.answer_ranking import Judged, Wanted
from dnam.rules.fact_endings import takes_back
from dnam.rules.message_ranking import Scores, lexical_scores, own_scores, semantic_scores, talk
from dnam.rules.question_cues import Cue
from dnam.vectors import SIZE

WEIGHTS = Path(__file__).with_name("list_weights.npz")
"""A weight for each of `columns` and for a message's vector; with another encoder than the built-in one
those for `columns` alone."""
LISTED = 10
"""The most people in an answer about several."""
SAME = 1.0
"""What takes back something and is judged this close to somebody's best message stands in its place."""
RUN = 14
"""How many messages after a question in the chat may answer it."""
SAYS_SO = 0.6
"""How much less a message that has no question mark counts as the one that asks the others."""
FADES = 5
"""After so many messages a reply counts half."""
ALIKE = 4
"""An entry is compared with as many of the messages that fit best."""
LONG = 12
"""Words from which on a message is not favoured for its length."""


def answers(judged: Judged, wanted: Wanted) -> Positions:
    """Return the messages that answer a question, as they were said; none when nothing fits."""
    listed = entries(judged) if wanted.everyone and judged.messages else ()
    if len(listed):
        return judged.candidates.positions[judged.rows[listed]]
    return answer_ranking.best_answers(judged, wanted)


def entries(judged: Judged) -> NDArray[np.intp]:
    """Return the entry of each person, as they were said: the best, or what takes it back later."""
    score, sent_at = _score(judged), judged.sent_at
    best: dict[int, int] = {}
    for nth in np.argsort(-score, kind="stable").tolist():
        if score[nth] <= 0:
            break
        message = judged.messages[nth]
        first = best.setdefault(message.author.id, nth)
        if sent_at[nth] > sent_at[first] and score[nth] >= score[first] - SAME and takes_back(message.text):
            best[message.author.id] = nth
    return np.array(sorted([*best.values()][:LISTED], key=lambda nth: int(sent_at[nth])), np.intp)


def _score(judged: Judged) -> Scores:
    weights, speaks, vectors = _weights(), columns(judged), judged.vectors
    if vectors is None or vectors.shape[1] != SIZE:
        score: Scores = speaks @ weights["alone"][:-1] + weights["alone"][-1]
        return score
    both: Scores = np.hstack([speaks, vectors]) @ weights["beside"][:-1] + weights["beside"][-1]
    return both


@cache
def _weights() -> dict[str, NDArray[np.float64]]:
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float64) for name in stored.files}


def columns(judged: Judged) -> Scores:
    """Return what speaks for each message as an entry, a column each."""
    candidates, query, rows = judged.candidates, judged.query, judged.rows
    meaning = semantic_scores(candidates, query.expected)
    shared = own_scores(candidates, judged.weighed, query)
    around = talk(candidates, meaning)[rows]
    asked, after = _roll_call(judged, shared)
    fits = np.clip(meaning + shared, 0, 1.5)[rows] + asked / (1 + np.maximum(after, 0) / FADES)
    length = np.minimum(candidates.lengths[rows], LONG) / LONG
    authors = candidates.authors[rows]
    back = np.array([takes_back(message.text) for message in judged.messages])
    later = (authors[:, None] == authors) & (judged.sent_at[:, None] < judged.sent_at)
    in_run = (after > 0) & (after <= RUN)
    return np.stack(
        (
            meaning[rows],
            shared[rows],
            semantic_scores(candidates, query.vector)[rows],
            lexical_scores(candidates, judged.weighed, query)[rows],
            around,
            judged.telling[rows],
            around * judged.telling[rows],
            judged.asking,
            length,
            judged.cue(Cue.FIRST_PERSON),
            judged.cue(Cue.NUMBER),
            judged.relatives,
            authors == query.asker,
            asked * in_run,
            asked * in_run * _first_of_each(judged, in_run),
            asked * in_run / (1 + np.maximum(after, 0) / FADES),
            asked * (after == 0),
            np.full(len(rows), asked),
            _likeness(judged, fits),
            back,
            (later * back * fits).max(axis=1, initial=0),
            (later * fits).max(axis=1, initial=0),
        ),
        axis=1,
    ).astype(np.float64)


def _roll_call(judged: Judged, shared: Scores) -> tuple[float, NDArray[np.int64]]:
    """Return how surely somebody asked the others just this, and how long after it each message came."""
    candidates, rows = judged.candidates, judged.rows
    known = np.array([at in judged.read for at in candidates.positions.tolist()])
    same = semantic_scores(candidates, judged.query.vector) + shared
    asks = np.where(known, np.clip(same, 0, 1.5) * np.where(judged.asks, 1.0, SAYS_SO), 0.0)
    first = int(asks.argmax())
    return float(asks[first]), candidates.positions[rows] - candidates.positions[first]


def _first_of_each(judged: Judged, among: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which messages are the first of their authors among some."""
    first, seen = np.zeros(len(among), np.bool_), set[int]()
    for nth in np.argsort(judged.sent_at, kind="stable"):
        author = judged.messages[nth].author.id
        first[nth] = among[nth] and author not in seen
        seen |= {author} if among[nth] else set()
    return first


def _likeness(judged: Judged, fits: Scores) -> Scores:
    """Return how alike each message is to those of others that fit best: entries of a list are."""
    if judged.vectors is None:
        return np.zeros(len(fits))
    best = np.argsort(-fits, kind="stable")[:ALIKE]
    authors = judged.candidates.authors[judged.rows]
    alike = judged.vectors @ judged.vectors[best].T
    likeness: Scores = np.where(authors[:, None] == authors[best], 0, alike).mean(axis=1)
    return likeness
