"""What a memory does after the reply: reading, embedding, files, retention, and counting uses.

A part of `Memory`, which sets it off; everything here runs in a lane.
"""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime

from dnam import ingest
from dnam.extract import Extractor
from dnam.lanes import Lanes
from dnam.model import Fact, Task
from dnam.ports import ChatModel, Embedder, Store
from dnam.projections import Projections
from dnam.recall import Recall
from dnam.settings import Settings
from dnam.summarise import Summariser
from dnam.upkeep import Retention

FILES = "projections"
"""The lane in which readable files are written; nobody waits for it but the end."""


class BackgroundWork:
    """The work that nobody waits for."""

    store: Store
    settings: Settings
    embedder: Embedder | None
    models: Mapping[Task, ChatModel]
    lanes: Lanes
    recall: Recall
    projections: Projections | None
    _extractor: Extractor
    _retention: Retention
    _summariser: Summariser
    _used: list[Fact]
    _watchers: list[Callable[[], None]]

    async def upkeep(self) -> None:
        """Do what has fallen due; called every few minutes by itself, and by doors that move the clock."""
        self._after_change()
        self.lanes.submit("read", "read what is new", self._read)
        self.lanes.submit("summaries", "summarise what is due", self._summariser.summarise_due)
        self.lanes.submit("retention", "retention", self._retain)

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Be told of every change, whoever made it, until what is given back is called."""
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)

    def _after_change(self, *days: datetime) -> None:
        """Set off what follows a change; no reply waits for it. `days` are the journals it touches."""
        for changed in self._watchers:
            changed()
        embedder = self.embedder
        if embedder is not None:
            self.lanes.submit(
                "embed", "memory_embedding_call", lambda: ingest.embed_waiting(self.store, embedder)
            )
        if self.projections is not None:
            for day in days:
                self.projections.touch(day)
            self.lanes.submit(FILES, "refresh", self.projections.refresh_soon)

    async def _read(self) -> None:
        """Learn by rules from every message nobody has read yet, and let a model read what has gathered."""
        if await self._extractor.read_new():
            self.recall.forget_last_known()
            self._after_change()
        self._read_together()

    def _read_together(self, *, everything: bool = False) -> None:
        if "extract" in self.models:
            name = "read everything" if everything else "read together"
            self.lanes.submit("models", name, lambda: self._read_due(everything))

    async def _read_due(self, everything: bool) -> None:
        if await self._extractor.read_due(everything=everything):
            self.recall.forget_last_known()
            self._after_change()

    async def _retain(self) -> None:
        """Let what is over go, and files and caches follow."""
        if gone := await self._retention.enforce():
            self.recall.forget_last_known()
            self._after_change(*(message.sent_at for message in gone))

    async def _tick(self) -> None:
        while True:
            await self.upkeep()
            await asyncio.sleep(self.settings.refresh_seconds)

    async def _count_uses(self) -> None:
        used, self._used = self._used, []
        await self.store.touch_facts(used)
