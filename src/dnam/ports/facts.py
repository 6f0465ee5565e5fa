"""What is needed of a store for facts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from dnam.audience import Audience
from dnam.model import Fact, HeldFact, Message, Vector


class FactStore(Protocol):
    """Facts: one row per guild, subject, origin and id."""

    async def facts_for(
        self,
        audience: Audience,
        subjects: Sequence[int],
        *,
        at: datetime,
        model: str | None = None,
        most: int | None = None,
    ) -> list[HeldFact]:
        """Give the audible active facts about these subjects that hold `at` that time, newest first.

        With `most` at most so many about each subject: pinned ones before others, then the newest.
        """

    async def fact_marks(
        self, audience: Audience, subjects: Sequence[int], *, at: datetime
    ) -> dict[int, tuple[int, ...]]:
        """Give a mark for each subject with audible active facts that hold `at` that time.

        It differs once any of them has come, gone or changed: a cheap way to see whether to look.
        """

    async def find_facts(
        self,
        audience: Audience,
        words: Sequence[str],
        vector: Vector | None,
        *,
        model: str | None,
        at: datetime,
        limit: int,
    ) -> list[HeldFact]:
        """Give audible active facts that hold `at` that time and fit a question, in no order.

        At most `limit` are found by words (those of `rules.rank.fact_words`), the rarest and most of them
        first, and as many by vectors of this model, nearest first, which may be approximate.
        """

    async def facts_of(self, subject: int, *, guild: int | None = None) -> list[Fact]:
        """Give every fact about a subject in every state and origin, newest first: to merge and control."""

    async def facts_by(self, person: int) -> list[Fact]:
        """Give every fact a person asserted, about anybody, in every state and origin, newest first."""

    async def facts_naming(self, person: int) -> list[Fact]:
        """Give every fact of others, and lore, that names a person, in every state, newest first."""

    async def facts_from(self, guild: int, messages: Sequence[int]) -> list[Fact]:
        """Give every fact of a guild that was learned from one of these messages, in every state."""

    async def all_facts(self, *, guild: int | None = None, muted: bool = False) -> list[Fact]:
        """Give every fact of a guild, or of all; `muted` ones, of people who opted out, only if asked for."""

    async def save_facts(
        self,
        facts: Sequence[Fact],
        *,
        drop: Sequence[Fact] = (),
        read: Sequence[Message] = (),
        level: int = 1,
    ) -> None:
        """Insert or replace rows by key, drop others for good, note messages as read: all or none of it.

        A changed text drops the row's vectors.
        """

    async def drop_facts(self, facts: Sequence[Fact]) -> int:
        """Remove rows by key for good; give how many were held."""

    async def put_fact_vectors(self, model: str, vectors: Sequence[tuple[Fact, Vector]]) -> None:
        """Keep vectors of facts; ignored for a fact whose text has changed since it was read."""

    async def unembedded_facts(self, *, model: str, limit: int) -> list[Fact]:
        """Give active facts without a vector of this model, newest first."""

    async def touch_facts(self, facts: Sequence[Fact]) -> None:
        """Count one more use of these facts."""
