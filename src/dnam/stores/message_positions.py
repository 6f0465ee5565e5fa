"""Assigns positions: the numbers that order messages. Pure; the stores read and write the positions.

A position has the channel's slot in the upper 32 bits and a sequence number in the lower. A message sent
within an hour of the previous one gets the next number; after a longer silence a gap is left, so adjacent
positions always belong to one conversation.
"""

from dataclasses import dataclass

from dnam.domain import GAP

HOUR = 3_600_000_000
"""Microseconds, as all stored times."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChannelSequence:
    """How far a channel's sequence has advanced."""

    slot: int
    seq: int
    """The highest sequence number used or skipped."""
    last_at: int
    """When the channel's latest message was sent."""

    @property
    def first(self) -> int:
        return self.slot << 32

    @property
    def last(self) -> int:
        return (self.slot + 1 << 32) - 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Neighbours:
    """The position before a late message in time, whether the next one is taken, and the highest in use."""

    before: int | None
    before_at: int
    taken: bool
    top: int | None


def follow(sequence: ChannelSequence, sent_at: int) -> tuple[int, ChannelSequence]:
    """Place a message that is the channel's latest; return its position and the advanced sequence."""
    step = 1 if sent_at - sequence.last_at <= HOUR else GAP
    seq = sequence.seq + step
    return sequence.first | seq, ChannelSequence(slot=sequence.slot, seq=seq, last_at=sent_at)


def squeeze(sequence: ChannelSequence, sent_at: int, near: Neighbours) -> tuple[int, ChannelSequence]:
    """Place a message that arrives late: right after its predecessor if free, else at the end after a gap."""
    top = near.top or sequence.first
    if near.before is not None and not near.taken and sent_at - near.before_at <= HOUR:
        position = near.before + 1
    else:
        position = max(sequence.first | sequence.seq, top) + GAP
    seq = sequence.seq
    if position > top:  # the next live message does not follow this one in time: leave a gap
        seq = max(seq, (position - sequence.first) + GAP - 1)
    return position, ChannelSequence(slot=sequence.slot, seq=seq, last_at=sequence.last_at)
