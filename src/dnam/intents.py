"""Memory by intent: what a program wants to remember, know, find or forget of a person, without commands.

Each acts for a person in a place, with that person's rights and for the audience of that place; without a
place, in their direct message with the assistant.
"""

from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from dnam.audience import audible, audience_of
from dnam.commands import Answer, Command
from dnam.days import Profiles
from dnam.domain import DM_GUILD, Fact, Person, Place, Profile, Question, Status, Visibility
from dnam.errors import BadInput
from dnam.ports import Store
from dnam.settings import Settings

T = TypeVar("T")


class Intents(ABC):
    """The part of `Memory` that programs call with a person and a text."""

    settings: Settings
    store: Store
    profiler: Profiles

    @abstractmethod
    async def command(self, command: Command) -> Answer | None:
        """Run a command."""

    @abstractmethod
    async def _attempt(self, action: str, work: Coroutine[Any, Any, T]) -> T | None:
        """Return the result of work on the store, or None if it fails."""

    async def remember(self, person: Person, text: str, *, place: Place | None = None) -> Answer:
        """Remember a fact about a person, as if they had said so; the answer tells what became of it.

        Raises BadInput when there is no text, or commands are switched off.
        """
        return await self._do(person, "remember", text, place)

    async def forget(self, person: Person, what: str, *, place: Place | None = None) -> Answer:
        """Forget facts of a person by their id or by words of them; `undo` takes it back. Raises BadInput."""
        return await self._do(person, "forget", what, place)

    async def facts(self, person: Person, *, place: Place | None = None) -> list[Fact]:
        """Return the active facts about a person that everyone in the place may hear, newest first."""
        where = place or dm_with(person)
        audience = audience_of(where, asker=person.id, portable=self.settings.audience == "portable")
        facts = await self.store.facts_of(person.id)
        return [f for f in audible(audience, facts) if f.status is Status.ACTIVE and not f.muted]

    async def profile(self, guild: int, person: int, *, place: Place | None = None) -> Profile | None:
        """Return what is known of a person and their recent days as one text; None when nothing is known.

        Limited to what everyone in `place` may read; without a place, to what the whole guild may read.
        """
        return (await self.profiles(guild, [person], place=place)).get(person)

    async def profiles(
        self, guild: int, people: Sequence[int], *, place: Place | None = None
    ) -> dict[int, Profile]:
        """Return the profiles of several people; those of whom nothing is known are absent."""
        anywhere = Place(guild=guild, channel=0, visibility=Visibility.PUBLIC)
        return await self._attempt("profile", self.profiler.in_place(place or anywhere, people)) or {}

    async def _command_for_model(self, question: Question, text: str) -> str:
        """Run a command that a model calls as a tool, with the rights of the person who asks."""
        command = Command(
            text=f"{self.settings.command_prefix} {text}",
            place=question.place,
            person=question.asker,
            message=question.message,
            mentions=question.mentions,
            typed=False,
        )
        answer = await self.command(command)
        return answer.text if answer else "Commands are switched off."

    async def _do(self, person: Person, verb: str, text: str, place: Place | None) -> Answer:
        if not text.strip():
            raise BadInput(f"There is nothing to {verb}: give a text.")
        command = Command(
            text=f"{self.settings.command_prefix} {verb} {text}",
            place=place or dm_with(person),
            person=person,
        )
        answer = await self.command(command)
        if answer is None:
            raise BadInput("Commands are switched off: set commands_enabled.")
        return answer


def dm_with(person: Person) -> Place:
    """Return a person's direct message with the assistant."""
    return Place(guild=DM_GUILD, channel=0, visibility=Visibility.DM, person=person.id)
