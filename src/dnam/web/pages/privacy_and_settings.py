"""Privacy and settings: consent, private memories, erasing with a typed name, long work, and what is set."""

from functools import partial
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Form, Path
from fastapi.responses import FileResponse, RedirectResponse, Response
from starlette.datastructures import UploadFile

from dnam.commands.personal_export import export_person
from dnam.domain import DM_GUILD, Receipt, Scope
from dnam.settings import PREFIX
from dnam.settings.reference import setting_in_words, themes
from dnam.transfer.records import Options
from dnam.web.access import Operator, OperatorAdmin, Writer
from dnam.web.error_responses import Problem
from dnam.web.listings import names_for
from dnam.web.pages.frame import Frame, ThisPage
from dnam.web.pages.people import run_command
from dnam.web.rest.privacy_and_transfer import forget_copies, jobs_of
from dnam.web.rest.schemas import Id, Name
from dnam.web.sign_in import PRIVATE_COOKIE, sign_in_of

Erasable = Literal["person", "channel", "guild"]
Choice = Literal["optin", "optout", "exclude", "include", "consent optin", "consent optout"]
JobId = Annotated[str, Path(alias="id", max_length=20)]

SET = "What is set here"

router = APIRouter()


class SettingRow(NamedTuple):
    name: str
    value: str
    source: str
    meaning: str

    @property
    def text(self) -> str:
        """What a search for settings looks in."""
        return f"{PREFIX}{self.name} {self.meaning}".casefold()


@router.post("/private")
async def choose_private(
    frame: ThisPage,
    access: Operator,
    show: Annotated[bool, Form()],
    back: Annotated[str, Form(pattern=r"^/[a-z]*(/\d{1,19})?$")] = "/",
) -> Response:
    """Let an operator see what was said in private for an hour, or no longer."""
    if not access.session:
        raise Problem(403, "This is for a browser: a program adds `private=true` where it lists something.")
    response = RedirectResponse(f"{back}?guild={frame.guild}", 303)
    if show:
        secure = frame.request.url.scheme == "https"
        sign_in_of(frame.request).show_private(response, access, secure=secure)
    else:
        response.delete_cookie(PRIVATE_COOKIE, httponly=True, samesite="strict")
    return response


@router.get("/privacy")
async def privacy_page(frame: ThisPage) -> Response:
    return await _privacy_page(frame)


async def _privacy_page(frame: Frame, notice: str = "", receipt: Receipt | None = None) -> Response:
    memory, me, operator = frame.memory, frame.access.person, frame.access.operator
    managed = frame.manageable if frame.view.manages and frame.guild != DM_GUILD else ()
    channels = [(place, (await memory.consent.at(place, [])).excluded) for place in managed]
    entries = await memory.store.page_people(frame.guild, None, limit=200) if operator else []
    return frame.page(
        "privacy.html",
        consent=await memory.consent.at(frame.view.whole_guild, [me.id] if me else []),
        channels=channels,
        people=[entry.person for entry in entries if not entry.person.bot],
        notice=notice,
        receipt=receipt,
        jobs=jobs_of(frame.request).all if operator else [],
    )


@router.get("/privacy/mine")
async def my_data(frame: ThisPage) -> Response:
    """Return everything of the person who looks that they may hear, as JSON."""
    me = frame.access.person
    if me is None:
        raise Problem(403, "This is for a person who signed in with Discord.")
    files = await export_person(frame.memory.store, me.id, clock=frame.memory.clock)
    disposition = {"Content-Disposition": f'attachment; filename="{files[-1].name}"'}
    return Response(files[-1].data, media_type="application/json", headers=disposition)


@router.post("/privacy/consent")
async def change_consent(
    frame: ThisPage,
    access: Writer,
    verb: Annotated[Choice, Form()],
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
    known = {place.channel: place for place in frame.manageable}
    place = known.get(channel, frame.view.whole_guild)
    answer = await run_command(frame, place, access.person.id if access.person else 0, verb)
    if not frame.request.headers.get("hx-request"):
        return RedirectResponse(f"/privacy?guild={frame.guild}", 303)
    return await _privacy_page(frame, answer)


@router.post("/privacy/erase")
async def erase(
    frame: ThisPage,
    _: Writer,
    kind: Annotated[Erasable, Form()],
    id_: Annotated[Id, Form(alias="id")],
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Count what would be erased; with its exact name, erase it and show the receipt."""
    scope, called = await _scope(frame, kind, id_)
    preview = await frame.memory.erase(scope, preview=True)
    if not name:
        return frame.page("erase.html", kind=kind, id=id_, called=called, receipt=preview)
    if name.strip() != called:
        raise Problem(409, f'The name is "{called}": type it exactly. Nothing was changed.')
    messages = preview.counts["messages"]
    if messages > frame.request.app.state.long_work and frame.access.operator:
        forget = partial(forget_copies, frame.request)
        jobs_of(frame.request).erase(frame.memory, scope, messages, forget)
        return _to_work(frame)
    receipt = await frame.memory.erase(scope)
    forget_copies(frame.request)
    return await _privacy_page(frame, f"Erased {called}.", receipt)


async def _scope(frame: Frame, kind: Erasable, id_: int) -> tuple[Scope, str]:
    """Return what is meant and its name. Raises Problem when it is not theirs to erase."""
    me, access = frame.access.person, frame.access
    if kind == "person":
        if not (access.operator and access.has("admin")) and (me is None or me.id != id_):
            raise Problem(403, "You can erase your own memory; others' only whoever runs this memory can.")
        names = await names_for(frame.memory.store, frame.view, [id_])
        return Scope(kind="person", id=id_), me.name if me else names.get(id_, str(id_))
    if not (frame.view.manages and (access.has("admin") or me is not None)) or frame.guild == DM_GUILD:
        raise Problem(403, "This is for managers of this server.")
    if kind == "guild":
        if id_ != frame.guild:
            raise Problem(403, "This is for managers of that server.")
        return Scope(kind="guild", id=id_, guild=id_), dict(frame.guilds).get(id_, str(id_))
    known = {place.channel: place.name or str(place.channel) for place in frame.manageable}
    if id_ not in known:
        raise Problem(404, "Nothing was said in this channel.")
    return Scope(kind="channel", id=id_, guild=frame.guild), known[id_]


def _to_work(frame: Frame) -> Response:
    return RedirectResponse(f"/privacy?guild={frame.guild}#work", 303)


@router.get("/jobs")
async def work_part(frame: ThisPage, _: Operator) -> Response:
    return frame.page("work.html", jobs=jobs_of(frame.request).all)


@router.post("/jobs/embed")
async def embed_again(frame: ThisPage, _: OperatorAdmin) -> Response:
    counts = await frame.memory.store.counts()
    jobs_of(frame.request).embed(frame.memory, counts["messages"] + counts["facts"])
    return _to_work(frame)


@router.post("/jobs/export")
async def export_everything(frame: ThisPage, _: OperatorAdmin) -> Response:
    jobs_of(frame.request).export(frame.memory)
    return _to_work(frame)


@router.get("/jobs/{id}/file")
async def exported_file(frame: ThisPage, _: OperatorAdmin, id_: JobId) -> Response:
    path = await jobs_of(frame.request).file_of(id_, frame.memory)
    return FileResponse(path, filename=path.name.partition("-")[2], media_type="application/gzip")


@router.post("/jobs/import")
async def import_file(frame: ThisPage, _: OperatorAdmin) -> Response:
    """Begin to take in the file of a form; nobody else's is read."""
    async with frame.request.form() as form:
        upload, jobs = form.get("file"), jobs_of(frame.request)
        if not isinstance(upload, UploadFile) or not upload.size:
            raise Problem(422, "Choose a file first.")
        path = jobs.new_file("import")
        with path.open("wb") as file:
            while chunk := await upload.read(1_000_000):
                file.write(chunk)
        jobs.take_in(frame.memory, path, Options(public=bool(form.get("public"))))
    return _to_work(frame)


@router.post("/jobs/{id}/cancel")
async def cancel_work(frame: ThisPage, _: OperatorAdmin, id_: JobId) -> Response:
    jobs_of(frame.request).cancel(id_)
    return _to_work(frame)


@router.get("/settings")
async def settings_page(frame: ThisPage, name: Name = "") -> Response:
    """Show what was set first, then every setting by its theme; secrets stay hidden."""
    frame.require("operator")
    settings, groups = frame.memory.settings, dict[str, list[SettingRow]]()
    for theme, fields in {SET: {}, **themes()}.items():
        groups[theme] = []
        for setting, meaning in fields.items():
            source = settings.came_from(setting)
            row = SettingRow(setting, setting_in_words(getattr(settings, setting)), source, meaning)
            if all(word in row.text for word in name.casefold().split()):
                groups[theme if source == "default" else SET].append(row)
    groups = {theme: rows for theme, rows in groups.items() if rows}
    return frame.page("settings.html", groups=groups, name=name, tokens=sign_in_of(frame.request).tokens.all)
