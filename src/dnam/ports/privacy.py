"""The store port for consent, retention and erasure: what was erased is gone and stays gone."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from dnam.domain import ConsentChoice, Context, Cutoffs, Fact, Message, MessagePointer, Scope
from dnam.ports.hidden_until_stored import Hidden


class PrivacyStore(Protocol):
    """Messages by owner, provenance of answers, consent, tombstones, retention, leftover bytes."""

    hidden: Hidden
    """What no read for an audience shows from now on, and other reads show as muted, whatever is stored.

    While anything is hidden, summaries, short-term memory, days, profiles and answers read as if there were
    none.
    """

    async def hide(self, note: str, scope: Scope) -> None:
        """Hide a scope in this process until `hidden` has this note no more. Raises nothing."""

    async def messages_of(self, scope: Scope) -> list[MessagePointer]:
        """Return a pointer to every message of a scope.

        For a person: what they said, what was said to them in direct messages, and answers to them or made
        from their memory. For a channel or guild: what was said there, and answers made from it elsewhere.
        """

    async def note_answer(self, answer: Message, context: Context, about: Sequence[int] = ()) -> None:
        """Record whose memory an answer was made from: the person and channel of each source in `context`.

        The sources of a summary, a short-term entry or an earlier answer in that prompt count too. The people
        in `about` are sources in every channel. Does nothing for an answer that is not stored.
        """

    async def answers_to(self, guild: int, messages: Sequence[int]) -> list[int]:
        """Return the ids of the assistant's replies to these messages."""

    async def answers_out_of(
        self, people: Collection[int], channels: Collection[int], *, since: datetime
    ) -> dict[tuple[int, int], str]:
        """Return answers since then made from what these people said there, by guild and message id."""

    async def choices(self, guild: int, subjects: Collection[int]) -> list[ConsentChoice]:
        """Return the choices of these people and channels, and of their guild."""

    async def choose(self, choice: ConsentChoice, at: datetime) -> None:
        """Store a choice in place of the previous one; an empty choice removes it."""

    async def mute(self, scope: Scope | None, *, mode: str, excluded: Collection[int]) -> None:
        """Recompute which messages and facts are muted for lack of consent, in a scope or everywhere.

        `mode` applies to guilds that have not chosen; `excluded` are more excluded channels.
        """

    async def bury(self, names: Collection[str], at: datetime | None) -> None:
        """Store a tombstone (a keyed hash) for each name; without a time it never ends."""

    async def buried(self, names: Collection[str]) -> dict[str, datetime]:
        """Return which of these names have a tombstone, and until when."""

    async def expired_messages(
        self, before: datetime, *, limit: int, guild: int | None = None
    ) -> list[MessagePointer]:
        """Return pointers to messages sent before then, in a guild or in all, in no order."""

    async def expired_facts(self, cutoffs: Cutoffs) -> list[Fact]:
        """Return history past its cutoff, and learned facts nobody has confirmed in time."""

    async def expire_quotes(self, guild: int, before: datetime) -> None:
        """Remove what facts of a guild that are older quote of messages."""

    async def expire(self, cutoffs: Cutoffs) -> dict[str, int]:
        """Delete everything else past its cutoff, and quotes of such messages; return counts by kind."""

    async def overdue(self, cutoffs: Cutoffs) -> dict[str, int]:
        """Return counts by kind of what is past its cutoff and still stored."""

    async def notes(self, prefix: str) -> dict[str, str]:
        """Return every note whose name starts with `prefix`, case-sensitively."""

    async def blank_actions(self, guilds: Collection[int] | None, person: int) -> int:
        """Clear the details of these guilds' errors (None: of all), and a person's id from every line.

        Person 0 is nobody. Returns how many lines changed.
        """

    async def forget_names(self, scope: Scope) -> dict[str, int]:
        """Delete names, places and counters of a scope, and summaries whose sources are unknown."""

    async def purge(self) -> None:
        """Remove deleted data from indexes, free space and logs, as far as the store can."""
