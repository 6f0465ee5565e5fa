"""People and what is known of them, lore, claims and review; every change is a command, as in a chat."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Path
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from dnam.audience import audible, may_hear
from dnam.commands import Command, undecided
from dnam.domain import DM_GUILD, LORE, Fact, HeldFact, Kind, Person, Place, Status, Visibility
from dnam.rules.contradictions import stated
from dnam.rules.fact_merge import standing
from dnam.rules.review import pairs_to_review
from dnam.web.access import Writer, check_reach
from dnam.web.error_responses import Problem
from dnam.web.listings import names_for, page_facts, page_people, with_people
from dnam.web.pages.frame import Frame, ThisPage
from dnam.web.rest.schemas import Cursor, Id, Name

PAGE = 50
DAYS_SHOWN = 30
HEADINGS = {
    Kind.PROFILE: "About them",
    Kind.PREFERENCE: "Preferences",
    Kind.RELATIONSHIP: "Relationships",
    Kind.PROJECT: "Projects",
    Kind.CONSTRAINT: "Constraints",
    Kind.PERSON: "People",
    Kind.TOOL: "Tools",
    Kind.WORKFLOW: "Ways of working",
    Kind.FACT: "Other facts",
    Kind.LORE: "Lore",
}

router = APIRouter()
Origin = Annotated[str, Field(pattern=r"^[gcd]\d{1,19}$")]
FactId = Annotated[str, Field(max_length=64, pattern=r"^(durable-[0-9a-f.]+)?$")]


class FactChange(BaseModel):
    verb: Literal[
        "remember", "lore", "edit", "forget", "pin", "unpin", "undo", "accept", "refuse", "both", "merge"
    ]
    origin: Origin | None = None
    """Where the fact was heard; without it, everyone in the guild can hear it."""
    fact: FactId = ""
    text: Annotated[str, Field(max_length=1000)] = ""
    person: Id = 0
    """For a claim: whose word it waits for; in a review: whom the fact is about."""
    other: FactId = ""
    """In a review: the second fact."""

    @property
    def command(self) -> str:
        if self.verb in ("both", "merge"):
            return f"review {self.verb} {self.fact} {self.other}"
        return f"{self.verb} {self.fact} {self.text}"

    @property
    def undone_in(self) -> str:
        """Where the change can be undone; empty when it cannot."""
        return "" if self.verb == "undo" else self.origin or ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownFact:
    fact: Fact
    slot: str
    """What it gives a value to, such as home or job; empty when to nothing in particular."""
    according_to: str
    """Who said it, when that is somebody else."""
    replaced: tuple[Fact, ...]


@router.get("/people")
async def list_people(frame: ThisPage, name: Name = "", cursor: Cursor = "") -> Response:
    frame.require("manager")
    entries, more = await page_people(frame.memory.store, frame.view, name, cursor, PAGE)
    # Of whom nothing is stored, as of who was only mentioned, there is nothing to look at.
    entries = [entry for entry in entries if entry.facts or entry.messages]
    return frame.page("people.html", entries=entries, name=name, more=more)


@router.get("/people/{id}")
async def person_page(frame: ThisPage, id_: Annotated[Id, Path(alias="id")]) -> Response:
    return await _person_page(frame, id_)


async def _person_page(frame: Frame, id_: int, notice: str = "", undo: str = "") -> Response:
    if not frame.access.may_see_person(frame.guild, id_):
        raise Problem(403, "You can look at your own memory here, or as a manager at that of your server.")
    store, now = frame.memory.store, frame.memory.clock.now()
    facts = [standing(f, now) for f in await visible_facts(frame, id_)]
    shown, names = await with_people(store, frame.view, facts)
    names |= await names_for(store, frame.view, [id_])
    first = now.date() - timedelta(days=DAYS_SHOWN)
    days = await store.days(frame.guild, f"g{frame.guild}", first, now.date())
    profile = await frame.memory.profile(frame.guild, id_, place=frame.view.whole_guild)
    return frame.page(
        "person.html",
        person=Person(id=id_, name=names.get(id_, f"Person {id_}")),
        groups=grouped(shown, names),
        history=[fact for fact in shown if fact.status is not Status.ACTIVE],
        names=names,
        days=[day for day in reversed(days) if day.person == id_],
        profile=profile.text if profile else "",
        notice=notice,
        undo=undo,
    )


async def visible_facts(frame: Frame, subject: int) -> list[Fact]:
    """Return the facts about a subject in this guild that the reader may see, of every status."""
    facts = await frame.memory.store.facts_of(subject, guild=frame.guild or None)
    if frame.guild == DM_GUILD and frame.access.person is None:
        facts = [fact for fact in facts if fact.guild == DM_GUILD]
    audience = frame.view.audience
    allowed = facts if audience is None else audible(audience, facts)
    return [fact for fact in allowed if not fact.muted]


def grouped(facts: Sequence[Fact], names: dict[int, str]) -> list[tuple[str, list[ShownFact]]]:
    """Return the active facts by kind, each with those it replaced."""
    groups: defaultdict[str, list[ShownFact]] = defaultdict(list)
    for fact in facts:
        if fact.status is not Status.ACTIVE:
            continue
        statement = stated(fact.text)
        other = fact.asserted_by not in (fact.subject, LORE)
        groups[HEADINGS.get(fact.kind, fact.kind.capitalize())].append(
            ShownFact(
                fact=fact,
                slot=statement.slot if statement else "",
                according_to=names.get(fact.asserted_by, "somebody") if other else "",
                replaced=tuple(old for old in facts if old.superseded_by == fact.id and old is not fact),
            )
        )
    return sorted(groups.items())


@router.post("/people/{id}")
async def change_fact(
    frame: ThisPage,
    access: Writer,
    id_: Annotated[Id, Path(alias="id")],
    change: Annotated[FactChange, Form()],
) -> Response:
    """Change something about a person, with a command in the place where it was heard."""
    if not access.may_see_person(frame.guild, id_):
        raise Problem(403, "This is not yours to change.")
    answer = await run_change(frame, id_, change)
    if not frame.request.headers.get("hx-request"):
        return RedirectResponse(f"/people/{id_}?guild={frame.guild}", 303)
    return await _person_page(frame, id_, answer, change.undone_in)


async def run_change(frame: Frame, person: int, change: FactChange) -> str:
    """Make a change for a person where the fact was heard, and return the answer. Raises Problem."""
    place = place_heard(frame, change.origin or f"g{frame.guild}", person)
    return await run_command(frame, place, person, change.command)


def place_heard(frame: Frame, origin: str, person: int) -> Place:
    """Return a place where something of this origin may be heard. Raises Problem when not for them."""
    kind, id_, me = origin[0], int(origin[1:]), frame.access.person
    if kind == "d" and (frame.view.private or (me is not None and me.id == id_ == person)):
        return Place.dm_with(id_)
    if kind == "c" and frame.view.private:
        return Place(guild=frame.guild, channel=id_, visibility=Visibility.PRIVATE)
    if kind == "g" and frame.guild == DM_GUILD and me is not None:
        return frame.view.whole_guild  # their own, wherever it was said
    if kind == "g" and id_ == frame.guild:
        return frame.view.whole_guild
    raise Problem(403, "What was said there is not yours to change.")


async def run_command(frame: Frame, place: Place, person: int, text: str) -> str:
    """Run a command and return its answer. Raises Problem when nothing was changed."""
    access = frame.access
    check_reach(access, text)
    known = (await frame.memory.store.people(frame.guild, [person])).get(person)
    answer = await frame.memory.command(
        Command(
            text=f"{frame.memory.settings.command_prefix} {text.strip()}",
            place=place,
            person=access.person or known or Person(id=person, name=""),
            manager=frame.view.manages,
            operator=access.person is None and frame.view.manages,
        )
    )
    if answer is None or not answer.changed:
        raise Problem(409, answer.text if answer else "Commands are switched off.")
    return answer.text


@router.get("/lore")
async def lore_page(frame: ThisPage) -> Response:
    return await _lore_page(frame)


async def _lore_page(frame: Frame, notice: str = "", undo: str = "") -> Response:
    facts, names = await with_people(frame.memory.store, frame.view, await visible_facts(frame, LORE))
    return frame.page("lore.html", groups=grouped(facts, names), names=names, notice=notice, undo=undo)


@router.post("/lore")
async def change_lore(frame: ThisPage, access: Writer, change: Annotated[FactChange, Form()]) -> Response:
    if access.person is None and not frame.view.manages:
        raise Problem(403, "This is not yours to change.")
    answer = await run_change(frame, access.person.id if access.person else LORE, change)
    if not frame.request.headers.get("hx-request"):
        return RedirectResponse(f"/lore?guild={frame.guild}", 303)
    return await _lore_page(frame, answer, change.undone_in)


@router.get("/claims")
async def claims_page(frame: ThisPage, cursor: Cursor = "") -> Response:
    frame.require("manager")
    facts, names, more = await page_facts(frame.memory.store, frame.view, [Status.CLAIMED], cursor, PAGE)
    return frame.page("claims.html", facts=facts, names=names, more=more)


@router.post("/claims")
async def decide_claim(frame: ThisPage, access: Writer, change: Annotated[FactChange, Form()]) -> Response:
    """Decide about a claim on behalf of the person it waits for."""
    if not access.may_see_person(frame.guild, change.person):
        raise Problem(403, "This is not yours to decide.")
    await run_change(frame, change.person, change)
    return RedirectResponse(f"/claims?guild={frame.guild}", 303)


@router.get("/review")
async def review_page(frame: ThisPage) -> Response:
    frame.require("manager")
    audience = frame.view.audience
    facts = await frame.memory.store.all_facts(guild=frame.guild)
    visible = [fact for fact in facts if audience is None or may_hear(audience, fact)]
    pairs = pairs_to_review(HeldFact(fact=fact) for fact in visible)
    pairs = (await undecided(frame.memory.store, pairs))[:PAGE]
    both = [fact for pair in pairs for fact in (pair.newer, pair.older)]
    shown, names = await with_people(frame.memory.store, frame.view, both)
    rows = [(pair.kind, shown[2 * nth], shown[2 * nth + 1]) for nth, pair in enumerate(pairs)]
    return frame.page("review.html", pairs=rows, names=names)


@router.post("/review")
async def decide_pair(frame: ThisPage, access: Writer, change: Annotated[FactChange, Form()]) -> Response:
    """Forget one of two facts, merge them, or leave both, on behalf of the person they are about."""
    if change.verb not in ("forget", "both", "merge") or not access.may_see_person(
        frame.guild, change.person
    ):
        raise Problem(403, "This is not yours to decide.")
    await run_change(frame, change.person, change)
    return RedirectResponse(f"/review?guild={frame.guild}", 303)
