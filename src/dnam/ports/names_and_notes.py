"""The store ports for names, notes and the action log."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from dnam.domain import Action, Person, Place, Spending, Usage


class NameStore(Protocol):
    """Current names of people and places, by guild."""

    async def people(self, guild: int, ids: Sequence[int] | None = None) -> dict[int, Person]:
        """Return people by id with their current names in a guild; everyone seen there if `ids` is None."""

    async def people_called(self, guild: int, text: str) -> list[Person]:
        """Return everyone of a guild whose name occurs in a text, case-sensitively, in no order."""

    async def see_people(self, guild: int, people: Sequence[Person], at: datetime) -> None:
        """Store the current names of people who have not spoken there."""

    async def places(self, guild: int | None = None) -> list[Place]:
        """Return every place that something was said in."""

    async def see_place(self, place: Place) -> None:
        """Store a place in which something was told that is no message, such as a command."""


class NoteStore(Protocol):
    """Small named texts: the last list shown, undo steps, progress marks."""

    async def get_note(self, name: str) -> str | None:
        """Return a note's text, or None."""

    async def put_note(self, name: str, text: str | None) -> None:
        """Store a note, or delete it if the text is None."""

    async def get_own(self, name: str) -> str | None:
        """Return what the store notes about itself, such as its schema, or None: it is not in a `dump`."""

    async def put_own(self, name: str, text: str) -> None:
        """Note something about the store itself."""


class ActionStore(Protocol):
    """The action log, and the spending recorded in it."""

    async def log_action(self, action: Action) -> None:
        """Append a line to the log; not idempotent."""

    async def actions(
        self,
        *,
        guild: int | None = None,
        since: datetime | None = None,
        limit: int = 100,
        heard: Collection[str] | None = None,
    ) -> list[Action]:
        """Return the latest lines of a guild, or of all, newest first.

        With `guild` and `heard`, only lines with one of these origins, or with none.
        """

    async def spent(self, guild: int, since: datetime) -> Usage:
        """Return the total usage of a guild since then."""

    async def spending(self, since: datetime, *, guild: int | None = None) -> list[Spending]:
        """Return usage by day (UTC), guild and task since then; offline outcomes are not counted as calls."""
