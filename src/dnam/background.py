"""Background work: what memory does after the reply, in lanes, and the regular upkeep.

Extraction, embedding, summaries, retention, readable files and use counts start here and nowhere else. What
is due is read from the store, so work that a crash or a full lane loses is done by the next upkeep.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime

from dnam import ingest
from dnam.audience import session_key
from dnam.consent import Consent
from dnam.domain import Action, Fact, Message
from dnam.extract import Extractor
from dnam.lanes import Lanes
from dnam.ports import Clock, Embedder, Reranker, Store
from dnam.projections import Projections
from dnam.recall import Recall
from dnam.retention import Retention
from dnam.summarise import Summariser
from dnam.transfer.imported_places import place_imported

FILES = "projections"
"""The lane that writes readable files; only shutdown waits for it."""
TOGETHER = 0.5
"""Seconds in which messages are collected, to be read and embedded together; words find them at once."""


@dataclass(kw_only=True, eq=False, slots=True)
class BackgroundWork:
    store: Store
    lanes: Lanes
    recall: Recall
    extractor: Extractor
    summariser: Summariser
    retention: Retention
    consent: Consent
    clock: Clock
    embedder: Embedder | None
    reranker: Reranker | None
    projections: Projections | None
    resume: Callable[[], Awaitable[object]]
    """Goes on with what was taken back and could not be written."""
    back_up: Callable[[], Awaitable[object]]
    """Makes the scheduled backup when it is time."""
    model_extracts: bool
    """Whether a model is configured for extraction."""
    used_facts: list[Fact] = field(default_factory=list)
    """Facts shown in prompts since their uses were last counted."""
    unread: set[int] = field(default_factory=set)
    """Channels with messages that this process has stored and not read."""
    logged_failures: Counter[str] = field(default_factory=Counter)
    """How much work had failed when that was last written to the action log."""
    watchers: dict[object, Callable[[], None]] = field(default_factory=dict)

    async def close_encoders(self) -> None:
        for encoder in (self.embedder, self.reranker):
            if encoder is not None:
                await encoder.close()

    def upkeep(self) -> None:
        """Start everything that is due."""
        self.after_change()
        self.lanes.submit("resume", "resume_retractions", self.resume)
        self.lanes.submit("read", "extract_by_rules everything", self._extract_by_rules)
        if not self.store.hidden:  # else summaries cannot be read, and would be made anew
            self.lanes.submit("summaries", "summarise_due", self.summariser.summarise_due)
        self.lanes.submit("import", "place_imported", self._place_imported)
        self.lanes.submit("retention", "retention", self._enforce_retention)
        self.lanes.submit("backup", "backup", self.back_up)
        self.lanes.submit("failures", "log_failures", self._log_failures)

    def running(self, every: float, drain_seconds: float) -> AsyncExitStack:
        """Run upkeep now and at regular intervals until the block ends, then finish what is under way.

        No generator: an event loop that ends closes all of them at once, this one too early.
        """
        ending = AsyncExitStack()
        ending.push_async_callback(self.lanes.drain, drain_seconds)
        ending.callback(self.finish)
        ending.callback(asyncio.create_task(self.run_upkeep_every(every), name="upkeep").cancel)
        return ending

    async def run_upkeep_every(self, seconds: float) -> None:
        """Run upkeep now and at regular intervals, until cancelled; load what search needs."""
        if self.embedder is not None:
            self.lanes.submit("embed", "memory_embedding_load", self.embedder.load)
        if self.reranker is not None:
            self.lanes.submit("rerank", "memory_reranker_load", self.reranker.load)
        while True:
            self.upkeep()
            await asyncio.sleep(seconds)

    def finish(self) -> None:
        """Start what must be done before the process ends: read and write everything that is left."""
        self._start_model_extraction(everything=True)
        if self.store.hidden:  # what could not be written down yet ends with this process
            self.lanes.submit("resume", "resume_retractions", self.resume)
        if self.projections is not None:
            self.projections.hurry()

    async def idle(self) -> None:
        """Return when no work is left, the writing of files excepted."""
        await self.lanes.idle(but=FILES)

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change of memory, until the returned function is called."""
        watcher = object()
        self.watchers[watcher] = changed

        def unwatch() -> None:
            self.watchers.pop(watcher, None)

        return unwatch

    def after_message(self, message: Message) -> None:
        self.unread.add(message.place.channel)
        self.lanes.submit("read", "extract_by_rules", self._extract_new_by_rules, TOGETHER)
        self.after_change(message.sent_at)

    def after_reply(self, reply: Message) -> None:
        """Start what follows an answer: the rolling summary and short-term memory."""
        if self.store.hidden:
            return
        session = session_key(reply.place)
        self.lanes.submit(session, f"count_turn {reply.id}", lambda: self.summariser.count(reply))
        self.lanes.submit(
            "short term", f"note_exchange {reply.id}", lambda: self.summariser.note_exchange(reply)
        )
        if self.extractor.reads_after_reply and self.model_extracts:
            channel = reply.place.channel
            self.lanes.submit(
                "models", f"extract_replied {channel}", lambda: self._extract_by_model(False, channel)
            )

    def after_prompt(self, facts: Sequence[Fact]) -> None:
        """Count that these facts were shown."""
        self.used_facts += facts
        if self.used_facts:
            self.lanes.submit("uses", "count_uses", self._count_uses)

    def after_change(self, *days: datetime) -> None:
        """Start what follows any change of memory; `days` are the moments whose journals it touches."""
        for changed in [*self.watchers.values()]:
            self.lanes.notify("watch", changed)
        embedder = self.embedder
        if embedder is not None:
            self.lanes.submit(
                "embed", "memory_embedding_call", lambda: ingest.embed_waiting(self.store, embedder), TOGETHER
            )
        if self.projections is not None:
            self.projections.touch(*days)
            self.lanes.submit(FILES, "refresh_files", self.projections.refresh_soon)

    def forget_uses(self) -> None:
        """Drop the facts whose uses are not counted yet: some of them may have been erased."""
        self.used_facts.clear()

    def changed_elsewhere(self) -> None:
        """Drop what this process has cached, and tell its watchers: another process has changed memory."""
        self.recall.forget_everything()
        if self.projections is not None:
            self.lanes.submit(FILES, "refresh_files elsewhere", self.projections.follow_erasures)
        for changed in [*self.watchers.values()]:
            self.lanes.notify("watch", changed)

    async def _extract_new_by_rules(self) -> None:
        await self.consent.follow_other_processes()
        channels, self.unread = self.unread, set()
        await self._extract_by_rules(channels)

    async def _extract_by_rules(self, channels: Collection[int] | None = None) -> None:
        if await self.extractor.read_new(channels):
            self.recall.forget_layers()
            self.after_change()
        self._start_model_extraction()

    def _start_model_extraction(self, *, everything: bool = False) -> None:
        if self.model_extracts:
            name = "extract_everything" if everything else "extract_by_model"
            self.lanes.submit("models", name, lambda: self._extract_by_model(everything))

    async def _extract_by_model(self, everything: bool, replied: int | None = None) -> None:
        if await self.extractor.read_due(everything=everything, replied=replied):
            self.recall.forget_layers()
            self.after_change()

    async def _enforce_retention(self) -> None:
        if removed := await self.retention.enforce():
            self.recall.forget_last_known()
            self.after_change(*(message.sent_at for message in removed))

    async def _place_imported(self) -> None:
        if await self.lanes.change_facts(lambda: place_imported(self.store)):
            await self.consent.follow_import()  # what is stored anew is hidden anew
            self.recall.forget_last_known()
            self.after_change()

    async def _log_failures(self) -> None:
        """Write to the action log which work has failed since the last time, and how often."""
        failed = self.lanes.failures - self.logged_failures
        self.logged_failures = self.lanes.failures.copy()
        for action, number in failed.items():
            kind = "voice_error" if "voice" in action else "bot_error"
            await self.store.log_action(
                Action(kind=kind, at=self.clock.now(), guild=0, detail=f"{action}: {number}", outcome="error")
            )

    async def _count_uses(self) -> None:
        used, self.used_facts = self.used_facts, []
        await self.store.touch_facts(used)
