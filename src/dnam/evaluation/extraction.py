"""`dnam eval extraction`: labelled messages through the real path, and how much of what was learned is right.

Each line is a conversation of its own: the context is said first, then the message, in a public channel of an
empty memory; when no work is left, the facts that come from the message are what was learned.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypedDict

from dnam.domain import LORE, Fact, Message, Person, Place, Status, Task, Visibility
from dnam.errors import BadInput
from dnam.evaluation.json_lines import read_lines
from dnam.memory import Memory
from dnam.models.chat import chat_models_for
from dnam.ports import ChatModel
from dnam.rules.text import stable_id
from dnam.settings import Settings
from dnam.stores import open_store
from dnam.testing import HandClock

Line = Mapping[str, Any]
"""One labelled message: `id`, `author`, `context`, `text`, `expect`, `trap`."""

_PLACE = Place(guild=1, channel=10, name="general", visibility=Visibility.PUBLIC)
_START = datetime(2026, 3, 4, 12, tzinfo=UTC)
_AT = re.compile(r"@([\w-]+)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Extracted:
    """One stored fact, as the labels describe it."""

    about: str
    """`author`, `other:NAME` or `lore`."""
    kind: str
    text: str


class ExtractionScore(TypedDict):
    """Shares of 1, and the lines that lower them."""

    precision: float
    recall: float
    missed: list[str]
    """Ids of lines with a fact that was not extracted."""
    wrong: list[str]
    """Ids of lines with an extraction that matches no expectation."""


def score(lines: Iterable[Line], extractor: Callable[[Line], Sequence[Extracted]]) -> ExtractionScore:
    """Return the score of an extractor on labelled lines; each expectation is met at most once."""
    right = extracted = met = expected = 0
    missed: list[str] = []
    wrong: list[str] = []
    for line in lines:
        open_ = list(line["expect"])
        facts = extractor(line)
        expected += len(open_)
        extracted += len(facts)
        for fact in facts:
            meets = next((one for one in open_ if _meets(fact, one)), None)
            if meets is not None:
                open_.remove(meets)
                right += 1
            elif line["id"] not in wrong:
                wrong.append(line["id"])
        met += len(line["expect"]) - len(open_)
        if open_:
            missed.append(line["id"])
    return {
        "precision": right / extracted if extracted else 1.0,
        "recall": met / expected if expected else 1.0,
        "missed": missed,
        "wrong": wrong,
    }


def _meets(fact: Extracted, expectation: Mapping[str, Any]) -> bool:
    text = fact.text.lower()
    return (
        fact.about.casefold() == str(expectation["about"]).casefold()
        and fact.kind in expectation["kinds"]
        and all(part in text for part in expectation["must"])
        and not any(part in text for part in expectation.get("must_not", ()))
    )


async def evaluate(path: Path, settings: Settings) -> tuple[ExtractionScore, str]:
    rows = [_checked(number, row, path) for number, row in read_lines(path)]
    models = chat_models_for(settings)
    learned = {row["id"]: await _learn(row, settings, models) for row in rows}
    by = models["extract"].name if "extract" in models else "rules (no model is configured)"
    return score(rows, lambda line: learned[line["id"]]), by


def _checked(number: int, row: Line, path: Path) -> Line:
    missing = {"id", "author", "text", "expect"} - row.keys()
    if missing:
        raise BadInput(f"Line {number} of {path} has no {', '.join(sorted(missing))}.")
    return row


async def _learn(row: Line, settings: Settings, models: Mapping[Task, ChatModel]) -> list[Extracted]:
    """Return what a new memory learns from a line's message, once all due work is done."""
    clock, people = HandClock(_START), dict[str, Person]()
    quiet = settings.model_copy(update={"projections": False, "embedder": "off"})
    store = await open_store(":memory:")
    try:
        async with Memory.open(quiet, store=store, clock=clock, models=models) as memory:
            for number, line in enumerate(row.get("context", ()), 1):
                name, _, text = str(line).partition(":")
                await memory.on_message(_message(number, name.strip(), text.strip(), people, clock.now()))
                clock.advance(timedelta(seconds=30))
            message = _message(1000, row["author"], row["text"], people, clock.now())
            await memory.on_message(message)
            await memory.settle()
            clock.advance(timedelta(days=4))
            await memory.settle()
            facts = await store.facts_from(_PLACE.guild, [message.id])
    finally:
        await store.close()
    names = {person.id: person.name for person in people.values()}
    return [_extracted(fact, message.author, names) for fact in facts if fact.status is Status.ACTIVE]


def _message(number: int, name: str, text: str, people: dict[str, Person], at: datetime) -> Message:
    def person(called: str) -> Person:
        return people.setdefault(called, Person(id=stable_id("person", called), name=called))

    mentions = tuple(map(person, _AT.findall(text)))
    return Message(id=number, place=_PLACE, author=person(name), text=text, sent_at=at, mentions=mentions)


def _extracted(fact: Fact, author: Person, names: Mapping[int, str]) -> Extracted:
    about = "lore" if fact.subject == LORE else "author"
    if fact.subject not in (author.id, LORE):
        about = f"other:{names.get(fact.subject, fact.subject)}"
    return Extracted(about=about, kind=str(fact.kind), text=fact.text)
