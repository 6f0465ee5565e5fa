"""A prompt: its layers, what was found for them, and how much of it there is."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from dnam.model.facts import Fact
from dnam.model.messages import Message


class Layer(StrEnum):
    """The layers of a prompt; `settings.prompt_order` says in which order they appear."""

    FILES = "files"
    FACTS = "facts"
    LORE = "lore"
    PEOPLE = "people"
    DAYS = "days"
    SHORT_TERM = "short_term"
    ROLLING = "rolling"
    RELEVANT = "relevant"
    HISTORY = "history"
    ACTIONS = "actions"
    MESSAGE = "message"


Thing = TypeVar("Thing", Fact, Message)


@dataclass(frozen=True, kw_only=True, slots=True)
class Recollection(Generic[Thing]):
    """Something found, how well it fits, and why."""

    what: Thing
    score: float
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchResult:
    """What a search brought up, best first."""

    facts: tuple[Recollection[Fact], ...] = ()
    messages: tuple[Recollection[Message], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """One layer as it stands in a prompt."""

    layer: Layer
    text: str
    """Header included, as it appears."""
    budget: int
    facts: tuple[Fact, ...] = ()
    messages: tuple[Message, ...] = ()
    left_out: int = 0
    """How many entries did not fit."""
    stale: bool = False
    """The deadline passed and this is the last known good value."""

    @property
    def tokens(self) -> int:
        """The usual estimate: four characters a token."""
        return -(-len(self.text) // 4)


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """A prompt ready for a model, and what it is made of."""

    text: str
    sections: tuple[Section, ...] = field(default=())
    stamp: int | None = None
    """Of what it was read under: it moves on when something is taken back that was summed up."""

    @property
    def tokens(self) -> int:
        """The usual estimate: four characters a token."""
        return -(-len(self.text) // 4)
