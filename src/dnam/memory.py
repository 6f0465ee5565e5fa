"""Memory: the library's face. The order of steps of every path is written here, and only here.

    async with Memory.open() as memory:
        await memory.on_message(message)
        context = await memory.context_for(question)
        await memory.on_reply(reply, context)

Nothing here raises because memory failed: what cannot be kept is told by the result, what cannot be read
leaves its layer empty, and both are logged. Only the caller's own mistakes raise (`BadInput`).
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, TypeVar

from dnam import commands, ingest
from dnam.commands import Answer, Command
from dnam.lanes import Lanes
from dnam.model import Context, Fact, Found, Message, Question
from dnam.models.embed import embedder_for
from dnam.ports import Clock, Embedder, Store
from dnam.projections import Projections
from dnam.recall import Recall
from dnam.settings import Settings, load_settings
from dnam.stores import open_store

T = TypeVar("T")

FACTS = "facts"
"""The lane in which facts change: one merge at a time sees what the one before it stored."""
PATIENCE = 10.0
"""Seconds a host waits for a write, a search or a command before it is told that it could not be done."""
UNREACHABLE = "My memory does not answer right now. Please try again in a moment."


class SystemClock:
    """Tells the machine's time."""

    def now(self) -> datetime:
        """Give the present moment, UTC."""
        return datetime.now(UTC)


class Memory:
    """Everything a host needs: messages in, prompts out, commands, and a clean end."""

    def __init__(self, store: Store, *, settings: Settings, embedder: Embedder | None, clock: Clock) -> None:
        self.store = store
        self.settings = settings
        self.clock = clock
        self.embedder = embedder
        self.lanes = Lanes(settings.lane_waiting)
        self.recall = Recall(store, embedder, lanes=self.lanes, settings=settings, clock=clock)
        self.projections = (
            Projections(store, settings=settings, clock=clock) if settings.projections else None
        )
        self._used: list[Fact] = []
        self._desk = commands.Desk(store, looks=self.recall, settings=settings, clock=clock)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        settings: Settings | None = None,
        *,
        clock: Clock | None = None,
        store: Store | None = None,
        embedder: Embedder | None = None,
    ) -> AsyncIterator["Memory"]:
        """Open a memory and close it well: work finished, files written, the store let go."""
        settings = settings or load_settings()
        held = store or await open_store(
            settings.location,
            pool=settings.postgres_pool,
            statement_timeout=settings.statement_timeout_seconds,
        )
        memory = cls(
            held, settings=settings, embedder=embedder or embedder_for(settings), clock=clock or SystemClock()
        )
        ticking = asyncio.create_task(memory._tick(), name="upkeep")
        try:
            yield memory
        finally:
            ticking.cancel()
            if memory.projections is not None:
                memory.projections.hurry()
            await memory.lanes.drain(settings.drain_seconds)
            if store is None:
                await held.close()

    async def on_message(self, message: Message) -> bool:
        """Keep a message, whoever it is for; True once it is safely stored, now or before."""
        kept = await self._kept("ingest", ingest.keep(self.store, message))
        if kept:
            self._after_change(message.sent_at)
        return kept is not None

    async def on_edit(self, guild: int, message: int, text: str, at: datetime | None = None) -> bool:
        """Follow an edit of a message; True when the stored text changed."""
        held = await self._kept("edit", self.store.get_message(guild, message))
        if held is None:
            return False
        changed = await self._kept("edit", ingest.change(self.store, held, text, at or self.clock.now()))
        self.recall.forget_last_known()
        self._after_change(held.sent_at)
        return bool(changed)

    async def on_delete(self, guild: int, messages: Sequence[int]) -> int:
        """Follow the deletion of messages; give how many were held."""
        held = [await self._kept("delete", self.store.get_message(guild, message)) for message in messages]
        gone = await self._kept("delete", self.store.delete_messages(guild, messages))
        self.recall.forget_last_known()
        self._after_change(*(message.sent_at for message in held if message is not None))
        return gone or 0

    async def on_reply(self, reply: Message, context: Context | None = None) -> bool:
        """Keep the assistant's own answer, and what it was made from, so that it can say why."""
        kept = await self.on_message(reply)
        if context is not None:
            await self._kept("why", commands.note_used(self.store, reply.place, context))
        return kept

    async def context_for(
        self, question: Question, *, files: Sequence[str] = (), actions: str = ""
    ) -> Context:
        """Give the prompt for a question: what may be heard where it is asked, within every budget."""
        context = await self.recall.context(question, files=files, actions=actions)
        self._used += [fact for section in context.sections for fact in section.facts]
        if self._used:
            self.lanes.submit("uses", "count uses", self._count_uses)
        return context

    async def search(self, question: Question, *, limit: int = 8) -> Found:
        """Find facts and messages that clearly fit; nothing when nothing does."""
        return await self._kept("search", self.recall.search(question, limit=limit)) or Found()

    async def command(self, command: Command) -> Answer | None:
        """Do what a person asks with a command; None when the text is no command."""
        if not self.settings.commands_enabled or not commands.is_command(command.text, self.settings):
            return None
        answer = await self.lanes.run(FACTS, lambda: self._kept("command", self._desk.answer(command)))
        if answer is None:
            return Answer(text=UNREACHABLE)
        if answer.changed:
            self.recall.forget_last_known()
            self._after_change()
        return answer

    async def remember_lore(self, text: str, message: Message) -> Fact | None:
        """Keep a line of lore the assistant was told to keep; None when it is refused."""
        fact = await self.lanes.run(FACTS, lambda: self._kept("lore", self._desk.add_lore(text, message)))
        self._after_change()
        return fact

    async def upkeep(self) -> None:
        """Do what has fallen due; called every few minutes by itself, and by doors that move the clock."""
        self._after_change()

    async def _tick(self) -> None:
        while True:
            await self.upkeep()
            await asyncio.sleep(self.settings.refresh_seconds)

    async def _count_uses(self) -> None:
        used, self._used = self._used, []
        await self.store.touch_facts(used)

    def _after_change(self, *days: datetime) -> None:
        """Set off what follows a change, none of which a reply waits for; `days` are whose journals changed."""
        embedder = self.embedder
        if embedder is not None:
            self.lanes.submit(
                "embed", "memory_embedding_call", lambda: ingest.embed_waiting(self.store, embedder)
            )
        if self.projections is not None:
            for day in days:
                self.projections.touch(day)
            self.lanes.submit("projections", "refresh", self.projections.refresh_soon)

    async def _kept(self, action: str, work: Coroutine[Any, Any, T]) -> T | None:
        """Work on the store without ever failing the caller: None tells that it could not be done."""
        return await self.lanes.attempt(action, work, deadline=PATIENCE, fallback=None)
