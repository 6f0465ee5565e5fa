"""What is known: facts, people, summaries, days, search and the log, page by page."""

from datetime import date
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import Field

from dnam.domain import DM_GUILD, Person, Question, Recollection, Status
from dnam.web.access import Reader, TheMemory, guild_view, known_place, listing_view, managed_view
from dnam.web.error_responses import Problem
from dnam.web.listings import page_actions, page_facts, page_people, summaries_of, with_people
from dnam.web.rest.answers import (
    ActionOut,
    DayOut,
    FactOut,
    HitOut,
    Page,
    PersonOut,
    ProfileOut,
    SummaryOut,
    page_of,
)
from dnam.web.rest.openapi import api_router
from dnam.web.rest.schemas import Cursor, Guild, Id, Name, PathId, Sent, Text

router = api_router("knowledge")


class GuildQuery(Sent):
    """Which guild's list."""

    guild: Id
    """The guild's id."""
    private: bool = False
    """Also what was said in private; for a token of all guilds, and every look is logged."""


class PageQuery(GuildQuery):
    """Which page of a guild's list."""

    cursor: Cursor = ""
    """`next` of the page before; leave it out for the first."""
    limit: Annotated[int, Field(ge=1, le=100)] = 50
    """How many the page has at most."""


class FactsQuery(PageQuery):
    """Which facts."""

    person: Id | None = None
    """Only facts about this person; 0 is lore."""
    status: list[Status] = Field([Status.ACTIVE], max_length=10)
    """Only facts in these states."""


class PeopleQuery(PageQuery):
    """Which people."""

    name: Name = ""
    """Only people whose name has this part, in capitals or not."""


class ActionsQuery(PageQuery):
    """Which lines of the log."""

    kind: Name = ""
    """Only lines of this kind, such as `remember`."""


class DaysQuery(Sent):
    """Which days."""

    guild: Id
    """The guild's id."""
    first: date
    """The first day, such as 2026-03-01."""
    last: date
    """The last day."""
    person: Id | None = None
    """Only the days of this person."""


class SearchParameters(Sent):
    """What to look for, and where it is asked."""

    q: Text
    """What to look for, in the words of a person."""
    guild: Guild = DM_GUILD
    channel: Id = 0
    """Where it is asked; without it, what everyone in the guild may hear is searched."""
    person: Id = 0
    """Who asks, if anybody does; of a direct message, whose it is."""
    limit: Annotated[int, Field(ge=1, le=24)] = 8
    """How many facts, and as many messages, come back at most."""


@router.get("/facts")
async def list_facts(
    access: Reader, memory: TheMemory, query: Annotated[FactsQuery, Query()]
) -> Page[FactOut]:
    """List facts of a guild, last changed first; `person` 0 is lore."""
    view = await listing_view(memory, access, query.guild, private=query.private)
    facts, _, more = await page_facts(
        memory.store, view, query.status, query.cursor, query.limit, subject=query.person
    )
    return page_of(FactOut, facts, more)


@router.get("/people")
async def list_people(
    access: Reader, memory: TheMemory, query: Annotated[PeopleQuery, Query()]
) -> Page[PersonOut]:
    """List the people of a guild by name, or those whose name has a part."""
    view = await listing_view(memory, access, query.guild, private=query.private)
    return page_of(PersonOut, *await page_people(memory.store, view, query.name, query.cursor, query.limit))


@router.get("/people/{id}")
async def get_person(access: Reader, memory: TheMemory, id_: PathId, guild: Guild) -> ProfileOut:
    """Return what is known of a person and their recent days, as everyone in the guild may read it."""
    view = await listing_view(memory, access, guild, private=False)
    profile = await memory.profile(guild, id_, place=view.whole_guild)
    if profile is None:
        raise Problem(404, "Nothing is known of this person here.")
    facts, _ = await with_people(memory.store, view, profile.facts)
    return ProfileOut(id=id_, name=profile.name, text=profile.text, facts=page_of(FactOut, facts).items)


@router.get("/summaries")
async def list_summaries(
    access: Reader, memory: TheMemory, query: Annotated[GuildQuery, Query()]
) -> Page[SummaryOut]:
    """List the rolling summaries of a guild's conversations, latest first."""
    view = await listing_view(memory, access, query.guild, private=query.private)
    return page_of(SummaryOut, await summaries_of(memory.store, view))


@router.get("/days")
async def list_days(access: Reader, memory: TheMemory, query: Annotated[DaysQuery, Query()]) -> Page[DayOut]:
    """List everyone's days in a guild, as everyone there may read them."""
    managed_view(access, query.guild)
    days = await memory.store.days(query.guild, f"g{query.guild}", query.first, query.last)
    return page_of(DayOut, [day for day in days if query.person in (None, day.person)])


@router.get("/search")
async def search(
    access: Reader, memory: TheMemory, query: Annotated[SearchParameters, Query()]
) -> Page[HitOut]:
    """Return the facts and messages that clearly fit, among what may be heard in that place."""
    view = guild_view(access, query.guild)
    place = await known_place(memory.store, view, query.channel, query.person)
    known = await memory.store.people(query.guild, [query.person])
    asker = known.get(query.person) or Person(id=query.person, name="")
    result = await memory.search(Question(place=place, asker=asker, text=query.q), limit=query.limit)
    facts, _ = await with_people(memory.store, view, [hit.what for hit in result.facts], place)
    hits = [
        _hit("fact", hit, fact.id, fact.subject, fact.text)
        for hit, fact in zip(result.facts, facts, strict=True)
    ]
    hits += [_hit("message", h, str(h.what.id), h.what.author.id, h.what.text) for h in result.messages]
    return Page(items=hits)


def _hit(
    kind: Literal["fact", "message"], hit: Recollection[Any], id_: str, person: int, text: str
) -> HitOut:
    score, reasons = float(hit.score), list(hit.reasons)
    return HitOut(kind=kind, id=id_, person=person, text=text, score=score, reasons=reasons)


@router.get("/actions")
async def list_actions(
    access: Reader, memory: TheMemory, query: Annotated[ActionsQuery, Query()]
) -> Page[ActionOut]:
    """List the lines of a guild's action log, newest first."""
    view = await listing_view(memory, access, query.guild, private=query.private)
    return page_of(ActionOut, *await page_actions(memory.store, view, query.kind, query.cursor, query.limit))
