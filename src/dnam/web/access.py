"""Who asks, and what they may see: the one place where the web decides about guilds and audiences.

A token of one guild, and a manager who signed in with Discord, see what everyone in that guild could read. A
person who signed in with Discord sees their own memory, as in their direct message, and what is public in
their guilds. An **operator** holds a token for every guild. They see what is public in each; what was said in
private channels and direct messages only after they asked for it, and every such look is logged.
"""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from dnam.audience import Audience, audience_of, origin_of, visibility_of
from dnam.domain import DM_GUILD, Action, Person, Place, Visibility
from dnam.memory import Memory
from dnam.ports import Store
from dnam.rules.command_permissions import BEYOND_THE_GUILD
from dnam.rules.text import collapse
from dnam.web.error_responses import Problem
from dnam.web.tokens import SCOPES, Scope

PRIVATE_VIEW = "memory_private_view"
"""The line in the action log for every look of an operator at what was said in private."""
NOT_YOURS = "This guild is not yours to see: use a token of that guild, or one for all."
WITHOUT_GUILD = "Say which `guild`: this token is for one, and direct messages need a token for all guilds."
ASK_FOR_PRIVATE = "This is private: add `private=true` to see it. Every such look is logged."


@dataclass(frozen=True, kw_only=True, slots=True)
class Access:
    key: str
    """The id of the token or of the session."""
    scope: Scope
    name: str = ""
    guild: int | None = None
    """The only guild of a token; None for every guild."""
    person: Person | None = None
    """Who signed in with Discord; None for a token."""
    member_of: frozenset[int] = frozenset()
    manages: frozenset[int] = frozenset()
    session: str = ""
    """The id of the session; empty for a program with a token."""
    private: bool = False
    """Whether an operator asked in this session to see what was said in private."""

    @property
    def operator(self) -> bool:
        return self.person is None and self.guild is None

    @property
    def serves(self) -> bool:
        """Whether this is a program that writes: a bot, which asks in the places it answers in."""
        return not self.session and self.has("write")

    def has(self, scope: Scope) -> bool:
        return SCOPES.index(self.scope) >= SCOPES.index(scope)

    def may_see(self, guild: int) -> bool:
        """Return whether anything of a guild is for them; direct messages have the guild 0."""
        if self.person is not None:
            return guild == DM_GUILD or guild in self.member_of
        return self.guild is None or self.guild == guild

    def manages_guild(self, guild: int) -> bool:
        if self.person is not None:
            return guild in self.manages
        return self.guild is None or self.guild == guild

    def may_see_person(self, guild: int, person: int) -> bool:
        return self.manages_guild(guild) or (self.person is not None and self.person.id == person)


@dataclass(frozen=True, kw_only=True, slots=True)
class View:
    """A guild as somebody may see it."""

    access: Access
    guild: int
    private: bool = False
    """Whether an operator sees private channels and direct messages too."""

    @property
    def audience(self) -> Audience | None:
        """What they may see of the guild; None for everything."""
        if self.private:
            return None
        if self.guild == DM_GUILD and self.access.person is None:
            return Audience(origins=frozenset())
        return audience_of(self.whole_guild)

    @property
    def manages(self) -> bool:
        return self.access.manages_guild(self.guild)

    @property
    def whole_guild(self) -> Place:
        """The place that everyone in the guild can read; a person's own direct message without a guild."""
        if self.guild == DM_GUILD:
            person = self.access.person.id if self.access.person else 0
            return Place.dm_with(person)
        return Place.whole_guild(self.guild)


def access_of(request: Request) -> Access:
    """Return who asks; `application.py` has refused everyone else."""
    access: Access = request.state.access
    return access


def memory_of(request: Request) -> Memory:
    memory: Memory = request.app.state.memory
    return memory


def check_reach(access: Access, command: str) -> None:
    """Raise Problem when a command acts in every guild and the token is for one."""
    if access.guild is not None and (beyond := BEYOND_THE_GUILD.match(collapse(command))):
        raise Problem(403, f"`{beyond[0]}` acts in every guild: it needs a token for all guilds.")


class Requires:
    """A dependency that lets through only who has a scope, and runs this memory if that is asked for."""

    def __init__(self, scope: Scope, *, operator: bool = False) -> None:
        self.scope: Scope = scope
        self.operator = operator

    def __call__(self, request: Request) -> Access:
        access = access_of(request)
        if not access.has(self.scope):
            raise Problem(403, f"This needs a token with the scope {self.scope}; yours has {access.scope}.")
        if self.operator and not access.operator:
            raise Problem(403, "This is for whoever runs this memory: it needs a token for every guild.")
        return access


def guild_view(access: Access, guild: int) -> View:
    """Return a guild as they may see it. Raises Problem when it is not for them."""
    if not access.may_see(guild):
        raise Problem(403, WITHOUT_GUILD if guild == DM_GUILD else NOT_YOURS)
    return View(access=access, guild=guild)


def managed_view(access: Access, guild: int) -> View:
    """Return a guild as they may see it. Raises Problem unless they look after it."""
    if not access.manages_guild(guild):
        guild_view(access, guild)
        raise Problem(403, "This is for managers of this guild.")
    return View(access=access, guild=guild)


async def listing_view(memory: Memory, access: Access, guild: int, *, private: bool) -> View:
    """Return a guild as a program may list it; a look at what is private is logged. Raises Problem."""
    view = managed_view(access, guild)
    if private and not access.operator:
        raise Problem(403, "What was said in private is for its listeners, and for whoever runs this memory.")
    if guild == DM_GUILD and not private:
        raise Problem(403, ASK_FOR_PRIVATE)
    if private:
        await log_private_view(memory, access, guild, "a program")
    return View(access=view.access, guild=guild, private=private)


async def log_private_view(
    memory: Memory, access: Access, guild: int, where: str, *, person: int = 0
) -> None:
    detail = f"{access.name or access.key}: {where}"
    action = Action(kind=PRIVATE_VIEW, at=memory.clock.now(), guild=guild, person=person, detail=detail)
    await memory.store.log_action(action)


def is_public(place: Place) -> bool:
    return visibility_of(origin_of(place)) is Visibility.PUBLIC


async def known_place(store: Store, view: View, channel: int, person: int = 0) -> Place:
    """Return a place as the store knows it, whatever the caller says of it. Raises Problem.

    A channel that nobody has spoken in is taken for the guild's public one: its audience is the smallest. So
    is a private one, except for a program that also writes there, and an operator who asked to see it.
    """
    serves = view.private or view.access.serves
    if view.guild == DM_GUILD:
        mine = view.access.person is not None and view.access.person.id == person
        if not (mine or (view.access.operator and serves)):
            raise Problem(
                403, "A direct message is for the person it is with, and for a program that writes there."
            )
        return Place.dm_with(person, channel=channel)
    known = {place.channel: place for place in await store.places(view.guild)}
    place = known.get(channel, view.whole_guild)
    return place if serves or is_public(place) else view.whole_guild


Reader = Annotated[Access, Depends(Requires("read"))]
Writer = Annotated[Access, Depends(Requires("write"))]
Admin = Annotated[Access, Depends(Requires("admin"))]
Operator = Annotated[Access, Depends(Requires("read", operator=True))]
OperatorAdmin = Annotated[Access, Depends(Requires("admin", operator=True))]
TheMemory = Annotated[Memory, Depends(memory_of)]
