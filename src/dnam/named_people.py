"""Whom a fact names: looked up before it is saved, so that these people can decide about it."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from dnam.domain import DM_GUILD, Message, Person
from dnam.ports import Store
from dnam.rules.fact_merge import Upsert
from dnam.rules.names_in_text import mentioned_in, named_in


async def people_named(
    store: Store, text: str, *, guild: int, besides: Collection[int], mentioned: Sequence[Person] = ()
) -> tuple[int, ...]:
    """Return everyone a text names, except `besides`; in a direct message only mentioned people."""
    known: list[Person] = []
    if guild != DM_GUILD:
        known = await store.people_called(guild, text)
    if ids := mentioned_in(text):
        known += (await store.people(guild, ids)).values()
    known = [*{person.id: person for person in known}.values()]
    return named_in(text, mentioned=mentioned, bearers=known, besides=besides)


async def naming(
    store: Store, upsert: Upsert, *, guild: int, besides: Collection[int], mentioned: Sequence[Person] = ()
) -> Upsert:
    """Return a proposal with everyone its text names."""
    named = await people_named(store, upsert.text, guild=guild, besides=besides, mentioned=mentioned)
    return replace(upsert, named=named)


async def naming_as_said(store: Store, upsert: Upsert, message: Message, subject: int) -> Upsert:
    """Return a proposal with everyone its text names, except the message's author and the subject."""
    besides, guild = (message.author.id, subject), message.place.guild
    return await naming(store, upsert, guild=guild, besides=besides, mentioned=message.mentions)
