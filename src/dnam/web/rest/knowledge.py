"""What is known: facts, people, summaries, days, search and the log, page by page."""

from datetime import date, datetime
from typing import Annotated, cast

from fastapi import APIRouter, Path, Query
from pydantic import Field

from dnam.domain import DM_GUILD, Person, Question, Status, cursor_of
from dnam.web.access import Reader, TheMemory, guild_view, known_place, managed_view
from dnam.web.names import with_people
from dnam.web.problems import Problem
from dnam.web.rest.answers import (
    ActionOut,
    DayOut,
    FactOut,
    HitOut,
    Page,
    PersonOut,
    ProfileOut,
    SummaryOut,
)
from dnam.web.rest.openapi import PROBLEMS, programs_only
from dnam.web.rest.paging import decode, encode
from dnam.web.rest.values import (
    Cursor,
    Id,
    Limit,
    Name,
    Sent,
    Text,
)

router = APIRouter(prefix="/api/v1", tags=["knowledge"], dependencies=[programs_only], responses=PROBLEMS)


class PageQuery(Sent):
    """Which page of a guild's list."""

    guild: Id
    cursor: Cursor = ""
    limit: Limit = 50


class FactsQuery(PageQuery):
    """Which facts."""

    person: Id | None = None
    status: list[Status] = Field([Status.ACTIVE], max_length=10)


class PeopleQuery(PageQuery):
    """Which people."""

    name: Name = ""


class ActionsQuery(PageQuery):
    """Which lines of the log."""

    kind: Name = ""


class DaysQuery(Sent):
    """Which days."""

    guild: Id
    first: date
    last: date
    person: Id | None = None


class SearchQuery(Sent):
    """What to look for, and where it is asked."""

    q: Text
    guild: Id = DM_GUILD
    channel: Id = 0
    person: Id = 0
    limit: Annotated[int, Field(ge=1, le=24)] = 8


@router.get("/facts")
async def list_facts(
    access: Reader, memory: TheMemory, query: Annotated[FactsQuery, Query()]
) -> Page[FactOut]:
    """List facts of a guild, last changed first; `person` 0 is lore."""
    view = managed_view(access, query.guild)
    after = decode(query.cursor, datetime, str, int, str)
    facts = await memory.store.page_facts(
        query.guild,
        view.audience,
        statuses=query.status,
        subject=query.person,
        after=cast("tuple[datetime, str, int, str] | None", after),
        limit=query.limit,
    )
    shown, _ = await with_people(memory.store, query.guild, facts)
    more = encode(*cursor_of(facts[-1])) if len(facts) == query.limit else None
    return Page(items=[FactOut.of(fact) for fact in shown], next=more)


@router.get("/people")
async def list_people(
    access: Reader, memory: TheMemory, query: Annotated[PeopleQuery, Query()]
) -> Page[PersonOut]:
    """List the people of a guild by name, or those whose name has a part."""
    view = managed_view(access, query.guild)
    after = cast("tuple[str, int] | None", decode(query.cursor, str, int))
    entries = await memory.store.page_people(
        query.guild, view.audience, named=query.name, after=after or ("", 0), limit=query.limit
    )
    items = [
        PersonOut(id=e.person.id, name=e.person.name, bot=e.person.bot, facts=e.facts, messages=e.messages)
        for e in entries
    ]
    more = encode(items[-1].name, items[-1].id) if len(items) == query.limit else None
    return Page(items=items, next=more)


@router.get("/people/{id}")
async def get_person(
    access: Reader, memory: TheMemory, id_: Annotated[Id, Path(alias="id")], guild: Id
) -> ProfileOut:
    """Return what is known of a person and their recent days, as everyone in the guild may read it."""
    view = managed_view(access, guild)
    profile = await memory.profile(guild, id_, place=view.whole_guild)
    if profile is None:
        raise Problem(404, "Nothing is known of this person here.")
    facts, _ = await with_people(memory.store, guild, profile.facts)
    return ProfileOut(
        id=id_, name=profile.name, text=profile.text, facts=[FactOut.of(fact) for fact in facts]
    )


@router.get("/summaries")
async def list_summaries(access: Reader, memory: TheMemory, guild: Id) -> Page[SummaryOut]:
    """List the rolling summaries of a guild's conversations, latest first."""
    audience = managed_view(access, guild).audience
    held = [
        summary
        for summary in await memory.store.all_summaries()
        if summary.guild == guild and (audience is None or summary.origin in audience.origins)
    ]
    held.sort(key=lambda summary: summary.updated_at, reverse=True)
    return Page(
        items=[
            SummaryOut(session=s.session, text=s.text, updated_at=s.updated_at, offline=s.offline)
            for s in held
        ]
    )


@router.get("/days")
async def list_days(access: Reader, memory: TheMemory, query: Annotated[DaysQuery, Query()]) -> Page[DayOut]:
    """List everyone's days in a guild, as everyone there may read them."""
    managed_view(access, query.guild)
    days = await memory.store.days(query.guild, f"g{query.guild}", query.first, query.last)
    chosen = [day for day in days if query.person in (None, day.person)]
    return Page(items=[DayOut(date=day.date, person=day.person, text=day.text) for day in chosen])


@router.get("/search")
async def search(access: Reader, memory: TheMemory, query: Annotated[SearchQuery, Query()]) -> Page[HitOut]:
    """Return the facts and messages that clearly fit, among what may be heard in that place."""
    place = await known_place(memory.store, guild_view(access, query.guild), query.channel, query.person)
    asker = (await memory.store.people(query.guild, [query.person])).get(query.person) or Person(
        id=query.person, name=""
    )
    result = await memory.search(Question(place=place, asker=asker, text=query.q), limit=query.limit)
    facts, _ = await with_people(memory.store, query.guild, [hit.what for hit in result.facts])
    found = [
        HitOut(
            kind="fact",
            id=fact.id,
            person=fact.subject,
            text=fact.text,
            score=float(hit.score),
            reasons=list(hit.reasons),
        )
        for hit, fact in zip(result.facts, facts, strict=True)
    ]
    found += [
        HitOut(
            kind="message",
            id=str(hit.what.id),
            person=hit.what.author.id,
            text=hit.what.text,
            score=float(hit.score),
            reasons=list(hit.reasons),
        )
        for hit in result.messages
    ]
    return Page(items=found)


@router.get("/actions")
async def list_actions(
    access: Reader, memory: TheMemory, query: Annotated[ActionsQuery, Query()]
) -> Page[ActionOut]:
    """List the lines of a guild's action log, newest first."""
    audience = managed_view(access, query.guild).audience
    after = cast("tuple[datetime, int] | None", decode(query.cursor, datetime, int))
    heard = None if audience is None else audience.origins
    lines = await memory.store.page_actions(
        guild=query.guild, kind=query.kind, heard=heard, after=after, limit=query.limit
    )
    more = encode(lines[-1][1].at, lines[-1][0]) if len(lines) == query.limit else None
    return Page(items=[ActionOut.of(action) for _, action in lines], next=more)
