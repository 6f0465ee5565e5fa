"""`dnam mcp`: opens the memory and serves agents."""

import asyncio

from dnam.cli.operate import person_of, place_of, reading
from dnam.cli.options import Asker
from dnam.mcp.serving import serve_http, serve_stdio
from dnam.memory import Memory
from dnam.settings import Settings


def serve_agents(
    settings: Settings, asker: Asker, *, readonly: bool, http: bool, host: str, port: int
) -> None:
    """Serve agents for one person in one place, until the client leaves or a signal comes."""

    async def serve() -> None:
        async with reading(settings) if readonly else Memory.open(settings) as memory:
            person, place = await person_of(memory, asker), place_of(asker)
            if http:
                await serve_http(memory, person, place, writes=not readonly, host=host, port=port)
            else:
                await serve_stdio(memory, person, place, writes=not readonly)

    asyncio.run(serve())
