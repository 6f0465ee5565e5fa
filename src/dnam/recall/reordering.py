"""Reordering: the best messages of a search in the order of a reranker, which reads each with a question."""

from dataclasses import dataclass

from dnam.domain import Message, Recollection
from dnam.lanes import Lanes
from dnam.ports import Reranker
from dnam.rules.quoting import spoken

RERANKED = 50
"""How many of the best messages a reranker reads."""


@dataclass(frozen=True, slots=True)
class Reordering:
    reranker: Reranker | None
    lanes: Lanes
    deadline: float
    """Seconds that a search waits for it."""

    def depth(self, limit: int) -> int:
        """Return how many messages to rank when this many are wanted."""
        return limit if self.reranker is None else max(limit, RERANKED)

    async def reordered(
        self, question: str, hits: list[Recollection[Message]]
    ) -> list[Recollection[Message]]:
        """Return the first hits in the reranker's order; as they are if there is none or it fails."""
        if self.reranker is None or not self.reranker.ready or len(hits) < 2:
            return hits
        first = hits[:RERANKED]
        lines = [f"{hit.what.author.name}: {spoken(hit.what)}" for hit in first]
        scores = await self.lanes.attempt(
            "memory_rerank",
            self.reranker.score(question, lines),
            deadline=self.deadline,
            fallback=None,
        )
        if scores is None:
            return hits
        order = sorted(range(len(first)), key=lambda nth: -scores[nth])
        return [first[nth] for nth in order] + hits[RERANKED:]
