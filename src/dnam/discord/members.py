"""Who of some people is a member of a server, and what they are called there."""

from collections.abc import Sequence

import discord

QUERY = 100
"""So many people can be asked about at once."""


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
