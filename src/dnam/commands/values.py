"""What goes into a command and what comes out, and what commands need of recall."""

from dataclasses import dataclass
from typing import Protocol

from dnam.audience import Audience
from dnam.model import Context, Fact, Found, Person, Place, Question, Receipt, Scope
from dnam.rules.merge import Outcome

FACTS_OFF = "Facts are not kept here: whoever runs this memory has turned them off."


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """A command as somebody typed it."""

    text: str
    place: Place
    person: Person
    message: int | None = None
    mentions: tuple[Person, ...] = ()
    typed: bool = True
    """By the person's own hand; False when the assistant does it for them."""
    manager: bool = False
    """May look after the guild: moderate its lore."""
    operator: bool = False
    """Typed by whoever runs this memory, for the person named."""
    assistant: Person | None = None
    """Whom it was said to, in plain words; None for what only counts with the prefix."""
    reply_to: int | None = None
    """The message it answers, if any: what "this" means."""

    def asks(self, text: str) -> Question:
        """Put a question as the person who typed the command, where they typed it."""
        return Question(
            place=self.place, asker=self.person, text=text, message=self.message, mentions=self.mentions
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What the person is told; at most 2,000 characters."""

    text: str
    changed: bool = False
    listed: tuple[Fact, ...] = ()
    """The facts that numbers now stand for."""
    kept: tuple[Outcome, ...] = ()
    """What became of each statement that was to be remembered."""


class Erases(Protocol):
    """What commands need of erasing."""

    async def preview(self, scope: Scope) -> Receipt:
        """Count what would go."""
        ...

    async def erase(self, scope: Scope) -> Receipt:
        """Erase everything of a scope; the caller holds the lane in which facts change."""
        ...

    async def retell(self, scope: Scope) -> None:
        """Have what was made of a scope's messages made anew, as people now agree."""
        ...


class Looks(Protocol):
    """What commands need of recall."""

    def audience(self, question: Question) -> Audience:
        """Say what may be shown where the question is asked."""
        ...

    async def context(self, question: Question) -> Context:
        """Assemble the prompt for a question."""
        ...

    async def search(self, question: Question, *, limit: int = 8) -> Found:
        """Find what clearly fits a question."""
        ...
