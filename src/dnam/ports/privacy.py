"""What is needed of a store so that what was erased is gone, and stays gone."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from dnam.model import ConsentChoice, Context, Cutoffs, Fact, Message, MessagePointer, Scope


class PrivacyStore(Protocol):
    """Erasing: what belongs to somebody or some place, tombstones, and the bytes left behind."""

    async def messages_of(self, scope: Scope) -> list[MessagePointer]:
        """Point at every message of a scope.

        Of a person: what they said, what was said to them alone, and what the assistant answered them or
        made of their memory. Of a channel or guild: what was said there, and what the assistant made of it.
        """

    async def note_answer(self, answer: Message, context: Context, about: Sequence[int] = ()) -> None:
        """Note from whose memory an answer of the assistant was made: the person and channel of each source.

        Whom it was asked `about` are sources wherever they said it.

        Whoever a summary, a short-term entry or an earlier answer in that prompt was made from is a source
        too. Nothing is noted of an answer that is not held.
        """

    async def answers_to(self, guild: int, messages: Sequence[int]) -> list[int]:
        """Give the ids of what the assistant answered to these messages."""

    async def answers_out_of(
        self, people: Collection[int], channels: Collection[int], *, since: datetime
    ) -> dict[tuple[int, int], str]:
        """Give what was answered since a moment out of what people told in channels, by guild and message."""

    async def choices(self, guild: int, subjects: Collection[int]) -> list[ConsentChoice]:
        """Give what these people and channels have decided, and what their guild has."""

    async def choose(self, choice: ConsentChoice, at: datetime) -> None:
        """Keep a decision in place of the one before; an empty one removes that."""

    async def mute(self, scope: Scope | None, *, mode: str, excluded: Collection[int]) -> None:
        """Hide what nobody has agreed to, and show what they have, in a scope or everywhere.

        `mode` holds for guilds that have not chosen, `excluded` are channels besides those excluded there.
        """

    async def bury(self, names: Collection[str], at: datetime | None) -> None:
        """Leave a tombstone for each name, unreadable from it; without a time it holds for ever."""

    async def buried(self, names: Collection[str]) -> dict[str, datetime]:
        """Say which of these names have a tombstone, and until when it holds."""

    async def expired_messages(self, before: datetime, *, limit: int) -> list[MessagePointer]:
        """Point at messages sent before a moment, in no order."""

    async def expired_facts(self, cutoffs: Cutoffs) -> list[Fact]:
        """Give history that is over, and learned facts that nobody has confirmed in time."""

    async def expire(self, cutoffs: Cutoffs) -> dict[str, int]:
        """Remove everything else that is over, and quotes of messages that are; give how much of each."""

    async def overdue(self, cutoffs: Cutoffs) -> dict[str, int]:
        """Count what is over and still kept, by what it is."""

    async def notes(self, prefix: str) -> dict[str, str]:
        """Give every note whose name begins so."""

    async def blank_actions(self, guilds: Collection[int] | None, person: int) -> int:
        """Empty the details of these guilds' errors, and which lines tell of a person; 0 is nobody.

        Without guilds the details of every error are emptied.
        """

    async def forget_names(self, scope: Scope) -> dict[str, int]:
        """Remove people, places and counters of a scope, and summaries whose sources are not known."""

    async def purge(self) -> None:
        """Leave as few bytes of what was removed as the store can: in indexes, free space and logs."""
