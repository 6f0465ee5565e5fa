"""Pages to look something up: search, the prompt preview, summaries, days, the journal and the log."""

import re
from datetime import date, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from dnam.audience import session_key
from dnam.domain import DM_GUILD, Layer, Person, Place, Question
from dnam.log_actions import LOG_ACTIONS
from dnam.rules.command_text import link
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.quoting import with_names
from dnam.web.access import known_place
from dnam.web.charts import Numbers, calendar
from dnam.web.journal import OFF, journal, journal_days, snapshot
from dnam.web.names import names_for, with_people
from dnam.web.pages.frame import Frame, ThisPage
from dnam.web.rest.paging import decode, encode
from dnam.web.rest.values import MAX_TEXT, Cursor, Id, Name

PAGE = 50
NOBODY = Person(id=2**63 - 1, name="somebody")
"""Asks where nobody in particular does: nothing is known of them."""
UNBOUNDED = {Layer.FILES, Layer.ACTIONS, Layer.MESSAGE}
"""Layers without a budget: the host or the asker decides their size."""

router = APIRouter()


async def _asked(frame: Frame, q: str, channel: int, person: int) -> Question:
    """Return the question of a form, asked in a place that the reader may choose."""
    me = frame.access.person
    who = me.id if me is not None else person
    known = (await frame.memory.store.people(frame.guild, [who])).get(who)
    place = await known_place(frame.memory.store, frame.view, channel, who)
    return Question(place=place, asker=me or known or NOBODY, text=q)


@router.get("/search")
async def search_page(
    frame: ThisPage,
    q: Annotated[str, Query(max_length=MAX_TEXT)] = "",
    channel: Id = 0,
    person: Id = 0,
) -> Response:
    """Show what fits, with the reasons for each."""
    store = frame.memory.store
    facts, messages = [], []
    names: dict[int, str] = {}
    if q.strip():
        result = await frame.memory.search(await _asked(frame, q, channel, person), limit=12)
        shown, names = await with_people(store, frame.guild, [hit.what for hit in result.facts])
        facts = list(zip(shown, result.facts, strict=True))
        ids = {id_ for hit in result.messages for id_ in mentioned_in(hit.what.text)}
        spoken = await names_for(store, frame.guild, ids)
        for hit in result.messages:
            place = hit.what.place
            address = link(place.guild, place.channel, hit.what.id) if place.guild else ""
            messages.append((hit, with_names(hit.what.text, spoken), address))
    return frame.page(
        "search.html",
        q=q,
        channel=channel,
        person=person,
        people=await _people(frame),
        facts=facts,
        messages=messages,
        names=names,
    )


async def _people(frame: Frame) -> list[Person]:
    """Return whom a form offers as the one who asks."""
    if frame.access.person is not None:
        return [frame.access.person]
    if not frame.view.manages:
        return []
    entries = await frame.memory.store.page_people(frame.guild, frame.view.audience, limit=200)
    return [entry.person for entry in entries if not entry.person.bot]


@router.get("/preview")
async def preview_page(
    frame: ThisPage,
    q: Annotated[str, Query(max_length=MAX_TEXT)] = "",
    channel: Id = 0,
    person: Id = 0,
) -> Response:
    """Show the exact prompt a model would get, layer by layer, with sizes against budgets."""
    context = None
    if q.strip():
        # Looking is not using: the facts shown here are not counted as used.
        context = await frame.memory.recall.context(await _asked(frame, q, channel, person))
    return frame.page(
        "preview.html",
        q=q,
        channel=channel,
        person=person,
        people=await _people(frame),
        context=context,
        unbounded=UNBOUNDED,
    )


@router.get("/summaries")
async def summaries_page(frame: ThisPage) -> Response:
    """Show the rolling summary of each conversation."""
    audience = frame.view.audience
    sessions = {session_key(place): place for place in frame.places}
    held = [
        summary
        for summary in await frame.memory.store.all_summaries()
        if summary.guild == frame.guild and (audience is None or summary.origin in audience.origins)
    ]
    held.sort(key=lambda summary: summary.updated_at, reverse=True)
    names = await names_for(
        frame.memory.store, frame.guild, {id_ for summary in held for id_ in mentioned_in(summary.text)}
    )
    shown = [(s, _called(sessions.get(s.session)), with_names(s.text, names)) for s in held]
    return frame.page("summaries.html", summaries=shown)


def _called(place: Place | None) -> str:
    if place is None:
        return "A conversation"
    return f"#{place.name}" if place.name else "A direct message" if place.guild == DM_GUILD else "A channel"


@router.get("/days")
async def days_page(frame: ThisPage, day: date | None = None) -> Response:
    """Show how much was said on each day, and what a day was like for everyone."""
    counted: Numbers = frame.request.app.state.numbers
    numbers = await counted.of(frame.guild)
    cells, width = calendar(list(zip(numbers.days, numbers.messages, strict=True)))
    chosen = day or numbers.days[-1]
    days = await frame.memory.store.days(frame.guild, f"g{frame.guild}", chosen, chosen)
    names = await names_for(
        frame.memory.store, frame.guild, {id_ for d in days for id_ in (d.person, *mentioned_in(d.text))}
    )
    shown = [(d, names.get(d.person, "Somebody"), with_names(d.text, names)) for d in days]
    return frame.page("days.html", cells=cells, width=width, chosen=chosen, days=shown)


@router.get("/journal")
async def journal_page(frame: ThisPage, day: str = "") -> Response:
    """Show MEMORY.md, or the journal of a day."""
    frame.require("operator")
    projections = frame.memory.projections
    if projections is None:
        return frame.page("journal.html", text="", days=[], day="", off=OFF)
    days = await journal_days(projections)
    known = day if re.fullmatch(r"\d{4}-\d\d-\d\d", day) and day in days else ""
    text = await journal(projections, known) if known else await snapshot(frame.memory)
    return frame.page("journal.html", text=text, days=days[:60], day=known, off="")


@router.get("/actions")
async def actions_page(frame: ThisPage, kind: Name = "", cursor: Cursor = "") -> Response:
    """Show what was done, newest first."""
    frame.require("manager")
    audience = frame.view.audience
    after = decode(cursor, datetime, int)
    lines = await frame.memory.store.page_actions(
        guild=frame.guild,
        kind=kind,
        heard=None if audience is None else audience.origins,
        after=(after[0], after[1]) if after else None,
        limit=PAGE,
    )
    more = encode(lines[-1][1].at, lines[-1][0]) if len(lines) == PAGE else ""
    names = await names_for(frame.memory.store, frame.guild, {action.person for _, action in lines})
    return frame.page(
        "actions.html",
        actions=[action for _, action in lines],
        names=names,
        channels={place.channel: place.name for place in frame.places},
        kinds=sorted(name for name in LOG_ACTIONS if name.startswith("memory_")),
        kind=kind,
        more=more,
        week=timedelta(days=7),
    )
