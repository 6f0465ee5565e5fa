"""What else people are called, read from their facts."""

from collections.abc import Iterable

from dnam.domain import HeldFact
from dnam.rules.contradictions import stated

MOST = 5
"""How many other names of one person are used."""


def aliases_of(facts: Iterable[HeldFact]) -> tuple[str, ...]:
    """Return what a person's facts say they are called, in their order, each once."""
    aliases: dict[str, str] = {}
    for item in facts:
        statement = stated(item.fact.text) if item.slot in ("name", None) else None
        if statement is not None and statement.slot == "name" and not statement.over:
            aliases.setdefault(statement.value, statement.written)
    return tuple(aliases.values())[:MOST]
