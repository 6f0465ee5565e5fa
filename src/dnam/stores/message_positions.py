"""Where a message stands among its neighbours: spots as numbers, decided without a store.

A spot is the channel's slot in the upper 32 bits and a sequence in the lower. What follows within an hour
is next to it; after a longer silence a gap is left, so that neighbours are always one conversation.
"""

from dataclasses import dataclass

from dnam.model import GAP

HOUR = 3_600_000_000
"""In microseconds, as all stored times."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Position:
    """Where a channel's conversation stands."""

    slot: int
    seq: int
    """The highest sequence given or left free."""
    last_at: int
    """When its latest message was sent."""

    @property
    def first(self) -> int:
        """The lowest spot of the channel."""
        return self.slot << 32

    @property
    def last(self) -> int:
        """The highest spot of the channel."""
        return (self.slot + 1 << 32) - 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Neighbours:
    """What a late message finds: the spot before it in time, whether the next is taken, the highest."""

    before: int | None
    before_at: int
    taken: bool
    top: int | None


def follow(standing: Position, sent_at: int) -> tuple[int, Position]:
    """Place a message that is the channel's latest; give its spot and where the channel stands then."""
    step = 1 if sent_at - standing.last_at <= HOUR else GAP
    seq = standing.seq + step
    return standing.first | seq, Position(slot=standing.slot, seq=seq, last_at=sent_at)


def squeeze(standing: Position, sent_at: int, near: Neighbours) -> tuple[int, Position]:
    """Place a message that arrives late: right after what came before it, or apart at the end."""
    top = near.top or standing.first
    if near.before is not None and not near.taken and sent_at - near.before_at <= HOUR:
        spot = near.before + 1
    else:
        spot = max(standing.first | standing.seq, top) + GAP
    seq = standing.seq
    if spot > top:  # the latest message does not follow this one: leave a gap behind it
        seq = max(seq, (spot - standing.first) + GAP - 1)
    return spot, Position(slot=standing.slot, seq=seq, last_at=standing.last_at)
