"""Consent, spending, erasing, moving in and out, and health: what is owed to people and to operators."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any

from fastapi import Path, Query, Request
from fastapi.responses import FileResponse

from dnam.commands import Command
from dnam.commands.personal_export import personal_data
from dnam.domain import DM_GUILD, Place, Scope
from dnam.transfer.records import Options
from dnam.web.access import (
    Admin,
    Operator,
    OperatorAdmin,
    Reader,
    TheMemory,
    Writer,
    check_reach,
    guild_view,
    log_private_view,
    managed_view,
)
from dnam.web.error_responses import Problem
from dnam.web.jobs import Jobs
from dnam.web.rest.answers import ConsentOut, HealthOut, JobOut, Page, ReceiptOut, SpendingOut, page_of
from dnam.web.rest.openapi import api_router
from dnam.web.rest.schemas import ConsentIn, EraseIn, Guild, Id, PathId, Sent

router = api_router("care")
JobId = Annotated[str, Path(alias="id", max_length=20, description="The `id` of the long work.")]
FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/gzip": {}}, "description": "The file"}
}


@router.get("/consent")
async def get_consent(
    access: Reader,
    memory: TheMemory,
    person: Annotated[Id, Query(description="Whose choice it is.")],
    guild: Guild = DM_GUILD,
) -> ConsentOut:
    """Return whether a person is remembered in a guild, and what they chose."""
    agreed = await memory.consent.at(guild_view(access, guild).whole_guild, [person])
    choice = "out" if person in agreed.out else "in" if person in agreed.agreed else ""
    return ConsentOut(remembered=agreed.remembers(person), choice=choice)


@router.put("/consent")
async def set_consent(access: Writer, memory: TheMemory, chosen: ConsentIn) -> ConsentOut:
    """Note what a person chose, for every guild: with `out` nothing of theirs is shown or kept any more."""
    person = chosen.person.value()
    place = Place.dm_with(person.id)
    verb = "optin" if chosen.choice == "in" else "optout"
    check_reach(access, verb)
    command = Command(text=f"{memory.settings.command_prefix} {verb}", place=place, person=person)
    answer = await memory.command(command)
    if answer is None or not answer.changed:
        raise Problem(503, answer.text if answer else "Commands are switched off.")
    agreed = await memory.consent.at(place, [person.id])
    return ConsentOut(remembered=agreed.remembers(person.id), choice=chosen.choice)


@router.get("/spending")
async def get_spending(
    access: Reader,
    memory: TheMemory,
    guild: Guild,
    since: Annotated[date | None, Query(description="The first day; without it, 30 days ago.")] = None,
) -> Page[SpendingOut]:
    """Return what models cost a guild, by day and task; the last 30 days unless `since` is given."""
    managed_view(access, guild)
    first = since or (memory.clock.now() - timedelta(days=30)).date()
    return page_of(
        SpendingOut, await memory.store.spending(datetime.combine(first, time(), UTC), guild=guild)
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
    return ReceiptOut(
        erased=what.confirm,
        counts=dict(receipt.counts),
        verified=list(receipt.verified),
        unfinished=list(receipt.unfinished),
    )


def forget_copies(request: Request) -> None:
    """Drop every copy this server has: it may quote what was erased."""
    state = request.app.state
    state.numbers.forget()
    state.jobs.drop_files()


@router.get("/people/{id}/export")
async def export_person(access: OperatorAdmin, memory: TheMemory, id_: PathId) -> dict[str, Any]:
    """Return everything of a person that they may hear, to hand it to them; every such look is logged."""
    await log_private_view(memory, access, DM_GUILD, "a person's export", person=id_)
    return await personal_data(memory.store, id_, at=memory.clock.now())


@router.post("/export", status_code=202)
async def export_everything(request: Request, _: OperatorAdmin, memory: TheMemory) -> JobOut:
    """Begin to write the whole memory into an archive; `/jobs/{id}` says how far it is."""
    return JobOut.model_validate(jobs_of(request).export(memory))


class ImportQuery(Sent):
    """How to read what is imported."""

    public: bool = False
    """Everyone in its guild can read its channels."""
    dry: bool = False
    """Only count what would come in."""


@router.post(
    "/import",
    status_code=202,
    openapi_extra={"requestBody": {"content": {"application/octet-stream": {"schema": {"type": "string"}}}}},
)
async def import_file(
    request: Request, _: OperatorAdmin, memory: TheMemory, query: Annotated[ImportQuery, Query()]
) -> JobOut:
    """Begin to take in a file: an archive of dnam into an empty memory, or another format dnam reads."""
    path = jobs_of(request).new_file("import")
    with path.open("wb") as file:
        async for chunk in request.stream():
            file.write(chunk)
    job = jobs_of(request).take_in(memory, path, Options(public=query.public), dry=query.dry)
    return JobOut.model_validate(job)


@router.get("/jobs")
async def list_work(request: Request, _: Operator) -> Page[JobOut]:
    """List long work, latest first."""
    return page_of(JobOut, jobs_of(request).all)


@router.get("/jobs/{id}")
async def get_work(request: Request, _: Operator, id_: JobId) -> JobOut:
    """Return how far long work is, and what came of it."""
    return JobOut.model_validate(jobs_of(request).get(id_))


@router.get("/jobs/{id}/file", response_class=FileResponse, responses=FILE)
async def get_work_file(request: Request, _: OperatorAdmin, memory: TheMemory, id_: JobId) -> FileResponse:
    """Return the archive that an export wrote."""
    path = await jobs_of(request).file_of(id_, memory)
    return FileResponse(path, filename=path.name.partition("-")[2], media_type="application/gzip")


@router.delete("/jobs/{id}")
async def cancel_work(request: Request, _: OperatorAdmin, id_: JobId) -> JobOut:
    """Cancel long work."""
    return JobOut.model_validate(jobs_of(request).cancel(id_))


def jobs_of(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


@router.get("/health")
async def get_health(_: Operator, memory: TheMemory) -> HealthOut:
    """Return how the memory is: what waits, and what failed since the start."""
    failures = {action: count for action, count in memory.lanes.failures.items() if count}
    return HealthOut(status="failing" if failures else "ok", waiting=memory.lanes.waiting, failures=failures)
