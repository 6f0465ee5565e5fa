"""A person's sentence into a kind of fact: that of the statement it makes; when unsure it is a fact."""

from dnam.domain import Kind
from dnam.rules.contradictions import stated


def guess_kind(text: str) -> Kind:
    """Return the kind of what somebody asked to be remembered."""
    statement = stated(text)
    return (
        statement.kind
        if statement is not None and statement.kind not in (Kind.PROFILE, Kind.LORE)
        else Kind.FACT
    )
