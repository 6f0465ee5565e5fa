"""What this process hides at once, before the store can be told: a full disk delays no retraction."""

from dataclasses import dataclass, field

from dnam.domain import Fact, Message, Scope

FactKey = tuple[int, int, str, str]
"""Guild, subject, origin, id."""


@dataclass(kw_only=True, eq=False, slots=True)
class Hidden:
    """Scopes and facts that no read shows, though they are still stored as they were."""

    scopes: dict[str, tuple[Scope, frozenset[int] | None]] = field(default_factory=dict)
    """Scopes that are erased or opted out, by the note of why: each with its threads; None if unknown."""
    forgotten: dict[FactKey, Fact] = field(default_factory=dict)
    """Facts that are forgotten, though the store could not be told."""
    dropped: dict[FactKey, Fact] = field(default_factory=dict)
    """Facts that are removed, though the store could not be told."""
    messages: set[tuple[int, int]] = field(default_factory=set)
    """Guild and id of messages that were edited or deleted, though the store could not be told."""
    sources: set[tuple[int, int]] = field(default_factory=set)
    """Guild and id of messages that a forgotten fact was learned from, though the store could not be told."""

    def __bool__(self) -> bool:
        """Return whether anything is hidden: then no summary or answer is shown, since it may repeat it."""
        return bool(self.scopes or self.forgotten or self.dropped or self.messages or self.sources)

    def fact(self, fact: Fact) -> bool:
        return bool(self) and (
            fact.key in self.forgotten
            or fact.key in self.dropped
            or (bool(fact.messages) and {(fact.guild, id_) for id_ in fact.messages} <= self.messages)
            or any(_holds_fact(scope, threads, fact) for scope, threads in self.scopes.values())
        )

    def message(self, message: Message) -> bool:
        place = message.place
        return bool(self) and (
            message.author.bot
            or (place.guild, message.id) in self.messages | self.sources
            or any(
                scope.id in (message.author.id, place.person)
                if scope.kind == "person"
                else scope.id in (place.guild if scope.kind == "guild" else place.channel, place.parent)
                for scope, _ in self.scopes.values()
            )
        )


def _holds_fact(scope: Scope, threads: frozenset[int] | None, fact: Fact) -> bool:
    if scope.kind == "person":
        return scope.id in (fact.subject, fact.asserted_by, *fact.named)
    if scope.kind == "guild" or threads is None:
        return scope.guild in (fact.guild, fact.source.guild)
    channels = {fact.source.channel, *([int(fact.origin[1:])] if fact.origin[:1] == "c" else [])}
    return not channels.isdisjoint({scope.id, *threads})
