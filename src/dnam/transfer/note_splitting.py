"""A whole note about a person into single facts, by a model where there is one."""

from collections.abc import Awaitable, Callable

from dnam.models.usage_meter import Answered, Meter
from dnam.prompts import load_prompt
from dnam.prompts.replies import Statements
from dnam.rules.text import collapse

MOST = 50
"""The most facts that are taken from one note."""

Split = Callable[[int, str], Awaitable[list[str]]]
"""Takes a guild, whose budget pays, and a note; returns its facts, or nothing when no model answers."""


def split_by_model(meter: Meter) -> Split:
    """Return a function that asks the model that finds facts in messages."""

    async def split(guild: int, note: str) -> list[str]:
        answered = await meter.ask("extract", guild, load_prompt("split").fill(note=note), Statements)
        if not isinstance(answered, Answered):
            return []
        texts = map(collapse, answered.value.statements[:MOST])
        return list(dict.fromkeys(text for text in texts if text))

    return split
