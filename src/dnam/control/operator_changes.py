"""What an operator can have changed, by name: functions of a memory and plain values.

They run in the process that writes to the memory: the operator's own, or the running one that is asked.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from dnam.commands import Command
from dnam.domain import DM_GUILD, Fact, Person, Place, Scope, Visibility
from dnam.erase import Progress, untold
from dnam.errors import BadInput, StoreError
from dnam.memory import Memory
from dnam.ports import Store
from dnam.projections.places import root_of

_FACTS = TypeAdapter(list[Fact])


class PersonInPlace(BaseModel):
    """The person an operator acts for, and the place; without a guild, the person's direct message."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    person: int = Field(ge=0, lt=2**63)
    guild: int | None = None
    channel: int = 0
    private: bool = False

    @property
    def place(self) -> Place:
        if self.guild is None:
            return Place.dm_with(self.person, channel=self.channel)
        visibility = Visibility.PRIVATE if self.private else Visibility.PUBLIC
        return Place(guild=self.guild, channel=self.channel, visibility=visibility)

    async def named(self, store: Store) -> Person:
        """Return the person by their name here; in a direct message otherwise by that of any guild."""
        guilds = [DM_GUILD if self.guild is None else self.guild]
        if self.guild is None:
            guilds += [place.guild for place in await store.places()]
        for guild in dict.fromkeys(guilds):
            known = (await store.people(guild, [self.person])).get(self.person)
            if known and known.name:  # an operator may have told of them before anybody knew it
                return known
        return Person(id=self.person, name="")


class CommandRequest(PersonInPlace):
    """A command, without its prefix, as a person would type it."""

    text: str
    operator: bool = True
    """With an operator's rights; otherwise with the person's own."""


class EraseRequest(BaseModel):
    """What to erase; without its exact name it is only counted."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["person", "channel", "guild"]
    id: int = Field(ge=1, lt=2**63)
    confirm: str | None = None


async def run_command(memory: Memory, given: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """Run a command for a person. Raises BadInput when commands are off."""
    del progress
    request = CommandRequest.model_validate(given)
    person = await request.named(memory.store)
    typed = f"{memory.settings.command_prefix} {request.text}"
    command = Command(
        text=typed,
        place=request.place,
        person=person,
        manager=request.operator,
        operator=request.operator,
    )
    answer = await memory.command(command)
    if answer is None:
        raise BadInput("Commands are switched off: set commands_enabled to true.")
    facts = _FACTS.dump_python(list(answer.listed), mode="json")
    return {"text": answer.text, "changed": answer.changed, "refused": answer.refused, "facts": facts}


async def erase(memory: Memory, given: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """Erase a scope, or count what would be erased. Raises BadInput when the name is wrong, StoreError.

    That also when not even the wish could be written down: the process may end next.
    """
    request = EraseRequest.model_validate(given)
    scope, name = await _scope(memory.store, request.kind, request.id)
    if request.confirm is not None and request.confirm != name:
        raise BadInput(
            f'The name is "{name}", not "{request.confirm}": give it exactly to erase. Nothing was changed.'
        )
    receipt = await memory.erase(scope, preview=request.confirm is None, progress=progress)
    if not receipt.noted:
        raise StoreError(" ".join(receipt.unfinished))
    return {
        "erased": request.confirm is not None,
        "name": name,
        "counts": dict(receipt.counts),
        "verified": list(receipt.verified),
        "unfinished": list(receipt.unfinished),
    }


async def refresh(memory: Memory, given: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """Write the readable files now. Raises BadInput when they are switched off."""
    del given, progress
    if memory.projections is None:
        raise BadInput("The readable files are switched off: set projections to true.")
    await memory.projections.refresh()
    return {"folder": str(root_of(memory.settings))}


async def _scope(store: Store, kind: Literal["person", "channel", "guild"], id_: int) -> tuple[Scope, str]:
    """Return the scope of an id and its name; the name of what is not known is its id."""
    places = await store.places()
    if kind == "person":
        guilds = dict.fromkeys(place.guild for place in places)
        people = [(await store.people(guild, [id_])).get(id_) for guild in guilds]
        names = [person.name for person in people if person is not None and person.name]
        return Scope(kind="person", id=id_), names[0] if names else str(id_)
    if kind == "guild":
        names = [place.guild_name for place in places if place.guild == id_ and place.guild_name]
        return Scope(kind="guild", id=id_, guild=id_), names[0] if names else str(id_)
    here = [place for place in places if place.channel == id_]
    if not here:
        raise BadInput(f"Nothing was said in a channel {id_}: check the id. Nothing was changed.")
    return Scope(kind="channel", id=id_, guild=here[0].guild), here[0].name or str(id_)


Operation = Callable[[Memory, Mapping[str, Any], Progress], Awaitable[dict[str, Any]]]
OPERATIONS: Mapping[str, Operation] = {
    "command": run_command,
    "erase": erase,
    "refresh": refresh,
}


async def operate(
    memory: Memory, name: str, given: Mapping[str, Any], progress: Progress = untold
) -> dict[str, Any]:
    """Run an operation by its name, and tell `progress` of each batch of messages. Raises DnamError."""
    if name not in OPERATIONS:
        raise BadInput(f"The running dnam does not know `{name}`: it may be another version.")
    try:
        return await OPERATIONS[name](memory, given, progress)
    except ValidationError as error:
        raise BadInput(f"`{name}` was asked with values that do not fit ({error.error_count()}).") from error
