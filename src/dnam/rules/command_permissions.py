"""Who may do what: one table, and the one function that decides by it.

`docs/permissions.md` has the same table, and a test made from that page tries every cell. Whether something
may be *heard* where a command is typed is decided before, in `audience.py`.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from dnam.domain import LORE
from dnam.languages import refuse


class Role(StrEnum):
    """How somebody is related to what they want to see or change."""

    SUBJECT = "the person themself"
    """It is about them, or it is their own: their memory, their choice, their conversation."""
    SAYER = "who said it of somebody else"
    NAMED = "who is named in it"
    OTHER = "others"
    MANAGER = "guild manager"
    OPERATOR = "operator"
    """Whoever runs this memory, on behalf of a person they name."""


class Cell(StrEnum):
    """A cell of the table, as the page writes it."""

    YES = "yes"
    NO = "no"
    LORE = "only lore"
    ABOUT_OTHERS = "only with `about_others`"
    LORE_WRITERS = "only with `lore_writers` = everyone"


YES, NO, LORE_ONLY = Cell.YES, Cell.NO, Cell.LORE

_EVERYONE = (YES, YES, YES, YES, YES, YES)
_OWN = (YES, NO, NO, NO, NO, YES)
_CONCERNED = (YES, NO, YES, NO, NO, YES)
_MANAGING = (NO, NO, NO, NO, YES, YES)
_KEEPING = (YES, LORE_ONLY, NO, NO, LORE_ONLY, YES)
_WRITERS = Cell.LORE_WRITERS

_TABLE: Mapping[str, tuple[Cell, Cell, Cell, Cell, Cell, Cell]] = {
    "show": _CONCERNED,
    "know": _EVERYONE,
    "search": _EVERYONE,
    "why": _EVERYONE,
    "help": _EVERYONE,
    "review": _OWN,
    "remember": (YES, Cell.ABOUT_OTHERS, NO, NO, NO, YES),
    "forget": (YES, YES, YES, NO, LORE_ONLY, YES),
    "edit": (YES, YES, NO, NO, LORE_ONLY, YES),
    "undo": _OWN,
    "pin": _KEEPING,
    "unpin": _KEEPING,
    "everywhere": _OWN,
    "lore": _EVERYONE,
    "lore TEXT": (_WRITERS, _WRITERS, _WRITERS, _WRITERS, YES, YES),
    "reset": _EVERYONE,
    "export": _OWN,
    "erase": _OWN,
    "purge": _MANAGING,
    "audit": _MANAGING,
    "spending": _MANAGING,
    "optout": _OWN,
    "optin": _OWN,
    "exclude": _MANAGING,
    "include": _MANAGING,
    "backfill": _MANAGING,
    "consent": _MANAGING,
    "claims": _CONCERNED,
    "accept": _CONCERNED,
    "refuse": _CONCERNED,
    "quarantine": _MANAGING,
    "settings": _MANAGING,
}
PERMITS: Mapping[str, Mapping[Role, Cell]] = {
    verb: dict(zip(Role, cells, strict=True)) for verb, cells in _TABLE.items()
}


BEYOND_THE_GUILD = re.compile(r"(erase|optout|optin|everywhere)\b|refuse( off)?$", re.IGNORECASE)
"""Begins commands that change what holds in every guild: a program that serves one may not run them."""

_REFUSALS: Mapping[str, str] = {
    "remember": "only_oneself",
    **{verb: "permit_manager" for verb, cells in _TABLE.items() if cells == _MANAGING},
    "lore TEXT": "permit_manager",
}
"""The sentence of the language files for each command; the others have `permit_concerned`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Actor:
    """Somebody who uses a command, and the settings that decide about it."""

    id: int
    manager: bool = False
    operator: bool = False
    about_others: bool = True
    lore_writers: str = "everyone"


def may(
    verb: str,
    actor: Actor,
    *,
    subject: int | None = None,
    sayer: int | None = None,
    named: Collection[int] = (),
) -> bool:
    """Return whether somebody may use a command on what is about `subject`, said by `sayer`, naming `named`.

    Without a subject it is about the actor, or about the place they are in. Nobody may use a command that is
    not in the table.
    """
    about = actor.id if subject is None else subject
    cells = PERMITS.get(verb, {})
    roles = _roles(actor, about, sayer, named)
    return any(_grants(cells[who], actor, about) for who in roles if who in cells)


def refusal(verb: str, language: str = "en") -> str:
    return refuse(language, _REFUSALS.get(verb, "permit_concerned"))


def _roles(actor: Actor, subject: int, sayer: int | None, named: Collection[int]) -> list[Role]:
    other = Role.NAMED if actor.id in named else Role.OTHER
    other = Role.SAYER if actor.id == sayer else other
    own = Role.SUBJECT if actor.id == subject else other
    return [own, *([Role.MANAGER] if actor.manager else []), *([Role.OPERATOR] if actor.operator else [])]


def _grants(cell: Cell, actor: Actor, subject: int) -> bool:
    return {
        Cell.YES: True,
        Cell.NO: False,
        Cell.LORE: subject == LORE,
        Cell.ABOUT_OTHERS: actor.about_others,
        Cell.LORE_WRITERS: actor.lore_writers == "everyone",
    }[cell]
