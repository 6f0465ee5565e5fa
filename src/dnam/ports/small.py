"""What is needed of a store for names, notes and the action log."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from dnam.model import Action, Person, Place, Spending, Usage


class NameStore(Protocol):
    """Who is called what, where."""

    async def people(self, guild: int, ids: Sequence[int] | None = None) -> dict[int, Person]:
        """Give people by id with their current names in a guild; everyone seen there when ids is None."""

    async def people_called(self, guild: int, text: str) -> list[Person]:
        """Give everyone of a guild whose name stands somewhere in a text, exactly as written, in no order."""

    async def see_people(self, guild: int, people: Sequence[Person], at: datetime) -> None:
        """Keep the current names of people who did not say anything there."""

    async def places(self, guild: int | None = None) -> list[Place]:
        """Give every place something was said in."""


class NoteStore(Protocol):
    """Small values by name, for doors and commands: the last list shown, undo steps, marks."""

    async def get_note(self, name: str) -> str | None:
        """Give a note's text, or None."""

    async def put_note(self, name: str, text: str | None) -> None:
        """Keep a note, or remove it when the text is None."""


class ActionStore(Protocol):
    """The action log, and the money in it."""

    async def log_action(self, action: Action) -> None:
        """Add a line to the log."""

    async def actions(
        self,
        *,
        guild: int | None = None,
        since: datetime | None = None,
        limit: int = 100,
        heard: Collection[str] | None = None,
    ) -> list[Action]:
        """Give the latest lines of a guild, or of all, newest first.

        With `heard`, of a guild only what was done where these origins hear it, or nowhere in particular.
        """

    async def spent(self, guild: int, since: datetime) -> Usage:
        """Add up what models have taken in a guild since a moment."""

    async def spending(self, since: datetime, *, guild: int | None = None) -> list[Spending]:
        """Add up what each task has taken, by day, guild and task; what was offline is no call."""
