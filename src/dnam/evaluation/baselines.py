"""Baselines that search is compared with: plain BM25, and vectors alone.

They read the same store with the same words and the same audience, and rank in the textbook way.
"""

from collections import Counter
from collections.abc import Awaitable, Callable
from math import log

import numpy as np

from dnam.audience import Audience
from dnam.domain import Message, Question
from dnam.memory import Memory
from dnam.rules.text import query_words

Baseline = Callable[[Memory, Question, Audience, int], Awaitable[list[Message]]]
K1, B = 1.2, 0.75


async def bm25(memory: Memory, question: Question, audience: Audience, depth: int) -> list[Message]:
    """Rank by Okapi BM25 over the message itself, with stems and query stopwords."""
    asked = query_words(question.text)
    postings = await memory.store.find_words(audience, asked, limit=1_000_000)
    positions = np.unique(np.concatenate([*postings.values(), np.empty(0, dtype=np.int64)]))
    messages = await memory.store.read_positions(audience, positions.tolist())
    total = await memory.store.count_messages(audience)
    idf = {word: log(1 + (total - len(at) + 0.5) / (len(at) + 0.5)) for word, at in postings.items()}
    mean = sum(len(one.words) for one in messages.values()) / max(len(messages), 1)
    scores = {}
    for position, one in messages.items():
        counts = Counter(one.words)
        k = K1 * (1 - B + B * len(one.words) / max(mean, 1))
        scores[position] = sum(weight * counts[w] * (K1 + 1) / (counts[w] + k) for w, weight in idf.items())
    best = sorted(scores, key=lambda position: (-scores[position], messages[position].message.sent_at))
    return [messages[position].message for position in best[:depth]]


async def vectors(memory: Memory, question: Question, audience: Audience, depth: int) -> list[Message]:
    """Rank by the cosine of message and question alone."""
    if memory.embedder is None:
        return []
    vector = (await memory.embedder.embed([question.text]))[0]
    near = await memory.store.find_near(audience, vector, model=memory.embedder.name, limit=4 * depth)
    candidates = await memory.store.read_candidates(audience, near, model=memory.embedder.name)
    if candidates.vectors is None:
        return []
    order = np.argsort(-(candidates.vectors @ vector), kind="stable")[:depth]
    positions = [int(candidates.positions[i]) for i in order]
    messages = await memory.store.read_positions(audience, positions)
    return [messages[position].message for position in positions if position in messages]


BASELINES: dict[str, Baseline] = {"bm25": bm25, "vectors": vectors}
