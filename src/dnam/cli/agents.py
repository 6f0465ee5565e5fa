"""`dnam mcp`: opens the memory and serves agents."""

import asyncio
from contextlib import nullcontext

from dnam.cli.operate import acting_for, reading
from dnam.cli.options import Asker
from dnam.control.control_socket import listening
from dnam.mcp.serving import serve_http, serve_stdio
from dnam.memory import Memory
from dnam.settings import Settings


def serve_agents(
    settings: Settings, asker: Asker, *, readonly: bool, http: bool, host: str, port: int
) -> None:
    """Serve agents for one person in one place, until the client leaves or a signal comes."""

    async def serve() -> None:
        opening = reading(settings) if readonly else Memory.open(settings)
        async with opening as memory, nullcontext() if readonly else listening(memory):
            acting = acting_for(asker)
            person, place = await acting.named(memory.store), acting.place
            if http:
                await serve_http(memory, person, place, writes=not readonly, host=host, port=port)
            else:
                await serve_stdio(memory, person, place, writes=not readonly)

    asyncio.run(serve())
