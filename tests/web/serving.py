"""A real server over a real store, in a thread of its own, for tests that speak HTTP or drive a browser."""

import asyncio
import re
import shutil
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx2
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts

from dnam import Memory, Settings
from dnam.web.application import create_app
from dnam.web.demo import PEOPLE
from dnam.web.server import address_of, open_port, serving
from dnam.web.tokens import Scope, Tokens, tokens_of

T = TypeVar("T")
MAYA = PEOPLE["Maya"]


def routes(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Every method and path of an application."""
    for route in iter_route_contexts(app.routes):
        if isinstance(route.original_route, APIRoute):
            yield from ((method, str(route.path)) for method in sorted(route.methods or ()))


def filled(path: str) -> str:
    """Return a path with an id in it."""
    return re.sub(r"\{[^}]+\}", str(MAYA.id), path)


def settings_in(folder: Path, **more: Any) -> Settings:
    """Return the settings of a memory in a folder."""
    given = {"web_port": 0, "embedder": "off", "model": "off", "notice": "", "debounce_seconds": 0.0, **more}
    return Settings(data_dir=folder, store=str(folder / "memory.sqlite3"), read_deadline_seconds=30, **given)


def copied(folder: Path, target: Path) -> Path:
    """Copy a memory that nobody has open."""
    shutil.copytree(folder, target, dirs_exist_ok=True)
    return target


@dataclass
class Served:
    """A running server."""

    address: str
    memory: Memory
    app: FastAPI
    tokens: Tokens
    loop: asyncio.AbstractEventLoop

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def client(self, scope: Scope = "admin", guild: int | None = None, **more: Any) -> httpx2.Client:
        """Return a client with a new token."""
        secret = self.tokens.add("test", scope, guild)
        return httpx2.Client(
            base_url=self.address,
            headers={"Authorization": f"Bearer {secret}"},
            trust_env=False,
            timeout=60,
            **more,
        )


@asynccontextmanager
async def served(settings: Settings) -> AsyncIterator[Served]:
    """Serve a memory in this loop."""
    async with Memory.open(settings) as memory:
        tokens = tokens_of(settings)
        app = create_app(memory, tokens)
        with open_port(settings) as port:
            address = address_of(settings, port)
            async with serving(lambda: app, settings, port):
                yield Served(address, memory, app, tokens, asyncio.get_running_loop())


@contextmanager
def in_thread(settings: Settings) -> Iterator[Served]:
    """Serve a memory in a thread, for tests without a loop of their own."""
    ready: list[Served] = []
    started, ended = threading.Event(), asyncio.Event()

    async def work() -> None:
        async with served(settings) as running:
            ready.append(running)
            started.set()
            await ended.wait()

    def run() -> None:
        try:
            asyncio.run(work())
        finally:
            started.set()

    thread = threading.Thread(target=run, name="served")
    thread.start()
    started.wait(60)
    try:
        yield ready[0]
    finally:
        if ready:
            ready[0].loop.call_soon_threadsafe(ended.set)
        thread.join(60)
