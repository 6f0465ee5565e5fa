"""Who may do what, tried: every cell of the table in `docs/permissions.md`.

Over SQLite alone: who may do what is decided without the store, and both stores pass the same suite.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from dnam.commands import Command
from dnam.domain import LORE, Person
from dnam.rules.command_permissions import PERMITS, Actor, Cell, Role, may
from dnam.stores.sqlite import SqliteStore
from scene import ANN, BEN, BOT, CARL, DEV, DM_ANN, Scene, opened

PAGE = Path(__file__).parents[2] / "docs" / "permissions.md"
_ROW = re.compile(r"^\| `(?P<deed>[^`|]+)` \|(?P<cells>.+)\|$", re.MULTILINE)


def table() -> dict[str, dict[Role, Cell]]:
    """Read the table of the page."""
    rows = {}
    for row in _ROW.finditer(PAGE.read_text()):
        cells = [Cell(cell.strip()) for cell in row["cells"].split("|")]
        rows[row["deed"]] = dict(zip(Role, cells, strict=True))
    return rows


TABLE = table()
CELLS = [(deed, who, cell) for deed, row in TABLE.items() for who, cell in row.items()]


@dataclass(frozen=True, kw_only=True)
class Case:
    """One cell tried: who acts on a thing about Ann that somebody said."""

    scene: Scene
    who: Role
    actor: Person
    rights: dict[str, Any]
    lore: bool = False

    async def changed(self, typed: str, **how: Any) -> bool:
        """Let the actor type a command; return whether it changed anything."""
        return (await self.scene.answer(typed, by=self.actor, **self.rights, **how)).changed

    async def told(self, typed: str) -> str:
        """Let the actor type a command; return the answer."""
        return await self.scene.tell(typed, by=self.actor, **self.rights)

    async def plums(self) -> None:
        """Let there be a thing to act on: about Ann, or lore; by or naming the actor where it matters."""
        sayer = BEN if self.who is Role.SAYER else ANN
        if self.who is Role.NAMED:
            said = "lore Carl owes us plums" if self.lore else "remember I owe Carl plums"
            await self.scene.tell(said, by=ANN)
        elif self.lore:
            await self.scene.tell("lore Plums are sacred", by=sayer)
        elif sayer == ANN:
            await self.scene.tell("remember I love plums", by=ANN)
        else:
            await self.scene.tell("remember <@11> loves plums", by=sayer, mentions=(ANN,))


def case(scene: Scene, who: Role, *, lore: bool = False) -> Case:
    """Choose who acts: Ann is the subject, Ben the sayer, Carl anybody else; an operator acts for Ann."""
    actor = {Role.SUBJECT: ANN, Role.SAYER: BEN, Role.OPERATOR: ANN}.get(who, CARL)
    rights: dict[str, Any] = {
        "manager": who in (Role.MANAGER, Role.OPERATOR),
        "operator": who is Role.OPERATOR,
    }
    return Case(scene=scene, who=who, actor=actor, rights=rights, lore=lore)


def acting(typed: str) -> Callable[[Case], Awaitable[bool]]:
    """Try a command on the thing."""

    async def attempt(case: Case) -> bool:
        await case.plums()
        return await case.changed(typed)

    return attempt


def looking(typed: str) -> Callable[[Case], Awaitable[bool]]:
    """Try whether a command shows the thing."""

    async def attempt(case: Case) -> bool:
        await case.plums()
        return "plums" in (await case.told(typed)).casefold().removeprefix('found for "plums"')

    return attempt


async def _remembers(case: Case) -> bool:
    """The subject speaks for themself, the sayer of Ann; others and managers speak in Ann's own name."""
    if case.who in (Role.SUBJECT, Role.OPERATOR):
        return await case.changed("remember I love plums")
    await case.changed("remember <@11> loves plums", mentions=(ANN,))
    by = {fact.asserted_by for fact in await case.scene.facts(ANN)}
    return by == {case.actor.id} if case.who is Role.SAYER else ANN.id in by


async def _unpins(case: Case) -> bool:
    await case.plums()
    everything: dict[str, Any] = {"manager": True, "operator": True}
    assert (await case.scene.answer("pin plums", by=ANN, **everything)).changed
    return await case.changed("unpin plums")


async def _undoes(case: Case) -> bool:
    """Ann's change is there to be taken back."""
    await case.scene.tell("remember I love plums", by=ANN)
    return await case.changed("undo")


async def _why(case: Case) -> bool:
    await case.scene.tell("remember I love plums", by=ANN)
    context = await case.scene.prompt("plums?", by=ANN)
    reply = await case.scene.say("Plums, yes.", by=Person(id=99, name="Dee", bot=True))
    await case.scene.memory.on_reply(reply, context)
    return "Loves plums" in await case.told("why")


async def _resets(case: Case) -> bool:
    return "There was no summary here" in await case.told("reset rolling")


async def _erases(case: Case) -> bool:
    """Everything of Ann."""
    await case.scene.tell("remember I love plums", by=ANN)
    await case.told("erase")
    await case.told("erase confirm")
    return await case.scene.facts(ANN) == []


async def _exports(case: Case) -> bool:
    """Ann's files, in her own direct message."""
    await case.scene.tell("remember I love plums", by=ANN, place=DM_ANN)
    answer = await case.scene.answer("export", by=case.actor, place=DM_ANN, **case.rights)
    return any(b"Loves plums" in file.data for file in answer.files)


async def _backfills(case: Case) -> bool:
    """Only Discord has a past to read; others are told so, if they may ask at all."""
    return "Only the Discord bot" in await case.told("backfill")


async def _purges(case: Case) -> bool:
    await case.plums()
    await case.told("purge")
    await case.told("purge confirm")
    return await case.scene.facts(ANN) == []


async def _audits(case: Case) -> bool:
    return "action log" in await case.told("audit")


async def _sees_spending(case: Case) -> bool:
    return "No language model was asked" in await case.told("spending")


async def _opts(case: Case) -> bool:
    """Ann is the one who opts, whoever types it."""
    assert (await case.scene.answer("optin", by=ANN)).changed
    await case.told("optout")
    agreed = await case.scene.memory.consent.at(DEV, [ANN.id])
    return not agreed.remembers(ANN.id)


async def _opts_in(case: Case) -> bool:
    await case.scene.tell("optout", by=ANN)
    await case.told("optin")
    agreed = await case.scene.memory.consent.at(DEV, [ANN.id])
    return agreed.remembers(ANN.id)


async def _includes(case: Case) -> bool:
    assert (await case.scene.answer("exclude", by=ANN, manager=True)).changed
    return await case.changed("include")


async def _claim(case: Case) -> None:
    """Ben claims something of Ann, or Ann names the actor, where claims are held back."""
    assert (await case.scene.answer("quarantine on", by=ANN, manager=True)).changed
    if case.who is Role.NAMED:
        await case.plums()
    else:
        await case.scene.tell("remember <@11> loves plums", by=BEN, mentions=(ANN,))


async def _sees_claims(case: Case) -> bool:
    await _claim(case)
    return "plums" in await case.told("claims")


async def _accepts(case: Case) -> bool:
    await _claim(case)
    return await case.changed("accept plums")


async def _refuses(case: Case) -> bool:
    await _claim(case)
    return await case.changed("refuse plums")


async def _knows(case: Case) -> bool:
    """Ask in plain words what is known about Ann."""
    await case.plums()
    command = Command(text="Bot, what do you know about Ann?", place=DEV, person=case.actor, assistant=BOT)
    answer = await case.scene.memory.command(replace(command, **case.rights))
    return answer is not None and "plums" in answer.text


async def _reviews(case: Case) -> bool:
    """Two facts about Ann that say nearly the same are to be looked at."""
    for text in ("I use plums for baking", "I use plums for baking cakes"):
        await case.scene.tell(f"remember {text}", by=ANN)
    return "plums" in await case.told("review")


async def _lore_text(case: Case) -> bool:
    return await case.changed("lore Plums are sacred")


async def _helps(case: Case) -> bool:
    return "`show [" in await case.told("help")


DEEDS: dict[str, Callable[[Case], Awaitable[bool]]] = {
    "show": looking("show all"),
    "know": _knows,
    "search": looking("search plums"),
    "why": _why,
    "help": _helps,
    "review": _reviews,
    "remember": _remembers,
    "forget": acting("forget plums"),
    "edit": acting("edit plums -> Prefers pears"),
    "undo": _undoes,
    "pin": acting("pin plums"),
    "unpin": _unpins,
    "everywhere": acting("everywhere plums yes"),
    "lore": looking("lore"),
    "lore TEXT": _lore_text,
    "reset": _resets,
    "export": _exports,
    "erase": _erases,
    "purge": _purges,
    "audit": _audits,
    "spending": _sees_spending,
    "optout": _opts,
    "optin": _opts_in,
    "exclude": acting("exclude"),
    "include": _includes,
    "backfill": _backfills,
    "consent": acting("consent optin"),
    "claims": _sees_claims,
    "accept": _accepts,
    "refuse": _refuses,
    "quarantine": acting("quarantine on"),
    "settings": acting("settings persona Speak like a pirate"),
}
OF_LORE = {"lore"}
"""What is tried on lore only."""


@pytest.fixture
async def scene(sqlite_store: SqliteStore, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(sqlite_store, tmp_path) as opened_scene:
        for person in (ANN, BEN, CARL):
            await opened_scene.say("hello", by=person)
        yield opened_scene


def test_the_page_says_what_the_code_decides() -> None:
    """R-17, N-13: the table in the documents is the table in the code, and names every command."""
    assert {deed: dict(row) for deed, row in PERMITS.items()} == TABLE
    assert set(DEEDS) == set(TABLE)


async def test_every_command_is_in_the_table(scene: Scene) -> None:
    """R-17: no command is beyond the one place that decides."""
    assert {deed.split()[0] for deed in TABLE} - {"know"} == set(scene.memory.verbs)


@pytest.mark.parametrize(("deed", "who", "cell"), CELLS, ids=str)
async def test_what_the_table_says_is_what_happens(scene: Scene, deed: str, who: Role, cell: Cell) -> None:
    """R-17, X-16, N-13: each may do exactly what the page says, and nobody more."""
    tried = case(scene, who, lore=deed in OF_LORE)
    assert await DEEDS[deed](tried) is (cell not in (Cell.NO, Cell.LORE))


@pytest.mark.parametrize(("deed", "who"), [(d, w) for d, w, cell in CELLS if cell is Cell.LORE])
async def test_only_lore_means_lore(scene: Scene, deed: str, who: Role) -> None:
    """N-13, R-23: what managers and writers of lore may not do to people they may do to lore."""
    assert await DEEDS[deed](case(scene, who, lore=True))


@pytest.mark.parametrize(
    ("deed", "who", "cell"), [c for c in CELLS if c[2] in (Cell.ABOUT_OTHERS, Cell.LORE_WRITERS)]
)
async def test_a_setting_closes_what_it_names(scene: Scene, deed: str, who: Role, cell: Cell) -> None:
    """R-17, N-13: `about_others` and `lore_writers` decide the cells that name them."""
    closed: dict[Cell, dict[str, Any]] = {
        Cell.ABOUT_OTHERS: {"about_others": False},
        Cell.LORE_WRITERS: {"lore_writers": "managers"},
    }
    async with scene.again(**closed[cell]) as strict:
        assert not await DEEDS[deed](case(strict, who))


@pytest.mark.parametrize("deed", ["forget", "edit", "pin", "everywhere"])
async def test_neither_an_id_nor_a_number_gets_around_the_table(scene: Scene, deed: str) -> None:
    """X-16: whatever way a fact is named, somebody else's is out of reach."""
    await scene.tell("remember I love plums", by=ANN)
    (fact,) = await scene.facts(ANN)
    await scene.tell("search plums", by=CARL)
    new = " Prefers pears" if deed == "edit" else ""
    for which in (fact.id, "1"):
        assert not (await scene.answer(f"{deed} {which}{new}", by=CARL, manager=True)).changed
    assert await scene.facts(ANN) == [fact]


def test_what_is_not_in_the_table_is_nobodys() -> None:
    """R-17: a deed nobody has thought of is refused to everyone, operators too."""
    everything = Actor(id=ANN.id, manager=True, operator=True)
    assert not may("sell", everything)
    assert may("forget", everything, subject=LORE)
