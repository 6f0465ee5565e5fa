"""What goes into a command and what comes out, and what commands need of recall."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol

from dnam.admission import Refused, Why
from dnam.audience import Audience
from dnam.domain import Context, Fact, Message, Person, Place, Question, Receipt, Scope, SearchResult
from dnam.errors import BadInput
from dnam.languages import refuse, reply
from dnam.ports import Store
from dnam.rules.fact_merge import Change, Outcome
from dnam.rules.requests import Understood
from dnam.rules.text import collapse
from dnam.settings import Settings

CONFIRM_WITHIN = timedelta(minutes=10)
"""How long after a question whether to do something it may be confirmed."""

_SENTENCES: Mapping[Why, str] = {
    Why.OFF: "off",
    Why.NOT_AGREED: "names_somebody",
    Why.ERASED: "names_somebody",  # that somebody was erased is nobody's business
    Why.REFUSES: "names_somebody",
    Why.OTHERS: "only_oneself",
    Why.NAMES: "names_somebody",
    Why.LIMIT: "limit_hour",
}


def sentence(refused: Refused, settings: Settings, language: str = "en") -> str:
    """Return the sentence for a person whose statement is refused."""
    if refused.judged is not None:
        return refuse(language, f"refused_{refused.judged.reason}", limit=refused.judged.limit)
    return refuse(language, _SENTENCES[refused.why], count=settings.remember_per_hour)


def unkept(outcome: Outcome | Refused, settings: Settings, language: str, *, lore: bool = False) -> str:
    """Return the sentence for a person whose statement was not saved; empty when it was."""
    if isinstance(outcome, Refused):
        return sentence(outcome, settings, language)
    if outcome.did is Change.FULL:
        cap = settings.lore_cap if lore else settings.facts_cap
        prefix = collapse(settings.command_prefix)
        return refuse(language, "limit_full", count=cap, prefix=prefix)
    return refuse(language, "not_theirs") if outcome.did in (Change.NOT_THEIRS, Change.FORGOTTEN) else ""


async def noted(store: Store, name: str) -> list[Any]:
    """Return the list that a note in the store has; an empty one when there is none."""
    entries: list[Any] = json.loads(await store.get_note(name) or "[]")
    return entries


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """A command as somebody typed it."""

    text: str
    """Begins with `settings.command_prefix`; in plain words only where `assistant` says to whom they are."""
    place: Place
    person: Person
    message: int | None = None
    mentions: tuple[Person, ...] = ()
    typed: bool = True
    """Typed by the person themself; False when the assistant does it for them."""
    manager: bool = False
    """Has the right to manage the guild."""
    operator: bool = False
    """Typed by whoever runs this memory, on behalf of `person`."""
    assistant: Person | None = None
    """The assistant it was said to in plain words; None when only the prefix makes it a command."""
    reply_to: int | None = None
    """The message it replies to, if any: what "this" means."""
    understood: Understood | None = None
    """What its text was understood as, if it was parsed already."""
    plain_words: str = ""
    """What the person said in plain words, when `text` is the command that was made of it."""
    language: str = ""
    """The code of the language it is answered in; empty when only the place can tell."""
    prefix: str = ""
    """What commands begin with, as answers name it; the memory that runs the command knows it."""

    def says(self, sentence: str, **parts: object) -> str:
        """Return a sentence of the language files, in the language of this command."""
        return reply(self.language, sentence, **{"prefix": self.prefix, **parts})

    def wrong(self, sentence: str, **parts: object) -> BadInput:
        """Return the error that says what is wrong."""
        return BadInput(self.says(sentence, **parts))

    def refused(self, sentence: str, **parts: object) -> BadInput:
        """Return the error that says what is wrong, and that nothing was changed."""
        return BadInput(refuse(self.language, sentence, **{"prefix": self.prefix, **parts}))

    def as_message(self, at: datetime) -> Message:
        """Return the message the command was typed in; one that was never sent has the id 0."""
        return Message(
            id=self.message or 0,
            place=self.place,
            author=self.person,
            text=self.plain_words or self.text,
            sent_at=at,
            mentions=self.mentions,
        )

    def asks(self, text: str) -> Question:
        """Return a question by the person who typed the command, where they typed it."""
        return Question(
            place=self.place,
            asker=self.person,
            text=text,
            message=self.message,
            mentions=self.mentions,
            language=self.language,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class File:
    """A file that goes with an answer."""

    name: str
    data: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What the person is answered; at most 2,000 characters."""

    text: str
    changed: bool = False
    refused: bool = False
    """It was not done: what was typed is wrong, or not allowed."""
    listed: tuple[Fact, ...] = ()
    """The facts that numbers now stand for."""
    outcomes: tuple[Outcome, ...] = ()
    """The outcome of each statement that was to be remembered."""
    files: tuple[File, ...] = ()
    """What the person takes away; only in their own direct message."""
    confirm: str = ""
    """The words of the command that does what this only asks about; empty when it asks nothing."""


class EraserPort(Protocol):
    """What commands need of erasing."""

    async def preview(self, scope: Scope) -> Receipt:
        """Count what would be erased."""
        ...

    async def erase(self, scope: Scope) -> Receipt:
        """Erase everything of a scope; the caller holds the lane in which facts change."""
        ...

    async def drop_derived(self, scope: Scope) -> None:
        """Rebuild what was made of a scope's messages, after somebody changed their consent."""
        ...


class RecallPort(Protocol):
    """What commands need of recall."""

    @property
    def model(self) -> str | None:
        """The name of the embedder; None without one."""
        ...

    def audience(self, question: Question) -> Audience:
        """Return what may be shown where the question is asked."""
        ...

    async def context(self, question: Question) -> Context:
        """Assemble the prompt for a question."""
        ...

    async def search(self, question: Question, *, limit: int = 8) -> SearchResult:
        """Return what clearly fits a question."""
        ...

    async def told_by(self, question: Question, person: int) -> Sequence[Message]:
        """Return what a person has told of themself, as far as it may be heard here, most telling first."""
        ...
