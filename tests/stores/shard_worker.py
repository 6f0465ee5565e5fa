"""A program for tests: one shard of a bot that hears its guilds' part of a conversation and remembers it.

Started with the address of a database, its number, how many shards there are, the size of the conversation
and the line to begin with. It writes the number of each line when it is stored, and `done` at the end.
"""

import asyncio
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from dnam import Memory, Message, Person, Place, Settings, Visibility
from dnam.testing import HandClock

START = datetime(2026, 2, 9, 12, tzinfo=UTC)
CLOCK = HandClock(START + timedelta(days=1))
GUILDS = 8
CAP = 12


def conversation(people: int, messages: int) -> Iterator[Message]:
    """Yield what everybody says: things they like, and now and then where they live now."""
    for number in range(messages):
        person, nth = number % people, number // people
        guild = 1 + person % GUILDS
        text = f"I live in Town{nth}" if nth % 5 == 4 else f"I like fruit{nth}x{person}"
        yield Message(
            id=number + 1,
            place=Place(guild=guild, channel=guild * 10 + person % 3, visibility=Visibility.PUBLIC),
            author=Person(id=1000 + person, name=f"P{person}"),
            text=text,
            sent_at=START + timedelta(seconds=number),
        )


def settings(url: str) -> Settings:
    """Return the settings of every shard: rules alone, and a cap that is reached."""
    given = {"projections": False, "embedder": "off", "days_enabled": False, "model": "off"}
    return Settings(
        store=url,
        facts_cap=CAP,
        remember_per_hour=0,
        retention_days=36_500,
        log_level="error",
        postgres_pool=4,
        **given,  # type: ignore[arg-type]  # settings of several types
    )


async def hear(url: str, lines: Iterable[tuple[int, Message]]) -> None:
    """Store numbered lines, each until it is stored, and read what they say."""
    async with Memory.open(settings(url), models={}, clock=CLOCK) as memory:
        for number, message in lines:
            while not await memory.on_message(message):  # noqa: ASYNC110 (as a bot that catches up)
                await asyncio.sleep(0.05)
            print(number, flush=True)
        await memory.settle()
    print("done", flush=True)


if __name__ == "__main__":
    shard, shards, people, messages, begin = map(int, sys.argv[2:])
    numbered = enumerate(conversation(people, messages))
    asyncio.run(
        hear(sys.argv[1], ((n, m) for n, m in numbered if n >= begin and m.place.guild % shards == shard))
    )
