"""`dnam eval languages`: the same facts and questions in several languages, through the real search.

Each language gets a store of its own, in which every fact is a message of a public channel, hours apart, so
that none is found by its neighbours. The questions use other words than the facts. No language model is used.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, ValidationError

from dnam.domain import Message, Person, Place, Question, Visibility
from dnam.errors import BadInput
from dnam.evaluation.json_lines import read_lines
from dnam.evaluation.retrieval import Progress, silent
from dnam.memory import Memory
from dnam.ports import Embedder
from dnam.recall import Search
from dnam.rules.input_mistakes import sentences
from dnam.settings import Settings
from dnam.testing import HandClock

START = datetime(2026, 1, 1, tzinfo=UTC)
PLACE = Place(guild=1, channel=2, name="general", visibility=Visibility.PUBLIC)
SPEAKERS = (
    *("Anna", "Lukas", "Maria", "Pavel", "Yuki", "Chen", "Omar", "Minjun", "Sofia", "Tom"),
    *("Elena", "Jonas", "Carla", "Ivan", "Hana", "Wei", "Layla", "Jisoo", "Diego", "Kate"),
)
DEPTHS = (1, 5, 10)


class TranslatedFact(BaseModel):
    """A fact and a question about it, each by language code."""

    fact: dict[str, str]
    question: dict[str, str]


@dataclass(frozen=True, slots=True)
class LanguageFigures:
    """How many of a language's questions were answered by the first messages found."""

    language: str
    questions: int
    shares: dict[int, float]
    """The share in percent whose fact is among the first N, by N."""


def read_facts(file: Path) -> list[TranslatedFact]:
    """Read a file of translated facts. Raises BadInput when a line has other languages than the first."""
    facts: list[TranslatedFact] = []
    for number, row in read_lines(file):
        try:
            fact = TranslatedFact.model_validate(row)
        except ValidationError as problem:
            raise BadInput(
                f"Line {number} of {file} is not a fact with its question: {sentences(problem.errors())}"
            ) from problem
        facts.append(fact)
        if not facts[0].fact.keys() == fact.fact.keys() == fact.question.keys():
            raise BadInput(f"Line {number} of {file} must have its fact and question in the same languages.")
    return facts


async def evaluate(
    facts: Sequence[TranslatedFact],
    settings: Settings,
    *,
    languages: Sequence[str] = (),
    embedder: Embedder | None = None,
    progress: Progress = silent,
) -> list[LanguageFigures]:
    figures: list[LanguageFigures] = []
    for language in languages or list(facts[0].fact):
        progress("languages", len(figures), len(languages) or len(facts[0].fact))
        figures.append(await _measure(facts, language, settings, embedder))
    return figures


async def _measure(
    facts: Sequence[TranslatedFact], language: str, settings: Settings, embedder: Embedder | None
) -> LanguageFigures:
    with tempfile.TemporaryDirectory() as folder:
        quiet = {"projections": False, "extract_enabled": False, "retention_days": 36_500}
        own = settings.model_copy(
            update={**quiet, "store": str(Path(folder) / "languages.sqlite3"), "data_dir": Path(folder)}
        )
        clock = HandClock(START + timedelta(hours=2 * len(facts)))
        async with Memory.open(own, clock=clock, models={}, embedder=embedder) as memory:
            for number, fact in enumerate(facts, 1):
                speaker = number % len(SPEAKERS)
                author = Person(id=speaker + 1, name=SPEAKERS[speaker])
                sent = START + timedelta(hours=2 * number)
                text = fact.fact[language]
                await memory.on_message(
                    Message(id=number, place=PLACE, author=author, text=text, sent_at=sent)
                )
            clock.advance(timedelta(hours=48))
            await memory.settle()
            search = Search(memory.store, memory.embedder, lanes=memory.lanes, settings=own, clock=clock)
            ranks = [
                await _rank(search, number, fact.question[language]) for number, fact in enumerate(facts, 1)
            ]
    shares = {depth: 100 * sum(rank <= depth for rank in ranks) / len(ranks) for depth in DEPTHS}
    return LanguageFigures(language, len(ranks), shares)


async def _rank(search: Search, wanted: int, text: str) -> int:
    """Return the place of the message with this id in what a question finds; past the last if it is not."""
    question = Question(place=PLACE, asker=Person(id=1000, name="asker"), text=text)
    hits = await search.find_messages(question, search.audience(question), limit=max(DEPTHS))
    ids = [hit.what.id for hit in hits]
    return ids.index(wanted) + 1 if wanted in ids else max(DEPTHS) + 1
