"""`dnam eval extraction`: labelled messages through the real path, and what was learned from them.

Each line is a conversation of its own: the context is said first, then the message, in a public channel of an
empty memory; when nothing is left to do, the facts that come from the message are what was learned.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dnam.errors import BadInput
from dnam.evaluation.extraction import Extracted, ExtractionScore, Line, score
from dnam.evaluation.json_lines import read_lines
from dnam.memory import Memory
from dnam.model import LORE, Fact, Message, Person, Place, Status, Task, Visibility
from dnam.models.chat import chat_models_for
from dnam.ports import ChatModel
from dnam.rules.text import stable_id
from dnam.settings import Settings
from dnam.stores import open_store

_PLACE = Place(guild=1, channel=10, name="general", visibility=Visibility.PUBLIC)
_START = datetime(2026, 3, 4, 12, tzinfo=UTC)
_AT = re.compile(r"@([\w-]+)")


@dataclass(slots=True)
class _Clock:
    at: datetime = field(default=_START)

    def now(self) -> datetime:
        return self.at


async def evaluate(path: Path, settings: Settings) -> tuple[ExtractionScore, str]:
    """Measure extraction on a file; tell also whether a model or rules did it."""
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
    """Say what a line has, let everything fall due, and read what was learned from its message."""
    clock, people = _Clock(), dict[str, Person]()
    quiet = settings.model_copy(update={"projections": False, "embedder": "off"})
    store = await open_store(":memory:")
    try:
        async with Memory.open(quiet, store=store, clock=clock, models=models) as memory:
            for number, line in enumerate(row.get("context", ()), 1):
                name, _, text = str(line).partition(":")
                await memory.on_message(_said(number, name.strip(), text.strip(), people, clock))
                clock.at += timedelta(seconds=30)
            message = _said(1000, row["author"], row["text"], people, clock)
            await memory.on_message(message)
            await memory.settle()
            clock.at += timedelta(days=4)
            await memory.settle()
            facts = await store.facts_from(_PLACE.guild, [message.id])
    finally:
        await store.close()
    names = {person.id: person.name for person in people.values()}
    return [_extracted(fact, message.author, names) for fact in facts if fact.status is Status.ACTIVE]


def _said(number: int, name: str, text: str, people: dict[str, Person], clock: _Clock) -> Message:
    def known(called: str) -> Person:
        return people.setdefault(called, Person(id=stable_id("person", called), name=called))

    mentions: Sequence[Person] = [known(called) for called in _AT.findall(text)]
    return Message(
        id=number, place=_PLACE, author=known(name), text=text, sent_at=clock.now(), mentions=tuple(mentions)
    )


def _extracted(fact: Fact, author: Person, names: Mapping[int, str]) -> Extracted:
    about = "lore" if fact.subject == LORE else "author"
    if fact.subject not in (author.id, LORE):
        about = f"other:{names.get(fact.subject, fact.subject)}"
    return Extracted(about=about, kind=str(fact.kind), text=fact.text)


def run(path: Path, settings: Settings) -> tuple[ExtractionScore, str]:
    """Measure from a program that is not asynchronous."""
    return asyncio.run(evaluate(path, settings))
