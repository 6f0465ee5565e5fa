"""How many answers and commands each person gets in a minute.

Commands with which people see and control what is stored about them are always allowed and never counted.
"""

from collections import deque
from datetime import datetime, timedelta

import discord
import structlog
from cachetools import LRUCache

from dnam.discord.sending import reply_to
from dnam.domain import Person
from dnam.errors import describe
from dnam.languages import reply
from dnam.memory import Memory
from dnam.rules.requests import PeoplePresent, Request, Verb, person_named

log = structlog.get_logger("dnam")

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
    """The limit of answers per minute, as the settings have it."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._counter = AnswerCounter(memory.settings.discord_answers_per_minute)

    def refusal(self, person: int, words: str = "", language: str = "en") -> str:
        """Count an answer; return the rate-limit message if the limit is exceeded, else ''."""
        if words.split(" ", maxsplit=1)[0].casefold() in UNLIMITED:
            return ""
        wait = self._counter.count(person, self._memory.clock.now())
        if wait is None:
            return ""
        limit, seconds = self._memory.settings.discord_answers_per_minute, int(wait.total_seconds()) + 1
        return reply(language, "limit_answers", count=limit, seconds=seconds)

    async def admits(self, message: discord.Message, words: str = "", language: str = "en") -> bool:
        """Count an answer to a message; return False over the limit, and tell the author once a minute."""
        refusal = self.refusal(message.author.id, words, language)
        if refusal and self._counter.should_warn(message.author.id, self._memory.clock.now()):
            try:
                await reply_to(message, refusal)
            except discord.HTTPException as problem:
                log.info("could not send rate-limit notice", action="discord_answer", error=describe(problem))
        return not refusal


def is_unlimited(request: Request | None, speaker: Person) -> bool:
    """Return whether a request in plain words is always allowed: to forget, or to see what is one's own."""
    if request is None or request.verb in (Verb.REMEMBER, Verb.SEARCH):
        return False
    if request.verb is not Verb.KNOW or not request.about:
        return True
    subject = person_named(request.about, PeoplePresent(speaker=speaker), request.language)
    return isinstance(subject, Person) and subject.id == speaker.id
