"""What this process hides at once, before the store can be told: a full disk delays no retraction."""

from dataclasses import dataclass, field

from dnam.domain import Fact, Message, Scope

FactKey = tuple[int, int, str, str]
"""Guild, subject, origin, id."""


@dataclass(kw_only=True, eq=False, slots=True)
class Hidden:
    """Scopes and facts that no read shows, though they are still stored as they were."""

    scopes: set[Scope] = field(default_factory=set)
    forgotten: dict[FactKey, Fact] = field(default_factory=dict)
    """Facts that are forgotten, though the store could not be told."""
    dropped: dict[FactKey, Fact] = field(default_factory=dict)
    """Facts that are removed, though the store could not be told."""

    def __bool__(self) -> bool:
        """Return whether anything is hidden: then no summary is shown, since it may repeat it."""
        return bool(self.scopes or self.forgotten or self.dropped)

    def fact(self, fact: Fact) -> bool:
        """Return whether a fact is hidden."""
        people = {fact.subject, fact.asserted_by, *fact.named}
        channels = {fact.source.channel, *([int(fact.origin[1:])] if fact.origin[:1] == "c" else [])}
        return (
            fact.key in self.forgotten
            or fact.key in self.dropped
            or any(
                scope.id in people if scope.kind == "person" else scope.id in {*channels, fact.guild}
                for scope in self.scopes
            )
        )

    def message(self, message: Message) -> bool:
        """Return whether a message is hidden."""
        place = message.place
        return any(
            scope.id in (message.author.id, place.person)
            if scope.kind == "person"
            else scope.id in (place.guild if scope.kind == "guild" else place.channel, place.parent)
            for scope in self.scopes
        )
