"""What dnam needs from the outside world, as small protocols with their contracts.

Everything behind these is replaceable: two stores, any embedder, any language model, any clock.
`dnam.testing` publishes the conformance suite that every store must pass.

Contracts that hold for every store method: a call is one transaction, done when it returns and durable
from then on; a read sees every write that returned before it began; faults raise `StoreError`.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from dnam.audience import Audience
from dnam.model import (
    Action,
    Candidates,
    Fact,
    FoundMessage,
    HeldFact,
    Message,
    Person,
    Place,
    Recent,
    Spending,
    Spots,
    Summary,
    Unread,
    Usage,
    Vector,
)

R = TypeVar("R", bound=BaseModel)


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Give the present moment, with its zone."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors of one length, near each other when they mean the same."""

    @property
    def name(self) -> str:
        """The model's name; vectors of different names are never compared."""
        ...

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Give one row of length 1 per text, in order; zeros for a text without words. Raises ModelError."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Prompt:
    """What a language model is asked."""

    instructions: str
    """The same for every call of a task, and sent first, so that providers can cache it."""
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Tool:
    """Something a language model may do while it answers."""

    name: str
    purpose: str
    """What the model is told it does."""
    arguments: type[BaseModel]
    call: Callable[[Any], Awaitable[str]]
    """Gets the arguments, checked; gives what the model is told. A DnamError is told to the model too."""


class ChatModel(Protocol):
    """A language model. Its failures are `ModelError`s that carry a reason and what they cost."""

    @property
    def name(self) -> str:
        """The provider and the model, such as `anthropic:claude-haiku-5-5`."""
        ...

    async def complete(self, prompt: Prompt, reply: type[R]) -> tuple[R, Usage]:
        """Give an answer in the form of `reply`, as little random as the model allows. Raises ModelError."""
        ...

    async def converse(self, prompt: Prompt, tools: Sequence[Tool] = ()) -> tuple[str, Usage]:
        """Give an answer in words; the model may use the tools, a few times. Raises ModelError."""
        ...

    async def close(self) -> None:
        """Let go of connections; safe to call twice."""
        ...


class MessageStore(Protocol):
    """Messages: kept whole, found by place, by word and by meaning."""

    async def add_message(self, message: Message, words: Sequence[str], cues: int = 0) -> bool:
        """Keep a message and index it under `words`; False and no change when its id is already held.

        `cues` are kept for ranking and mean nothing to the store. The names of its author, mentions and
        place become the current ones.
        """
        ...

    async def edit_message(
        self, guild: int, message: int, text: str, words: Sequence[str], edited_at: datetime, *, cues: int = 0
    ) -> bool:
        """Replace a message's text, words and vector; False when it is not held or the edit is not newer."""
        ...

    async def delete_messages(self, guild: int, messages: Sequence[int]) -> int:
        """Remove messages with their words and vectors; give how many were held."""
        ...

    async def get_message(self, guild: int, message: int) -> Message | None:
        """Give one message whoever may hear it: for provenance, never for showing."""
        ...

    async def recent_messages(
        self, audience: Audience, channel: int, *, limit: int, before: int | None = None
    ) -> list[Message]:
        """Give the newest audible messages of a channel, oldest first; `before` is a message id left out."""
        ...

    async def find_words(
        self, audience: Audience, words: Sequence[str], *, channel: int | None = None, limit: int = 2000
    ) -> Mapping[str, Spots]:
        """Give for each word the spots of audible messages that contain it, ascending, at most `limit` each.

        Where there are more, those of the latest spots are given.
        """
        ...

    async def find_near(self, audience: Audience, vector: Vector, *, model: str, limit: int) -> Spots:
        """Give the spots of the audible messages whose vectors of this model are nearest, in no order.

        May be approximate, and may look at the latest few thousand messages of each origin only: words find
        the older ones.
        """
        ...

    async def read_spots(self, audience: Audience, spots: Sequence[int]) -> dict[int, FoundMessage]:
        """Read the audible messages at these spots; spots without one are absent."""
        ...

    async def read_candidates(self, audience: Audience, spots: Spots, *, model: str | None) -> Candidates:
        """Read what ranking needs of the audible messages at these spots, ascending, with their vectors."""
        ...

    async def slot_of(self, guild: int, channel: int) -> int | None:
        """Give the upper 32 bits that all spots of a channel share; None when nothing was said there."""
        ...

    async def count_messages(self, audience: Audience) -> int:
        """Count the messages an audience could have heard."""
        ...

    async def messages_between(
        self, start: datetime, end: datetime, *, guild: int | None = None
    ) -> list[Message]:
        """Give every message sent from `start` until before `end`, oldest first: for journals and days."""
        ...

    async def unembedded_messages(self, *, model: str, limit: int) -> list[Message]:
        """Give messages without a vector of this model, newest first."""
        ...

    async def put_message_vectors(self, model: str, vectors: Sequence[tuple[Message, Vector]]) -> None:
        """Keep vectors of messages; ignored for a message deleted or edited since it was read."""
        ...


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
        ...

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
        ...

    async def facts_of(self, subject: int, *, guild: int | None = None) -> list[Fact]:
        """Give every fact about a subject in every state and origin, newest first: to merge and control."""
        ...

    async def facts_by(self, person: int) -> list[Fact]:
        """Give every fact a person asserted, about anybody, in every state and origin, newest first."""
        ...

    async def facts_from(self, guild: int, messages: Sequence[int]) -> list[Fact]:
        """Give every fact of a guild that was learned from one of these messages, in every state."""
        ...

    async def all_facts(self, *, guild: int | None = None) -> list[Fact]:
        """Give every fact of a guild, or of all: for projections and export."""
        ...

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
        ...

    async def drop_facts(self, facts: Sequence[Fact]) -> int:
        """Remove rows by key for good; give how many were held."""
        ...

    async def put_fact_vectors(self, model: str, vectors: Sequence[tuple[Fact, Vector]]) -> None:
        """Keep vectors of facts; ignored for a fact whose text has changed since it was read."""
        ...

    async def unembedded_facts(self, *, model: str, limit: int) -> list[Fact]:
        """Give active facts without a vector of this model, newest first."""
        ...

    async def touch_facts(self, facts: Sequence[Fact]) -> None:
        """Count one more use of these facts."""
        ...


class NameStore(Protocol):
    """Who is called what, where."""

    async def people(self, guild: int, ids: Sequence[int] | None = None) -> dict[int, Person]:
        """Give people by id with their current names in a guild; everyone seen there when ids is None."""
        ...

    async def see_people(self, guild: int, people: Sequence[Person], at: datetime) -> None:
        """Keep the current names of people who did not say anything there."""
        ...

    async def places(self, guild: int | None = None) -> list[Place]:
        """Give every place something was said in."""
        ...


class NoteStore(Protocol):
    """Small values by name, for doors and commands: the last list shown, undo steps, marks."""

    async def get_note(self, name: str) -> str | None:
        """Give a note's text, or None."""
        ...

    async def put_note(self, name: str, text: str | None) -> None:
        """Keep a note, or remove it when the text is None."""
        ...


class ActionStore(Protocol):
    """The action log, and the money in it."""

    async def log_action(self, action: Action) -> None:
        """Add a line to the log."""
        ...

    async def actions(
        self, *, guild: int | None = None, since: datetime | None = None, limit: int = 100
    ) -> list[Action]:
        """Give the latest lines of a guild, or of all, newest first."""
        ...

    async def spent(self, guild: int, since: datetime) -> Usage:
        """Add up what models have taken in a guild since a moment."""
        ...

    async def spending(self, since: datetime, *, guild: int | None = None) -> list[Spending]:
        """Add up what each task has taken, by day, guild and task; what was offline is no call."""
        ...


class LayerStore(Protocol):
    """What is made of messages after the reply: reading marks, rolling summaries, short-term memory."""

    async def unread_places(self, *, level: int, since: datetime) -> list[Unread]:
        """Say where messages wait to be read at this level, oldest first."""
        ...

    async def unread_messages(
        self, place: Unread, *, level: int, since: datetime, limit: int
    ) -> list[Message]:
        """Give the messages of a place that wait to be read at this level, oldest first."""
        ...

    async def mark_read(self, messages: Sequence[Message], *, level: int) -> None:
        """Note that messages have been read; never lowers what is noted."""
        ...

    async def hide_messages(self, guild: int, messages: Sequence[int], *, hidden: bool) -> None:
        """Leave messages out of every prompt and search, or let them in again; they stay stored."""
        ...

    async def count_turn(self, place: Place) -> int:
        """Count one more turn of a place's session; give how many since its last summary."""
        ...

    async def due_places(self, *, turns: int) -> list[Place]:
        """Give the places whose sessions have had at least so many turns since their last summary."""
        ...

    async def reset_turns(self, session: str) -> None:
        """Begin to count a session's turns anew."""
        ...

    async def get_summary(self, session: str) -> Summary | None:
        """Give a session's summary, whoever may hear it."""
        ...

    async def all_summaries(self) -> list[Summary]:
        """Give every summary: for projections and export."""
        ...

    async def put_summary(self, summary: Summary, messages: Sequence[int]) -> bool:
        """Keep a summary and the messages it covers; False when a newer one is kept already."""
        ...

    async def drop_summary(self, session: str) -> bool:
        """Remove a session's summary; False when there was none."""
        ...

    async def add_recent(self, recent: Recent, *, keep: int, since: datetime) -> None:
        """Keep what was just talked about, and drop what is too old or too much in its guild."""
        ...

    async def recents(self, audience: Audience, *, since: datetime, limit: int) -> list[Recent]:
        """Give what an audience could have heard lately, newest first."""
        ...

    async def drop_derived(self, guild: int, messages: Sequence[int]) -> None:
        """Remove the summaries and short-term entries made of these messages."""
        ...


class Store(MessageStore, FactStore, NameStore, NoteStore, ActionStore, LayerStore, Protocol):
    """Everything dnam remembers."""

    @property
    def location(self) -> str:
        """Where it is, without secrets."""
        ...

    async def check(self) -> list[str]:
        """Give one sentence per problem found in the stored data; empty when all is well."""
        ...

    async def counts(self) -> dict[str, int]:
        """Count the rows of each table."""
        ...

    async def backup(self, target: Path) -> None:
        """Copy the whole store to a new file while it is in use."""
        ...

    async def close(self) -> None:
        """Finish what was accepted and let go; safe to call twice."""
        ...
