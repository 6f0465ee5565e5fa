"""Changes of facts, each in its turn: how long one may take, and what is awaited before it begins."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from dnam.lanes import Lanes
from dnam.ports import Turn
from dnam.vectors import LOAD_SECONDS, is_loaded, load_has_ended

T = TypeVar("T")
ERASE_SECONDS = 3600.0
"""How long erasing may take: a person is told that it is erased only when it is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Needs:
    """What a change needs of its turn."""

    erases: bool = False
    """It may take long, and is not one transaction."""
    judged: bool = False
    """The encoder judges it and is awaited before the turn: others would wait for it too, and give up."""


NOTHING = Needs()


async def change_in_turn(
    lanes: Lanes,
    action: str,
    work: Callable[[], Awaitable[T]],
    turn: Turn,
    needs: Needs,
    *,
    patience: float,
) -> T | None:
    """Return the result of work that changes facts, or None when it fails. Never raises."""
    deadline = ERASE_SECONDS if needs.erases else patience if load_has_ended() else LOAD_SECONDS
    ready = partial(is_loaded, storing=True) if needs.judged else None
    return await lanes.attempt_change(
        action, work, turn, deadline=deadline, together=not needs.erases, ready=ready
    )
