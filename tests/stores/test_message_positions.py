"""Where a message stands among its neighbours, for any order of arrival."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dnam.domain import GAP
from dnam.stores.message_positions import HOUR, ChannelSequence, Neighbours, follow, squeeze

MINUTE = HOUR // 60


def arrive(times: list[int]) -> dict[int, int]:
    """Place messages sent at these minutes, in this order of arrival; give each position's minute."""
    standing, placed = ChannelSequence(slot=3, seq=0, last_at=times[0] * MINUTE), dict[int, int]()
    for minute in times:
        sent_at = minute * MINUTE
        if sent_at >= standing.last_at:
            position, standing = follow(standing, sent_at)
        else:
            earlier = [(at, position) for position, at in placed.items() if at <= minute]
            before_at, before = max(earlier, default=(0, None))
            taken = before is not None and before + 1 in placed
            near = Neighbours(before=before, before_at=before_at * MINUTE, taken=taken, top=max(placed))
            position, standing = squeeze(standing, sent_at, near)
        assert position not in placed
        placed[position] = minute
    return placed


def test_a_conversation_is_a_run_of_positions() -> None:
    """N-21: one after the other within the hour, a gap after a longer silence."""
    positions = list(arrive([0, 5, 65, 126, 127]))
    assert [b - a for a, b in pairwise(positions)] == [1, 1, GAP, 1]


def test_a_history_loaded_after_live_messages_is_a_run_of_its_own() -> None:
    """N-21: older messages that arrive in order are each other's neighbours, not those of later ones."""
    positions = list(arrive([500, 501, *range(1, 41), 502]))
    assert [b - a for a, b in pairwise(positions[2:])][:39] == [1] * 39
    assert positions[2] - positions[1] > 1
    assert positions[-1] - positions[-2] > 1


@given(st.lists(st.integers(0, 400), min_size=1, max_size=60))
def test_neighbours_are_never_more_than_an_hour_apart(times: list[int]) -> None:
    """N-21: whatever arrives when, positions are unique and neighbours follow each other within the hour."""
    placed = arrive(times)
    for position, minute in placed.items():
        if position + 1 in placed:
            assert 0 <= placed[position + 1] - minute <= 60
