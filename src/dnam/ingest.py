"""Ingest: store messages with the words they are found by, and embed them afterwards.

A message is stored before anything is made of it, so nothing waits for a model and a crash loses nothing.
What still lacks a vector is read from the store, not remembered here.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

import structlog
from cachetools import LRUCache

from dnam.consent import Consent
from dnam.domain import Fact, Message, Person, Place, Visibility
from dnam.errors import StoreError
from dnam.lanes import Lanes
from dnam.ports import Embedder, Store, leased
from dnam.rules.question_cues import cues
from dnam.rules.quoting import spoken
from dnam.rules.text import words
from dnam.settings import Settings

log = structlog.get_logger("dnam")

BATCH = 256
LEASE_SECONDS = 120.0
"""How long one batch may take before another process embeds instead."""
MOST_WAITING = 10_000
"""How many messages wait for a slow disk at most; each is held in memory meanwhile."""
PROGRESS_LINES = 20
"""How many lines a long run of embedding writes to the log at most."""


class Intake:
    """Stores new messages: only with consent, and in the order of each channel."""

    def __init__(self, store: Store, consent: Consent, *, lanes: Lanes, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._consent = consent
        self._lanes = lanes
        self._refused: LRUCache[int, bool] = LRUCache(10_000)
        """Messages not stored for lack of consent: answers to them are not stored either."""
        self.waiting = 0
        """How many messages wait to be stored."""

    async def take(self, message: Message) -> bool:
        """Store a message; False when it is stored already, was erased, lacks consent, or nothing is stored.

        Raises StoreError at once when too many wait already.
        """
        if not self._settings.ingest_enabled or (message.author.bot and message.reply_to in self._refused):
            return False
        if self.waiting >= MOST_WAITING:
            raise StoreError(f"{self.waiting} messages wait to be stored: deliver this one again later.")
        self.waiting += 1
        try:
            return await self._take(message)
        finally:
            self.waiting -= 1

    async def _take(self, message: Message) -> bool:
        # One lane per channel: the order of storing decides which messages count as neighbours.
        lane, seen = f"ingest {message.place.channel}", self._consent.choices_seen
        asking = asyncio.create_task(self._consent.storable(message), name="consent")
        choices = self._consent.choices
        in_turn = partial(self._in_turn, message, asking, choices)
        storing = await self._lanes.run(lane, in_turn)
        stored = await storing if storing is not None else False
        if self._consent.choices != choices:  # somebody may have changed their choice during the write
            await self._consent.follow_choices(message.place.guild)
        self._consent.note_stored(message.place.guild, seen)
        return stored

    async def _in_turn(
        self, message: Message, asking: asyncio.Task[Message | None], choices: int
    ) -> asyncio.Task[bool] | None:
        """Start to write a message that may be stored; the next one of its channel need not wait for it."""
        allowed = await asking
        if self._consent.choices != choices:  # somebody changed their choice meanwhile
            allowed = await self._consent.storable(message)
        if allowed is None:
            self._refused[message.id] = True
            return None
        return asyncio.create_task(store_message(self._store, allowed), name="store_message")


async def store_names(
    store: Store, consent: Consent, guild: int, people: Sequence[Person], at: datetime
) -> None:
    """Store the names of those people of a guild who agree to be remembered."""
    place = Place(guild=guild, channel=0, visibility=Visibility.PUBLIC)
    agreed = await consent.at(place, [person.id for person in people])
    await store.see_people(guild, [person for person in people if agreed.remembers(person.id)], at)


async def store_message(store: Store, message: Message) -> bool:
    """Store a message with its index; False when it is stored already or was erased."""
    return await store.add_message(message, words(spoken(message)), cues(message))


async def embed_waiting(
    store: Store, embedder: Embedder, progress: Callable[[int], None] = lambda _: None
) -> int:
    """Embed every message and fact that lacks a vector of the present model; return how many.

    Of several processes one embeds at a time: what another stores meanwhile is found by the look after the
    lease has ended. `progress` is told how many more are done, batch by batch.
    """
    done = 0
    while await _lacking(store, embedder):
        async with leased(store, "embed", seconds=LEASE_SECONDS) as granted:
            if not granted:
                break
            done += await _embed_all(store, embedder, progress)
    return done


async def _lacking(store: Store, embedder: Embedder) -> bool:
    """Return whether anything lacks a vector of the present model."""
    return bool(
        await store.unembedded_messages(model=embedder.name, limit=1)
        or await store.unembedded_facts(model=embedder.name, limit=1)
    )


async def _embed_all(store: Store, embedder: Embedder, progress: Callable[[int], None]) -> int:
    done = logged = 0
    while messages := await store.unembedded_messages(model=embedder.name, limit=BATCH):
        vectors = await embedder.embed([message_payload(message) for message in messages])
        await store.put_message_vectors(embedder.name, list(zip(messages, vectors, strict=True)))
        done += len(messages)
        await store.lease("embed", seconds=LEASE_SECONDS)
        progress(len(messages))
        if len(messages) == BATCH:  # an import, or another model: it takes a while
            left = await store.count_unembedded(model=embedder.name)
            if done - logged >= (done + left) / PROGRESS_LINES:
                logged = done
                log.info("embedding", action="memory_embedding_call", done=done, left=left)
    while facts := await store.unembedded_facts(model=embedder.name, limit=BATCH):
        await embed_facts(store, embedder, facts)
        done += len(facts)
        progress(len(facts))
    return done


async def embed_facts(store: Store, embedder: Embedder, facts: Sequence[Fact]) -> None:
    """Embed these facts, whether or not they have a vector."""
    vectors = await embedder.embed([fact_payload(fact) for fact in facts])
    await store.put_fact_vectors(embedder.name, list(zip(facts, vectors, strict=True)))


def message_payload(message: Message) -> str:
    """Return the text that is embedded for a message."""
    return f"{message.author.name}: {spoken(message)}"


def fact_payload(fact: Fact) -> str:
    """Return the text that is embedded for a fact: its kind, its text and its evidence."""
    return f"{fact.kind}: {fact.text}" + (f"\n{fact.evidence}" if fact.evidence else "")
