"""A program for tests: a worker that is still waiting for a model's answer when it is killed.

Started with the address of a database; it writes `asked` when the model has been asked, which never answers.
"""

import asyncio
import sys

from dnam import Memory, Settings
from dnam.ports import Prompt
from dnam.testing import HandClock, ScriptedModel
from scene import NOON


async def never_answers(_: Prompt) -> None:
    print("asked", flush=True)
    await asyncio.Event().wait()


async def work(url: str) -> None:
    settings = Settings(store=url, projections=False, days_enabled=False, embedder="off", extract_every=1)
    model = ScriptedModel(never_answers)
    async with Memory.open(settings, models={"extract": model}, clock=HandClock(NOON)) as memory:
        await memory.settle()


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1]))
