"""Consent, spending, erasing and health: what is owed to people, and to whoever runs the memory."""

from datetime import UTC, date, datetime, time, timedelta

from fastapi import APIRouter, Request

from dnam.commands import Command
from dnam.domain import DM_GUILD, Place, Scope, Visibility
from dnam.web.access import Admin, Operator, Reader, TheMemory, Writer, guild_view, managed_view
from dnam.web.problems import Problem
from dnam.web.rest.answers import (
    ConsentOut,
    HealthOut,
    Page,
    ReceiptOut,
    SpendingOut,
)
from dnam.web.rest.idempotency import IdempotentRoute
from dnam.web.rest.openapi import PROBLEMS, programs_only
from dnam.web.rest.values import ConsentIn, EraseIn, Id

router = APIRouter(
    prefix="/api/v1",
    tags=["care"],
    route_class=IdempotentRoute,
    dependencies=[programs_only],
    responses=PROBLEMS,
)


@router.get("/consent")
async def get_consent(access: Reader, memory: TheMemory, person: Id, guild: Id = DM_GUILD) -> ConsentOut:
    """Return whether a person is remembered in a guild, and what they chose."""
    view = guild_view(access, guild)
    agreed = await memory.consent.at(view.whole_guild, [person])
    choice = "out" if person in agreed.out else "in" if person in agreed.agreed else ""
    return ConsentOut(remembered=agreed.remembers(person), choice=choice)


@router.put("/consent")
async def set_consent(access: Writer, memory: TheMemory, chosen: ConsentIn) -> ConsentOut:
    """Note what a person chose, for every guild: with `out` nothing of theirs is shown or kept any more."""
    person = chosen.person.value()
    place = Place(guild=DM_GUILD, channel=0, visibility=Visibility.DM, person=person.id)
    verb = "optin" if chosen.choice == "in" else "optout"
    command = Command(text=f"{memory.settings.command_prefix} {verb}", place=place, person=person)
    answer = await memory.command(command)
    if answer is None or not answer.changed:
        raise Problem(503, answer.text if answer else "Commands are switched off.")
    agreed = await memory.consent.at(place, [person.id])
    del access
    return ConsentOut(remembered=agreed.remembers(person.id), choice=chosen.choice)


@router.get("/spending")
async def get_spending(
    access: Reader, memory: TheMemory, guild: Id, since: date | None = None
) -> Page[SpendingOut]:
    """Return what models cost a guild, by day and task; the last 30 days unless `since` is given."""
    managed_view(access, guild)
    first = since or (memory.clock.now() - timedelta(days=30)).date()
    rows = await memory.store.spending(datetime.combine(first, time(), UTC), guild=guild)
    return Page(
        items=[
            SpendingOut(
                day=row.day,
                task=row.task,
                calls=row.calls,
                input_tokens=row.usage.input_tokens,
                output_tokens=row.usage.output_tokens,
                cost_usd=row.usage.cost_usd,
            )
            for row in rows
        ]
    )


@router.post("/erase")
async def erase(request: Request, access: Admin, memory: TheMemory, what: EraseIn) -> ReceiptOut:
    """Erase everything of a person, a channel or a guild for good, or only count it without `confirm`."""
    guild = {"person": None, "guild": what.id, "channel": what.guild}[what.kind]
    if guild is None and not access.operator:
        raise Problem(403, "A person is erased everywhere: this needs a token for all guilds.")
    if guild is not None:
        managed_view(access, guild)
    scope = Scope(kind=what.kind, id=what.id, guild=guild or DM_GUILD)
    receipt = await memory.erase(scope, preview=not what.confirm)
    if what.confirm:
        forget_copies(request)
    return ReceiptOut(erased=what.confirm, counts=dict(receipt.counts))


def forget_copies(request: Request) -> None:
    """Drop every copy this server holds: it may quote what was erased."""
    state = request.app.state
    state.answers.clear()
    state.contexts.clear()
    state.numbers.forget()


@router.get("/health")
async def get_health(access: Operator, memory: TheMemory) -> HealthOut:
    """Return how the memory is: what waits, and what failed since the start."""
    del access
    failures = {action: count for action, count in memory.lanes.failures.items() if count}
    return HealthOut(status="failing" if failures else "ok", waiting=memory.lanes.waiting, failures=failures)
