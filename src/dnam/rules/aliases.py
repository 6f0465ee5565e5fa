"""What else people are called, read from their facts."""

from collections.abc import Sequence

from dnam.model import Fact
from dnam.rules.slots import stated

MOST = 5
"""So many other names of one person are used."""


def aliases_of(facts: Sequence[Fact]) -> tuple[str, ...]:
    """Return what a person's facts say they are called, newest first, each once."""
    found: dict[str, str] = {}
    for fact in facts:
        said = stated(fact.text)
        if said is not None and said.slot == "name" and not said.over:
            found.setdefault(said.value, said.written)
    return tuple(found.values())[:MOST]
