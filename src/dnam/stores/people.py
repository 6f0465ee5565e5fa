"""People, places and notes as rows, shared by both stores."""

from collections.abc import Sequence
from datetime import datetime

from dnam.domain import Person, Place
from dnam.stores.database import Database
from dnam.stores.rows import aside, micros, place_params, storable, to_people, to_person, to_place


class NameRows:
    """`ports.NameStore` and `ports.NoteStore` over named queries, and the counts of all tables."""

    _database: Database

    async def people(self, guild: int, ids: Sequence[int] | None = None) -> dict[int, Person]:
        query, params = "people_of", {"guild": guild, "ids": None if ids is None else list(ids)}
        if ids is not None:
            query = "people_by_id"
        return await aside(to_people, await self._database.read(query, params))

    async def people_called(self, guild: int, text: str) -> list[Person]:
        rows = await self._database.read("people_called", {"guild": guild, "text": storable(text)})
        return [to_person(row) for row in rows]

    async def see_people(self, guild: int, people: Sequence[Person], at: datetime) -> None:
        rows = {
            person.id: {
                "guild": guild,
                "person": person.id,
                "name": storable(person.name),
                "bot": person.bot,
                "seen_at": micros(at),
            }
            for person in people
        }
        await self._database.write([("see_person", rows[id_]) for id_ in sorted(rows)])

    async def places(self, guild: int | None = None) -> list[Place]:
        query = "all_places" if guild is None else "places_of"
        return [to_place(row) for row in await self._database.read(query, {"guild": guild})]

    async def see_place(self, place: Place) -> None:
        row = {**place_params(place), "seq": None, "last_at": None}
        await self._database.write([("add_place", {**row, "last_at": 0}), ("move_place", row)])

    async def get_note(self, name: str) -> str | None:
        rows = await self._database.read("get_note", {"name": storable(name)})
        return str(rows[0][0]) if rows else None

    async def put_note(self, name: str, text: str | None) -> None:
        if text is None:
            await self._database.write([("drop_note", {"name": storable(name)})])
        else:
            await self._database.write([("put_note", {"name": storable(name), "text": storable(text)})])

    async def get_own(self, name: str) -> str | None:
        rows = await self._database.read("get_meta", {"name": name})
        return str(rows[0][0]) if rows else None

    async def put_own(self, name: str, text: str) -> None:
        await self._database.write([("set_meta", {"name": name, "value": storable(text)})])

    async def counts(self) -> dict[str, int]:
        return {row[0]: row[1] for row in await self._database.read("counts", {})}
