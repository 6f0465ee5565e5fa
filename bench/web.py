"""What HTTP costs, and whether the overview of a large guild costs what that of a small one does.

    python -m bench.web

A prompt over HTTP may cost at most 1.5 times the same call in this process plus one empty FastAPI request;
the overview of a guild with a million messages at most twice that of one with ten thousand, when it is opened
for the first time and when it was counted before. Numbers are medians of real requests on loopback.
"""

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx2
from fastapi import FastAPI

from bench.world import Chatter, Shape, fill, questions, some
from dnam import Memory, Settings
from dnam.domain import Message, Person, Place, Question, Visibility
from dnam.web.application import create_app
from dnam.web.jobs import Jobs
from dnam.web.pages.overview import Streams
from dnam.web.server import address_of, open_port, serving
from dnam.web.tokens import Tokens, tokens_path

SMALL, LARGE = 10_000, 1_000_000
REQUESTS = 200
COPIES = """
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count)
INSERT INTO messages
    (spot, guild, id, channel, author, origin, sent_at, source, mentions, addressed, text, words, read_level)
SELECT spot + i, guild, id + i, channel, author, origin, sent_at - i * :apart, source, mentions, addressed,
    text, words, 2
FROM messages CROSS JOIN n
"""


def settings_in(folder: Path) -> Settings:
    """Return the settings of a memory in a folder."""
    return Settings(
        data_dir=folder,
        store=str(folder / "memory.sqlite3"),
        web_port=0,
        embedder="off",
        model="off",
        projections=False,
        read_deadline_seconds=30,
    )


@asynccontextmanager
async def served(
    app: FastAPI, settings: Settings, headers: dict[str, str]
) -> AsyncIterator[httpx2.AsyncClient]:
    """Serve an application on loopback, and yield a client of it."""
    with open_port(settings) as port:
        async with (
            serving(lambda: app, settings, port),
            httpx2.AsyncClient(
                base_url=address_of(settings, port), headers=headers, trust_env=False, timeout=None
            ) as client,
        ):
            yield client


async def median_ms(work: Callable[[], Awaitable[object]], count: int = REQUESTS) -> float:
    """Return how long this takes in the middle, after a warm-up."""
    times = []
    for number in range(count + count // 10):
        began = time.perf_counter()
        await work()
        if number >= count // 10:
            times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


async def context_cost(folder: Path) -> tuple[float, float, float]:
    """Return what a prompt costs in this process, an empty request, and the prompt over HTTP, in ms."""
    settings, chatter = settings_in(folder), Chatter(1)
    shape = Shape(messages=4_000, guilds=2, channels=8)
    async with Memory.open(settings) as memory:
        await fill(memory, shape, chatter)
        asked = questions(await some(memory, shape, REQUESTS), chatter)
        tokens = Tokens(tokens_path(settings))
        bearer = {"Authorization": f"Bearer {tokens.add('bench', 'write')}"}
        async with (
            served(_empty_app(settings), settings, {}) as nothing,
            served(create_app(memory, tokens), settings, bearer) as client,
        ):
            times: list[list[float]] = [[], [], []]
            for question in asked:  # one after the other, so that what else runs slows all of them alike
                works = (
                    memory.context_for(question),
                    nothing.get("/"),
                    client.post("/api/v1/context", json=_body(question)),
                )
                for took, work in zip(times, works, strict=True):
                    began = time.perf_counter()
                    await work
                    took.append((time.perf_counter() - began) * 1000)
    inside, empty, over_http = (statistics.median(took[len(took) // 10 :]) for took in times)
    return inside, empty, over_http


def _empty_app(settings: Settings) -> FastAPI:
    app = FastAPI()
    app.state.streams, app.state.jobs = Streams(), Jobs(settings)

    @app.get("/")
    async def nothing() -> dict[str, str]:
        return {}

    return app


def _body(question: Question) -> dict[str, object]:
    place = {"guild": str(question.place.guild), "channel": str(question.place.channel)}
    asker = {"id": str(question.asker.id), "name": question.asker.name}
    return {"place": place, "asker": asker, "text": question.text}


async def overview_cost(folder: Path, messages: int) -> tuple[float, float]:
    """Return how long the overview of a guild takes when it is opened first, and again, in ms."""
    settings = settings_in(folder)
    place = Place(guild=1, channel=10, visibility=Visibility.PUBLIC, name="general", guild_name="Bench")
    first = Message(
        id=1, place=place, author=Person(id=5, name="Ann"), text="Good morning.", sent_at=datetime.now(UTC)
    )
    async with Memory.open(settings) as memory:
        await memory.on_message(first)
        await memory.settle()
    with sqlite3.connect(str(settings.store)) as database:
        apart = 29 * 86_400_000_000 // messages
        database.execute(COPIES, {"count": messages - 1, "apart": apart})
    database.close()
    async with Memory.open(settings) as memory:
        tokens = Tokens(tokens_path(settings))
        bearer = {"Authorization": f"Bearer {tokens.add('bench', 'read')}"}
        app = create_app(memory, tokens)
        async with served(app, settings, bearer) as client:
            await client.get("/settings")  # the templates are compiled once

            async def open_first() -> None:
                app.state.numbers.forget()
                await client.get("/", params={"guild": 1})

            opened = await median_ms(open_first, 10)
            page = ""
            while f"{messages:,}" not in page:
                page = (await client.get("/", params={"guild": 1})).text
            again = await median_ms(lambda: client.get("/", params={"guild": 1}), 50)
    return opened, again


async def measure() -> None:
    """Measure and print, with what is allowed."""
    with tempfile.TemporaryDirectory() as folder:
        inside, empty, over_http = await context_cost(Path(folder))
    allowed = 1.5 * inside + empty
    print(f"a prompt: {inside:.2f} ms in process, {over_http:.2f} ms over HTTP; empty request {empty:.2f} ms")
    print(f"  allowed {allowed:.2f} ms: {'met' if over_http <= allowed else 'MISSED'}")
    cost = {}
    for messages in (SMALL, LARGE):
        with tempfile.TemporaryDirectory() as folder:
            cost[messages] = await overview_cost(Path(folder), messages)
        print(
            f"overview of {messages:,}: {cost[messages][0]:.1f} ms at first, {cost[messages][1]:.1f} ms again"
        )
    for when, small, large in zip(("at first", "again"), cost[SMALL], cost[LARGE], strict=True):
        print(f"  {when}: {large / small:.2f} times: {'met' if large <= 2 * small else 'MISSED'}")


def main() -> None:
    """Measure."""
    asyncio.run(measure())


if __name__ == "__main__":
    main()
