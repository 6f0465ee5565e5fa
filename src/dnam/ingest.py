"""Messages in: kept whole, indexed by their words, embedded afterwards.

A message is stored before anything is made of it, so that nothing waits on a model and nothing is lost by a
crash. What still lacks a vector is found by asking the store, not by remembering it here.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

import structlog
from cachetools import LRUCache

from dnam.consent import Consent
from dnam.lanes import Lanes
from dnam.model import Fact, Message, Person, Place, Visibility
from dnam.ports import Embedder, Store
from dnam.rules.question_cues import cues
from dnam.rules.quoting import spoken
from dnam.rules.secrets import masked
from dnam.rules.text import words

log = structlog.get_logger("dnam")

BATCH = 256


async def agreed_to(consent: Consent, message: Message) -> Message | None:
    """Give a message as it may be kept: not at all, or without secrets and names of who does not agree."""
    people = [message.author, *message.mentions]
    agreed = await consent.at(message.place, [person.id for person in people])
    if not agreed.keeps(message):
        return None
    message = replace(message, text=masked(message.text))
    nameless = [m if m.bot or agreed.remembers(m.id) else replace(m, name="") for m in message.mentions]
    return replace(message, mentions=tuple(nameless))


class Intake:
    """Takes messages in as they are said: with consent, and in the order of each channel."""

    def __init__(self, store: Store, consent: Consent, *, lanes: Lanes) -> None:
        self._store = store
        self._consent = consent
        self._lanes = lanes
        self._refused: LRUCache[int, bool] = LRUCache(10_000)
        """Messages that were not kept for want of consent: nor is what is answered to them."""

    async def take(self, message: Message) -> bool:
        """Store a message that may be kept; False when it is held, was erased, or is not agreed to."""
        if message.author.bot and message.reply_to in self._refused:
            return False
        lane = f"hear {message.place.channel}"  # neighbours are found by the order in which they are stored
        asking = asyncio.create_task(agreed_to(self._consent, message), name="consent")
        choices = self._consent.choices
        in_turn = partial(self._in_turn, message, asking, choices)
        storing = await self._lanes.run(lane, in_turn)
        kept = await storing if storing is not None else False
        if self._consent.choices != choices:  # somebody may have decided while it was written
            await self._consent.follow_choices(message.place.guild)
        return kept

    async def _in_turn(
        self, message: Message, asking: asyncio.Task[Message | None], choices: int
    ) -> asyncio.Task[bool] | None:
        """Begin to store a message that may be kept; others of its channel need not wait until it is."""
        agreed = await asking
        if self._consent.choices != choices:  # somebody has decided otherwise meanwhile
            agreed = await agreed_to(self._consent, message)
        if agreed is None:
            self._refused[message.id] = True
            return None
        return asyncio.create_task(keep(self._store, agreed), name="keep")


async def see(store: Store, consent: Consent, guild: int, people: Sequence[Person], at: datetime) -> None:
    """Keep what people are called in a guild, as far as they agree to be remembered."""
    place = Place(guild=guild, channel=0, visibility=Visibility.PUBLIC)
    agreed = await consent.at(place, [person.id for person in people])
    await store.see_people(guild, [person for person in people if agreed.remembers(person.id)], at)


async def keep(store: Store, message: Message) -> bool:
    """Store a message; False when it was already held, or erased."""
    return await store.add_message(message, words(spoken(message)), cues(message))


async def change(store: Store, held: Message, text: str, at: datetime) -> bool:
    """Replace what a message says; False when a newer edit is held."""
    said = replace(held, text=text)
    return await store.edit_message(held.place.guild, held.id, text, words(spoken(said)), at, cues=cues(said))


async def embed_waiting(store: Store, embedder: Embedder) -> int:
    """Give vectors to every message and fact that lacks one of the present model; say how many."""
    done = 0
    while messages := await store.unembedded_messages(model=embedder.name, limit=BATCH):
        vectors = await embedder.embed([message_payload(message) for message in messages])
        await store.put_message_vectors(embedder.name, list(zip(messages, vectors, strict=True)))
        done += len(messages)
    while facts := await store.unembedded_facts(model=embedder.name, limit=BATCH):
        await embed_facts(store, embedder, facts)
        done += len(facts)
    return done


async def embed_facts(store: Store, embedder: Embedder, facts: Sequence[Fact]) -> None:
    """Give these facts vectors."""
    vectors = await embedder.embed([fact_payload(fact) for fact in facts])
    await store.put_fact_vectors(embedder.name, list(zip(facts, vectors, strict=True)))


def message_payload(message: Message) -> str:
    """Write a message the way it is embedded: who says what."""
    return f"{message.author.name}: {spoken(message)}"


def fact_payload(fact: Fact) -> str:
    """Write a fact the way it is embedded: its kind, what it says, and what it rests on."""
    return f"{fact.kind}: {fact.text}" + (f"\n{fact.evidence}" if fact.evidence else "")
