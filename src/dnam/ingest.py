"""Ingest: store messages with the words they are found by, and embed them afterwards.

A message is stored before anything is made of it, so nothing waits for a model and a crash loses nothing.
What still lacks a vector is read from the store, not remembered here.
"""

import asyncio
import contextvars
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from cachetools import LRUCache

from dnam.consent import Consent, Mask, as_storable, masking
from dnam.domain import Fact, Message, Person, Place
from dnam.errors import StoreError
from dnam.lanes import Lanes
from dnam.languages import spoken_or
from dnam.log_lines import log
from dnam.ports import Embedder, Store, leased
from dnam.rules.consent_rules import ConsentView
from dnam.rules.question_cues import cues
from dnam.rules.quoting import spoken
from dnam.rules.secrets import nothing_to_mask
from dnam.rules.text import words
from dnam.settings import Settings

LATE = timedelta(hours=1)
"""A message that arrives this long after it was sent belongs to a day that may be summed up already."""
BATCH = 256
MOST_WAITING = 10_000
"""How many messages wait for a slow disk at most; each is held in memory meanwhile."""
FEW, SHORT = 4, 400
"""So few messages at a time, and so short, are judged on the loop: a millisecond for each."""
FAILED_SECONDS = 60.0
"""How long a process that could not store a message counts as not ready."""
PROGRESS_LINES = 20
"""How many lines a long run of embedding writes to the log after the first."""


class Intake:
    """Stores new messages: only with consent, and in the order of each channel."""

    def __init__(self, store: Store, consent: Consent, *, lanes: Lanes, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._consent = consent
        self._lanes = lanes
        self._joining: dict[int, tuple[list[Message], asyncio.Task[list[bool]]]] = {}
        """By channel the messages that wait for those before them, and what will store them."""
        self._refused: LRUCache[int, bool] = LRUCache(10_000)
        """Messages not stored for lack of consent: answers to them are not stored either."""
        self.waiting = 0
        """How many messages wait to be stored."""
        self._failed_at: float | None = None

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
            stored = await self._take(message)
        except StoreError:
            self._failed_at = time.monotonic()
            raise
        finally:
            self.waiting -= 1
        self._failed_at = None
        return stored

    @property
    def failed_lately(self) -> bool:
        """Whether the last message could not be stored, a minute ago at most: then it may be tried again."""
        return self._failed_at is not None and time.monotonic() - self._failed_at < FAILED_SECONDS

    async def _take(self, message: Message) -> bool:
        """Store a message, with those of its channel that arrive while earlier ones are looked at.

        They are written in their order, which decides which messages count as neighbours. A channel waits
        for no other: a secret in it may take a while to judge.
        """
        channel = message.place.channel
        if self.waiting <= FEW and channel not in self._joining and not self._lanes.is_taken(_lane(channel)):
            return (await self._store_together([message]))[0]
        if channel not in self._joining or self._joining[channel][1].done():
            started: list[Message] = []
            # in a context of its own: several callers share it, and the end of one must not end it
            storing = asyncio.create_task(self._store_together(started), context=contextvars.Context())
            self._joining[channel] = (started, storing)
        companions, storing = self._joining[channel]
        nth = len(companions)
        companions.append(message)
        await asyncio.wait({storing})
        if len(companions) > 1 and storing.exception() is not None:  # one of them must not fail the others
            return (await self._store_together([message]))[0]
        return storing.result()[nth]

    async def _store_together(self, messages: list[Message]) -> list[bool]:
        """Store what may be stored of messages of a channel; the next ones need not wait for the disk."""
        place = messages[0].place
        seen, choices, writing = await self._lanes.run(
            _lane(place.channel), lambda: self._start_together(messages)
        )
        stored = await writing
        if self._consent.choices != choices:  # somebody may have changed their choice meanwhile
            await self._consent.follow_choices(place.guild)
        self._consent.note_stored(place.guild, seen)
        return stored

    async def _start_together(self, messages: list[Message]) -> tuple[int, int, asyncio.Task[list[bool]]]:
        """Return what will store some messages, and the state of consent it follows."""
        joining = self._joining.get(messages[0].place.channel)
        if joining is not None and joining[0] is messages:  # whoever comes now joins the next ones
            del self._joining[messages[0].place.channel]
        seen, choices, allowed = await self._storable(messages)
        while self._consent.choices != choices:  # somebody changed their choice meanwhile
            seen, choices, allowed = await self._storable(messages)
        refused = [message for message, entry in zip(messages, allowed, strict=True) if entry is None]
        self._refused.update((message.id, True) for message in refused)
        return seen, choices, asyncio.create_task(self.write(allowed), name="store_messages")

    async def _storable(self, messages: Sequence[Message]) -> "tuple[int, int, list[StorableMessage | None]]":
        seen, choices = self._consent.choices_seen, self._consent.choices
        views = await self._consent.views(messages)
        if len(messages) == 1 and len(messages[0].text) <= SHORT and nothing_to_mask(messages[0].text):
            return seen, choices, storable_entries(messages, views, list)  # quicker than a thread is asked
        mask = await masking(messages)
        return seen, choices, await asyncio.to_thread(storable_entries, messages, views, mask)

    async def write(self, entries: "Sequence[StorableMessage | None]") -> list[bool]:
        """Write what may be stored; return for each whether it was stored now."""
        some = [(entry.message, entry.words, entry.cues) for entry in entries if entry is not None]
        if len(some) == 1:
            stored = iter([await self._store.add_message(*some[0])])
        else:
            stored = iter(await self._store.add_messages(some) if some else [])
        return [entry is not None and next(stored) for entry in entries]


def _lane(channel: int) -> str:
    return f"ingest {channel}"


@dataclass(frozen=True, kw_only=True, slots=True)
class StorableMessage:
    """A message as it may be stored, and what it is found by."""

    message: Message
    words: list[str]
    cues: int


def storable_entries(
    messages: Sequence[Message], views: Sequence[ConsentView], mask: Mask
) -> list[StorableMessage | None]:
    """Return messages as they may be stored, indexed; many or long ones in a thread."""
    return [None if each is None else _entry(each) for each in as_storable(messages, views, mask)]


def _entry(message: Message) -> StorableMessage:
    return StorableMessage(message=message, words=words(spoken(message)), cues=cues(message))


async def store_names(
    store: Store, consent: Consent, guild: int, people: Sequence[Person], at: datetime
) -> None:
    """Store the names of those people of a guild who agree to be remembered."""
    place = Place.whole_guild(guild)
    agreed = await consent.at(place, [person.id for person in people])
    await store.see_people(guild, [person for person in people if agreed.remembers(person.id)], at)


async def store_message(store: Store, message: Message) -> bool:
    """Store a message with its index; False when it is stored already or was erased."""
    entry = _entry(message)
    return await store.add_message(entry.message, entry.words, entry.cues)


async def embed_waiting(
    store: Store, embedder: Embedder, progress: Callable[[int], None] = lambda _: None
) -> int:
    """Embed every message and fact that lacks a vector of the present model; return how many.

    Of several processes one embeds at a time: what another stores meanwhile is found by the look after the
    lease has ended. `progress` is told how many more are done, batch by batch.
    """
    done, next_line, more = 0, 0.0, True
    while more and any(waiting := await _waiting(store, embedder)):
        async with leased(store, "embed") as granted:
            if not granted:
                break
            count = await _embed(store, embedder, *waiting)
        done += count
        progress(count)
        more = BATCH in (len(waiting[0]), len(waiting[1]))
        if count >= BATCH and done >= next_line:  # an import, or another model: it takes a while
            left = await store.count_unembedded(model=embedder.name)  # slow where a million are left
            next_line = done + (done + left) / PROGRESS_LINES
            log.info("embedding", action="memory_embedding_call", done=done, left=left)
    return done


async def _waiting(store: Store, embedder: Embedder) -> tuple[list[Message], list[Fact]]:
    """Return the next messages and facts that lack a vector of the present model."""
    messages = await store.unembedded_messages(model=embedder.name, limit=BATCH)
    return messages, await store.unembedded_facts(model=embedder.name, limit=BATCH)


async def _embed(store: Store, embedder: Embedder, messages: Sequence[Message], facts: Sequence[Fact]) -> int:
    if messages:
        vectors = await embedder.embed([message_payload(message) for message in messages])
        await store.put_message_vectors(embedder.name, list(zip(messages, vectors, strict=True)))
    if facts:
        await embed_facts(store, embedder, facts)
    return len(messages) + len(facts)


async def embed_facts(store: Store, embedder: Embedder, facts: Sequence[Fact]) -> None:
    """Embed these facts, whether or not they have a vector."""
    vectors = await embedder.embed([fact_payload(fact) for fact in facts])
    await store.put_fact_vectors(embedder.name, list(zip(facts, vectors, strict=True)))


def message_payload(message: Message) -> str:
    """Return the text that is embedded for a message: with its speaker, unless it is clearly not English.

    Beside another language a name outweighs what is said.
    """
    text = spoken(message)
    return f"{message.author.name}: {text}" if spoken_or(text, "en") == "en" else text


def fact_payload(fact: Fact) -> str:
    """Return the text that is embedded for a fact: its kind, its text and its evidence."""
    return f"{fact.kind}: {fact.text}" + (f"\n{fact.evidence}" if fact.evidence else "")
