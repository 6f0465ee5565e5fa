"""The store port for facts."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from dnam.audience import Audience
from dnam.domain import Fact, HeldFact, Message, Vector
from dnam.rules.contradictions import Concern


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
        """Return the audible active facts about these subjects that are valid `at` that time, newest first.

        `most` limits how many are returned per subject: pinned ones first, then the newest.
        """

    async def fact_marks(
        self, audience: Audience, subjects: Sequence[int], *, at: datetime
    ) -> dict[int, tuple[int, ...]]:
        """Return a checksum for each subject with audible active facts that are valid `at` that time.

        It changes when any of them is added, removed or changed: a cheap way to see whether to read them.
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
        """Return audible active facts that are valid `at` that time and match a question, in no order.

        At most `limit` are found by words (see `rules.fact_ranking.fact_words`), preferring more and rarer
        matching words, and as many by vectors of this model, nearest first; that may be approximate.
        """

    async def facts_of(self, subject: int, *, guild: int | None = None) -> list[Fact]:
        """Return every fact about a subject, of any status and origin, newest first: not for showing."""

    async def facts_concerned(
        self, subject: int, concern: Concern, *, ids: Collection[str], room: int, guild: int | None = None
    ) -> list[Fact]:
        """Return the facts about a subject that a new one may concern, or that have one of these ids.

        As `facts_of` all of them when `room` or more are active or superseded: then caps have to choose.
        """

    async def facts_by(self, person: int, *, since: datetime | None = None) -> list[Fact]:
        """Return every fact a person asserted about anybody, of any status and origin, newest first.

        With `since` only those that were created after it.
        """

    async def facts_naming(self, person: int) -> list[Fact]:
        """Return every fact about others, and lore, that names a person, of any status, newest first."""

    async def facts_from(self, guild: int, messages: Sequence[int]) -> list[Fact]:
        """Return every fact of a guild learned from one of these messages, of any status."""

    async def all_facts(self, *, guild: int | None = None, muted: bool = False) -> list[Fact]:
        """Return every fact of a guild, or of all; with `muted`, also those of people who opted out."""

    async def save_facts(
        self,
        facts: Sequence[Fact],
        *,
        drop: Sequence[Fact] = (),
        hide: Sequence[tuple[int, int]] = (),
        read: Sequence[Message] = (),
        level: int = 1,
    ) -> None:
        """Insert or replace facts by key, delete others, mark messages as read: all or nothing.

        The messages in `hide`, by guild and id, are hidden, and what was derived from them is dropped. A
        changed text drops the fact's vectors.
        """

    async def drop_facts(self, facts: Sequence[Fact]) -> int:
        """Delete facts by key; return how many there were."""

    async def put_fact_vectors(self, model: str, vectors: Sequence[tuple[Fact, Vector]]) -> None:
        """Store vectors of facts; ignored for a fact whose text has changed since it was read."""

    async def unembedded_facts(self, *, model: str, limit: int) -> list[Fact]:
        """Return active facts without a vector of this model, newest first."""

    async def touch_facts(self, facts: Sequence[Fact]) -> None:
        """Add one to the use count of each fact; not idempotent."""
