"""What every page needs: who looks, at which guild, and the way to the other pages."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse

from dnam.domain import DM_GUILD, Place
from dnam.memory import Memory
from dnam.web.access import Access, Reader, TheMemory, View, guild_view, is_public, log_private_view
from dnam.web.error_responses import Problem
from dnam.web.rendering import NAVIGATION, render
from dnam.web.rest.schemas import Id
from dnam.web.sign_in import sign_in_of

WITHOUT_MEMORIES = frozenset({"", "privacy", "settings", "work", "private"})
"""The first word of the pages that show numbers and choices, but nothing that anybody said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """A page about one guild, for one reader."""

    request: Request
    memory: Memory
    view: View
    guilds: tuple[tuple[int, str], ...]
    """Every guild they may look at, with its name."""
    channels: tuple[Place, ...]
    """Every place of this guild; of these `places` are theirs to look into."""

    @property
    def access(self) -> Access:
        return self.view.access

    @property
    def guild(self) -> int:
        return self.view.guild

    @property
    def writes(self) -> bool:
        return self.access.has("write")

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(place for place in self.channels if self.view.private or is_public(place))

    @property
    def manageable(self) -> tuple[Place, ...]:
        """Every place they may exclude or erase; an operator needs only its name for that."""
        return self.channels if self.access.operator else self.places

    def require(self, level: str) -> None:
        """Raise Problem unless a page of this level is for them."""
        if not _may_open(self.view, level):
            raise Problem(403, "This page is for managers of this server, or for whoever runs this memory.")

    def page(self, template: str, **values: Any) -> HTMLResponse:
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


class PrivateAsked(Exception):
    """An operator opened what was said in private, and has not asked for it yet."""

    def __init__(self, frame: Frame) -> None:
        super().__init__()
        self.frame = frame


def _may_open(view: View, level: str) -> bool:
    return {"operator": view.access.operator, "manager": view.manages, "member": True}[level]


async def framed(request: Request, access: Reader, memory: TheMemory, guild: Id | None = None) -> Frame:
    """Return the frame for the guild of the address, or for the first one they may see.

    Raises PrivateAsked where an operator has to ask first; logs what they look at afterwards.
    """
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
    guild_view(access, chosen)
    frame = Frame(
        request=request,
        memory=memory,
        view=View(access=access, guild=chosen, private=access.private),
        guilds=tuple(guilds),
        channels=tuple(place for place in places if place.guild == chosen),
    )
    await _ask_or_log(frame)
    return frame


async def _ask_or_log(frame: Frame) -> None:
    """Raise PrivateAsked before an operator sees something private unasked; log what they see asked."""
    page = frame.request.url.path.split("/")[1]
    if page in WITHOUT_MEMORIES or not frame.access.operator:
        return
    if frame.view.private:
        person = int(frame.request.path_params.get("id", 0)) if page == "people" else 0
        await log_private_view(frame.memory, frame.access, frame.guild, f"/{page}", person=person)
    elif page == "journal" or frame.guild == DM_GUILD:
        raise PrivateAsked(frame)


ThisPage = Annotated[Frame, Depends(framed)]
