"""People and what is known of them, lore and claims; every change is a command, as in a chat."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Path
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from dnam.audience import Audience, audible
from dnam.commands import Command
from dnam.domain import DM_GUILD, LORE, Fact, Person, Place, Status, Visibility, cursor_of
from dnam.rules.merge import standing
from dnam.rules.slots import stated
from dnam.web.access import Writer
from dnam.web.names import names_for, with_people
from dnam.web.pages.frame import Frame, ThisPage
from dnam.web.problems import Problem
from dnam.web.rest.paging import decode, encode
from dnam.web.rest.values import Cursor, Id, Name

PAGE = 50
DAYS_SHOWN = 30

router = APIRouter()


Origin = Annotated[str, Field(pattern=r"^[gcd]\d{1,19}$")]


class FactChange(BaseModel):
    """What a form about a fact sends."""

    verb: Literal["remember", "lore", "edit", "forget", "pin", "unpin", "undo", "accept", "refuse"]
    origin: Origin | None = None
    """Where the fact was heard; without it, everyone in the guild can hear it."""
    fact: Annotated[str, Field(max_length=64, pattern=r"^(durable-[0-9a-f.]+)?$")] = ""
    text: Annotated[str, Field(max_length=1000)] = ""
    person: Id = 0
    """For a claim: whose word it waits for."""

    @property
    def command(self) -> str:
        """The command that makes this change."""
        return f"{self.verb} {self.fact} {self.text}"

    @property
    def undone_in(self) -> str:
        """Where the change can be undone; empty when it cannot."""
        return "" if self.verb == "undo" else self.origin or ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownFact:
    """A fact with what belongs to it."""

    fact: Fact
    slot: str
    """What it gives a value to, such as home or job; empty when to nothing in particular."""
    said_by: str
    """Who said it, when that is somebody else."""
    replaced: tuple[Fact, ...]


@router.get("/people")
async def list_people(frame: ThisPage, name: Name = "", cursor: Cursor = "") -> Response:
    """List who was seen in a guild."""
    frame.require("manager")
    after = decode(cursor, str, int)
    entries = await frame.memory.store.page_people(
        frame.guild,
        frame.view.audience,
        named=name,
        after=(after[0], after[1]) if after else ("", 0),
        limit=PAGE,
    )
    last = entries[-1].person if len(entries) == PAGE else None
    more = encode(last.name, last.id) if last else ""
    return frame.page("people.html", entries=entries, name=name, more=more)


@router.get("/people/{id}")
async def person_page(frame: ThisPage, id_: Annotated[Id, Path(alias="id")]) -> Response:
    """Show everything about a person that the reader may see."""
    return await _person_page(frame, id_)


async def _person_page(frame: Frame, id_: int, notice: str = "", *, undo: str = "") -> Response:
    if not frame.access.may_see_person(frame.guild, id_):
        raise Problem(403, "You can look at your own memory here, or as a manager at that of your server.")
    store, now = frame.memory.store, frame.memory.clock.now()
    facts = [standing(f, now) for f in await visible_facts(frame, id_)]
    shown, names = await with_people(store, frame.guild, facts)
    names |= await names_for(store, frame.guild, [id_])
    today = now.date()
    days = await store.days(frame.guild, f"g{frame.guild}", today - timedelta(days=DAYS_SHOWN), today)
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
    audience: Audience | None = frame.view.audience
    if frame.guild == DM_GUILD and frame.access.person is None:
        facts = [fact for fact in facts if fact.guild == DM_GUILD]
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
        groups[fact.kind].append(
            ShownFact(
                fact=fact,
                slot=statement.slot if statement else "",
                said_by=names.get(fact.asserted_by, "somebody") if other else "",
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
    place = place_heard(frame, change.origin or f"g{frame.guild}", id_)
    answer = await run_command(frame, place, id_, change.command)
    if not frame.request.headers.get("hx-request"):
        return RedirectResponse(f"/people/{id_}?guild={frame.guild}", 303)
    return await _person_page(frame, id_, answer, undo=change.undone_in)


def place_heard(frame: Frame, origin: str, person: int) -> Place:
    """Return a place where something of this origin may be heard. Raises Problem when not for them."""
    kind, id_ = origin[0], int(origin[1:])
    operator = frame.access.operator
    if kind == "d" and (
        operator or (frame.access.person is not None and frame.access.person.id == id_ == person)
    ):
        return Place(guild=DM_GUILD, channel=0, visibility=Visibility.DM, person=id_)
    if kind == "c" and operator:
        return Place(guild=frame.guild, channel=id_, visibility=Visibility.PRIVATE)
    if kind == "g" and frame.guild == DM_GUILD and frame.access.person is not None:
        return frame.view.whole_guild  # their own, wherever it was said
    if kind == "g" and id_ == frame.guild:
        return frame.view.whole_guild
    raise Problem(403, "What was said there is not yours to change.")


async def run_command(frame: Frame, place: Place, person: int, text: str) -> str:
    """Run a command and return its answer. Raises Problem when nothing was changed."""
    access = frame.access
    known = (await frame.memory.store.people(frame.guild, [person])).get(person)
    who = access.person or known or Person(id=person, name="")
    answer = await frame.memory.command(
        Command(
            text=f"{frame.memory.settings.command_prefix} {text.strip()}",
            place=place,
            person=who,
            manager=frame.view.manages,
            operator=access.person is None and frame.view.manages,
        )
    )
    if answer is None or not answer.changed:
        raise Problem(409, answer.text if answer else "Commands are switched off.")
    return answer.text


@router.get("/lore")
async def lore_page(frame: ThisPage) -> Response:
    """Show what a guild tells about itself."""
    return await _lore_page(frame)


async def _lore_page(frame: Frame, notice: str = "", undo: str = "") -> Response:
    facts, names = await with_people(frame.memory.store, frame.guild, await visible_facts(frame, LORE))
    return frame.page("lore.html", groups=grouped(facts, names), names=names, notice=notice, undo=undo)


@router.post("/lore")
async def change_lore(frame: ThisPage, access: Writer, change: Annotated[FactChange, Form()]) -> Response:
    """Change the lore of a guild."""
    person = access.person.id if access.person else LORE
    if person == LORE and not frame.view.manages:
        raise Problem(403, "This is not yours to change.")
    place = place_heard(frame, change.origin or f"g{frame.guild}", person)
    answer = await run_command(frame, place, person, change.command)
    if not frame.request.headers.get("hx-request"):
        return RedirectResponse(f"/lore?guild={frame.guild}", 303)
    return await _lore_page(frame, answer, change.undone_in)


@router.get("/claims")
async def claims_page(frame: ThisPage, cursor: Cursor = "") -> Response:
    """Show what was said of people and waits until they accept it."""
    frame.require("manager")
    after = decode(cursor, datetime, str, int, str)
    facts = await frame.memory.store.page_facts(
        frame.guild,
        frame.view.audience,
        statuses=[Status.CLAIMED],
        after=(after[0], after[1], after[2], after[3]) if after else None,
        limit=PAGE,
    )
    more = encode(*cursor_of(facts[-1])) if len(facts) == PAGE else ""
    shown, names = await with_people(frame.memory.store, frame.guild, facts)
    waiting = await names_for(frame.memory.store, frame.guild, {p for f in facts for p in f.waits})
    return frame.page("claims.html", facts=shown, names=names | waiting, more=more)


@router.post("/claims")
async def decide_claim(frame: ThisPage, access: Writer, change: Annotated[FactChange, Form()]) -> Response:
    """Decide about a claim on behalf of the person it waits for."""
    if not access.may_see_person(frame.guild, change.person):
        raise Problem(403, "This is not yours to decide.")
    place = place_heard(frame, change.origin or f"g{frame.guild}", change.person)
    await run_command(frame, place, change.person, change.command)
    return RedirectResponse(f"/claims?guild={frame.guild}", 303)
