"""The store port for several processes that share one store: turns, leases, news of changes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from dataclasses import dataclass
from typing import Protocol, TypeVar

from dnam.domain import DM_GUILD
from dnam.errors import StoreError

T = TypeVar("T")

LEASE_SECONDS = 60.0
"""How long due work waits when the process that does it is killed, until another may do it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """Whose facts one process changes while the others wait: of some people, a whole guild, or everybody."""

    guild: int | None = None
    """None: everybody's, in every guild."""
    people: tuple[int, ...] = ()
    """Empty: everybody's in the guild."""
    whole: bool = False
    """Everybody's in the guild, and those of the people in every guild."""

    @classmethod
    def within(cls, guild: int, *people: int) -> "Turn":
        """Return the turn of a command or an edit in a guild; one in a direct message may reach any guild.

        `people` are those whose facts are counted in every guild: who says something, for the hourly limit.
        """
        return cls(guild=None if guild == DM_GUILD else guild, people=people, whole=True)


class ProcessStore(Protocol):
    """How processes take turns, share out work, and learn of each other's changes.

    A store that only one process can write to has nothing to wait for and always grants a lease.
    """

    def in_turn(self, turn: Turn, work: Callable[[], Awaitable[T]], *, together: bool = True) -> Awaitable[T]:
        """Run work that changes facts while no other process does; return its result, and pass its errors on.

        With `together`, everything the work writes is saved when it ends, or nothing is; the work may be run
        again if the connection is lost. Work that takes long, or that must not be one transaction, is run
        with `together=False`. Turns must not be nested.
        """

    async def lease(self, work: str, *, seconds: float) -> bool:
        """Take or renew a lease on due work, by its name; False while another process has it.

        A lease ends when it is released, or after `seconds`, so that the work of a dead process is done by
        another.
        """

    async def release(self, work: str) -> None:
        """End a lease of this process."""

    async def follow_changes(self, changed: Callable[[], None], settings: str) -> bool:
        """Call `changed` whenever another process has changed facts or consent, or may have.

        Returns False when another process follows changes with other `settings`.
        """

    async def followers(self) -> int:
        """Return how many other processes follow the changes of this memory: they have it open."""

    async def consent_changes(self) -> int:
        """Return how many consent choices were ever made, by any process."""


@asynccontextmanager
async def leased(store: ProcessStore, work: str, *, seconds: float = LEASE_SECONDS) -> AsyncIterator[bool]:
    """Hold a lease on due work, renewed as long as it takes; yields False when another process has it."""
    if not await store.lease(work, seconds=seconds):
        yield False
        return
    # In a context of its own: it is part of nobody's turn.
    renewing = Context().run(asyncio.create_task, _renew(store, work, seconds), name=f"lease {work}")
    try:
        yield True
    finally:
        renewing.cancel()
        await asyncio.wait([renewing])  # else it might be renewed once more when it is released
        await store.release(work)


async def _renew(store: ProcessStore, work: str, seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds / 3)
        with suppress(StoreError):  # tried again before it ends
            await store.lease(work, seconds=seconds)
