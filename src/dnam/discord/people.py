"""Whom the bot serves and how often it answers each, and who is a member of which server under which name.

The allowlist is closed until somebody opens it. Names and departures are followed as they happen, and
compared with the server after each login, because Discord does not report what happened while the bot was
offline. Commands with which people see and control what is stored about them count against no limit.
"""

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import discord
from cachetools import LRUCache, TTLCache
from discord.ext import commands

from dnam.discord.conversion import guild_of, person_of
from dnam.discord.sending import reply_to
from dnam.domain import Person
from dnam.errors import BadInput, describe
from dnam.languages import reply
from dnam.log_lines import log
from dnam.memory import Memory
from dnam.rules.fact_notes import person_note
from dnam.rules.requests import PeoplePresent, Request, Verb, person_named
from dnam.settings import Settings

Bot = commands.Bot | commands.AutoShardedBot

NOBODY_SERVED = (
    "nobody is served: set DNAM_DISCORD_GUILDS to the ids of your servers, or DNAM_DISCORD_USERS to the ids "
    "of people, separated by commas"
)
MAX_GUILD_LOOKUPS = 20
"""In how many servers Discord is asked whether an uncached person is a member."""
QUERY_SIZE = 100
"""How many people Discord lets a bot look up in one query."""
MAX_COMPARED = 2000
"""How many people are compared at a login, in a server whose members are not cached."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Allowlist:
    """Servers and people by id, or "all"; with neither, nobody is served."""

    guilds: tuple[int, ...] | str = ()
    users: tuple[int, ...] | str = ()

    @classmethod
    def from_settings(cls, settings: Settings) -> "Allowlist":
        return cls(guilds=settings.discord_guilds, users=settings.discord_users)

    @property
    def empty(self) -> bool:
        return not self.guilds and not self.users

    def serves_guild(self, guild: int) -> bool:
        return self.guilds == "all" or guild in self.guilds

    def may_serve_in(self, guild: int) -> bool:
        return bool(self.users) or self.serves_guild(guild)

    def serves(self, person: int, guild: int | None) -> bool:
        """Return whether a person is served, as themselves or as a member of the server they write in."""
        if self.users == "all" or person in self.users:
            return True
        return guild is not None and self.serves_guild(guild)


class ServedPeople:
    def __init__(self, bot: Bot, settings: Settings) -> None:
        self._bot = bot
        self.allowlist = Allowlist.from_settings(settings)
        self._shares_guild: TTLCache[int, bool] = TTLCache(10_000, ttl=600)

    @property
    def me(self) -> discord.ClientUser:
        user = self._bot.user
        if user is None:  # events come after the login, a host may not wait for it
            raise BadInput("The bot is not logged in yet: wait for its event `on_ready`.")
        return user

    async def serves(self, user: discord.abc.User, guild: int | None) -> bool:
        """Return whether somebody is served; in a direct message, also through a server they share."""
        if user.id == self.me.id:
            return False
        if self.allowlist.serves(user.id, guild):
            return True
        return guild is None and await self._is_member_of_served_guild(user.id)

    def membership_changed(self, user: int) -> None:
        """Forget which servers somebody shares with the bot: they joined or left one."""
        self._shares_guild.pop(user, None)

    async def _is_member_of_served_guild(self, user: int) -> bool:
        served = [guild for guild in self._bot.guilds if self.allowlist.serves_guild(guild.id)]
        if any(guild.get_member(user) for guild in served):
            return True
        if user not in self._shares_guild:
            self._shares_guild[user] = any(
                [await _is_member(guild, user) for guild in served[:MAX_GUILD_LOOKUPS]]
            )
        return self._shares_guild[user]


async def _is_member(guild: discord.Guild, user: int) -> bool:
    try:
        await guild.fetch_member(user)
    except discord.HTTPException:  # not a member, or we cannot know: not served
        return False
    return True


async def members_among(guild: discord.Guild, people: Sequence[int]) -> dict[int, discord.Member]:
    """Return those of some people who are members now, by id; asks Discord about people not cached.

    Raises asyncio.TimeoutError.
    """
    members = {id_: member for id_ in people if (member := guild.get_member(id_)) is not None}
    uncached = [] if guild.chunked else [id_ for id_ in dict.fromkeys(people) if id_ not in members]
    for first in range(0, len(uncached), QUERY_SIZE):
        answer = await guild.query_members(user_ids=uncached[first : first + QUERY_SIZE], limit=QUERY_SIZE)
        members |= {member.id: member for member in answer}
    return members


class MemberList:
    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def compare_later(self, guilds: Sequence[discord.Guild]) -> None:
        """Compare memory's names of some servers with the servers' own, in the background."""
        for guild in guilds:
            self._later(f"compare {guild.id}", partial(self.compare, guild))

    def leave(self, guild: int, person: int) -> None:
        self._later(f"leave {guild} {person}", lambda: self._left(guild, person))

    def join(self, guild: int, person: int) -> None:
        """Note, in the background, that somebody is a member, perhaps again."""
        store = self._memory.store
        self._later(f"join {guild} {person}", lambda: store.put_note(_left_note(guild, person), None))

    def _later(self, name: str, work: Callable[[], Awaitable[object]]) -> None:
        self._memory.lanes.submit("members", name, work)

    async def _left(self, guild: int, person: int) -> None:
        await self._memory.on_leave(guild, person)
        await self._memory.store.put_note(_left_note(guild, person), self._memory.clock.now().isoformat())

    async def compare(self, guild: discord.Guild) -> None:
        """Update the names of a server's people, and note once who of them has left."""
        store = self._memory.store
        known = {id_: person for id_, person in (await store.people(guild.id)).items() if not person.bot}
        people = [*known] if guild.chunked else [*known][:MAX_COMPARED]
        members = await members_among(guild, people)
        renamed = [
            person_of(member) for id_, member in members.items() if member.display_name != known[id_].name
        ]
        if renamed:
            await self._memory.on_names(guild.id, renamed)
        for person in people:
            if person not in members and await store.get_note(_left_note(guild.id, person)) is None:
                await self._left(guild.id, person)


def _left_note(guild: int, person: int) -> str:
    """Return the name of the note that somebody has left; it is erased with the person."""
    return person_note(person, "left", str(guild))


MINUTE = timedelta(minutes=1)
UNLIMITED = frozenset({"show", "forget", "erase", "optout", "optin", "refuse"})
"""Commands with which people see and control what is stored about them."""


class AnswerCounter:
    """Counts the answers each person got in the last minute. Pure."""

    def __init__(self, per_minute: int) -> None:
        self._limit = per_minute
        self._answers: LRUCache[int, deque[datetime]] = LRUCache(10_000)
        self._last_warning: LRUCache[int, datetime] = LRUCache(10_000)

    def count(self, person: int, now: datetime) -> timedelta | None:
        """Count an answer and return None; over the limit, return how long the person has to wait."""
        if not self._limit:
            return None
        times = self._answers.setdefault(person, deque())
        while times and now - times[0] >= MINUTE:
            times.popleft()
        if len(times) >= self._limit:
            return MINUTE - (now - times[0])
        times.append(now)
        return None

    def should_warn(self, person: int, now: datetime) -> bool:
        """Return True once a minute: a person is told of the limit, but not at each attempt."""
        last = self._last_warning.get(person)
        if last is not None and now - last < MINUTE:
            return False
        self._last_warning[person] = now
        return True


class RateLimit:
    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._counter = AnswerCounter(memory.settings.discord_answers_per_minute)

    def seconds(self, person: int, words: str = "") -> int:
        """Count an answer; return how long to wait if the limit is exceeded, else 0."""
        if words.split(" ", maxsplit=1)[0].casefold() in UNLIMITED:
            return 0
        wait = self._counter.count(person, self._memory.clock.now())
        return 0 if wait is None else int(wait.total_seconds()) + 1

    def refusal(self, seconds: int, language: str) -> str:
        limit = self._memory.settings.discord_answers_per_minute
        return reply(language, "limit_answers", count=limit, seconds=seconds)

    async def admits(self, message: discord.Message, words: str = "", language: str = "") -> bool:
        """Count an answer to a message; return False over the limit, and tell the author once a minute."""
        seconds = self.seconds(message.author.id, words)
        if seconds and self._counter.should_warn(message.author.id, self._memory.clock.now()):
            guild, author = guild_of(message) or 0, message.author.id
            spoken = language or await self._memory.guilds.spoken(guild, message.content, author)
            try:
                await reply_to(message, self.refusal(seconds, spoken))
            except discord.HTTPException as problem:
                log.info("could not send rate-limit notice", action="discord_answer", error=describe(problem))
        return not seconds


def is_unlimited(request: Request | None, speaker: Person) -> bool:
    """Return whether a request in plain words is always allowed: to forget, or to see what is one's own."""
    if request is None or request.verb in (Verb.REMEMBER, Verb.SEARCH, Verb.UNDO, Verb.RECAP, Verb.HELP):
        return False
    if request.verb is not Verb.KNOW or not request.about:
        return True
    subject = person_named(request.about, PeoplePresent(speaker=speaker), request.language)
    return isinstance(subject, Person) and subject.id == speaker.id
