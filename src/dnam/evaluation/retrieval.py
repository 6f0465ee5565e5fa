"""`dnam eval retrieval`: real conversations through the real ingest, every question through the real search.

Each conversation becomes a public channel; its messages are kept by `Memory.on_message`, and each question is
asked in that channel at its own time, by the conversation's user where it has one, else by somebody else.
With `pool` all conversations of a benchmark share one guild.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from dnam.domain import Message, Person, Place, Question, Visibility
from dnam.evaluation.baselines import BASELINES
from dnam.evaluation.conversations import Conversation, LabelledQuestion, SpokenTurn, read_conversations
from dnam.evaluation.metrics import Ranked, figures
from dnam.memory import Memory
from dnam.ports import Embedder
from dnam.recall import Search
from dnam.rules.input_checks import LONGEST_TEXT
from dnam.rules.text import clip, stable_id
from dnam.settings import Settings
from dnam.stores import open_store
from dnam.testing import HandClock

PROFILES = ("dnam", "clanker", "discoclaw", "bm25", "vectors")
UNSCORED = frozenset({"adversarial"})
"""Categories whose questions have no answer: reported alone, not in the totals."""
DEPTH = 100
_BATCH = 256
Progress = Callable[[str, int, int], None]
"""Is told what goes on, how much of it is done, and of how much."""


def silent(what: str, done: int, total: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EvaluationStore:
    pool: bool = False
    """Whether all conversations of a benchmark share one guild."""
    location: str | None = None
    """The address of an empty PostgreSQL database; None means a temporary SQLite file."""


OWN_GUILDS = EvaluationStore()


@dataclass(frozen=True, slots=True)
class _StoredBenchmark:
    """A benchmark in a store, with the file's entry of each stored message."""

    memory: Memory
    clock: HandClock
    turns: Mapping[int, SpokenTurn]
    places: Mapping[str, Place]


async def evaluate(
    folder: Path,
    settings: Settings,
    *,
    profiles: Sequence[str] = PROFILES,
    target: EvaluationStore = OWN_GUILDS,
    embedder: Embedder | None = None,
    progress: Progress = silent,
) -> dict[str, dict[str, dict[str, object]]]:
    """Return the metrics of each profile on each benchmark in percent, with `categories`."""
    conversations = read_conversations(folder)
    results: dict[str, dict[str, dict[str, object]]] = {profile: {} for profile in profiles}
    for benchmark in dict.fromkeys(each.benchmark for each in conversations):
        part = [each for each in conversations if each.benchmark == benchmark]
        with tempfile.TemporaryDirectory() as temporary:
            store = await open_store(target.location or str(Path(temporary) / "evaluation.sqlite3"))
            try:
                clock = HandClock(datetime.now(UTC))
                own = settings.model_copy(
                    update={
                        "projections": False,
                        "extract_enabled": False,
                        "data_dir": Path(temporary),
                        "retention_days": 36_500,  # questions are about all the months of a conversation
                    }
                )
                async with Memory.open(own, store=store, clock=clock, models={}, embedder=embedder) as memory:
                    stored = await _ingest(memory, clock, part, pool=target.pool, progress=progress)
                    for profile in profiles:
                        results[profile][benchmark] = await _measure(stored, part, profile, progress)
            finally:
                await store.close()
    return results


async def _ingest(
    memory: Memory, clock: HandClock, conversations: Sequence[Conversation], *, pool: bool, progress: Progress
) -> _StoredBenchmark:
    total = sum(len(conversation.messages) for conversation in conversations)
    turns: dict[int, SpokenTurn] = {}
    places: dict[str, Place] = {}
    ids = count(1)
    for conversation in conversations:
        guild = stable_id("guild", conversation.benchmark if pool else conversation.name)
        place = Place(
            guild=guild,
            channel=stable_id("channel", conversation.name),
            name=conversation.name,
            visibility=Visibility.PUBLIC,
        )
        places[conversation.name] = place
        messages = []
        for turn in sorted(conversation.messages, key=lambda turn: turn.time):
            author = _person(conversation, turn.speaker)
            text = clip(turn.text, LONGEST_TEXT)  # a few replies of LongMemEval are longer than memory takes
            message = Message(id=next(ids), place=place, author=author, text=text, sent_at=turn.time)
            turns[message.id] = turn
            messages.append(message)
        for start in range(0, len(messages), _BATCH):
            await asyncio.gather(*map(memory.on_message, messages[start : start + _BATCH]))
        progress(f"{conversation.benchmark}: messages stored", len(turns), total)
    await _embed(memory, f"{conversations[0].benchmark}: messages embedded", progress)
    return _StoredBenchmark(memory, clock, turns, places)


async def _embed(memory: Memory, what: str, progress: Progress) -> None:
    if memory.embedder is not None:
        total = await memory.store.count_unembedded(model=memory.embedder.name)
        done = asyncio.create_task(memory.settle())
        while not done.done():
            left = await memory.store.count_unembedded(model=memory.embedder.name)
            progress(what, total - left, total)
            await asyncio.wait({done}, timeout=2)
    await memory.settle()


def _person(conversation: Conversation, speaker: str) -> Person:
    return Person(
        id=stable_id("person", conversation.name, speaker), name=speaker, bot=speaker == "assistant"
    )


async def _measure(
    stored: _StoredBenchmark, conversations: Sequence[Conversation], profile: str, progress: Progress
) -> dict[str, object]:
    ranked: list[Ranked] = []
    total = sum(len(conversation.questions) for conversation in conversations)
    for conversation in conversations:
        progress(f"{conversation.benchmark}: questions asked of {profile}", len(ranked), total)
        speakers = {turn.speaker for turn in conversation.messages}
        asker = _person(conversation, "user" if "user" in speakers else "somebody else")
        for asked in conversation.questions:
            stored.clock.advance(asked.time - stored.clock.now())
            question = Question(place=stored.places[conversation.name], asker=asker, text=asked.text)
            started = time.perf_counter()
            messages = await _search(stored, question, profile)
            ms = (time.perf_counter() - started) * 1000
            ranked.append(_ranked(stored, asked, messages, ms))
    scored = [one for one in ranked if one.category not in UNSCORED]
    categories = {
        name: figures([one for one in ranked if one.category == name])
        for name in sorted({one.category for one in ranked})
    }
    return {**figures(scored), "categories": categories}


async def _search(stored: _StoredBenchmark, question: Question, profile: str) -> list[Message]:
    memory = stored.memory
    settings = memory.settings.model_copy(update={"ranking": profile if profile not in BASELINES else "dnam"})
    given: dict[str, Any] = {"lanes": memory.lanes, "settings": settings, "clock": memory.clock}
    recall = Search(memory.store, memory.embedder, memory.reranker, **given)
    audience = recall.audience(question)
    if profile in BASELINES:
        return await BASELINES[profile](memory, question, audience, DEPTH)
    return [hit.what for hit in await recall.find_messages(question, audience, limit=DEPTH)]


def _ranked(
    stored: _StoredBenchmark, asked: LabelledQuestion, messages: Sequence[Message], ms: float
) -> Ranked:
    turns = [stored.turns[message.id] for message in messages]
    return Ranked(
        category=asked.category,
        ranked=tuple(turn.id for turn in turns),
        lengths=tuple(len(turn.text) for turn in turns),
        sessions=tuple(turn.session for turn in turns),
        evidence=frozenset(asked.evidence),
        evidence_sessions=frozenset(asked.evidence_sessions),
        ms=ms,
    )
