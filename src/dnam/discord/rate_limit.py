"""How often each person is answered: so many answers and commands a minute, said once when it is too many.

What somebody asks for the sake of their own privacy is always done, and counts for nothing.
"""

import discord
import structlog

from dnam.discord.allowlist import Pace
from dnam.discord.answer import reply_to
from dnam.languages import reply
from dnam.memory import Memory
from dnam.model import Person
from dnam.rules.requests import PeoplePresent, Request, Verb, person_named

log = structlog.get_logger("dnam")

ALWAYS = frozenset({"show", "forget", "erase", "optout", "optin", "refuse"})
"""The commands with which people see and control what is kept of them."""


class RateLimit:
    """Counts what each person is answered."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._pace = Pace(memory.settings.discord_answers_per_minute)

    def refusal(self, person: int, words: str = "", language: str = "en") -> str:
        """Count an answer to a person and give nothing, or say that they have had enough for now."""
        if words.split(" ", maxsplit=1)[0].casefold() in ALWAYS:
            return ""
        wait = self._pace.wait(person, self._memory.clock.now())
        if wait is None:
            return ""
        limit, seconds = self._memory.settings.discord_answers_per_minute, int(wait.total_seconds()) + 1
        return reply(language, "limit_answers", count=limit, seconds=seconds)

    async def admits(self, asked: discord.Message, words: str = "", language: str = "en") -> bool:
        """Count an answer to a message; False when its author has had enough, which they are told once."""
        refusal = self.refusal(asked.author.id, words, language)
        if refusal and self._pace.may_tell(asked.author.id, self._memory.clock.now()):
            try:
                await reply_to(asked, refusal)
            except discord.HTTPException as problem:
                log.info("a waiting person is not told", action="discord answer", error=str(problem))
        return not refusal


def is_private(said: Request | None, speaker: Person) -> bool:
    """Say whether somebody asks for what they may always have: to forget, or what is known about themself."""
    if said is None or said.verb in (Verb.REMEMBER, Verb.SEARCH):
        return False
    if said.verb is not Verb.KNOW or not said.about:
        return True
    meant = person_named(said.about, PeoplePresent(speaker=speaker), said.language)
    return isinstance(meant, Person) and meant.id == speaker.id
