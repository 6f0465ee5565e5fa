"""People, places and notes in rows, the same for both stores."""

from collections.abc import Sequence
from datetime import datetime

from dnam.model import Person, Place
from dnam.stores.database import Database
from dnam.stores.rows import micros, storable, to_person, to_place


class NameRows:
    """`ports.NameStore` and `ports.NoteStore` over named queries, and the counts of all tables."""

    _database: Database

    async def people(self, guild: int, ids: Sequence[int] | None = None) -> dict[int, Person]:
        """Give people by id with their current names in a guild; everyone seen there when ids is None."""
        query, params = "people_of", {"guild": guild, "ids": None if ids is None else list(ids)}
        if ids is not None:
            query = "people_by_id"
        return {row[0]: to_person(row) for row in await self._database.read(query, params)}

    async def people_called(self, guild: int, text: str) -> list[Person]:
        """Give everyone of a guild whose name stands somewhere in a text, exactly as it is written."""
        rows = await self._database.read("people_called", {"guild": guild, "text": storable(text)})
        return [to_person(row) for row in rows]

    async def see_people(self, guild: int, people: Sequence[Person], at: datetime) -> None:
        """Keep the current names of people who did not say anything there."""
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
        """Give every place something was said in."""
        query = "all_places" if guild is None else "places_of"
        return [to_place(row) for row in await self._database.read(query, {"guild": guild})]

    async def get_note(self, name: str) -> str | None:
        """Give a note's text, or None."""
        rows = await self._database.read("get_note", {"name": storable(name)})
        return str(rows[0][0]) if rows else None

    async def put_note(self, name: str, text: str | None) -> None:
        """Keep a note, or remove it when the text is None."""
        if text is None:
            await self._database.write([("drop_note", {"name": storable(name)})])
        else:
            await self._database.write([("put_note", {"name": storable(name), "text": storable(text)})])

    async def counts(self) -> dict[str, int]:
        """Count the rows of each table."""
        return {row[0]: row[1] for row in await self._database.read("counts", {})}
