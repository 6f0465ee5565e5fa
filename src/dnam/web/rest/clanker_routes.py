"""The three routes of ClankerBot's dashboard, with the names it used."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, Field

from dnam.domain import DM_GUILD, LORE, Person, Question
from dnam.memory import MAX_RESULTS
from dnam.web.access import (
    Operator,
    OperatorAdmin,
    Reader,
    TheMemory,
    guild_view,
    known_place,
    log_private_view,
)
from dnam.web.journal import snapshot
from dnam.web.listings import with_people
from dnam.web.rest.openapi import api_router
from dnam.web.rest.schemas import MAX_TEXT, Id, Sent

LORE_NAME = "__lore__"
"""What ClankerBot calls the subject of lore."""

router = api_router("seeds", "/api/memory")


class Snapshot(BaseModel):
    """MEMORY.md: what is known of everyone, in every guild."""

    markdown: str


class FoundFact(BaseModel):
    """A fact as ClankerBot names its parts."""

    guild_id: Id
    channel_id: Id | None
    subject: str
    fact: str
    fact_type: str
    evidence_text: str
    source_message_id: Id | None
    confidence: float
    score: float


class SeedQuery(Sent):
    """What ClankerBot's dashboard asks; `limit` is clamped to 1..24."""

    q: Annotated[str, Field(max_length=MAX_TEXT)] = ""
    """What to look for."""
    guildId: Id = 0  # noqa: N815 (the seed's name)
    """The guild's id."""
    channelId: Id = 0  # noqa: N815 (the seed's name)
    """The channel it is asked in."""
    limit: Annotated[int, Field(ge=-(2**31), lt=2**31)] = 10
    """How many facts come back at most."""


class FoundFacts(BaseModel):
    """What fits, best first."""

    results: list[FoundFact]
    limit: int


@router.get("")
async def get_memory(access: Operator, memory: TheMemory) -> Snapshot:
    """Return the snapshot of the memory as Markdown; it has private memories in it, so this is logged."""
    await log_private_view(memory, access, DM_GUILD, "MEMORY.md")
    return Snapshot(markdown=await snapshot(memory))


@router.post("/refresh")
async def refresh_memory(access: OperatorAdmin, memory: TheMemory) -> Snapshot:
    """Write the readable files anew, and return the snapshot."""
    await log_private_view(memory, access, DM_GUILD, "MEMORY.md")
    return Snapshot(markdown=await snapshot(memory, refresh=True))


@router.get("/search")
async def search_facts(
    access: Reader,
    memory: TheMemory,
    query: Annotated[SeedQuery, Query()],
) -> FoundFacts:
    """Search a guild's durable facts; `limit` is clamped to 1..24, and the channel is where it is asked."""
    view = guild_view(access, query.guildId)
    limit = min(max(query.limit, 1), MAX_RESULTS)
    if not query.q.strip() or query.guildId == DM_GUILD:
        return FoundFacts(results=[], limit=limit)
    place = await known_place(memory.store, view, query.channelId)
    result = await memory.search(
        Question(place=place, asker=Person(id=0, name=""), text=query.q), limit=limit
    )
    facts, _ = await with_people(memory.store, view, [hit.what for hit in result.facts], place)
    results = [
        FoundFact(
            guild_id=fact.guild,
            channel_id=fact.source.channel,
            subject=LORE_NAME if fact.subject == LORE else str(fact.subject),
            fact=fact.text,
            fact_type=fact.kind,
            evidence_text=fact.evidence,
            source_message_id=fact.source.message,
            confidence=fact.confidence,
            score=float(hit.score),
        )
        for hit, fact in zip(result.facts, facts, strict=True)
    ]
    return FoundFacts(results=results, limit=limit)
