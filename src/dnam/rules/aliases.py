"""What else people are called, read from their facts."""

from collections.abc import Sequence

from dnam.domain import Fact
from dnam.rules.contradictions import stated

MOST = 5
"""How many other names of one person are used."""


def aliases_of(facts: Sequence[Fact]) -> tuple[str, ...]:
    """Return what a person's facts say they are called, newest first, each once."""
    aliases: dict[str, str] = {}
    for fact in facts:
        statement = stated(fact.text)
        if statement is not None and statement.slot == "name" and not statement.over:
            aliases.setdefault(statement.value, statement.written)
    return tuple(aliases.values())[:MOST]
