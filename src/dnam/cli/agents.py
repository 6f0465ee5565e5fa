"""`dnam mcp`: opens the memory and serves agents, also beside a running bot."""

import asyncio
from contextlib import AsyncExitStack

from dnam.cli.operations import acting_for, reading
from dnam.cli.options import Asker
from dnam.control.control_socket import ask, listening
from dnam.control.operator_changes import PersonInPlace
from dnam.errors import BadInput, StoreBusy
from dnam.mcp.serving import serve_http, serve_stdio
from dnam.mcp.tools import AgentMemory, RunCommand
from dnam.memory import Memory
from dnam.settings import Settings


def serve_agents(
    settings: Settings, asker: Asker, *, readonly: bool, http: bool, host: str, port: int
) -> None:
    """Serve agents for one person in one place, until the client leaves or a signal comes."""
    acting = acting_for(settings, asker)

    async def serve() -> None:
        async with AsyncExitStack() as stack:
            memory, run = await _opened(stack, settings, acting, readonly=readonly)
            person = await acting.named(memory.store)
            agent = AgentMemory(memory, person, acting.place, writes=not readonly, run=run)
            if http:
                await serve_http(agent, settings.mcp_token, host=host, port=port)
            else:
                await serve_stdio(agent)

    asyncio.run(serve())


async def _opened(
    stack: AsyncExitStack, settings: Settings, acting: PersonInPlace, *, readonly: bool
) -> tuple[Memory, RunCommand | None]:
    """Open the memory; where another process writes to it, read it and have that one run commands."""
    if readonly:
        return await stack.enter_async_context(reading(settings)), None
    try:
        memory = await stack.enter_async_context(Memory.open(settings))
    except StoreBusy as problem:
        busy = problem
    else:
        await stack.enter_async_context(listening(memory))
        return memory, None

    async def run(text: str) -> str:
        given = {**acting.model_dump(), "text": text, "operator": False}
        answer = await ask(settings, "command", given, busy)
        if answer["refused"]:
            raise BadInput(answer["text"])
        return str(answer["text"])

    return await stack.enter_async_context(reading(settings)), run
