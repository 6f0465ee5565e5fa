"""Pages to look something up: search, the prompt preview, summaries, days, the journal and the log."""

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

from dnam.audience import session_key
from dnam.domain import DM_GUILD, Layer, Person, Place, Question
from dnam.rules.command_text import link
from dnam.rules.extractive_summary import told_first
from dnam.web.access import known_place
from dnam.web.charts import calendar
from dnam.web.journal import OFF, journal, journal_days, snapshot
from dnam.web.listings import names_for, page_actions, summaries_of, texts_with_names, with_people
from dnam.web.pages.frame import Frame, ThisPage
from dnam.web.rest.schemas import MAX_TEXT, Cursor, Id, Name, Sent

PAGE = 50
NOBODY = Person(id=2**63 - 1, name="somebody")
"""Asks where nobody in particular does: nothing is known of them."""
UNBOUNDED = {Layer.FILES, Layer.ACTIONS, Layer.MESSAGE}
"""Layers without a budget: the host or the asker decides their size."""
KINDS = {
    "memory_fact": "fact learned",
    "memory_command": "command",
    "memory_erase": "erasure",
    "memory_private_view": "look at private memories",
    "memory_export": "export",
    "memory_import": "import",
    "memory_extract_call": "model read messages",
    "memory_summarise_session_call": "model summed up a conversation",
    "memory_summarise_day_call": "model summed up a day",
    "memory_merge_context_call": "model wrote a profile",
    "memory_reply_call": "model answered",
    "memory_embedding_call": "texts embedded",
    "member_left": "somebody left",
}
"""What the log calls an action, in words; an error of a model is found under its own name."""

router = APIRouter()


class QuestionForm(Sent):
    q: Annotated[str, Query(max_length=MAX_TEXT)] = ""
    channel: Id = 0
    person: Id = 0
    guild: Id | None = None


SentQuestion = Annotated[QuestionForm, Query()]


async def _question(frame: Frame, form: QuestionForm) -> Question:
    """Return the question of a form, asked in a place that the reader may choose."""
    me = frame.access.person
    who = me.id if me is not None else form.person
    known = (await frame.memory.store.people(frame.guild, [who])).get(who)
    place = await known_place(frame.memory.store, frame.view, form.channel, who)
    return Question(place=place, asker=me or known or NOBODY, text=form.q)


async def _question_page(frame: Frame, form: QuestionForm, template: str, **values: Any) -> Response:
    """Return a page with the form to ask, which offers whom the reader may ask for."""
    people = [frame.access.person] if frame.access.person is not None else []
    if not people and frame.view.manages:
        entries = await frame.memory.store.page_people(frame.guild, frame.view.audience, limit=200)
        people = [entry.person for entry in entries if not entry.person.bot]
    return frame.page(template, form=form, people=people, **values)


@router.get("/search")
async def search_page(frame: ThisPage, form: SentQuestion) -> Response:
    store = frame.memory.store
    facts: list[Any] = []
    messages: list[Any] = []
    names: dict[int, str] = {}
    if form.q.strip():
        question = await _question(frame, form)
        result = await frame.memory.search(question, limit=12)
        facts_found = [hit.what for hit in result.facts]
        shown, names = await with_people(store, frame.view, facts_found, question.place)
        facts = list(zip(shown, result.facts, strict=True))
        hits = told_first(result.messages)
        texts = await texts_with_names(store, frame.view, [hit.what.text for hit in hits])
        messages = [(hit, text, _link(hit.what)) for hit, text in zip(hits, texts, strict=True)]
    return await _question_page(frame, form, "search.html", facts=facts, messages=messages, names=names)


def _link(message: Any) -> str:
    place: Place = message.place
    return link(place.guild, place.channel, message.id) if place.guild else ""


@router.get("/preview")
async def preview_page(frame: ThisPage, form: SentQuestion) -> Response:
    context = None
    if form.q.strip():
        # Looking is not using: the facts shown here are not counted as used.
        context = await frame.memory.recall.context(await _question(frame, form))
    return await _question_page(frame, form, "preview.html", context=context, unbounded=UNBOUNDED)


@router.get("/summaries")
async def summaries_page(frame: ThisPage) -> Response:
    sessions = {session_key(place): place for place in frame.places}
    shown = [
        (summary, _called(sessions.get(summary.session)))
        for summary in await summaries_of(frame.memory.store, frame.view)
    ]
    return frame.page("summaries.html", summaries=shown)


def _called(place: Place | None) -> str:
    if place is None:
        return "A conversation"
    return f"#{place.name}" if place.name else "A direct message" if place.guild == DM_GUILD else "A channel"


@router.get("/days")
async def days_page(frame: ThisPage, day: date | None = None) -> Response:
    store, numbers = frame.memory.store, await frame.request.app.state.numbers.of(frame.guild)
    # How much was said counts private channels too: only who manages the guild sees it.
    cells = calendar(numbers.days, numbers.messages if frame.view.manages else ())
    days = await store.days(frame.guild, f"g{frame.guild}", numbers.days[0], numbers.days[-1])
    chosen = day or max((each.date for each in days), default=numbers.days[-1])
    if chosen < numbers.days[0]:
        days = await store.days(frame.guild, f"g{frame.guild}", chosen, chosen)
    days = [each for each in days if each.date == chosen]
    names = await names_for(store, frame.view, {each.person for each in days})
    texts = await texts_with_names(store, frame.view, [each.text for each in days])
    shown = [(each, names.get(each.person, "Somebody"), t) for each, t in zip(days, texts, strict=True)]
    return frame.page("days.html", cells=cells, chosen=chosen, days=shown)


@router.get("/journal")
async def journal_page(frame: ThisPage, day: Name = "") -> Response:
    frame.require("operator")
    projections = frame.memory.projections
    if projections is None:
        return frame.page("journal.html", text="", days=[], day="", off=OFF)
    days = await journal_days(projections)
    known = day if day in days else ""
    text = await journal(projections, known) if known else await snapshot(frame.memory)
    return frame.page("journal.html", text=text, days=days[:60], day=known, off="")


@router.get("/actions")
async def actions_page(frame: ThisPage, kind: Name = "", cursor: Cursor = "") -> Response:
    frame.require("manager")
    actions, more = await page_actions(frame.memory.store, frame.view, kind, cursor, PAGE)
    names = await names_for(frame.memory.store, frame.view, {action.person for action in actions})
    channels = {place.channel: place.name for place in frame.places}
    return frame.page(
        "actions.html", actions=actions, names=names, channels=channels, kinds=KINDS, kind=kind, more=more
    )
