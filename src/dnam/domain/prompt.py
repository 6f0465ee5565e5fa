"""A prompt, its layers, and the search results that go into them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from dnam.domain.facts import Fact
from dnam.domain.messages import Message, Person


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
    """A search hit with its score and the reasons for it."""

    what: Thing
    score: float
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchResult:
    """The hits of a search, best first."""

    facts: tuple[Recollection[Fact], ...] = ()
    messages: tuple[Recollection[Message], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """One layer of a prompt."""

    layer: Layer
    text: str
    """With its header."""
    budget: int
    facts: tuple[Fact, ...] = ()
    messages: tuple[Message, ...] = ()
    left_out: int = 0
    """Number of entries that did not fit."""
    stale: bool = False
    """Whether the deadline passed and this is the last known good value."""

    @property
    def tokens(self) -> int:
        """Estimate: four characters per token."""
        return -(-len(self.text) // 4)


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """A prompt ready for a model, with its sections."""

    text: str
    sections: tuple[Section, ...] = field(default=())
    stamp: int | None = None
    """The stamp it was read under (`ports.DayStore`); a later retraction moves the stamp on."""
    answers: tuple[Fact | Message, ...] = ()
    """Of its facts and messages those that answer the question by themselves, best first."""
    people: Mapping[int, Person] = field(default_factory=dict)
    """Whom these speak of, by their ids."""
    memory_budget: int = 0
    """The most characters that all layers of memory may have together; 0 is no such limit."""
    instructions: str = ""
    """How a model should use the memory in it: for the host's system prompt."""
    asked: bool = False
    """Whether the question asks anything: a greeting and a remark do not."""
    off_record: bool = False
    """Whether the question was asked off the record: nothing is stored of it, nor of the answer."""

    @property
    def tokens(self) -> int:
        """Estimate: four characters per token."""
        return -(-len(self.text) // 4)
