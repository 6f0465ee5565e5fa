"""Whom the bot serves, and how often."""

from datetime import UTC, datetime, timedelta

import pytest

from dnam.discord.allow import Allow, Pace
from dnam.settings import Settings

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("allow", "person", "guild", "served"),
    [
        (Allow(), 1, 5, False),
        (Allow(), 1, None, False),
        (Allow(guilds=(5,)), 1, 5, True),
        (Allow(guilds=(5,)), 1, 6, False),
        (Allow(guilds=(5,)), 1, None, False),
        (Allow(users=(1,)), 1, None, True),
        (Allow(users=(1,)), 2, 5, False),
        (Allow(guilds="all"), 1, 6, True),
        (Allow(guilds="all"), 1, None, False),
        (Allow(users="all"), 1, None, True),
    ],
)
def test_the_allowlist_is_closed_unless_opened(
    allow: Allow, person: int, guild: int | None, served: bool
) -> None:
    """DC-08: only what is named is served."""
    assert allow.serves(person, guild) is served


def test_no_setting_means_nobody() -> None:
    """DC-08: the defaults serve nobody, and say so."""
    assert Allow.by(Settings()).nobody
    assert not Allow.by(Settings(discord_users=(1,))).nobody


def test_a_minute_has_so_many_answers() -> None:
    """N-10: over the limit a person waits until the oldest answer is a minute old."""
    pace = Pace(2)
    assert [pace.wait(1, NOON), pace.wait(1, NOON + timedelta(seconds=10))] == [None, None]
    assert pace.wait(1, NOON + timedelta(seconds=20)) == timedelta(seconds=40)
    assert pace.wait(2, NOON + timedelta(seconds=20)) is None
    assert pace.wait(1, NOON + timedelta(seconds=60)) is None
    assert [pace.may_tell(1, NOON), pace.may_tell(1, NOON + timedelta(seconds=59))] == [True, False]
    assert Pace(0).wait(1, NOON) is None
