"""Whom the bot serves, and how often."""

from datetime import UTC, datetime, timedelta

import pytest

from dnam.discord.people import Allowlist, AnswerCounter
from dnam.settings import Settings

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("allow", "person", "guild", "served"),
    [
        (Allowlist(), 1, 5, False),
        (Allowlist(), 1, None, False),
        (Allowlist(guilds=(5,)), 1, 5, True),
        (Allowlist(guilds=(5,)), 1, 6, False),
        (Allowlist(guilds=(5,)), 1, None, False),
        (Allowlist(users=(1,)), 1, None, True),
        (Allowlist(users=(1,)), 2, 5, False),
        (Allowlist(guilds="all"), 1, 6, True),
        (Allowlist(guilds="all"), 1, None, False),
        (Allowlist(users="all"), 1, None, True),
    ],
)
def test_the_allowlist_is_closed_unless_opened(
    allow: Allowlist, person: int, guild: int | None, served: bool
) -> None:
    """DC-08: only what is named is served."""
    assert allow.serves(person, guild) is served


def test_no_setting_means_nobody() -> None:
    """DC-08: the defaults serve nobody, and say so."""
    assert Allowlist.from_settings(Settings()).empty
    assert not Allowlist.from_settings(Settings(discord_users=(1,))).empty


def test_a_minute_has_so_many_answers() -> None:
    """N-10: over the limit a person waits until the oldest answer is a minute old."""
    counter = AnswerCounter(2)
    assert [counter.count(1, NOON), counter.count(1, NOON + timedelta(seconds=10))] == [None, None]
    assert counter.count(1, NOON + timedelta(seconds=20)) == timedelta(seconds=40)
    assert counter.count(2, NOON + timedelta(seconds=20)) is None
    assert counter.count(1, NOON + timedelta(seconds=60)) is None
    assert [counter.should_warn(1, NOON), counter.should_warn(1, NOON + timedelta(seconds=59))] == [
        True,
        False,
    ]
    assert AnswerCounter(0).count(1, NOON) is None
