"""Privacy and settings: consent, erasing with a typed name and a receipt, long work, and what is set."""

import re
from pathlib import Path as FilePath
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Path
from fastapi.responses import RedirectResponse, Response
from pydantic import SecretStr

from dnam.domain import DM_GUILD, Receipt, Scope
from dnam.ingest import embed_waiting
from dnam.settings import PREFIX, Settings
from dnam.web.access import OperatorAdmin, Writer
from dnam.web.jobs import Job, Jobs
from dnam.web.names import names_for
from dnam.web.pages.frame import Frame, ThisPage
from dnam.web.pages.people import run_command
from dnam.web.problems import Problem
from dnam.web.rest.care import forget_copies
from dnam.web.rest.values import Id

Erasable = Literal["person", "channel", "guild"]

router = APIRouter()


@router.get("/privacy")
async def privacy_page(frame: ThisPage) -> Response:
    """Show what people and channels chose, and what can be erased."""
    return await _privacy_page(frame)


async def _privacy_page(frame: Frame, notice: str = "", receipt: Receipt | None = None) -> Response:
    store, me = frame.memory.store, frame.access.person
    consent = await frame.memory.consent.at(frame.view.whole_guild, [me.id] if me else [])
    channels = []
    for place in frame.places if frame.view.manages and frame.guild != DM_GUILD else ():
        view = await frame.memory.consent.at(place, [])
        channels.append((place, view.excluded))
    people = []
    if frame.access.operator:
        entries = await store.page_people(frame.guild, None, limit=200)
        people = [entry.person for entry in entries if not entry.person.bot]
    return frame.page(
        "privacy.html",
        consent=consent,
        channels=channels,
        people=people,
        notice=notice,
        receipt=receipt,
        jobs=_jobs(frame).all if frame.access.operator else [],
    )


def _jobs(frame: Frame) -> Jobs:
    jobs: Jobs = frame.request.app.state.jobs
    return jobs


@router.post("/privacy/consent")
async def change_consent(
    frame: ThisPage,
    access: Writer,
    verb: Annotated[
        Literal["optin", "optout", "exclude", "include", "consent optin", "consent optout"], Form()
    ],
    channel: Annotated[Id, Form()] = 0,
) -> Response:
    """Note a choice: a person's own, or a manager's for a channel or the whole guild."""
    own = verb in ("optin", "optout")
    if own and access.person is None:
        raise Problem(
            403, "Only a person can agree for themself: they say it in Discord, or sign in with it."
        )
    if not own and not frame.view.manages:
        raise Problem(403, "This is for managers of this server.")
    known = {place.channel: place for place in frame.places}
    place = known.get(channel, frame.view.whole_guild)
    answer = await run_command(frame, place, access.person.id if access.person else 0, verb)
    if not frame.request.headers.get("hx-request"):
        return RedirectResponse(f"/privacy?guild={frame.guild}", 303)
    return await _privacy_page(frame, answer)


@router.post("/privacy/erase")
async def erase(
    frame: ThisPage,
    access: Writer,
    kind: Annotated[Erasable, Form()],
    id_: Annotated[Id, Form(alias="id")],
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Count what would be erased; with its exact name, erase it and show the receipt."""
    scope, called = await _scope(frame, kind, id_)
    if not name:
        receipt = await frame.memory.erase(scope, preview=True)
        return frame.page("erase.html", kind=kind, id=id_, called=called, receipt=receipt)
    if name.strip() != called:
        raise Problem(409, f'The name is "{called}": type it exactly. Nothing was changed.')
    del access
    before = await frame.memory.erase(scope, preview=True)
    if before.counts["messages"] > frame.request.app.state.long_work and frame.access.operator:
        job = Job(f"Erasing {called}", total=before.counts["messages"], guild=frame.guild)
        _jobs(frame).start(job, lambda running: _erase_long(frame, scope, running))
        return RedirectResponse(f"/privacy?guild={frame.guild}#work", 303)
    receipt = await frame.memory.erase(scope)
    forget_copies(frame.request)
    return await _privacy_page(frame, f"Erased {called}.", receipt)


async def _erase_long(frame: Frame, scope: Scope, job: Job) -> str:
    def progress(messages: int) -> None:
        job.done += messages

    receipt = await frame.memory.erase(scope, progress=progress)
    forget_copies(frame.request)
    return "Erased " + ", ".join(f"{count:,} {what}" for what, count in receipt.counts.items() if count) + "."


async def _scope(frame: Frame, kind: Erasable, id_: int) -> tuple[Scope, str]:
    """Return what is meant and its name. Raises Problem when it is not theirs to erase."""
    me = frame.access.person
    if kind == "person":
        if not (frame.access.operator and frame.access.has("admin")) and (me is None or me.id != id_):
            raise Problem(403, "You can erase your own memory; others' only whoever runs this memory can.")
        names = await names_for(frame.memory.store, frame.guild, [id_])
        return Scope(kind="person", id=id_), me.name if me else names.get(id_, str(id_))
    if not (frame.view.manages and (frame.access.has("admin") or me is not None)) or frame.guild == DM_GUILD:
        raise Problem(403, "This is for managers of this server.")
    if kind == "guild":
        if id_ != frame.guild:
            raise Problem(403, "This is for managers of that server.")
        return Scope(kind="guild", id=id_, guild=id_), dict(frame.guilds).get(id_, str(id_))
    known = {place.channel: place.name or str(place.channel) for place in frame.places}
    if id_ not in known:
        raise Problem(404, "Nothing was said in this channel.")
    return Scope(kind="channel", id=id_, guild=frame.guild), known[id_]


@router.post("/work/embed")
async def embed_again(frame: ThisPage, access: OperatorAdmin) -> Response:
    """Make vectors of everything that has none of the present model."""
    del access
    embedder = frame.memory.embedder
    if embedder is None:
        raise Problem(409, "There is no embedder: set embedder to local or openai.")
    counts = await frame.memory.store.counts()

    async def work(job: Job) -> str:
        def progress(done: int) -> None:
            job.done += done

        done = await embed_waiting(frame.memory.store, embedder, progress)
        return f"Made {done:,} vectors of {embedder.name}."

    _jobs(frame).start(Job("Making vectors", total=counts["messages"] + counts["facts"]), work)
    return RedirectResponse(f"/privacy?guild={frame.guild}#work", 303)


@router.post("/work/{id}/cancel")
async def cancel_work(
    frame: ThisPage, access: OperatorAdmin, id_: Annotated[str, Path(alias="id", max_length=20)]
) -> Response:
    """Cancel long work."""
    del access
    job = _jobs(frame).get(id_)
    if job.task is not None:
        job.task.cancel()
    return RedirectResponse(f"/privacy?guild={frame.guild}#work", 303)


@router.get("/work")
async def work_part(frame: ThisPage) -> Response:
    """Return the list of long work, for the page that shows its progress."""
    frame.require("operator")
    return frame.page("work.html", jobs=_jobs(frame).all)


@router.get("/settings")
async def settings_page(frame: ThisPage) -> Response:
    """Show every setting, its value, and where it came from; secrets stay hidden."""
    frame.require("operator")
    settings = frame.memory.settings
    rows = [
        (
            name,
            _shown(getattr(settings, name)),
            settings.came_from(name),
            PREFIX + name.upper(),
            field.description,
        )
        for name, field in Settings.model_fields.items()
    ]
    return frame.page("settings.html", rows=rows, tokens=frame.request.app.state.sign_in.tokens.all)


def _shown(value: object) -> str:
    if isinstance(value, SecretStr):
        return "(hidden)"
    if value is None or value in ("", ()):
        return "unset"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, FilePath | str):
        return re.sub(r"://.*@", "://***@", str(value))
    return str(value).lower() if isinstance(value, bool) else str(value)
