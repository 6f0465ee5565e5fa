"""What every page needs: who looks, at which guild, and the way to the other pages."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse

from dnam.domain import DM_GUILD, Place, Visibility
from dnam.memory import Memory
from dnam.web.access import Access, Reader, TheMemory, View, guild_view
from dnam.web.problems import Problem
from dnam.web.rendering import NAVIGATION, render
from dnam.web.rest.values import Id
from dnam.web.sign_in import sign_in_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """A page about one guild, for one reader."""

    request: Request
    memory: Memory
    view: View
    guilds: tuple[tuple[int, str], ...]
    """Every guild they may look at, with its name."""
    places: tuple[Place, ...]
    """Every place they may choose, in this guild."""

    @property
    def access(self) -> Access:
        """Who looks."""
        return self.view.access

    @property
    def guild(self) -> int:
        """The guild they look at."""
        return self.view.guild

    @property
    def writes(self) -> bool:
        """Whether they may change something."""
        return self.access.has("write")

    def require(self, level: str) -> None:
        """Raise Problem unless a page of this level is for them."""
        if not _may_open(self.view, level):
            raise Problem(403, "This page is for managers of this server, or for whoever runs this memory.")

    def page(self, template: str, **values: Any) -> HTMLResponse:
        """Return the page."""
        signing = sign_in_of(self.request)
        return render(
            self.request,
            template,
            frame=self,
            now=self.memory.clock.now(),
            csrf=signing.csrf(self.access) if self.access.session else "",
            navigation=[(path, name) for path, name, level in NAVIGATION if _may_open(self.view, level)],
            me=self.access.person,
            **values,
        )


def _may_open(view: View, level: str) -> bool:
    return {"operator": view.access.operator, "manager": view.manages, "member": True}[level]


async def framed(request: Request, access: Reader, memory: TheMemory, guild: Id | None = None) -> Frame:
    """Return the frame for the guild of the address, or for the first one they may see."""
    known: dict[int, str] = {}
    places = await memory.store.places()
    for place in places:
        if access.may_see(place.guild):
            known[place.guild] = known.get(place.guild) or place.guild_name or f"Server {place.guild}"
    if access.may_see(DM_GUILD):
        known[DM_GUILD] = "Direct messages"
    guilds = sorted(known.items(), key=lambda each: (each[0] == DM_GUILD, each[1]))
    if access.guild is not None:
        guilds = [(access.guild, known.get(access.guild, f"Server {access.guild}"))]
    chosen = guilds[0][0] if guild is None else guild
    view = guild_view(access, chosen)
    return Frame(
        request=request,
        memory=memory,
        view=view,
        guilds=tuple(guilds),
        places=tuple(p for p in places if p.guild == chosen and _may_choose(access, p)),
    )


def _may_choose(access: Access, place: Place) -> bool:
    return access.operator or place.visibility is Visibility.PUBLIC


ThisPage = Annotated[Frame, Depends(framed)]
