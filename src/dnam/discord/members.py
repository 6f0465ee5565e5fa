"""Who is a member of a server, and under which name: followed as it happens, and compared at a login.

While the bot is away nobody tells it of new nicknames or of who left: when it is back, the names memory knows
are compared with the server's own.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import discord

from dnam.discord.translate import person_of
from dnam.memory import Memory
from dnam.rules.fact_notes import person_note

QUERY = 100
"""So many people can be asked about at once."""
COMPARED = 2000
"""Of a server whose members are not cached, so many people are asked about at a login."""


async def members_among(guild: discord.Guild, people: Sequence[int]) -> dict[int, discord.Member]:
    """Give those of some people who are members now, by id; Discord is asked about those who are not cached.

    Raises asyncio.TimeoutError.
    """
    held = {id_: member for id_ in people if (member := guild.get_member(id_)) is not None}
    missing = [] if guild.chunked else [id_ for id_ in dict.fromkeys(people) if id_ not in held]
    for first in range(0, len(missing), QUERY):
        found = await guild.query_members(user_ids=missing[first : first + QUERY], limit=QUERY)
        held |= {member.id: member for member in found}
    return held


class MemberList:
    """Follows who is in a server, and under which name."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def ready(self, guilds: Sequence[discord.Guild]) -> None:
        """Compare the names of some servers, each when its turn comes."""
        for guild in guilds:
            self._later(f"compare {guild.id}", partial(self.compare, guild))

    def leave(self, guild: int, person: int) -> None:
        """Note that somebody left."""
        self._later(f"leave {guild} {person}", lambda: self._left(guild, person))

    def join(self, guild: int, person: int) -> None:
        """Note that somebody is there, who may have left before."""
        self._later(f"join {guild} {person}", lambda: self._memory.store.put_note(_left(guild, person), None))

    def _later(self, name: str, work: Callable[[], Awaitable[object]]) -> None:
        self._memory.lanes.submit("members", name, work)

    async def _left(self, guild: int, person: int) -> None:
        await self._memory.on_leave(guild, person)
        await self._memory.store.put_note(_left(guild, person), self._memory.clock.now().isoformat())

    async def compare(self, guild: discord.Guild) -> None:
        """Follow what people of a server are called by now, and note once who of them has left."""
        store = self._memory.store
        known = {id_: person for id_, person in (await store.people(guild.id)).items() if not person.bot}
        people = [*known] if guild.chunked else [*known][:COMPARED]
        there = await members_among(guild, people)
        renamed = [
            person_of(member) for id_, member in there.items() if member.display_name != known[id_].name
        ]
        if renamed:
            await self._memory.on_names(guild.id, renamed)
        for person in people:
            if person not in there and await store.get_note(_left(guild.id, person)) is None:
                await self._left(guild.id, person)


def _left(guild: int, person: int) -> str:
    """Name the note that somebody has left; it is erased with the person."""
    return person_note(person, "left", str(guild))
