"""What doors beside commands and prompts show of a memory: REST, an agent, a person's export, the files."""

import asyncio
from datetime import timedelta
from pathlib import Path

import httpx2

from dnam import Memory
from dnam.commands.personal_export import personal_data
from dnam.domain import Person, Place
from dnam.mcp.tools import AgentMemory
from dnam.projections import Projections
from dnam.web.application import create_app
from dnam.web.tokens import Tokens, tokens_path


async def shown_by_rest(memory: Memory, guild: int, question: str) -> str:
    """Return everything that a program with a token of one guild is shown."""
    tokens = Tokens(tokens_path(memory.settings))
    headers = {"Authorization": f"Bearer {tokens.add('test', 'read', guild)}"}
    transport = httpx2.ASGITransport(create_app(memory, tokens))
    now = memory.clock.now().date()
    lists = ("facts", "people", "summaries", "actions")
    async with httpx2.AsyncClient(transport=transport, base_url="http://dnam", headers=headers) as client:
        answers = [await client.get(f"/api/v1/{each}", params={"guild": guild}) for each in lists]
        span = {"first": str(now - timedelta(days=30)), "last": str(now)}
        answers.append(await client.get("/api/v1/days", params={"guild": guild, **span}))
        answers.append(await client.get("/api/v1/search", params={"guild": guild, "q": question}))
        asked = {"place": {"guild": str(guild)}, "asker": {"id": "7"}, "text": question}
        answers.append(await client.post("/api/v1/context", json=asked))
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    return "\n".join(answer.text for answer in answers)


async def shown_to_agent(memory: Memory, who: Person, place: Place, people: list[int], question: str) -> str:
    """Return everything that an agent of one person in one place is shown."""
    agent = AgentMemory(memory, who, place, writes=False)
    facts = [await agent.facts_of(str(person)) for person in people]
    told = (
        await agent.search_memory(question),
        await agent.recall_context(question),
        await agent.own_facts(),
    )
    return "\n".join(map(str, (*facts, *told)))


async def shown_in_export(memory: Memory, who: Person) -> str:
    """Return what a person takes away as their own."""
    return str(await personal_data(memory.store, who.id, at=memory.clock.now()))


async def shown_in_files(memory: Memory, folder: Path) -> str:
    """Return what is in the readable files."""
    files = Projections(
        memory.store,
        settings=memory.settings.model_copy(update={"projections_dir": folder}),
        clock=memory.clock,
    )
    await files.refresh(full=True)
    return await asyncio.to_thread(_read, folder)


def _read(folder: Path) -> str:
    return "\n".join(path.read_text() for path in sorted(folder.rglob("*")) if path.is_file())
