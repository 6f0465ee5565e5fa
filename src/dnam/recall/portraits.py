"""What somebody has told of themself: it stands for a person where facts do not."""

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from dnam.audience import Audience
from dnam.domain import Candidates, Message, Positions
from dnam.ports import Store
from dnam.rules import answer_ranking
from dnam.rules.message_ranking import Scores
from dnam.rules.message_worth import UNSURE, can_judge, telling
from dnam.rules.quoting import spoken
from dnam.vectors import NAME, load_has_ended, sentence_vectors

OWN = 200
"""How many of the latest messages of somebody are looked at for what they have told of themself."""
PORTRAYED = 10
READ_AGAIN = 40
"""How many of them the built-in encoder reads where the other one cannot judge them: a question waits."""
MOST_TELLING = 12
LEAST_TELLING = -0.3
"""How many of these stand for a person, and how telling each must be."""


class Portraits:
    def __init__(self, store: Store, model: str | None) -> None:
        self._store = store
        self.model = model

    async def of(self, audience: Audience, person: int) -> list[Message]:
        """Return what a person has told of themself, the most telling first."""
        own = await self._store.written_by(audience, [person], limit=OWN)
        candidates = await self._store.read_candidates(audience, own, model=self.model)
        tells = await self.telling(audience, candidates, own, wanted=True)
        best = take_in_turn(candidates, tells, [person])[:PORTRAYED]
        entries = await self._store.read_positions(audience, best)
        messages = [entries[position].message for position in best if position in entries]
        return [message for message in messages if answer_ranking.tells(message)]

    async def telling(
        self, audience: Audience, candidates: Candidates, own: Positions, *, wanted: bool
    ) -> Scores:
        """Return how telling each candidate is.

        Where the encoder has no weights for that, and it is wanted, the built-in one reads somebody's own
        latest messages.
        """
        if can_judge(self.model) or not wanted or not load_has_ended():
            return telling(candidates, self.model)
        entries = await self._store.read_positions(audience, sorted(own.tolist())[-READ_AGAIN:])
        texts = [f"{one.message.author.name}: {spoken(one.message)}" for one in entries.values()]
        rows = await asyncio.to_thread(sentence_vectors, texts)
        read = replace(candidates, positions=np.array([*entries], np.int64), vectors=rows)
        scores = np.full(len(candidates.positions), UNSURE)
        scores[np.searchsorted(candidates.positions, read.positions)] = telling(read, NAME)
        return scores


def take_in_turn(candidates: Candidates, tells: Scores, people: Sequence[int]) -> list[int]:
    """Return the positions of what people have told of themselves: the most telling of each in turn."""

    def of_one(person: int) -> Iterator[int]:
        rows = np.flatnonzero((candidates.authors == person) & (tells > LEAST_TELLING))
        vectors = None if candidates.vectors is None else candidates.vectors[rows]
        yield from answer_ranking.kinds_first(candidates.positions[rows], tells[rows], vectors)

    return [*islice(_in_turn([of_one(person) for person in people]), MOST_TELLING)]


def _in_turn(each: Sequence[Iterator[int]]) -> Iterator[int]:
    """Yield the first of each, then the second of each, until all have ended."""
    going = deque(each)
    while going:
        one = going.popleft()
        if (position := next(one, None)) is not None:
            yield position
            going.append(one)
