"""The assistant's answer on Discord: typing, the model or memory alone, whole pieces, and nobody pinged."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import discord
import structlog

from dnam.audience import session_key
from dnam.discord.allow import Pace
from dnam.discord.split import split
from dnam.discord.translate import person_of
from dnam.errors import Silence
from dnam.memory import Memory
from dnam.model import Message, Place, Question
from dnam.reply import Reply
from dnam.rules.offline import LISTED, offline_answer

log = structlog.get_logger("dnam")

QUIET = discord.AllowedMentions.none()
"""No answer pings anybody."""

SORRY = {
    Silence.BUDGET: "Today's budget for my language model is spent. I answer again tomorrow, UTC.",
    Silence.TIMEOUT: "My language model takes too long right now. Please try again in a moment.",
    Silence.RATE_LIMITED: "My language model is busy right now. Please try again in a minute.",
    Silence.AUTH: "My language model refuses my key. Whoever runs me has to look at `dnam doctor`.",
    Silence.REFUSED: "My language model will not answer this.",
}
MOST_PIECES = 10
"""An answer longer than so many messages is cut: a channel is for everyone."""
CUT = "(My answer was longer; I stop here. Ask me for the rest.)"
FAILED = "My language model does not answer right now. Please try again in a moment."


def no_files(place: Place) -> Sequence[str]:
    """Name no files."""
    del place
    return ()


def no_actions(place: Place) -> str:
    """Offer no actions."""
    del place
    return ""


@dataclass(kw_only=True)
class Hooks:
    """What a host adds to every prompt; each is asked with the place."""

    files: Callable[[Place], Sequence[str]] = no_files
    """Paths of files the model should read, in order; unless assigned, those of the settings."""
    actions: Callable[[Place], str] = no_actions
    """What the model may do here, in the host's own words."""


class Answering:
    """Answers what is meant for the assistant, one at a time in each conversation."""

    def __init__(self, memory: Memory, hooks: Hooks) -> None:
        self._memory = memory
        self._hooks = hooks
        self._pace = Pace(memory.settings.discord_answers_per_minute)
        self._running: set[asyncio.Task[Any]] = set()

    async def answer(self, asked: discord.Message, heard: Message, keeping: Awaitable[object]) -> None:
        """Answer a message that is just being kept; failures of Discord are logged and end it."""
        task = asyncio.current_task()
        if task is not None:
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        try:
            lane = f"answer {session_key(heard.place)}"
            await self._memory.lanes.run(lane, lambda: self._answer(asked, heard, keeping))
        except discord.HTTPException as problem:
            log.warning(
                "an answer could not be sent",
                action="discord answer",
                channel=asked.channel.id,
                error=str(problem),
            )

    async def admits(self, asked: discord.Message) -> bool:
        """Count an answer to a person; False when they have had enough for now, which they are told once."""
        now, person = self._memory.clock.now(), asked.author.id
        wait = self._pace.wait(person, now)
        if wait is not None and self._pace.may_tell(person, now):
            limit, seconds = self._memory.settings.discord_answers_per_minute, int(wait.total_seconds()) + 1
            text = f"You get {limit} answers a minute from me. Please ask again in {seconds} seconds."
            try:
                await reply_to(asked, text)
            except discord.HTTPException as problem:
                log.info("a waiting person is not told", action="discord answer", error=str(problem))
        return wait is None

    async def drain(self, seconds: float) -> None:
        """Let the answers under way be finished, at most so long."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)

    async def _answer(self, asked: discord.Message, heard: Message, keeping: Awaitable[object]) -> None:
        question = Question(
            place=heard.place, asker=heard.author, text=heard.text, message=heard.id, mentions=heard.mentions
        )
        async with AsyncExitStack() as typing:
            try:
                await typing.enter_async_context(asked.channel.typing())
            except discord.HTTPException as problem:
                log.debug("typing is not shown", action="discord typing", error=str(problem))
            told = await self._memory.reply(
                question, files=self._hooks.files(heard.place), actions=self._hooks.actions(heard.place)
            )
            sent = await self._send(asked, told, question)
        if told.notice:
            await reply_to(asked, small(told.notice))
        answer = Message(
            id=sent.id,
            place=heard.place,
            author=person_of(sent.author),
            text=told.text or LISTED,
            sent_at=sent.created_at,
            reply_to=heard.id,
        )
        await keeping
        if told.text or told.reason == Silence.NO_MODEL:
            await self._memory.on_reply(answer, told.context)

    async def _send(self, asked: discord.Message, told: Reply, question: Question) -> discord.Message:
        """Send an answer in as many messages as it needs; give the first."""
        text = told.text
        if text is None and told.reason == Silence.NO_MODEL:
            text = offline_answer(question, told.context, told.refusal)
        if text is None:
            text = SORRY.get(Silence(told.reason), FAILED)
        first, *more = split(text) or [FAILED]
        sent = await reply_to(asked, first)
        for piece in more[: MOST_PIECES - 1]:
            await asked.channel.send(piece, allowed_mentions=QUIET)
        if len(more) >= MOST_PIECES:
            await asked.channel.send(CUT, allowed_mentions=QUIET)
        return sent


def small(text: str) -> str:
    """Write something beside the matter in Discord's small letters."""
    return "\n".join(f"-# {line}" for line in text.splitlines() if line.strip())


async def reply_to(message: discord.Message, text: str, **options: Any) -> discord.Message:
    """Answer a message where it stands; plainly in its channel when it is gone or may not be referred to."""
    me = message.guild.me if message.guild is not None else None
    may = message.channel.permissions_for(me) if me is not None else None
    if may is None or may.read_message_history:
        options["reference"] = message.to_reference(fail_if_not_exists=False)
        options["mention_author"] = False
    return await message.channel.send(text, allowed_mentions=QUIET, **options)
