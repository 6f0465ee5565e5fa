"""Whom the bot serves, and how often. Pure; closed until somebody opens it."""

from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta

from cachetools import LRUCache

from dnam.settings import Settings

MINUTE = timedelta(minutes=1)
NOBODY = (
    "nobody is served: set DNAM_DISCORD_GUILDS to the ids of your servers, or DNAM_DISCORD_USERS to the ids "
    "of people, separated by commas"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Allowlist:
    """The allowlist: servers and people by id; with neither, nobody."""

    guilds: tuple[int, ...] | str = ()
    users: tuple[int, ...] | str = ()

    @classmethod
    def by(cls, settings: Settings) -> "Allowlist":
        """Read the allowlist from the settings."""
        return cls(guilds=settings.discord_guilds, users=settings.discord_users)

    @property
    def nobody(self) -> bool:
        """Nothing is allowed at all."""
        return not self.guilds and not self.users

    def guild(self, guild: int) -> bool:
        """Say whether a server is served."""
        return self.guilds == "all" or guild in self.guilds

    def somebody(self, guild: int) -> bool:
        """Say whether anybody in a server may be served."""
        return bool(self.users) or self.guild(guild)

    def serves(self, person: int, guild: int | None) -> bool:
        """Say whether somebody is served, for their own sake or for that of the server they are in."""
        return self.users == "all" or person in self.users or (guild is not None and self.guild(guild))


class Pace:
    """How often each person has been answered in the last minute."""

    def __init__(self, per_minute: int) -> None:
        self._limit = per_minute
        self._answers: LRUCache[int, deque[datetime]] = LRUCache(10_000)
        self._told: LRUCache[int, datetime] = LRUCache(10_000)

    def wait(self, person: int, now: datetime) -> timedelta | None:
        """Count an answer and give None, or say how long the person has to wait."""
        if not self._limit:
            return None
        times = self._answers.setdefault(person, deque())
        while times and now - times[0] >= MINUTE:
            times.popleft()
        if len(times) >= self._limit:
            return MINUTE - (now - times[0])
        times.append(now)
        return None

    def may_tell(self, person: int, now: datetime) -> bool:
        """Say whether the person is to be told that they wait: once a minute, not at each try."""
        last = self._told.get(person)
        if last is not None and now - last < MINUTE:
            return False
        self._told[person] = now
        return True
