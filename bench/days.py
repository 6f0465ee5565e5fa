"""What days cost: model calls, and memory held, for 100 people and a week of 20,000 messages.

    python -m bench.days

The aim: at most one call for each day of the guild, one merge for each person asked about, none for a second
read, and caches within seed 004's figures (6.5 KB a person). A scripted model writes texts of full length.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from datetime import timedelta
from itertools import chain
from pathlib import Path

from bench.world import START, Chatter, person
from dnam import Memory, Settings
from dnam.domain import Message, Place, Visibility
from dnam.ingest import store_message
from dnam.ports import ChatModel, Prompt
from dnam.testing import HandClock, ScriptedModel

PEOPLE, MESSAGES, DAYS, ASKED = 100, 20_000, 7, 20
BYTES_A_PERSON = 6500
PLACE = Place(guild=1, channel=1000, name="c", visibility=Visibility.PUBLIC)


def models(counted: Counter[str]) -> dict[str, ChatModel]:
    """Return models that count what they are asked and answer at full length."""

    def day(prompt: Prompt) -> object:
        counted["summarise_day"] += 1
        counted["longest day, characters"] = max(counted["longest day, characters"], len(prompt.text))
        ids = [part.split("<")[0] for part in prompt.text.split("<person><id>")[1:]]
        return {"people": [{"id": id_, "summary": "d" * 300} for id_ in ids]}

    def merge(prompt: Prompt) -> object:
        del prompt
        counted["merge_context"] += 1
        return {"context": "m" * 800}

    return {"summarise_day": ScriptedModel(day), "merge_context": ScriptedModel(merge)}


def held_bytes(memory: Memory) -> int:
    """Add up the texts that caches hold."""
    days = chain.from_iterable(told.values() for told in memory.diary.cached)
    texts = [*(day.text for day in days), *memory.profiler.cached]
    return sum(sys.getsizeof(text) for text in texts)


async def ask(memory: Memory, counted: Counter[str]) -> dict[str, int]:
    """Ask about some people and everyone's day; return the calls it took."""
    before = Counter(counted)
    for number in range(ASKED):
        await memory.profile(PLACE.guild, person(1, number).id)
        await memory.settle()
        await memory.profile(PLACE.guild, person(1, number).id)
        await memory.settle()
    return {task: counted[task] - before[task] for task in ("summarise_day", "merge_context")}


async def measure() -> bool:
    """Fill a week, ask twice, print what it took; return whether it is within the aims."""
    counted: Counter[str] = Counter()
    clock, chatter = HandClock(START), Chatter(seed=7)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(store=str(Path(folder) / "d.sqlite3"), projections=False, embedder="off")
        async with Memory.open(settings, clock=clock, models=models(counted)) as memory:  # type: ignore[arg-type]
            for number in range(MESSAGES):
                sent = START + timedelta(days=DAYS) * number / MESSAGES
                author = person(1, chatter.random.randrange(PEOPLE))
                said = Message(
                    id=10**18 + number, place=PLACE, author=author, text=chatter.say(), sent_at=sent
                )
                await store_message(memory.store, said)
            clock.advance(timedelta(days=DAYS) - timedelta(minutes=1))
            first, second = await ask(memory, counted), await ask(memory, counted)
            held = held_bytes(memory)
    print(f"longest day: {counted['longest day, characters']:,} characters in one call")
    print(f"first read of {ASKED} people: {first} (aim: {DAYS} days, {ASKED} merges)")
    print(f"second read: {second} (aim: none)")
    print(
        f"held ready: {held / 1000:.0f} KB for {PEOPLE} people (aim: {PEOPLE * BYTES_A_PERSON / 1000:.0f} KB)"
    )
    return (
        first["summarise_day"] <= DAYS
        and first["merge_context"] <= ASKED
        and not any(second.values())
        and held <= PEOPLE * BYTES_A_PERSON
    )


def main() -> None:
    """Measure, and fail when an aim is missed."""
    if not asyncio.run(measure()):
        sys.exit("An aim is missed.")


if __name__ == "__main__":
    main()
