"""Erasing by an operator: prints what would be erased, and erases it when the exact name is given."""

import asyncio
from typing import Literal

from dnam.cli.operate import print_json
from dnam.domain import Receipt, Scope
from dnam.errors import BadInput
from dnam.memory import Memory
from dnam.ports import Store
from dnam.settings import Settings


def erase_scope(
    settings: Settings,
    kind: Literal["person", "channel", "guild"],
    id_: int,
    confirm: str | None,
    *,
    as_json: bool,
) -> None:
    """Print what would be erased, or erase it and print the receipt.

    Raises BadInput when the name is wrong, or nothing is kept of that id.
    """

    async def preview_or_erase() -> tuple[str, Receipt]:
        async with Memory.open(settings) as memory:
            scope, name = await _named(memory.store, kind, id_)
            if confirm is not None and confirm != name:
                raise BadInput(
                    f'The name is "{name}", not "{confirm}": give it exactly to erase. Nothing was changed.'
                )
            return name, await memory.erase(scope, preview=confirm is None)

    name, receipt = asyncio.run(preview_or_erase())
    if not any(receipt.counts.values()):
        raise BadInput(f"Nothing is kept of {kind} {id_}: check the id.")
    if as_json:
        print_json({"erased": confirm is not None, "name": name, "counts": dict(receipt.counts)})
        return
    what = f"{kind} {id_} ({name})"
    print(f"Erased of {what}:" if confirm is not None else f"This would be erased of {what}:")
    for noun, count in receipt.counts.items():
        print(f"  {noun:<28} {count:>8,}")
    if confirm is None:
        print(f'It cannot be undone. To go on, add --confirm "{name}". Backups are not changed.')


async def _named(store: Store, kind: Literal["person", "channel", "guild"], id_: int) -> tuple[Scope, str]:
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
